//! Common parts of derivatives at kinks and edges, and of derivatives that would cancel.

use super::{Cosine, Heaviside, OneMinusSquare, Partial, Sigmoid, SqrtSquareMinusOne};
use crate::Real;
use Partial::{One, Value, Zero};

/// Whether the primal of `x` is `c`. Without a primal it is not.
#[inline]
pub(super) fn is<N: Real>(x: N, c: f64) -> bool {
    x.primal() == Some(c)
}

/// Whether the primal of `x` is NaN.
#[inline]
pub(super) fn is_nan<N: Real>(x: N) -> bool {
    x.primal().is_some_and(f64::is_nan)
}

/// The derivative `p` if `x` lies in the domain, and otherwise NaN, as are its derivatives.
#[inline]
pub(super) fn inside<N: Real>(x: N, domain: impl FnOnce(f64) -> bool, p: N) -> Partial<N> {
    Value(if x.primal().is_none_or(domain) { p } else { p * f64::NAN })
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
    match (a.primal(), b.primal()) {
        (Some(a), Some(b)) if a == b => Value(N::constant(0.5)),
        (Some(p), Some(q)) if p.is_nan() && q.is_nan() => Value(a * b),
        (Some(a), Some(b)) if wins(&a, &b) || b.is_nan() => One,
        (Some(_), Some(_)) => Zero,
        _ => Value(N::function(Heaviside, [lead()])),
    }
}

/// The derivative of `clamp` with respect to `x`.
#[inline]
pub(super) fn clamped<N: Real>(x: N, low: N, high: N) -> Partial<N> {
    match (x.primal(), low.primal(), high.primal()) {
        (Some(primal), ..) if primal.is_nan() => Value(x * f64::NAN),
        (Some(x), Some(low), Some(high)) if low < x && x < high => One,
        (Some(x), Some(low), Some(high)) if low < high && (x == low || x == high) => Value(N::constant(0.5)),
        (Some(_), Some(_), Some(_)) => Zero,
        _ => Value(N::function(Heaviside, [x - low]) * N::function(Heaviside, [high - x])),
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

/// 1 - tanh² x, as 4e / (1 + e)² with e = exp(-2|x|) if the difference would cancel.
#[inline]
pub(super) fn tanh_slope<N: Real>(x: N, y: N) -> N {
    match y.primal() {
        Some(y) if y.abs() >= 0.5 => {
            let e = (x * (-2.0 * y.signum())).exp();
            let sum = 1.0 + e;
            4.0 * e / (sum * sum)
        }
        _ => 1.0 - y * y,
    }
}

/// 1 / (1 + e⁻ˣ), without overflow on either side.
#[inline]
pub(super) fn logistic(x: f64) -> f64 {
    let e = (-x.abs()).exp();
    if x < 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) }
}

/// σ(x)·σ(-x), where y = σ(x). The second factor is 1 - y, unless the difference would cancel.
#[inline]
pub(super) fn sigmoid_slope<N: Real>(x: N, y: N) -> N {
    match y.primal() {
        Some(primal) if primal > 0.5 => y * N::function(Sigmoid, [-x]),
        _ => y * (1.0 - y),
    }
}
