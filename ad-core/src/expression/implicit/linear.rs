//! Linear systems: a factorization in plain floats, and solutions in numbers.

use alloc::vec::Vec;

use crate::number::erased::Collected;
use crate::{Dict, Real, RealDict};

use super::Failure;

/// The factors P A = L U of a square matrix: Gaussian elimination with partial pivoting.
pub(crate) struct Factors {
    /// L below the diagonal, U on it and above, row by row.
    rows: Vec<Vec<f64>>,
    /// The original index of each row.
    order: Vec<usize>,
}

impl Factors {
    /// The factors of the matrix `a`, or `None` if it is singular. A pivot counts as 0 if it is at most N·ε times the sum of the
    /// magnitudes of its terms. This does not depend on the units of the equations and the unknowns.
    pub(crate) fn new(a: &[Vec<f64>]) -> Option<Self> {
        let n = a.len();
        #[allow(clippy::cast_precision_loss, reason = "a matrix has not 2⁵³ rows")]
        let rounding = n as f64 * f64::EPSILON;
        // Each entry, with the sum of the magnitudes of its terms.
        let mut rows: Vec<Vec<(f64, f64)>> =
            a.iter().map(|row| row.iter().map(|a| (*a, a.abs())).collected()).collected();
        let mut order: Vec<usize> = (0..n).collected();
        for k in 0..n {
            let pivot = (k..n).max_by(|&i, &j| rows[i][k].0.abs().total_cmp(&rows[j][k].0.abs()))?;
            rows.swap(k, pivot);
            order.swap(k, pivot);
            let (done, below) = rows.split_at_mut(k + 1);
            let upper = &done[k];
            let (diagonal, magnitude) = upper[k];
            if diagonal.abs() <= rounding * magnitude {
                return None;
            }
            for row in below {
                let factor = row[k].0 / diagonal;
                row[k].0 = factor;
                for (a, u) in row.iter_mut().zip(upper).skip(k + 1) {
                    a.0 -= factor * u.0;
                    a.1 += (factor * u.0).abs();
                }
            }
        }
        let rows = rows.into_iter().map(|row| row.into_iter().map(|(a, _)| a).collected()).collected();
        Some(Factors { rows, order })
    }

    /// Replaces b by A⁻¹ b.
    pub(crate) fn solve<N: Real>(&self, b: &mut Vec<N>) {
        *b = self.order.iter().map(|&i| b[i]).collected();
        let n = b.len();
        for i in 0..n {
            b[i] = self.minus_terms(i, 0..i, b);
        }
        for i in (0..n).rev() {
            b[i] = self.minus_terms(i, i + 1..n, b) / self.rows[i][i];
        }
    }

    /// Replaces b by A⁻ᵀ b.
    pub(super) fn solve_transposed<N: Real>(&self, b: &mut [N]) {
        let n = b.len();
        for i in 0..n {
            b[i] /= self.rows[i][i];
            self.subtract_multiples(i, i + 1..n, b);
        }
        for i in (0..n).rev() {
            self.subtract_multiples(i, 0..i, b);
        }
        let permuted = b.to_vec();
        self.order.iter().zip(permuted).for_each(|(&i, x)| b[i] = x);
    }

