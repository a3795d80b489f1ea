//! The gradient whose Jacobian is the Hessian of a problem.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::forward::Forward;
use crate::number::erased::Collected;
use crate::operator::reverse;
use crate::sparse::vectorized::{Recordable, Steps, Watched};
use crate::sparse::witness::Way;
use crate::stack::Stack;
use crate::{Exp, Num, Of, RealDict, Shape, Signature};

/// The gradient of σ·f + Σ λᵢ·gᵢ, with σ and λ as constants. Only [`Problem`](super::Problem) makes one.
pub struct Lagrangian<F, G> {
    pub(super) f: Arc<F>,
    pub(super) g: Arc<G>,
    pub(super) factor: f64,
    pub(super) multipliers: Vec<f64>,
}

impl<F: Signature, G> Signature for Lagrangian<F, G> {
    type In = F::In;
    type Out = F::In;
}

impl<F, G> Lagrangian<F, G>
where
    F: Signature + for<'w> Exp<Watched<'w>>,
    G: Signature<In = F::In> + for<'w> Exp<Watched<'w>>,
    Self: Signature<In = F::In, Out = F::In> + for<'w> Exp<Watched<'w>> + for<'t> Exp<Forward<'t, Steps<'t>>>,
{
    /// Records have σ and λ as inputs, and the lower triangle as results. The path is that of f and g.
    pub(super) fn recordable() -> Recordable<Self> {
        Recordable {
            path: |e, outcomes, witness, x| {
                e.f.apply(witness, x);
                let of_f = outcomes.end();
                e.g.apply(witness, x);
                path(of_f, outcomes.end())
            },
            parameters: |e, next| {
                next(&[e.factor]);
                next(&e.multipliers);
            },
            wanted: |pattern, reads| {
                let below = pattern.entries().zip(reads).filter(|((i, j), _)| j <= i);
                below.map(|(_, read)| *read).collected()
            },
            ..Recordable::new()
        }
    }
}

impl<D, F, G> Exp<D> for Lagrangian<F, G>
where
    D: RealDict,
    F: Signature<Out = f64> + Exp<D> + for<'t> Exp<Stack<'t, D>>,
    G: Signature<In = F::In> + Exp<D> + for<'t> Exp<Stack<'t, D>>,
{
    fn apply(&self, dict: D, x: &Of<F::In, Num<D>>) -> Of<F::In, Num<D>> {
        let (_, by_f) = reverse::pullback(&*self.f, dict, x, |_| Some(dict.parameter(0, self.factor)));
        if self.multipliers.is_empty() {
            return by_f;
        }
        let seed = |i: usize| Some(dict.parameter(1 + i, self.multipliers[i]));
        let (_, mut sum) = reverse::pullback(&*self.g, dict, x, seed);
        F::In::zip_mut(&mut sum, &by_f, &mut |sum: &mut Num<D>, d: &Num<D>| *sum = *d + *sum);
        sum
    }
}

/// The path of an evaluation of f and of g.
pub(super) fn path(of_f: Way, of_g: Way) -> Way {
    of_f.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ of_g
}
