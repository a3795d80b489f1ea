//! Logarithms of probability densities, for models.
//!
//! Each function is the logarithm of a density with respect to its first parameter, with all constants. Values and derivatives keep their
//! digits in the tails. All are functions with `#[exp(adjoint)]`, so they can be called in such functions, and have expressions.
//!
//! | support | densities |
//! |---|---|
//! | all numbers | [`normal_lpdf`], [`student_t_lpdf`], [`cauchy_lpdf`], [`laplace_lpdf`], [`logistic_lpdf`] |
//! | y ≥ 0 | [`half_normal_lpdf`], [`lognormal_lpdf`], [`exponential_lpdf`], [`gamma_lpdf`], [`inverse_gamma_lpdf`], [`weibull_lpdf`] |
//! | 0 ≤ y ≤ 1 | [`beta_lpdf`] |
//! | true and false | [`bernoulli_logit_lpmf`] |
//! | counts | [`binomial_logit_lpmf`], [`poisson_log_lpmf`], [`negative_binomial_log_lpmf`] |
//!
//! Outside of its support a logarithm is -∞, with the derivative 0. A parameter outside of its own domain makes it NaN.
//!
//! ```
//! use ad::prelude::*;
//! use ad::densities::{bernoulli_logit_lpmf, normal_lpdf};
//!
//! /// A logistic regression with a prior for the slope.
//! #[exp(adjoint)]
//! fn log_posterior(#[fixed] data: &[(f64, bool)], slope: f64, offset: f64) -> f64 {
//!     let mut sum = normal_lpdf(slope, 0.0, 2.5);
//!     for &(x, success) in data {
//!         sum += bernoulli_logit_lpmf(success, slope * x + offset);
//!     }
//!     sum
//! }
//!
//! // An outlier 1000 standard deviations away does not make the gradient NaN.
//! let e = LogPosterior { data: &[(1000.0, false), (1.0, true)] };
//! assert_eq!(call::grad(&e, &(1.0, 0.0)), (-1000.0 - 0.16 + 0.2689414213699951, -1.0 + 0.2689414213699951));
//! ```
//!
//! # Accuracy
//!
//! A logarithm is a sum. Its error is a few roundoffs of its largest term, which for a parameter of 10⁶ is about 10⁷. The same holds for a
//! derivative: by ν degrees of freedom, that of [`student_t_lpdf`] is a difference of terms of the size 1/ν.
//!
//! # Source
//!
//! Stan Development Team, *Stan Functions Reference*: names, parameters and supports.

use core::f64::consts::{LN_2, PI};

use ad_macros::exp;

use crate::special::{ln_gamma, log1pexp};

/// ln √(2π)
const LN_SQRT_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// The logarithm of the logistic function, ln (1 / (1 + e⁻ˣ)), without underflow.
///
/// ```
/// use ad::densities::log_sigmoid;
///
/// assert_eq!(log_sigmoid(0.0), 0.5f64.ln());
/// assert_eq!(log_sigmoid(-1000.0), -1000.0);
/// ```
#[exp(adjoint, crate = crate)]
pub fn log_sigmoid(x: f64) -> f64 {
    -log1pexp(-x)
}

/// The normal distribution by mean and standard deviation.
///
/// ```
/// use ad::prelude::*;
/// use ad::densities::NormalLpdf;
///
/// assert_eq!(call::grad(&NormalLpdf, &(1e9, 0.0, 1.0)), (-1e9, 1e9, 1e18));
/// ```
#[exp(adjoint, crate = crate)]
pub fn normal_lpdf(y: f64, mean: f64, deviation: f64) -> f64 {
    let z = (y - mean) / deviation;
    -0.5 * z * z - deviation.ln() - LN_SQRT_TWO_PI
}

