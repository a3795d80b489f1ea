//! Systems whose matrix has entries near its diagonal only.

use alloc::vec::Vec;

use super::systems::refined;
use super::{order, primal};
use crate::Real;
use crate::implicit::Failure;
use crate::number::erased::Collected;

/// The solution of A·z = b for a tridiagonal matrix, in all modes and orders: for implicit steps in time, splines, smoothers.
///
/// Row i is `lower[i - 1]`, `diagonal[i]`, `upper[i]`. The matrix is factored in plain floats, with partial pivoting. The derivatives follow
/// from the equation, as those of [`solve`](super::solve).
///
/// ```
/// use ad::prelude::*;
/// use ad::linear::tridiagonal;
///
/// assert_eq!(tridiagonal(&[1.0, 1.0], &[2.0, 2.0, 2.0], &[1.0, 1.0], &[3.0, 4.0, 3.0]), Ok(vec![1.0; 3]));
///
/// /// The temperature in the middle of a rod after a step of the implicit Euler method.
/// #[exp]
/// fn middle(conductivity: f64, heat: &[f64]) -> f64 {
///     let n = heat.len();
///     let (beside, diagonal) = (vec![-conductivity; n - 1], vec![1.0 + 2.0 * conductivity; n]);
///     tridiagonal(&beside, &diagonal, &beside, heat).expect("it is regular")[n / 2]
/// }
/// assert_eq!(call::grad(&Middle, &(0.0, vec![0.0, 1.0, 0.0])), (-2.0, vec![0.0, 1.0, 0.0]));
/// ```
///
/// # Cost
///
/// O(N) operations, and O(N) steps of a tape for each order of the derivatives.
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is singular, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the lengths do not fit, or if the numbers have no double beneath.
pub fn tridiagonal<N: Real>(lower: &[N], diagonal: &[N], upper: &[N], b: &[N]) -> Result<Vec<N>, Failure> {
    let (n, beside) = (diagonal.len(), diagonal.len().saturating_sub(1));
    assert!(
        (lower.len(), upper.len()) == (beside, beside),
        "a diagonal of {n} numbers has {beside} below and above it, and not {} and {}",
        lower.len(),
        upper.len()
    );
    let row = |i: usize| {
        let before = i.checked_sub(1).map(|i| lower[i]);
        before.into_iter().chain([diagonal[i]]).chain(upper.get(i).copied()).collected()
    };
    Band { below: 1, rows: (0..n).map(row).collected() }.solve(b)
}

/// The solution of A·z = b for a matrix with entries in a band around its diagonal, in all modes and orders.
///
/// Each element of `rows` has the entries of one row within the band, of which `below` are left of the diagonal. All have the same length.
/// Places outside of the matrix are ignored, so any number may stand there.
///
/// ```
/// use ad::linear::banded;
///
/// // 1 0 2
/// // 0 3 0     two entries above the diagonal, none below
/// // 0 0 4
/// let rows = [[1.0, 0.0, 2.0], [3.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
/// assert_eq!(banded(0, &rows, &[5.0, 6.0, 8.0]), Ok(vec![1.0, 2.0, 2.0]));
/// ```
///
/// # Cost
///
/// For a band of k numbers, N·k² operations in floats. For each order of the derivatives, 3·N·k steps of a tape.
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is singular, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the lengths do not fit, or if the numbers have no double beneath.
pub fn banded<N: Real, R: AsRef<[N]>>(below: usize, rows: &[R], b: &[N]) -> Result<Vec<N>, Failure> {
    let n = rows.len();
    let width = rows.first().map_or(0, |row| row.as_ref().len());
    let row = |(i, row): (usize, &R)| {
        let row = row.as_ref();
        assert!(
            row.len() == width && below < width,
            "a row of a band has {} numbers, others have {width}, of which {below} are below the diagonal",
            row.len()
        );
        row[below.saturating_sub(i)..width.min(n + below - i)].to_vec()
    };
    Band { below, rows: rows.iter().enumerate().map(row).collected() }.solve(b)
}

/// The rows of a matrix. Row i begins in column i - `below`, or in the first one.
struct Band<N> {
    below: usize,
    rows: Vec<Vec<N>>,
}

