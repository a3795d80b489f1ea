//! Kinks lane by lane, in the reverse sweep of an adjoint program. Each lane of a run takes its own side of a `max`, `min` or
//! `clamp`.
//!
//! On the side where a lane does not depend on an operand, a point alone passes no adjoint. A lane passes 0 there, and is marked.
//! A reverse sweep is linear in the adjoints. So the 0 changes no sum, with two exceptions. The sign of a zero may change, but
//! results do not have this sign. And 0 · ∞ is NaN. If a marked lane has a NaN at the end of a sweep, the NaN may come from such
//! a product. Such a lane leaves the run, and its point is evaluated alone.
//!
//! A tape does not take sides by lane. At a point alone, a number that passes its adjoint unchanged shares the vertex of its
//! operand. Separate vertices would change the order of sums.

use super::{Functions, Lanes, lane};
use crate::function::Function;
use crate::function::kinks::factor;

/// If all lanes of a run must leave, it is unwound.
const UNWINDS: bool = cfg!(all(feature = "std", panic = "unwind"));

impl<const W: usize, M: Functions> Lanes<W, M> {
    /// The adjoint of operand `i` at a kink whose sides differ by lane.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn select<F: Function<K>, const K: usize>(
        self,
        f: F,
        i: usize,
        x: &[[f64; W]; K],
        d: [f64; W],
    ) -> Option<[f64; W]> {
        if !(M::VOTES && UNWINDS) {
            return None;
        }
        let mut factors = [0.0; W];
        for (l, p) in factors.iter_mut().enumerate() {
            *p = factor(f.entry(), i, &lane(x, l))?;
        }
        if factors.iter().all(|p| p.to_bits() == factors[0].to_bits()) {
            return None;
        }
        let mut passed = [0.0; W];
        let mut nothing = 0;
        for (l, passed) in passed.iter_mut().enumerate() {
            let product = d[l] * factors[l];
            *passed = if factors[l] == 0.0 { 0.0 } else { product };
            nothing |= usize::from(factors[l] == 0.0) << l;
        }
        self.votes.mark(nothing);
        Some(passed)
    }

    /// Lets marked lanes leave whose adjoint `d` is NaN. As a `partial` derivative of a step it may not be 0 either: a point alone may have
    /// none.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn check(self, d: &[f64; W], partial: bool) {
        if !(M::VOTES && UNWINDS) {
            return;
        }
        let marked = self.votes.marked();
        if marked != 0 {
            self.leave_if_doubtful(marked, d, partial);
        }
    }

    #[cold]
    #[inline(never)]
    fn leave_if_doubtful(self, marked: usize, d: &[f64; W], partial: bool) {
        let doubtful = |(l, d): (usize, &f64)| usize::from(d.is_nan() || partial && *d == 0.0) << l;
        let leaving = marked & d.iter().enumerate().map(doubtful).fold(0, |set, lane| set | lane);
        if leaving != 0 {
            self.votes.leave(leaving);
        }
    }
}
