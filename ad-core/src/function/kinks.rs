//! Common parts of derivatives at kinks and edges, and of derivatives that would cancel.

use super::{
    Cosine, Entry, Heaviside, OneMinusSquare, Partial, Question, SigmoidSlope, SqrtSquareMinusOne, TanhSlope,
};
use crate::Real;
use Partial::{One, Value, Zero};

/// How a function fails to be analytic inside of its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Smoothness {
    /// It does not. Poles and ends of the domain, where derivatives are infinite or undefined, are not inside.
    Smooth,
    /// It is continuous. A derivative jumps.
    Kinks,
    /// It jumps.
    Jumps,
}

impl Entry {
    /// Proofs rely on this: a derivative over a box proves nothing if the function jumps there.
    #[allow(clippy::enum_glob_use, reason = "each row is named, so that a new one is not forgotten")]
    pub(crate) fn smoothness(self) -> Smoothness {
        use Entry::*;
        match self {
            Sqrt(_)
            | Cbrt(_)
            | Exponential(_)
            | Exp2(_)
            | ExpM1(_)
            | Ln(_)
            | Ln1p(_)
            | Log2(_)
            | Log10(_)
            | Sin(_)
            | Cos(_)
            | Tan(_)
            | Asin(_)
            | Acos(_)
            | Atan(_)
            | Sinh(_)
            | Cosh(_)
            | Tanh(_)
            | Asinh(_)
            | Acosh(_)
            | Atanh(_)
            | Powi(_)
            | Powf(_)
            | Recip(_)
            | Midpoint(_)
            | MulAdd(_)
            | ToRadians(_)
            | ToDegrees(_)
            | Erf(_)
            | Erfc(_)
            | NormalCdf(_)
            | Sigmoid(_)
            | Log1pExp(_)
            | Gamma(_)
            | LnGamma(_)
            | Polygamma(_)
            | BesselJ(_)
            | BesselY(_)
            | Stumpff(_)
            | SquaredAngle(_)
            | OneMinusSquare(_)
            | SqrtSquareMinusOne(_)
            | TanhSlope(_)
            | SigmoidSlope(_) => Smoothness::Smooth,
            Abs(_) | Hypot(_) | Max(_) | Min(_) | Clamp(_) => Smoothness::Kinks,
            Atan2(_) | Signum(_) | Copysign(_) | Floor(_) | Ceil(_) | Round(_) | RoundTiesEven(_)
            | Trunc(_) | Fract(_) | RemEuclid(_) | DivEuclid(_) | Rem(_) | Cosine(_) | Heaviside(_) => {
                Smoothness::Jumps
            }
        }
    }
}

/// Whether the primal of `x` is 0. Without a primal it is not.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_zero<N: Real>(x: N) -> bool {
    N::inspect([x], Question::IsZero) == Some(1)
}

/// Whether the primal of `x` is positive, or there is none.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_positive<N: Real>(x: N) -> bool {
    N::inspect([x], Question::IsPositive) != Some(0)
}

/// Whether the primal of `x` is NaN.
#[inline]
pub(super) fn is_nan<N: Real>(x: N) -> bool {
    N::inspect([x], Question::IsNan) == Some(1)
}

/// The derivative `p` if `x` lies in the domain, and otherwise NaN, as are its derivatives.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn inside<N: Real>(x: N, domain: Question, p: N) -> Partial<N> {
    Value(where_defined(x, domain, p))
}

/// `p` if `x` lies in the domain, and otherwise NaN.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn where_defined<N: Real>(x: N, domain: Question, p: N) -> N {
    if N::inspect([x], domain) == Some(0) { p * f64::NAN } else { p }
}

/// `x ≥ 0`, where -0 counts as 0: a function on one side of 0 has its limits from that side.
#[inline]
pub(super) fn positive<N: Real>(x: N) -> N {
    if is_zero(x) { x + 0.0 } else { x }
}

/// The derivative `p`, or NaN where the function is not defined.
#[inline]
pub(super) fn unless_nan<N: Real>(y: N, p: Partial<N>) -> Partial<N> {
    if is_nan(y) { Value(y) } else { p }
}

/// The integer (a - y) / b for a remainder y of the division. a / b may round to another integer.
#[inline]
pub(super) fn quotient<N: Real>(a: N, b: N, y: N) -> N {
    ((a - y) / b).round()
}

/// The sides of a kink, as answers of [`Real::inspect`]: there the derivative is ½, NaN, 1 or 0. The last one is no derivative.
pub(super) const HALF: u64 = 0;
const UNDEFINED: u64 = 1;
pub(super) const CHOSEN: u64 = 2;
const OTHER: u64 = 3;

