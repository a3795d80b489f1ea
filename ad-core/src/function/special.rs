//! Special functions: what mathematics has and `f64` has not. They are functions and not methods, so that a number has
//! no method that `f64` lacks, and none that a trait of your own could be mistaken for.
//!
//! ```
//! use ad_core::special::{erf, gamma};
//!
//! assert_eq!(gamma(5.0), 24.0);
//! assert_eq!(erf(f64::INFINITY), 1.0);
//! ```
//!
//! Each is a row of the [table](crate::function), which says what happens at poles and edges, and how accurate it is.

use crate::Real;
use crate::function;

/// The error function, 2/√π ∫₀ˣ e^(-t²) dt.
#[inline]
pub fn erf<N: Real>(x: N) -> N {
    N::function(function::Erf, [x])
}

/// The complementary error function, 1 - erf x, without cancellation for large x.
#[inline]
pub fn erfc<N: Real>(x: N) -> N {
    N::function(function::Erfc, [x])
}

/// The gamma function, Γ(x); Γ(n + 1) = n!.
#[inline]
pub fn gamma<N: Real>(x: N) -> N {
    N::function(function::Gamma, [x])
}

/// The natural logarithm of the absolute value of the gamma function.
#[inline]
pub fn ln_gamma<N: Real>(x: N) -> N {
    N::function(function::LnGamma, [x])
}

/// The digamma function, the derivative of [`ln_gamma`].
#[inline]
pub fn digamma<N: Real>(x: N) -> N {
    polygamma(0, x)
}

/// The `n`-th derivative of [`digamma`].
#[inline]
pub fn polygamma<N: Real>(n: u32, x: N) -> N {
    N::function(function::Polygamma(n), [x])
}

/// The Bessel function of the first kind of order `n`.
#[inline]
pub fn bessel_j<N: Real>(n: i32, x: N) -> N {
    N::function(function::BesselJ(n), [x])
}

/// The Bessel function of the second kind of order `n`.
#[inline]
pub fn bessel_y<N: Real>(n: i32, x: N) -> N {
    N::function(function::BesselY(n), [x])
}
