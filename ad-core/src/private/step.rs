//! A function of a few numbers with an adjoint program, as a row of the table of functions: `#[exp(adjoint, step)]`.
//!
//! Whatever records calls of elementary functions records a call of it as one, with the partial derivatives that one run of
//! its program gives.

use alloc::borrow::Cow;
use core::array;

use crate::Real;
use crate::adjoint::Slot;
use crate::function::{Function, Partial};

/// Such a function, with its parameters that are no numbers.
pub trait Step<const K: usize>: Copy {
    /// What to call it when it is printed.
    const NAME: &'static str;
    /// Its value at floats.
    fn value(self, x: [f64; K]) -> f64;
    /// Runs its program at `x`, so that its partial derivatives arrive; its value.
    fn slopes<N: Real>(self, x: [N; K], d: &[Slot<N>; K]) -> N;
}

#[derive(Clone, Copy)]
struct Row<S>(S);

/// The value and all partial derivatives. Where nothing has arrived there is none.
#[inline]
fn run<S: Step<K>, N: Real, const K: usize>(step: S, x: [N; K]) -> (N, [Partial<N>; K]) {
    let d = array::from_fn(|_| Slot::new());
    let y = step.slopes(x, &d);
    (y, d.map(|slot| slot.take().map_or(Partial::Zero, Partial::Value)))
}

impl<S: Step<K>, const K: usize> Function<K> for Row<S> {
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
    fn with_partials<N: Real>(self, x: [N; K]) -> (N, [Partial<N>; K]) {
        run(self.0, x)
    }
}

/// A call of such a function: one step.
#[inline]
pub fn step<N: Real, S: Step<K>, const K: usize>(step: S, x: [N; K]) -> N {
    N::function(Row(step), x)
}

/// What arrives at the result, for its program to give the partial derivatives.
#[inline]
pub fn one<N: Real>() -> Slot<N> {
    let slot = Slot::new();
    slot.add(N::natural(1));
    slot
}