    /// A⁻¹, row by row.
    pub(crate) fn inverse(&self) -> Vec<Vec<f64>> {
        let n = self.order.len();
        let mut inverse = vec![vec![0.0; n]; n];
        for j in 0..n {
            let mut column: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == j))).collected();
            self.solve(&mut column);
            inverse.iter_mut().zip(column).for_each(|(row, entry)| row[j] = entry);
        }
        inverse
    }

    /// det A, with the sign of the permutation.
    pub(crate) fn determinant(&self) -> f64 {
        let mut order = self.order.clone();
        let mut det = 1.0;
        for (i, row) in self.rows.iter().enumerate() {
            det *= row[i];
            while order[i] != i {
                let j = order[i];
                order.swap(i, j);
                det = -det;
            }
        }
        det
    }

    /// ln |det A|
    pub(crate) fn log_determinant(&self) -> f64 {
        self.rows.iter().enumerate().map(|(i, row)| row[i].abs().ln()).sum()
    }

    /// bⱼ - aᵢⱼ bᵢ for each j
    #[inline]
    fn subtract_multiples<N: Real>(&self, i: usize, columns: core::ops::Range<usize>, b: &mut [N]) {
        for j in columns.filter(|&j| self.rows[i][j] != 0.0) {
            b[j] -= b[i] * self.rows[i][j];
        }
    }

    /// bᵢ - Σⱼ aᵢⱼ bⱼ
    #[inline]
    fn minus_terms<N: Real>(&self, i: usize, columns: core::ops::Range<usize>, b: &[N]) -> N {
        // A zero makes no step, since matrices are often sparse.
        let terms = columns.filter(|&j| self.rows[i][j] != 0.0);
        terms.fold(b[i], |sum, j| sum - b[j] * self.rows[i][j])
    }
}

/// `y` minus its primal: 0, with the derivatives of `y`.
#[inline]
pub(crate) fn without_primal<N: Real>(y: N) -> N {
    let primal = y.primal();
    y - N::inferred(
        primal.expect("cannot solve an equation for numbers without a double beneath, such as symbols"),
    )
}

/// The solution z of the linear system a z = b, inside an expression, in all modes and orders.
///
/// Only the primal of the matrix is factored. So reverse mode records O(N²) steps and not O(N³): see the
/// [module](mod@crate::implicit).
///
/// ```
/// use ad::implicit::Failure;
/// use ad::linear::solve;
/// assert_eq!(solve(&[vec![2.0, 1.0], vec![1.0, 3.0]], &[5.0, 10.0]), Ok(vec![1.0, 3.0]));
/// assert_eq!(solve(&[vec![1.0, 2.0], vec![2.0, 4.0]], &[5.0, 10.0]), Err(Failure::Singular));
/// ```
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is singular, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the matrix is not square, if its size differs from that of the right-hand side, or if the numbers have no double
/// beneath.
pub fn solve<N: Real, R: AsRef<[N]>>(a: &[R], b: &[N]) -> Result<Vec<N>, Failure> {
    let n = b.len();
    let a: Vec<&[N]> = a.iter().map(AsRef::as_ref).collected();
    let columns = a.iter().map(|row| row.len()).find(|&columns| columns != n).unwrap_or(n);
    assert!(
        (a.len(), columns) == (n, n),
        "a matrix of {} rows and {columns} columns meets a right-hand side of {n} numbers",
        a.len()
    );
    let primal = |x: &N| {
        let x =
            x.primal().expect("cannot solve a system for numbers without a double beneath, such as symbols");
        if x.is_finite() { Ok(x) } else { Err(Failure::NotFinite) }
    };
    let primals: Vec<Vec<f64>> =
        a.iter().map(|row| row.iter().map(primal).collect()).collect::<Result<_, _>>()?;
    let mut z = b.iter().map(primal).collect::<Result<Vec<f64>, _>>()?;
    let factors = Factors::new(&primals).ok_or(Failure::Singular)?;
    factors.solve(&mut z);
    let z = z.into_iter().map(N::constant).collect::<Vec<N>>();
    let numbers = a.iter().copied().flatten().chain(b);
    let order = numbers.fold(N::Dict::default(), |dict, x| dict.join(x.dict())).order();
    Ok((0..order).fold(z, |z, _| {
        let residual = |(row, b): (&&[N], &N)| row.iter().zip(&z).fold(-*b, |sum, (a, z)| sum + *a * *z);
        let mut correction: Vec<N> = a.iter().zip(b).map(residual).map(without_primal).collected();
        factors.solve(&mut correction);
        z.iter().zip(correction).map(|(z, c)| *z - c).collected()
    }))
}
