//! Constrained parameters from free ones, with the logarithms of the Jacobian determinants.
//!
//! A sampler or an optimizer without constraints moves free parameters. Each function here maps free parameters to constrained ones. Its
//! second result is ln |det J|, which the logarithm of a density gains under the change of variables. The functions in [`free`] are the
//! inverses. All are functions with `#[exp(adjoint)]`, so they can be called in such functions, and have expressions.
//!
//! | constraint | free parameters | map | inverse |
//! |---|---|---|---|
//! | x > 0 | 1 | [`positive`] | [`free::positive`] |
//! | lower < x < upper | 1 | [`interval`] | [`free::interval`] |
//! | x₀ < x₁ < … of n numbers | n | [`ordered`] | [`free::ordered`] |
//! | n positive numbers with the sum 1 | n - 1 | [`simplex`] | [`free::simplex`] |
//! | n × n correlation matrix | n·(n - 1)/2 | [`correlation`] | [`free::correlation`] |
//! | its Cholesky factor | n·(n - 1)/2 | [`correlation_factor`] | [`free::correlation_factor`] |
//!
//! ```
//! use ad::prelude::*;
//! use ad::constrained;
//!
//! /// The log-density of an exponential distribution, by the free parameter u = ln x.
//! #[exp(adjoint)]
//! fn density(#[fixed] rate: f64, u: f64) -> f64 {
//!     let (x, log_det) = constrained::positive(u);
//!     rate.ln() - rate * x + log_det
//! }
//!
//! // The mode by u, where the density by x has none: x = 1 / rate.
//! assert_eq!(call::diff(&Density { rate: 2.0 }, &constrained::free::positive(0.5)), 0.0);
//! ```
//!
//! # Source
//!
//! Stan Development Team, *Stan Reference Manual*, "Constraint Transforms"; the simplex is the stick-breaking transform, the correlation
//! matrix that of D. Lewandowski, D. Kurowicka and H. Joe (2009). Products of many numbers below 1 are computed as sums of logarithms.

#![allow(clippy::needless_range_loop, reason = "the indices are those of the definitions")]

use alloc::vec;
use alloc::vec::Vec;

use ad_macros::exp;

use crate::special::{log1pexp, sigmoid};

/// A positive number eᵘ.
///
/// ```
/// use ad::constrained::positive;
///
/// assert_eq!(positive(0.0), (1.0, 0.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn positive(u: f64) -> (f64, f64) {
    (u.exp(), u)
}

/// A number between `lower` and `upper`, which may be parameters themselves.
///
/// ```
/// use ad::constrained::interval;
///
/// assert_eq!(interval(2.0, 4.0, 0.0).0, 3.0);
/// ```
#[exp(adjoint, crate = crate)]
pub fn interval(lower: f64, upper: f64, u: f64) -> (f64, f64) {
    let width = upper - lower;
    (lower + width * sigmoid(u), width.ln() - log1pexp(u) - log1pexp(-u))
}

/// An increasing list: u₀, and then steps of eᵘ.
///
/// ```
/// use ad::constrained::ordered;
///
/// assert_eq!(ordered(&[-1.0, 0.0, 0.0]), (vec![-1.0, 0.0, 1.0], 0.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn ordered(u: &[f64]) -> (Vec<f64>, f64) {
    let mut x = vec![0.0; u.len()];
    let mut log_det = 0.0;
    for i in 0..u.len() {
        if i == 0 {
            x[i] = u[i];
        } else {
            x[i] = x[i - 1] + u[i].exp();
            log_det += u[i];
        }
    }
    (x, log_det)
}

/// Positive numbers with the sum 1, one more than the free ones. The free parameters 0 give equal numbers.
///
/// ```
/// use ad::constrained::simplex;
///
/// let (x, _) = simplex(&[0.0; 3]);
/// assert!(x.iter().all(|x| (x - 0.25).abs() < 1e-15));
/// ```
#[exp(adjoint, crate = crate)]
pub fn simplex(u: &[f64]) -> (Vec<f64>, f64) {
    let n = u.len();
    let mut x = vec![0.0; n + 1];
    let (mut log_rest, mut log_det): (f64, f64) = (0.0, 0.0);
    for i in 0..n {
        // The share of the rest that is broken off, and the share that is left.
        let v = u[i] - ((n - i) as f64).ln();
        let (log_share, log_left) = (-log1pexp(-v), -log1pexp(v));
        x[i] = (log_rest + log_share).exp();
        log_det += log_share + log_left + log_rest;
        log_rest += log_left;
    }
    x[n] = log_rest.exp();
    (x, log_det)
}

/// ln (1 - tanh² u)
#[exp(adjoint, crate = crate)]
fn log_sech_squared(u: f64) -> f64 {
    2.0 * (2f64.ln() - u - log1pexp(-2.0 * u))
}

/// The lower Cholesky factor of a correlation matrix, row by row, from n·(n - 1)/2 partial correlations tanh u. The determinant is by the
/// entries below the diagonal.
///
/// ```
/// use ad::constrained::correlation_factor;
///
/// assert_eq!(correlation_factor(&[0.0; 3]).0, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
/// ```
///
/// # Panics
///
/// Panics if no matrix has that many entries below the diagonal.
#[exp(adjoint, crate = crate)]
pub fn correlation_factor(u: &[f64]) -> (Vec<Vec<f64>>, f64) {
    let (factor, _, log_det) = factor_and_logarithms(u);
    (factor, log_det)
}

