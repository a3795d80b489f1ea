//! An adjoint program for an expression without one: a tape, recorded in the reverse sweep.

use alloc::vec::Vec;

use super::operators::{Grad, Jacobian, ValueAndGrad, Vjp};
use super::program::Adjoint;
use crate::number::slot::Slot;
use crate::stack::{self, Stack};
use crate::{Dict, Exp, Num, Of, Shape, Signature};

/// The expression `e` with an adjoint program, which evaluates it again in the reverse sweep on a tape.
///
/// So it is a checkpoint: between the two sweeps it saves nothing.
///
/// ```
/// use ad::{Exp, F64, Signature, adjoint, forward, paper::{Var, pow}};
/// let slope = adjoint::record(forward::diff(pow(3, Var))); // 3x²
/// assert_eq!(adjoint::diff(slope).eval(F64, 2.0), 12.0);
/// ```
///
/// # Cost
///
/// The reverse sweep contains an evaluation by [`stack`](crate::stack), with memory for its steps.
pub fn record<E: Signature>(e: E) -> Record<E> {
    Record(e)
}

/// The result of [`record`].
#[derive(Clone, Copy, Debug)]
pub struct Record<E>(E);

impl<E: Signature> Signature for Record<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: Exp<D>> Exp<D> for Record<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        self.0.apply(dict, x)
    }
}

impl<D: Dict, E: Exp<D> + for<'t> Exp<Stack<'t, D>>> Adjoint<D> for Record<E> {
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
    ) -> (
        Of<Self::Out, Num<D>>,
        impl FnOnce(&Of<Self::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
        + Clone
        + use<'a, D, E>,
    ) {
        let y = self.0.apply(dict, x);
        (y, move |dy: &Of<E::Out, Slot<Num<D>>>, x: &Of<E::In, Num<D>>, dx: &Of<E::In, Slot<Num<D>>>| {
            pull_back(&self.0, dict, dy, x, dx);
        })
    }
}

/// Records `e` at `x`, pulls back the adjoint of the result, and adds it to that of the argument.
fn pull_back<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    dy: &Of<E::Out, Slot<Num<D>>>,
    x: &Of<E::In, Num<D>>,
    dx: &Of<E::In, Slot<Num<D>>>,
) {
    let mut seeds = Vec::new();
    E::Out::for_each(dy, &mut |slot| seeds.push(slot.take().map(|d| d.value_under(dict))));
    let found = stack::incoming(e, dict, x, |i| seeds.get(i).copied().flatten());
    let mut found = found.into_iter();
    E::In::for_each(dx, &mut |slot| found.next().flatten().into_iter().for_each(|d| slot.add(d)));
}

/// An operator of this strategy, as the inner one of another, whose result is recorded.
macro_rules! recorded {
    ($($Operator:ident [$($bound:tt)*];)*) => {$(
        impl<D: Dict, E: $($bound)*> Adjoint<D> for $Operator<E>
        where
            $Operator<E>: Exp<D> + for<'t> Exp<Stack<'t, D>>,
        {
            fn pullback<'a>(
                &'a self,
                dict: D,
                x: &Of<Self::In, Num<D>>,
            ) -> (
                Of<Self::Out, Num<D>>,
                impl FnOnce(&Of<Self::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
                + Clone
                + use<'a, D, E>,
            ) {
                let y = self.apply(dict, x);
                (
                    y,
                    move |dy: &Of<Self::Out, Slot<Num<D>>>,
                          x: &Of<Self::In, Num<D>>,
                          dx: &Of<Self::In, Slot<Num<D>>>| { pull_back(self, dict, dy, x, dx) },
                )
            }
        }
    )*};
}

recorded! {
    Grad[Signature<Out = f64>];
    ValueAndGrad[Signature<Out = f64>];
    Vjp[Signature];
    Jacobian[Signature];
}
