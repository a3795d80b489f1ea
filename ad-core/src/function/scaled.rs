//! Operands far from 1: a power of two brings them near, so that derivatives stay in the range of floats.
//!
//! The derivative of 1 / x is -1 / x², which overflows for 10⁻²⁰⁰ and underflows for 10²⁰⁰, although 1 / x does not. As
//! s·(1 / (s·x)) for a power of two s, no step has such a derivative, and no digit changes.

use alloc::borrow::Cow;

use super::{Function, Partial};
use crate::Real;

/// The exponent of a power of two that multiplies `x` to a number near 1. It exists if the third derivative of 1 / x is out of range
/// for floats below 2 to the power `MAX_EXP`. 0 and infinities have none.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "an exponent has eleven bits")]
pub(crate) fn exponent<const MAX_EXP: i32>(x: f64) -> Option<i32> {
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    // The power and its reciprocal are no smaller than the least normal number.
    let largest = MAX_EXP - 24;
    (exponent.abs() > MAX_EXP / 4 && x.is_finite() && x != 0.0).then(|| (-exponent).clamp(-largest, largest))
}

/// A function `f` of x₀ as a function of s·x₀.
#[derive(Clone, Copy)]
pub(crate) struct Scaled<F>(pub(crate) F, pub(crate) f64);

impl<F: Function<K>, const K: usize> Function<K> for Scaled<F> {
    fn name(&self) -> Cow<'static, str> {
        self.0.name()
    }
    #[inline]
    fn value(self, mut x: [f64; K]) -> f64 {
        x[0] /= self.1;
        self.0.value(x)
    }
    #[inline]
    fn partial<N: Real>(self, i: usize, mut x: [N; K], y: N) -> Partial<N> {
        x[0] *= self.1.recip();
        match self.0.partial(i, x, y) {
            Partial::Value(whole) if i == 0 => Partial::Value(match self.0.factors(x, y) {
                Some([p, q]) => p * (q * self.1.recip()),
                None => whole * self.1.recip(),
            }),
            partial => partial,
        }
    }
}
