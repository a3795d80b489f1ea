//! Functions with a point where their usual formula is 0/0, 0 · ∞ or ∞ - ∞: here it is another formula, with all derivatives.
//!
//! Each is a composition of rows of the table, so all number systems have it. Where a number has no double beneath, as an interval, there
//! is a formula for all arguments. The slopes for adjoint programs are the same formulas as the derivatives of the compositions.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use super::Question;
use super::kinks::{CHOSEN, HALF, is_zero};
use super::special::{log1pexp, normal_cdf, sigmoid, stumpff};
use crate::Real;

/// The steps of the continued fraction of [`log_normal_cdf`]. At -5 the rest is below 10⁻¹⁷.
const STEPS: u32 = 60;

/// The density of the normal distribution at 0: 1 / √2π.
const DENSITY_AT_0: f64 = 0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2;

/// The path of this module, by which the adjoint programs of its functions name them.
pub(crate) const MODULE: &str = module_path!();

fn answers<N: Real>(x: N, question: Question) -> bool {
    N::inspect([x], question) == Some(1)
}

/// x · ln y, and 0 where both are 0.
///
/// The slopes at x = 0 are those of the neighbours, ln y and 0. At (0, 0) both are 0.
///
/// ```
/// use ad::prelude::*;
/// use ad::special::xlogy;
///
/// #[exp(adjoint)]
/// fn entropy(p: &[f64]) -> f64 {
///     -p.iter().map(|p| xlogy(*p, *p)).sum::<f64>()
/// }
///
/// assert_eq!(call::value(&Entropy, &[0.0, 1.0]), 0.0);
///
/// #[exp]
/// fn term(x: f64, y: f64) -> f64 {
///     xlogy(x, y)
/// }
///
/// assert_eq!(call::grad(&Term, &(0.0, 3.0)), (3f64.ln(), 0.0));
/// ```
#[inline]
pub fn xlogy<N: Real>(x: N, y: N) -> N {
    if is_zero(y) && is_zero(x) { N::constant(0.0) } else { x * y.ln() }
}

/// The derivatives of [`xlogy`].
pub(crate) fn xlogy_slopes<N: Real>(x: N, y: N) -> [N; 2] {
    if is_zero(y) && is_zero(x) { [N::constant(0.0); 2] } else { [y.ln(), x / y] }
}

/// x / (1 - e⁻ˣ), which is 1 at 0: the rate of an ion channel.
///
/// ```
/// use ad::prelude::*;
/// use ad::special::linoid;
///
/// #[exp]
/// fn rate(x: f64) -> f64 {
///     linoid(x)
/// }
///
/// assert_eq!(linoid(0.0), 1.0);
/// assert_eq!(forward::diff(Rate).at(0.0), 0.5);
/// assert_eq!(forward::diff(forward::diff(Rate)).at(0.0), 1.0 / 6.0);
/// ```
pub fn linoid<N: Real>(x: N) -> N {
    match regime(x) {
        Regime::Small => {
            let (_, ratio) = half_cotangent(x);
            x * 0.5 + ratio
        }
        Regime::Positive => -(x / (-x).exp_m1()),
        Regime::Negative => x * (x.exp() / x.exp_m1()),
    }
}

enum Regime {
    Small,
    Positive,
    Negative,
}

fn regime<N: Real>(x: N) -> Regime {
    match (N::inspect([x], Question::IsWithinOne), N::inspect([x], Question::IsPositive)) {
        (Some(0), Some(1)) => Regime::Positive,
        (Some(0), _) => Regime::Negative,
        _ => Regime::Small,
    }
}

/// -x²/4, and x/2 · coth(x/2).
fn half_cotangent<N: Real>(x: N) -> (N, N) {
    let square = x * x * -0.25;
    (square, stumpff(0, square) / stumpff(1, square))
}

/// The derivative of [`linoid`], whose value is `y`.
pub(crate) fn linoid_slope<N: Real>(x: N, y: N) -> N {
    match regime(x) {
        Regime::Small => {
            let (square, ratio) = half_cotangent(x);
            let [c1, c2, c3] = [1, 2, 3].map(|k| stumpff(k, square));
            (x * (1.0 + ratio * (c3 - c2) / c1) + 2.0) * 0.25
        }
        Regime::Positive => (y * (-x).exp() - 1.0) / (-x).exp_m1(),
        Regime::Negative => (x.exp() / x.exp_m1()) * (1.0 + x - y),
    }
}

