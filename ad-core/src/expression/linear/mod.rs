//! Linear algebra inside expressions, in all modes and orders.
//!
//! A matrix is a slice of rows, each a `Vec` or an array, so `#[exp]` functions take `&[Vec<f64>]` or `&[[f64; 3]]`. Products also take
//! ndarray's `Array2` and nalgebra's `DMatrix`, as the trait [`Matrix`] says. No function here compares a number with 0. Algorithms
//! of linear algebra crates do so to save work, which makes derivatives silently wrong for diagonal, triangular and other sparse
//! matrices.
//!
//! | | value | derivatives | recorded by reverse mode, for N × N |
//! |---|---|---|---|
//! | [`matvec`], [`dot`], [`sum`], [`norm`] | as written | as written | a step for each scalar product |
//! | [`matmul`], [`affine`] | as written | as written | the same, or a step for each product if they have fewer than 8 terms |
//! | [`map`] | as written | of each entry | a step for each entry |
//! | [`transpose`] | as written | as written | nothing |
//! | [`solve`], [`inverse`] | factored in floats | by the equation, as [implicit functions](mod@crate::implicit) | N², N³ for each order |
//! | [`tridiagonal`], [`banded`] | factored in floats | by the equation | N·k for a band of k numbers |
//! | [`det`], [`log_det`] | factored in floats | by Jacobi's formula and its successors | N², and N³ for each order from the second |
//! | [`det_in_ring`] | Bird's algorithm, without a division | as written | N⁴ |
//! | [`cholesky`] | as written | as written | N² scalar products |
//! | [`lstsq`] | factored in floats | by the normal equations | M·N for each order |
//!
//! Adjoint programs call [`matvec`], [`matmul`], [`affine`], [`map`], [`transpose`], [`dot`] and [`sum`] without a tape. The
//! reverse sweep of a product is two products. Other functions are recorded, as in `#[exp(adjoint, record(linear::solve))]`. Over
//! plain floats, large products are computed in vectors of the processor. Products have the bits of the loops. The guide's page on
//! networks has one.
//!
//! Milliseconds of `call::grad` for a matrix of 100 × 100 (one core, optimized, least of 30 runs):
//!
//! | gradient of | by this module | by an elimination that is recorded step by step |
//! |---|---:|---:|
//! | \|A⁻¹b\|² | 0.8 | 4.6 |
//! | ln \|det A\| | 2.8 | 5.4 |
//!
//! ```
//! use ad::prelude::*;
//! use ad::linear;
//!
//! /// The log-likelihood of `x` under a normal distribution, without its constant.
//! #[exp]
//! fn likelihood(covariance: &[Vec<f64>], x: &[f64]) -> f64 {
//!     let whitened: Vec<f64> = linear::solve(covariance, x).expect("it is positive definite");
//!     let log_det: f64 = linear::log_det(covariance).expect("it is positive definite");
//!     -0.5 * (ad::dot(x, &whitened) + log_det)
//! }
//!
//! let (covariance, x) = (vec![vec![2.0, 0.0], vec![0.0, 4.0]], vec![2.0, 4.0]);
//! let (of_covariance, of_x) = call::grad(&Likelihood, &(&covariance, &x));
//! assert_eq!(of_x, [-1.0, -1.0]); // -Σ⁻¹·x
//! assert_eq!(of_covariance, [[0.25, 0.5], [0.5, 0.375]]); // ½·(Σ⁻¹·x·xᵀ·Σ⁻¹ - Σ⁻¹)
//! ```

mod banded;
mod by_lines;
mod companions;
mod determinant;
mod kernel;
mod matrix;
mod products;
mod systems;

use alloc::vec::Vec;

pub use crate::implicit::solve;
pub use banded::{banded, tridiagonal};
#[doc(hidden)]
pub use companions::*;
pub use determinant::{det, det_in_ring, log_det};
#[doc(hidden)]
pub use matrix::Shaded;
pub use matrix::{Matrix, Vector};
pub use products::{affine, dot, map, matmul, matvec, norm, sum, transpose};
pub use systems::{cholesky, inverse, lstsq};

use crate::implicit::Failure;
use crate::{Dict, Real, RealDict};

/// The doubles beneath the numbers of a matrix, if they are finite.
fn primals<N: Real, R: AsRef<[N]>>(a: &[R]) -> Result<Vec<Vec<f64>>, Failure> {
    a.iter().map(|row| row.as_ref().iter().map(primal).collect()).collect()
}

fn primal<N: Real>(x: &N) -> Result<f64, Failure> {
    let x = x.primal().expect("cannot factor a matrix of numbers without a double beneath, such as symbols");
    if x.is_finite() { Ok(x) } else { Err(Failure::NotFinite) }
}

/// The order of the current derivatives.
fn order<'n, N: Real + 'n>(numbers: impl Iterator<Item = &'n N>) -> usize {
    numbers.fold(N::Dict::default(), |dict, x| dict.join(x.dict())).order()
}

/// # Panics
///
/// Panics unless the matrix is square.
#[track_caller]
fn assert_square<N, R: AsRef<[N]>>(a: &[R]) -> usize {
    let n = a.len();
    let columns = a.iter().map(|row| row.as_ref().len()).find(|&columns| columns != n).unwrap_or(n);
    assert!(columns == n, "a matrix of {n} rows and {columns} columns is not square");
    n
}