impl<N: Real> Band<N> {
    fn solve(&self, b: &[N]) -> Result<Vec<N>, Failure> {
        let (n, sides) = (self.rows.len(), b.len());
        assert!(n == sides, "a matrix of {n} rows meets a right-hand side of {sides} numbers");
        let primals: Result<_, _> =
            self.rows.iter().map(|row| row.iter().map(primal).collect::<Result<Vec<_>, _>>()).collect();
        let factors = Factors::new(self.below, primals?)?;
        let mut start = b.iter().map(primal).collect::<Result<Vec<f64>, _>>()?;
        factors.solve(&mut start);
        let start = start.into_iter().map(N::constant).collected();
        let order = order(self.rows.iter().flatten().chain(b));
        Ok(refined(start, order, |z| self.residual(z, b), |residual| factors.solve(residual)))
    }

    /// A·z - b
    fn residual(&self, z: &[N], b: &[N]) -> Vec<N> {
        let rows = self.rows.iter().zip(b).enumerate();
        rows.map(|(i, (row, b))| {
            row.iter().zip(&z[i.saturating_sub(self.below)..]).fold(-*b, |sum, (a, z)| sum + *a * *z)
        })
        .collected()
    }
}

/// The factors P·A = L·U of a band matrix, in plain floats.
struct Factors {
    /// Row k of U, from the diagonal on.
    upper: Vec<Vec<f64>>,
    /// The distance of the pivot's row from row k, and the multiples of row k that are subtracted from the next rows.
    lower: Vec<(usize, Vec<f64>)>,
}

impl Factors {
    /// Gaussian elimination with partial pivoting. A pivot counts as 0 as in [`solve`](super::solve).
    fn new(below: usize, rows: Vec<Vec<f64>>) -> Result<Self, Failure> {
        let n = rows.len();
        // Each entry, with the sum of the magnitudes of its terms. In step k, the rows that reach column k begin there.
        let mut rows: Vec<Vec<(f64, f64)>> =
            rows.into_iter().map(|row| row.into_iter().map(|a| (a, a.abs())).collected()).collected();
        let mut factors = Factors { upper: Vec::with_capacity(n), lower: Vec::with_capacity(n) };
        for k in 0..n {
            let active = &mut rows[k..n.min(k + below + 1)];
            let size = |row: &Vec<(f64, f64)>| row.first().map_or(0.0, |a| a.0.abs());
            let pivot = (0..active.len())
                .max_by(|&i, &j| size(&active[i]).total_cmp(&size(&active[j])))
                .unwrap_or_default();
            active.swap(0, pivot);
            let Some((upper, others)) = active.split_first_mut() else { break };
            #[allow(clippy::cast_precision_loss, reason = "a row has not 2⁵³ entries")]
            let rounding = upper.len() as f64 * f64::EPSILON;
            let Some(&(diagonal, magnitude)) = upper.first() else { return Err(Failure::Singular) };
            if diagonal.abs() <= rounding * magnitude {
                return Err(Failure::Singular);
            }
            let multiples = others.iter_mut().map(|row| {
                row.resize(row.len().max(upper.len()), (0.0, 0.0));
                let factor = row.remove(0).0 / diagonal;
                for (a, u) in row.iter_mut().zip(&upper[1..]) {
                    a.0 -= factor * u.0;
                    a.1 += (factor * u.0).abs();
                }
                factor
            });
            factors.lower.push((pivot, multiples.collected()));
            factors.upper.push(upper.iter().map(|a| a.0).collected());
        }
        Ok(factors)
    }

    /// Replaces b by A⁻¹·b.
    fn solve<N: Real>(&self, b: &mut [N]) {
        for (k, (pivot, multiples)) in self.lower.iter().enumerate() {
            b.swap(k, k + pivot);
            for (i, factor) in multiples.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
                b[k + 1 + i] -= b[k] * *factor;
            }
        }
        for (k, row) in self.upper.iter().enumerate().rev() {
            let terms = row.iter().enumerate().skip(1).filter(|(_, u)| **u != 0.0);
            b[k] = terms.fold(b[k], |sum, (j, u)| sum - b[k + j] * *u) / row[0];
        }
    }
}