/// The side of `a` in `max` or `min`, where it is chosen if it `wins` over `b`.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn side_of_choice(wins: fn(&f64, &f64) -> bool, a: f64, b: f64) -> u64 {
    // Without branches, which lanes would have to take one after the other.
    let first = if wins(&a, &b) | b.is_nan() { CHOSEN } else { OTHER };
    let first = if a.is_nan() & b.is_nan() { UNDEFINED } else { first };
    if a == b { HALF } else { first }
}

/// The side of `x` in `clamp`.
#[inline]
pub(super) fn side_of_clamp(x: f64, low: f64, high: f64) -> u64 {
    match x {
        _ if x.is_nan() => UNDEFINED,
        _ if low < x && x < high => CHOSEN,
        _ if low < high && (x == low || x == high) => HALF,
        _ => OTHER,
    }
}

/// The side of operand `i` of a function whose derivatives are ½, 1, 0 or NaN, as one of these factors. `None` if it is another function.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn factor(entry: Option<Entry>, i: usize, x: &[f64]) -> Option<f64> {
    let side = match (entry?, i, x) {
        (Entry::Max(_), 0, &[a, b]) | (Entry::Max(_), _, &[b, a]) => side_of_choice(f64::gt, a, b),
        (Entry::Min(_), 0, &[a, b]) | (Entry::Min(_), _, &[b, a]) => side_of_choice(f64::lt, a, b),
        (Entry::Clamp(_), 0, &[x, low, high]) => side_of_clamp(x, low, high),
        (Entry::Clamp(_), _, &[x, ..]) if x.is_nan() => OTHER,
        (Entry::Clamp(_), 1, &[x, low, _]) => side_of_choice(f64::gt, low, x),
        (Entry::Clamp(_), _, &[x, _, high]) => side_of_choice(f64::lt, high, x),
        _ => return None,
    };
    Some(match side {
        HALF => 0.5,
        UNDEFINED => f64::NAN,
        CHOSEN => 1.0,
        _ => 0.0,
    })
}

/// The derivative of `max` or `min` with respect to `a`. `a` is chosen if `lead` is positive.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn chosen<N: Real>(side: Question, a: N, b: N, lead: impl FnOnce() -> N) -> Partial<N> {
    // Not one `match`, which would be a jump to an address that the processor has to predict.
    match N::inspect([a, b], side) {
        Some(side) if side >= CHOSEN => {
            if side == CHOSEN {
                One
            } else {
                Zero
            }
        }
        Some(HALF) => Value(N::constant(0.5)),
        Some(_) => Value(a * b),
        None => Value(N::function(Heaviside, [lead()])),
    }
}

/// The derivative of `clamp` with respect to `x`.
#[inline]
pub(super) fn clamped<N: Real>(x: N, low: N, high: N) -> Partial<N> {
    match N::inspect([x, low, high], Question::Clamp) {
        Some(UNDEFINED) => Value(x * f64::NAN),
        Some(CHOSEN) => One,
        Some(HALF) => Value(N::constant(0.5)),
        Some(_) => Zero,
        None => Value(N::function(Heaviside, [x - low]) * N::function(Heaviside, [high - x])),
    }
}

/// a / √(a² + b²)
#[inline]
pub(super) fn cosine<N: Real>(a: N, b: N) -> N {
    N::function(Cosine, [a, b])
}

/// 1 - x²
#[inline]
pub(super) fn one_minus_square<N: Real>(x: N) -> N {
    N::function(OneMinusSquare, [x])
}

/// √(x² - 1)
#[inline]
pub(super) fn sqrt_square_minus_one<N: Real>(x: N) -> N {
    N::function(SqrtSquareMinusOne, [x])
}

/// 1 - tanh² x, where y = tanh x.
#[inline]
pub(super) fn tanh_slope<N: Real>(x: N, y: N) -> N {
    N::function(TanhSlope, [x, y])
}

/// 1 / (1 + e⁻ˣ), without overflow on either side.
#[inline]
pub(super) fn logistic(x: f64) -> f64 {
    let e = (-x.abs()).exp();
    if x < 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) }
}

/// σ(x)·σ(-x), where y = σ(x).
#[inline]
pub(super) fn sigmoid_slope<N: Real>(x: N, y: N) -> N {
    N::function(SigmoidSlope, [x, y])
}

/// y·σ(-x). The second factor is 1 - y, unless the difference would cancel.
#[inline]
pub(super) fn slope_of_sigmoid(x: f64, y: f64) -> f64 {
    if y > 0.5 { y * logistic(-x) } else { y * (1.0 - y) }
}