/// The absolute value of a normal number with mean 0, by standard deviation.
#[exp(adjoint, crate = crate)]
pub fn half_normal_lpdf(y: f64, deviation: f64) -> f64 {
    if y < 0.0 { f64::NEG_INFINITY } else { LN_2 + normal_lpdf(y, 0.0, deviation) }
}

/// The exponential of a normal number with this mean and standard deviation.
#[exp(adjoint, crate = crate)]
pub fn lognormal_lpdf(y: f64, mean: f64, deviation: f64) -> f64 {
    if y <= 0.0 {
        f64::NEG_INFINITY
    } else {
        let log = y.ln();
        normal_lpdf(log, mean, deviation) - log
    }
}

/// Student's distribution by degrees of freedom, location and scale.
///
/// ```
/// use ad::densities::{cauchy_lpdf, student_t_lpdf};
///
/// assert!((student_t_lpdf(1e200, 1.0, 0.0, 1.0) - cauchy_lpdf(1e200, 0.0, 1.0)).abs() < 1e-12);
/// ```
#[exp(adjoint, crate = crate)]
pub fn student_t_lpdf(y: f64, freedom: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / (scale * freedom.sqrt());
    let half = 0.5 * freedom;
    ln_gamma_step(half) - LN_SQRT_TWO_PI - scale.ln() - (freedom + 1.0) * ln_secant(z)
}

/// Cauchy's distribution by location and scale.
///
/// ```
/// use ad::prelude::*;
/// use ad::densities::CauchyLpdf;
///
/// // Where the square of y is infinite.
/// let (by_y, ..) = call::grad(&CauchyLpdf, &(1e200, 0.0, 1.0));
/// assert_eq!(by_y, -2e-200);
/// ```
#[exp(adjoint, crate = crate)]
pub fn cauchy_lpdf(y: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    -PI.ln() - scale.ln() - 2.0 * ln_secant(z)
}

/// Laplace's distribution by location and scale.
#[exp(adjoint, crate = crate)]
pub fn laplace_lpdf(y: f64, location: f64, scale: f64) -> f64 {
    -((y - location) / scale).abs() - scale.ln() - LN_2
}

/// The logistic distribution by location and scale.
#[exp(adjoint, crate = crate)]
pub fn logistic_lpdf(y: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    -log1pexp(z) - log1pexp(-z) - scale.ln()
}

/// The exponential distribution by rate.
#[exp(adjoint, crate = crate)]
pub fn exponential_lpdf(y: f64, rate: f64) -> f64 {
    if y < 0.0 { f64::NEG_INFINITY } else { rate.ln() - rate * y }
}

/// The gamma distribution by shape and rate.
///
/// ```
/// use ad::densities::{exponential_lpdf, gamma_lpdf};
///
/// assert_eq!(gamma_lpdf(0.0, 1.0, 3.0), exponential_lpdf(0.0, 3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn gamma_lpdf(y: f64, shape: f64, rate: f64) -> f64 {
    if y < 0.0 {
        f64::NEG_INFINITY
    } else {
        shape * rate.ln() - ln_gamma(shape) + crate::special::xlogy(shape - 1.0, y) - rate * y
    }
}

/// The reciprocal of a number with a gamma distribution, by shape and scale.
#[exp(adjoint, crate = crate)]
pub fn inverse_gamma_lpdf(y: f64, shape: f64, scale: f64) -> f64 {
    if y <= 0.0 {
        f64::NEG_INFINITY
    } else {
        shape * scale.ln() - ln_gamma(shape) - (shape + 1.0) * y.ln() - scale / y
    }
}

/// Weibull's distribution by shape and scale.
#[exp(adjoint, crate = crate)]
pub fn weibull_lpdf(y: f64, shape: f64, scale: f64) -> f64 {
    if y < 0.0 {
        f64::NEG_INFINITY
    } else {
        let z = y / scale;
        (shape / scale).ln() + crate::special::xlogy(shape - 1.0, z) - z.powf(shape)
    }
}

