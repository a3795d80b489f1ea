//! Systems of equations: inverses, Cholesky's factor, least squares.

use alloc::vec::Vec;

use super::{assert_square, order, primals, products};
use crate::implicit::{Factors, Failure, without_primal};
use crate::number::erased::Collected;
use crate::{Ordered, Real, dot};

/// The inverse of a square matrix.
///
/// Z = A₀⁻¹ in plain floats is corrected by Z - A₀⁻¹(A·Z - 1), once for each order of the derivatives: see [implicit
/// functions](mod@crate::implicit). For a system, use [`solve`](super::solve), in N² steps instead of N³.
///
/// ```
/// use ad::linear::inverse;
/// assert_eq!(inverse(&[[2.0, 0.0], [0.0, 4.0]]), Ok(vec![vec![0.5, 0.0], vec![0.0, 0.25]]));
/// ```
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is singular, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the matrix is not square, or if the numbers have no double beneath.
pub fn inverse<N: Real, R: AsRef<[N]>>(a: &[R]) -> Result<Vec<Vec<N>>, Failure> {
    let n = assert_square(a);
    let factors = Factors::new(&primals(a)?).ok_or(Failure::Singular)?;
    let inverse = factors.inverse();
    let order = order(a.iter().flat_map(AsRef::as_ref));
    let column = |j: usize| {
        let start: Vec<N> = inverse.iter().map(|row| N::constant(row[j])).collected();
        // Constants have no derivative, so the content of a column of 1 does not matter.
        refined(start, order, |z| products::matvec(a, z), |residual| factors.solve(residual))
    };
    Ok(products::transpose(&(0..n).map(column).collected()))
}

/// Corrects a solution of f(z) = r, in plain floats, by one chord for each order of the derivatives. `solve` solves the linear
/// system of the derivative at that point.
pub(super) fn refined<N: Real>(
    start: Vec<N>,
    order: usize,
    f: impl Fn(&[N]) -> Vec<N>,
    solve: impl Fn(&mut Vec<N>),
) -> Vec<N> {
    (0..order).fold(start, |z, _| {
        let mut correction: Vec<N> = f(&z).into_iter().map(without_primal).collected();
        solve(&mut correction);
        z.iter().zip(correction).map(|(z, c)| *z - c).collected()
    })
}

/// Cholesky's factor: the lower triangular L with L·Lᵀ = A and a positive diagonal. A must be symmetric and positive definite.
/// Only its lower triangle is read.
///
/// ```
/// use ad::linear::cholesky;
/// assert_eq!(cholesky(&[[4.0, 0.0], [2.0, 10.0]]), Ok(vec![vec![2.0, 0.0], vec![1.0, 3.0]]));
/// ```
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is not positive definite, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the matrix is not square.
pub fn cholesky<N: Real + Ordered, R: AsRef<[N]>>(a: &[R]) -> Result<Vec<Vec<N>>, Failure> {
    let n = assert_square(a);
    primals(a)?;
    let mut factor: Vec<Vec<N>> = Vec::with_capacity(n);
    for (i, entries) in a.iter().enumerate() {
        let mut row: Vec<N> = Vec::with_capacity(n);
        for (j, above) in factor.iter().enumerate() {
            row.push((entries.as_ref()[j] - dot(&row, &above[..j])) / above[j]);
        }
        let square = entries.as_ref()[i] - dot(&row, &row);
        if square <= N::natural(0) {
            return Err(Failure::Singular);
        }
        row.push(square.sqrt());
        factor.push(row);
    }
    factor.iter_mut().for_each(|row| row.resize(n, N::natural(0)));
    Ok(factor)
}

/// The x with the least |A·x - b|, for a matrix of full rank with at least as many rows as columns.
///
/// The value is from a QR factorization in plain floats (Householder's). It is corrected by x - (R₀ᵀR₀)⁻¹ Aᵀ(A·x - b), once for
/// each order of the derivatives: see [implicit functions](mod@crate::implicit).
///
/// ```
/// use ad::linear::lstsq;
/// // A line through (0, 1), (1, 3) and (2, 5).
/// let x = lstsq(&[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], &[1.0, 3.0, 5.0]).expect("two points are enough");
/// assert!((x[0] - 1.0).abs() < 1e-14 && (x[1] - 2.0).abs() < 1e-14);
/// ```
///
/// # Errors
///
/// [`Failure::Singular`] if the columns are linearly dependent, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the numbers of rows and right-hand sides differ, if the rows differ in length, or if the numbers have no double
/// beneath.
pub fn lstsq<N: Real, R: AsRef<[N]>>(a: &[R], b: &[N]) -> Result<Vec<N>, Failure> {
    let (rows, sides) = (a.len(), b.len());
    assert!(rows == sides, "a matrix of {rows} rows meets a right-hand side of {sides} numbers");
    let columns = products::transpose(a);
    let (start, upper) =
        householder(primals(&columns)?, b.iter().map(super::primal).collect::<Result<_, _>>()?)?;
    let start = start.into_iter().map(N::constant).collected();
    let order = order(a.iter().flat_map(AsRef::as_ref).chain(b));
    let normal = |x: &[N]| {
        let residual: Vec<N> = products::matvec(a, x).into_iter().zip(b).map(|(y, b)| y - *b).collected();
        products::matvec(&columns, &residual)
    };
    Ok(refined(start, order, normal, |residual| solve_normal(&upper, residual)))
}

/// The least-squares solution, and R by columns, from the columns of A.
fn householder(mut columns: Vec<Vec<f64>>, mut b: Vec<f64>) -> Result<(Vec<f64>, Vec<Vec<f64>>), Failure> {
    let (n, m) = (columns.len(), b.len());
    if n > m {
        return Err(Failure::Singular);
    }
    let sizes: Vec<f64> = columns.iter().map(|column| products::norm(column)).collected();
    for k in 0..n {
        let (done, rest) = columns.split_at_mut(k + 1);
        let column = &mut done[k];
        let length = products::norm(&column[k..]);
        #[allow(clippy::cast_precision_loss, reason = "a matrix has not 2⁵³ rows")]
        if length <= m as f64 * f64::EPSILON * sizes[k] {
            return Err(Failure::Singular);
        }
        // The mirror that maps the column to ∓|column|·eₖ.
        let end = -length.copysign(column[k]);
        let mut mirror = column[k..].to_vec();
        mirror[0] -= end;
        let square = dot(&mirror, &mirror);
        let reflect = |x: &mut [f64]| {
            let factor = 2.0 * dot(&mirror, x) / square;
            x.iter_mut().zip(&mirror).for_each(|(x, v)| *x -= factor * v);
        };
        rest.iter_mut().for_each(|other| reflect(&mut other[k..]));
        reflect(&mut b[k..]);
        column[k] = end;
        column.truncate(k + 1);
    }
    b.truncate(n);
    solve_upper(&columns, &mut b);
    Ok((b, columns))
}

/// Replaces b by R⁻¹b, for an upper triangular R given by its columns.
fn solve_upper<N: Real>(upper: &[Vec<f64>], b: &mut [N]) {
    for (k, column) in upper.iter().enumerate().rev() {
        let x = b[k] / column[k];
        b[k] = x;
        b.iter_mut().zip(&column[..k]).for_each(|(b, r)| *b -= x * *r);
    }
}

/// Replaces b by (RᵀR)⁻¹b.
fn solve_normal<N: Real>(upper: &[Vec<f64>], b: &mut [N]) {
    for (k, column) in upper.iter().enumerate() {
        b[k] = (0..k).fold(b[k], |sum, i| sum - b[i] * column[i]) / column[k];
    }
    solve_upper(upper, b);
}
