//! A function of a few numbers with an adjoint program, as a row of the table of functions: `#[exp(adjoint, step)]`.
//!
//! A strategy that records calls of elementary functions records a call of it as one step. One run of its program gives the
//! partial derivatives.

use alloc::borrow::Cow;

use crate::adjoint::Slot;
use crate::function::{Function, Partial};
use crate::number::erased::{made, mapped};
use crate::{Dict, Real};

/// The function, with its parameters that are not numbers.
pub trait StepFunction<const K: usize>: Copy {
    /// The printed name.
    const NAME: &'static str;
    /// Its value at floats.
    fn value(self, x: [f64; K]) -> f64;
    /// Runs its program at `x`. Adds the partial derivatives to `d`, and returns the value.
    fn slopes<N: Real>(self, x: [N; K], d: &[Slot<N>; K]) -> N;
}

#[derive(Clone, Copy)]
struct Row<S>(S);

/// The value and all partial derivatives. An empty slot means that there is none.
#[inline]
fn run<S: StepFunction<K>, N: Real, const K: usize>(step: S, x: [N; K]) -> (N, [Partial<N>; K]) {
    let d = made(|_| Slot::new());
    let y = step.slopes(x, &d);
    let partial = |d: N| Partial::Value(N::from_value(d.dict(), d.dict().incoming(d.value(), true)));
    (y, mapped(d, |slot| slot.take().map_or(Partial::Zero, partial)))
}

impl<S: StepFunction<K>, const K: usize> Function<K> for Row<S> {
    const TOGETHER: bool = true;

    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(S::NAME)
    }
    #[inline]
    fn value(self, x: [f64; K]) -> f64 {
        self.0.value(x)
    }
    #[inline]
    fn partial<N: Real>(self, i: usize, x: [N; K], _: N) -> Partial<N> {
        run(self.0, x).1[i]
    }
    #[inline]
    fn composed<N: Real>(self, x: [N; K]) -> Option<N> {
        Some(run(self.0, x).0)
    }
    #[inline]
    fn with_partials<N: Real>(self, x: [N; K]) -> (N, [Partial<N>; K]) {
        run(self.0, x)
    }
}

/// A call of such a function: one step.
#[inline]
pub fn step<N: Real, S: StepFunction<K>, const K: usize>(step: S, x: [N; K]) -> N {
    N::function(Row(step), x)
}

/// The adjoint 1 of the result, for which the program gives the partial derivatives.
#[inline]
pub fn one<N: Real>() -> Slot<N> {
    let slot = Slot::new();
    slot.add(N::natural(1));
    slot
}
