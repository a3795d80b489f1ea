//! Variables that are linear, and derivatives that are constant.

use alloc::sync::Arc;

use crate::forward::{Dual, Forward, tangents};
use crate::sparse::colouring::Pattern;
use crate::sparse::{AtPoint, Dependence, detect};
use crate::{Argument, Dict, Exp, Num, Of, Shape, Signature};

/// The variables on which derivatives depend.
pub(super) struct Degrees {
    /// For f, and then for each constraint: the variables that are not linear in it.
    pub(super) nonlinear: Pattern,
    /// The same for the second derivatives.
    pub(super) not_quadratic: Pattern,
}

/// The derivative along (1, …, 1). The inputs on which it depends are those of the derivatives by single variables.
/// Only [`Problem`](super::Problem) makes one.
pub struct Along<E>(pub(super) Arc<E>);

impl<E: Signature> Along<E> {
    /// The pattern of this derivative, and that of another expression below it.
    pub(super) fn over<G, X, H>(&self, g: &G, x: &X) -> Pattern
    where
        X: Argument<E::In, H> + ?Sized,
        Self: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = E::In>,
        G: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = E::In>,
    {
        let x = &x.to_container();
        let mut pattern = detect::dependences(self, AtPoint, x, true);
        let below = detect::dependences(g, AtPoint, x, true);
        (0..below.rows()).for_each(|i| pattern.push_ascending(below.row(i).iter().copied()));
        pattern
    }
}

impl<E: Signature> Signature for Along<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: for<'t> Exp<Forward<'t, D, 1>>> Exp<D> for Along<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let forward = Forward::new(dict);
        let one = Some([dict.one()]);
        let x = E::In::map(x, &mut |x| Num::new(forward, Dual { v: x.value_under(dict), d: one }));
        E::Out::map(&self.0.apply(forward, &x), &mut |y| tangents(dict, *y)[0])
    }
}