/// ln (1 - eˣ) for x < 0, without cancellation on either side.
///
/// ```
/// use ad::special::log1mexp;
///
/// assert_eq!(log1mexp(-1e-300), 1e-300_f64.ln());
/// assert_eq!(log1mexp(-50.0), -(-50f64).exp());
/// ```
///
/// # Source
///
/// M. Mächler, *Accurately computing log(1 - exp(-|a|))*, 2012.
pub fn log1mexp<N: Real>(x: N) -> N {
    match N::inspect([x], Question::IsAtLeastMinusOne) {
        Some(0) => (-x.exp()).ln_1p(),
        _ => (-x.exp_m1()).ln(),
    }
}

/// The derivative of [`log1mexp`].
pub(crate) fn log1mexp_slope<N: Real>(x: N) -> N {
    match N::inspect([x], Question::IsAtLeastMinusOne) {
        Some(0) => -x.exp() / (1.0 - x.exp()),
        _ => x.exp() / x.exp_m1(),
    }
}

/// ln (eᵃ + eᵇ), without overflow, with all digits of a small difference from the larger one.
///
/// Of a list: [`log_sum_exp`](super::special::log_sum_exp).
///
/// ```
/// use ad::prelude::*;
/// use ad::special::log_add_exp;
///
/// #[exp]
/// fn sum(a: f64, b: f64) -> f64 {
///     log_add_exp(a, b)
/// }
///
/// assert_eq!(log_add_exp(1000.0, 1000.0), 1000.0 + 2f64.ln());
/// assert_eq!(call::hessian(&Sum, &(0.3, 0.3)), ((0.25, -0.25), (-0.25, 0.25)));
/// ```
pub fn log_add_exp<N: Real>(a: N, b: N) -> N {
    match N::inspect([a, b], Question::Max) {
        // Both slopes are ½, as for equal numbers.
        Some(HALF) if answers(a, Question::IsInfinite) => a.midpoint(b),
        Some(CHOSEN) => a + log1pexp(b - a),
        _ => b + log1pexp(a - b),
    }
}

/// The derivatives of [`log_add_exp`].
pub(crate) fn log_add_exp_slopes<N: Real>(a: N, b: N) -> [N; 2] {
    match N::inspect([a, b], Question::Max) {
        Some(HALF) if answers(a, Question::IsInfinite) => [N::constant(0.5); 2],
        Some(CHOSEN) => {
            let slope = sigmoid(b - a);
            [1.0 - slope, slope]
        }
        _ => {
            let slope = sigmoid(a - b);
            [slope, 1.0 - slope]
        }
    }
}

/// The logarithm of the normal distribution function, ln Φ(x), also where Φ underflows.
///
/// ```
/// use ad::prelude::*;
/// use ad::special::log_normal_cdf;
///
/// #[exp]
/// fn tail(x: f64) -> f64 {
///     log_normal_cdf(x)
/// }
///
/// assert!((log_normal_cdf(-40.0) + 804.608_442_013_753_8).abs() < 1e-12);
/// let slope: f64 = forward::diff(Tail).at(-40.0);
/// assert!((slope - 40.024_968_847_207_26).abs() < 1e-13);
/// ```
///
/// # Source
///
/// Below -5, P. S. Laplace's continued fraction: M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 26.2.14.
pub fn log_normal_cdf<N: Real>(x: N) -> N {
    if is_tail(x) {
        return x * x * -0.5 + N::rounded(DENSITY_AT_0).ln() - inverse_mills(x).ln();
    }
    match N::inspect([x], Question::IsPositive) {
        Some(1) => (-normal_cdf(-x)).ln_1p(),
        _ => normal_cdf(x).ln(),
    }
}

fn is_tail<N: Real>(x: N) -> bool {
    N::inspect([x + 5.0], Question::IsNotNegative) == Some(0)
}

/// z + 1/(z + 2/(z + 3/(z + …))) for z = -x: the quotient of the density and Φ, in the tail.
fn inverse_mills<N: Real>(x: N) -> N {
    (1..=STEPS).rev().fold(-x, |t, k| f64::from(k) / t - x)
}

/// The derivative of [`log_normal_cdf`].
pub(crate) fn log_normal_cdf_slope<N: Real>(x: N) -> N {
    if is_tail(x) {
        // The fraction and its derivative.
        let step = |(t, slope): (N, N), k| (f64::from(k) / t - x, -(slope * f64::from(k) / (t * t)) - 1.0);
        let (t, slope) = (1..=STEPS).rev().fold((-x, N::constant(-1.0)), step);
        return -x - slope / t;
    }
    let density = (x * x * -0.5).exp() * N::rounded(DENSITY_AT_0);
    match N::inspect([x], Question::IsPositive) {
        Some(1) => density / (1.0 - normal_cdf(-x)),
        _ => density / normal_cdf(x),
    }
}