/// The factor, the logarithms of its diagonal, and ln |det J|. A number on the diagonal may underflow.
#[exp(adjoint, crate = crate)]
fn factor_and_logarithms(u: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>, f64) {
    let n: usize = (1 + 8 * u.len()).isqrt().div_ceil(2);
    assert!(n * (n - 1) / 2 == u.len(), "no correlation matrix has {} free parameters", u.len());
    let mut factor = vec![vec![0.0; n]; n];
    let mut logarithms = vec![0.0; n];
    let mut log_det = 0.0;
    let mut k = 0;
    for row in 0..n {
        // ln √(1 - the sum of the squares so far)
        let mut log_rest: f64 = 0.0;
        for column in 0..row {
            factor[row][column] = u[k].tanh() * log_rest.exp();
            let log_left = log_sech_squared(u[k]);
            log_det += log_left + log_rest;
            log_rest += 0.5 * log_left;
            k += 1;
        }
        factor[row][row] = log_rest.exp();
        logarithms[row] = log_rest;
    }
    (factor, logarithms, log_det)
}

/// A correlation matrix, row by row, from n·(n - 1)/2 partial correlations tanh u. The determinant is by the entries below the diagonal.
///
/// ```
/// use ad::constrained::correlation;
///
/// let (matrix, _) = correlation(&[0.5]);
/// assert_eq!(matrix, [[1.0, 0.5f64.tanh()], [0.5f64.tanh(), 1.0]]);
/// ```
///
/// # Panics
///
/// Panics if no matrix has that many entries below the diagonal.
#[exp(adjoint, crate = crate)]
pub fn correlation(u: &[f64]) -> (Vec<Vec<f64>>, f64) {
    let (factor, logarithms, mut log_det) = factor_and_logarithms(u);
    let n = factor.len();
    let mut matrix = vec![vec![0.0; n]; n];
    for i in 0..n {
        matrix[i][i] = 1.0;
        for j in 0..i {
            let mut entry = 0.0;
            for k in 0..=j {
                entry += factor[i][k] * factor[j][k];
            }
            matrix[i][j] = entry;
            matrix[j][i] = entry;
        }
        // An entry of row i by one of the factor's: the diagonal entry of the factor's other row.
        for j in 0..i {
            log_det += logarithms[j];
        }
    }
    (matrix, log_det)
}

/// The inverses: free parameters from constrained ones.
///
/// ```
/// use ad::constrained::{free, positive};
///
/// assert_eq!(free::positive(positive(0.5).0), 0.5);
/// ```
pub mod free {
    use alloc::vec;
    use alloc::vec::Vec;

    use ad_macros::exp;

    /// The free parameter of a [positive](super::positive) number.
    #[exp(adjoint, crate = crate)]
    pub fn positive(x: f64) -> f64 {
        x.ln()
    }

    /// The free parameter of a number in an [interval](super::interval).
    #[exp(adjoint, crate = crate)]
    pub fn interval(lower: f64, upper: f64, x: f64) -> f64 {
        (x - lower).ln() - (upper - x).ln()
    }

    /// The free parameters of an [increasing](super::ordered) list.
    #[exp(adjoint, crate = crate)]
    pub fn ordered(x: &[f64]) -> Vec<f64> {
        let mut u = vec![0.0; x.len()];
        for i in 0..x.len() {
            u[i] = if i == 0 { x[i] } else { (x[i] - x[i - 1]).ln() };
        }
        u
    }

    /// The free parameters of positive numbers with the [sum 1](super::simplex).
    ///
    /// # Panics
    ///
    /// Panics if there is no number.
    #[exp(adjoint, crate = crate)]
    pub fn simplex(x: &[f64]) -> Vec<f64> {
        assert!(!x.is_empty(), "numbers with the sum 1 are at least one number");
        let n = x.len() - 1;
        let mut u = vec![0.0; n];
        let mut rest = x[n];
        for back in 0..n {
            let i = n - 1 - back;
            u[i] = x[i].ln() - rest.ln() + ((n - i) as f64).ln();
            rest += x[i];
        }
        u
    }

    /// The free parameters of the [Cholesky factor](super::correlation_factor) of a correlation matrix.
    #[exp(adjoint, crate = crate)]
    pub fn correlation_factor(factor: &[Vec<f64>]) -> Vec<f64> {
        let n = factor.len();
        let mut u = vec![0.0; n * n.saturating_sub(1) / 2];
        let mut k = 0;
        for row in 0..n {
            let mut squares: f64 = 0.0;
            for column in 0..row {
                let x: f64 = factor[row][column];
                u[k] = (x / (1.0 - squares).sqrt()).atanh();
                squares += x * x;
                k += 1;
            }
        }
        u
    }

    /// The free parameters of a [correlation matrix](super::correlation).
    ///
    /// # Panics
    ///
    /// Panics if the matrix is not positive definite.
    #[exp(adjoint = record, crate = crate)]
    pub fn correlation(matrix: &[Vec<f64>]) -> Vec<f64> {
        let factor: Vec<Vec<f64>> =
            crate::linear::cholesky(matrix).expect("a correlation matrix is positive definite");
        correlation_factor(&factor)
    }
}
