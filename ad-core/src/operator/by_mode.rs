//! Derivatives as expressions, in the mode that suits the numbers of inputs and results.

use super::mode::Width;
use crate::{Dict, Differentiable, Exp, Matrix, Mode, Num, Of, Shape, Signature, forward, reverse};

/// The value and the gradient.
pub(super) struct GradientByMode<'e, E>(pub(super) &'e E);

impl<E: Signature<Out = f64>> Signature for GradientByMode<'_, E> {
    type In = E::In;
    type Out = (f64, E::In);
}

impl<D: Dict, E: Signature<Out = f64> + Differentiable<D>> Exp<D> for GradientByMode<'_, E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> (Num<D>, Of<E::In, Num<D>>) {
        let n = E::In::count(x);
        let forward = forward::value_and_grad(self.0);
        match (Mode::of_gradient::<D, E>(self.0, n), Width::of(n)) {
            (Mode::Program | Mode::Tape, _) => reverse::value_and_grad(self.0).apply(dict, x),
            (Mode::Forward, Width::One) => forward.width::<1>().apply(dict, x),
            (Mode::Forward, Width::Four) => forward.width::<4>().apply(dict, x),
            (Mode::Forward, Width::Eight) => forward.apply(dict, x),
        }
    }
}

/// The value and the Jacobian.
pub(crate) struct JacobianByMode<'e, E>(pub(crate) &'e E);

impl<E: Signature> Signature for JacobianByMode<'_, E> {
    type In = E::In;
    type Out = (E::Out, Matrix<E::Out, E::In>);
}

impl<E: Signature> JacobianByMode<'_, E> {
    fn mode<D: Dict>(&self, dict: D, x: &Of<E::In, Num<D>>) -> Mode
    where
        E: Differentiable<D>,
    {
        let m = || E::Out::COUNT.unwrap_or_else(|| E::Out::count(&self.0.apply(dict, x)));
        Mode::of_jacobian::<D, E>(self.0, E::In::count(x), m)
    }

    fn in_mode<D: Dict>(
        &self,
        mode: Mode,
        dict: D,
        x: &Of<E::In, Num<D>>,
    ) -> Of<(E::Out, Matrix<E::Out, E::In>), Num<D>>
    where
        E: Differentiable<D>,
    {
        let forward = forward::value_and_jacobian(self.0);
        match (mode, Width::of(E::In::count(x))) {
            (Mode::Program | Mode::Tape, _) => reverse::rows(self.0, dict, x),
            (Mode::Forward, Width::One) => forward.width::<1>().apply(dict, x),
            (Mode::Forward, Width::Four) => forward.width::<4>().apply(dict, x),
            (Mode::Forward, Width::Eight) => forward.apply(dict, x),
        }
    }
}

impl<D: Dict, E: Differentiable<D>> Exp<D> for JacobianByMode<'_, E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        self.in_mode(self.mode(dict, x), dict, x)
    }
}
