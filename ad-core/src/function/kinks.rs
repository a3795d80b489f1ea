//! Common parts of derivatives at kinks and edges, and of derivatives that would cancel.

use super::{Cosine, Heaviside, OneMinusSquare, Partial, SigmoidSlope, SqrtSquareMinusOne, TanhSlope};
use crate::Real;
use Partial::{One, Value, Zero};

/// Whether the primal of `x` is `c`. Without a primal it is not.
#[inline]
pub(super) fn is<N: Real>(x: N, c: f64) -> bool {
    N::inspect([x], |[x]| (x == c).into()) == Some(1)
}

/// Whether the primal of `x` is NaN.
#[inline]
pub(super) fn is_nan<N: Real>(x: N) -> bool {
    N::inspect([x], |[x]| x.is_nan().into()) == Some(1)
}

/// The derivative `p` if `x` lies in the domain, and otherwise NaN, as are its derivatives.
#[inline]
pub(super) fn inside<N: Real>(x: N, domain: impl Fn(f64) -> bool, p: N) -> Partial<N> {
    Value(if N::inspect([x], |[x]| domain(x).into()) == Some(0) { p * f64::NAN } else { p })
}

/// `x ≥ 0`, where -0 counts as 0: a function on one side of 0 has its limits from that side.
#[inline]
pub(super) fn positive<N: Real>(x: N) -> N {
    if is(x, 0.0) { x + 0.0 } else { x }
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

/// The derivative of `max` or `min` with respect to `a`. `a` is chosen if it `wins` over `b`, that is, if `lead` is positive.
#[inline]
pub(super) fn chosen<N: Real>(
    wins: fn(&f64, &f64) -> bool,
    a: N,
    b: N,
    lead: impl FnOnce() -> N,
) -> Partial<N> {
    // Without branches, which lanes would have to take one after the other.
    let side = |[a, b]: [f64; 2]| {
        let first = if wins(&a, &b) | b.is_nan() { 2 } else { 3 };
        let first = if a.is_nan() & b.is_nan() { 1 } else { first };
        if a == b { 0 } else { first }
    };
    match N::inspect([a, b], side) {
        Some(0) => Value(N::constant(0.5)),
        Some(1) => Value(a * b),
        Some(2) => One,
        Some(_) => Zero,
        None => Value(N::function(Heaviside, [lead()])),
    }
}

/// The derivative of `clamp` with respect to `x`.
#[inline]
pub(super) fn clamped<N: Real>(x: N, low: N, high: N) -> Partial<N> {
    let side = |[x, low, high]: [f64; 3]| match x {
        _ if x.is_nan() => 0,
        _ if low < x && x < high => 1,
        _ if low < high && (x == low || x == high) => 2,
        _ => 3,
    };
    match N::inspect([x, low, high], side) {
        Some(0) => Value(x * f64::NAN),
        Some(1) => One,
        Some(2) => Value(N::constant(0.5)),
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

/// 1 - y², as 4e / (1 + e)² with e = exp(-2|x|) if the difference would cancel.
#[inline]
pub(super) fn slope_of_tanh(x: f64, y: f64) -> f64 {
    if y.abs() >= 0.5 {
        let e = (x * (-2.0 * y.signum())).exp();
        let sum = 1.0 + e;
        4.0 * e / (sum * sum)
    } else {
        1.0 - y * y
    }
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
