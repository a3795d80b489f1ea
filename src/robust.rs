//! Robust losses: functions of a square that grow less than the square, so that outliers have less weight.
//!
//! A sum of squares becomes robust if `loss(r * r, threshold)` is in the place of `r * r`. All are functions with `#[exp(adjoint)]`. For
//! residuals with a Jacobian, [`sparse::LeastSquares::robust`](crate::sparse::LeastSquares::robust) has the same losses.
//!
//! ```
//! use ad::prelude::*;
//! use ad::robust::huber;
//!
//! #[exp(adjoint)]
//! fn misfit(#[fixed] data: &[(f64, f64)], slope: f64) -> f64 {
//!     let mut sum = 0.0;
//!     for &(x, y) in data {
//!         let r = slope * x - y;
//!         sum += huber(r * r, 1.0);
//!     }
//!     sum
//! }
//!
//! // The outlier pulls with the force 2, whatever its distance.
//! let e = Misfit { data: &[(1.0, 1.0), (1.0, 1e6)] };
//! assert_eq!(call::diff(&e, &1.25), 0.5 - 2.0);
//! ```

use crate::exp;

/// `square` up to the square of the threshold δ, then 2·δ·√square - δ²: convex.
///
/// ```
/// use ad::robust::huber;
/// assert_eq!((huber(0.25, 1.0), huber(4.0, 1.0)), (0.25, 3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn huber(square: f64, threshold: f64) -> f64 {
    if square <= threshold * threshold {
        square
    } else {
        2.0 * threshold * square.sqrt() - threshold * threshold
    }
}

/// c²·ln (1 + square / c²) for the threshold c.
///
/// ```
/// use ad::robust::cauchy;
/// assert_eq!(cauchy(4.0, 2.0), 4.0 * 2f64.ln());
/// ```
#[exp(adjoint, crate = crate)]
pub fn cauchy(square: f64, threshold: f64) -> f64 {
    let scale = threshold * threshold;
    scale * (square / scale).ln_1p()
}

/// c²/3·(1 - (1 - square / c²)³) up to the square of the threshold c, then constant.
///
/// ```
/// use ad::robust::tukey;
/// assert_eq!((tukey(0.0, 3.0), tukey(9.0, 3.0), tukey(1e6, 3.0)), (0.0, 3.0, 3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn tukey(square: f64, threshold: f64) -> f64 {
    let scale = threshold * threshold;
    if square <= scale {
        let rest = 1.0 - square / scale;
        scale / 3.0 * (1.0 - rest * rest * rest)
    } else {
        scale / 3.0
    }
}