/// The beta distribution by its two shapes.
#[exp(adjoint, crate = crate)]
pub fn beta_lpdf(y: f64, a: f64, b: f64) -> f64 {
    if y < 0.0 || y > 1.0 {
        f64::NEG_INFINITY
    } else {
        // Above ½, 1 - y is exact.
        let near_one =
            if y > 0.5 { crate::special::xlogy(b - 1.0, 1.0 - y) } else { (b - 1.0) * (-y).ln_1p() };
        ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + crate::special::xlogy(a - 1.0, y) + near_one
    }
}

/// A success with the probability 1 / (1 + e⁻ˣ), for the logit x.
///
/// ```
/// use ad::prelude::*;
/// use ad::densities::BernoulliLogitLpmf;
///
/// assert_eq!(call::value(&BernoulliLogitLpmf { success: true }, &-800.0), -800.0);
/// assert_eq!(call::diff(&BernoulliLogitLpmf { success: true }, &-800.0), 1.0);
/// ```
#[exp(adjoint, crate = crate)]
pub fn bernoulli_logit_lpmf(success: bool, logit: f64) -> f64 {
    if success { log_sigmoid(logit) } else { log_sigmoid(-logit) }
}

/// The number of successes among trials, by the logit of their probability.
///
/// ```
/// use ad::densities::binomial_logit_lpmf;
///
/// assert!((binomial_logit_lpmf(1, 2, 0.0) - 0.5f64.ln()).abs() < 1e-15);
/// assert_eq!(binomial_logit_lpmf(3, 2, 0.0), f64::NEG_INFINITY);
/// ```
#[exp(adjoint, crate = crate)]
pub fn binomial_logit_lpmf(successes: u32, trials: u32, logit: f64) -> f64 {
    if successes > trials {
        f64::NEG_INFINITY
    } else {
        let (k, n) = (successes as f64, trials as f64);
        let choices = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
        choices + k * log_sigmoid(logit) + (n - k) * log_sigmoid(-logit)
    }
}

/// Poisson's distribution by the logarithm of the rate.
///
/// ```
/// use ad::densities::poisson_log_lpmf;
///
/// assert_eq!(poisson_log_lpmf(0, -800.0), 0.0);
/// ```
#[exp(adjoint, crate = crate)]
pub fn poisson_log_lpmf(count: u32, log_rate: f64) -> f64 {
    let k = count as f64;
    k * log_rate - log_rate.exp() - ln_gamma(k + 1.0)
}

/// The negative binomial distribution by the logarithm of its mean m, and the dispersion φ: the variance is m + m² / φ.
#[exp(adjoint, crate = crate)]
pub fn negative_binomial_log_lpmf(count: u32, log_mean: f64, dispersion: f64) -> f64 {
    let k = count as f64;
    let x = log_mean - dispersion.ln();
    ln_gamma(k + dispersion) - ln_gamma(dispersion) - ln_gamma(k + 1.0)
        + k * log_sigmoid(x)
        + dispersion * log_sigmoid(-x)
}

/// ½ ln (1 + z²), without overflow.
#[exp(adjoint, crate = crate)]
fn ln_secant(z: f64) -> f64 {
    // Above, 1 + z² rounds to z².
    if z.abs() < 1e8 { 0.5 * (z * z).ln_1p() } else { z.abs().ln() }
}

/// ln Γ(a + ½) - ln Γ(a) - ½ ln a, whose terms are large for large `a`.
#[exp(adjoint, crate = crate)]
fn ln_gamma_step(a: f64) -> f64 {
    if a < 32.0 {
        ln_gamma(a + 0.5) - ln_gamma(a) - 0.5 * a.ln()
    } else {
        // The asymptotic series. Its next term is below 10⁻¹⁶.
        let r = 1.0 / a;
        let r2 = r * r;
        -r * (1.0 / 8.0 - r2 * (1.0 / 192.0 - r2 * (1.0 / 640.0 - r2 * (17.0 / 14336.0))))
    }
}
