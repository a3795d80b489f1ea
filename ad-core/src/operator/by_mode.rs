//! Derivatives as expressions, in the mode that suits the numbers of inputs and results.

use super::mode::{Width, by_fixed_width};
use crate::{Dict, Differentiable, Exp, Matrix, Mode, Num, Of, Shape, Signature, forward, reverse};

/// The value and the gradient.
pub(super) struct GradientByMode<'e, E>(pub(super) &'e E);

impl<E: Signature<Out = f64>> Signature for GradientByMode<'_, E> {
    type In = E::In;
    type Out = (f64, E::In);
}

impl<D: Dict, E: Signature<Out = f64> + Differentiable<D>> Exp<D> for GradientByMode<'_, E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> (Num<D>, Of<E::In, Num<D>>) {
        // One tangent costs about as much as a reverse sweep, and less to compile.
        if const { matches!(E::In::COUNT, Some(1)) } {
            return forward::value_and_grad(self.0).width::<1>().apply(dict, x);
        }
        // Of the expression itself, which may always have a program. Of a reference to it, rustc would also compile a tape.
        let reverse = || reverse::gradient(self.0, dict, x);
        <E as Exp<D>>::choose(self.0, reverse, || {
            let n = E::In::COUNT.unwrap_or_else(|| E::In::count(x));
            if Mode::of_gradient_without_program(n) != Mode::Forward {
                return reverse();
            }
            let forward = forward::value_and_grad(self.0);
            by_fixed_width!(E::In, W => forward.width::<W>().apply(dict, x), _ => match Width::of(n) {
                Width::One => forward.width::<1>().apply(dict, x),
                Width::Four => forward.width::<4>().apply(dict, x),
                Width::Eight => forward.apply(dict, x),
            })
        })
    }
}

/// The value and the Jacobian.
pub(crate) struct JacobianByMode<'e, E>(pub(crate) &'e E);

impl<E: Signature> Signature for JacobianByMode<'_, E> {
    type In = E::In;
    type Out = (E::Out, Matrix<E::Out, E::In>);
}

impl<D: Dict, E: Differentiable<D>> Exp<D> for JacobianByMode<'_, E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let n = E::In::COUNT.unwrap_or_else(|| E::In::count(x));
        let m = || E::Out::COUNT.unwrap_or_else(|| E::Out::count(&self.0.apply(dict, x)));
        if Mode::of_jacobian::<D, E>(self.0, n, m) != Mode::Forward {
            return reverse::rows(self.0, dict, x);
        }
        let forward = forward::value_and_jacobian(self.0);
        by_fixed_width!(E::In, W => forward.width::<W>().apply(dict, x), _ => match Width::of(n) {
            Width::One => forward.width::<1>().apply(dict, x),
            Width::Four => forward.width::<4>().apply(dict, x),
            Width::Eight => forward.apply(dict, x),
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::adjoint::{Adjoint, Slot, Total, offer, offer_in_place};
    use crate::{Dict, Exp, F64, Num, Of, Prepared, Real, RealDict, Seeding, Shape, Signature, call};

    /// √x₀ + Σ xᵢ·sin xᵢ₊₁, with a program if `P`. The shape may determine the number of inputs.
    struct Chain<S, const P: bool>(core::marker::PhantomData<S>);

    impl<S: Shape, const P: bool> Signature for Chain<S, P> {
        type In = S;
        type Out = f64;
    }

    fn numbers<S: Shape, D: Dict>(x: &Of<S, Num<D>>) -> Vec<Num<D>> {
        let mut numbers = Vec::new();
        S::for_each(x, &mut |x| numbers.push(*x));
        numbers
    }

    impl<S: Shape, D: RealDict, const P: bool> Exp<D> for Chain<S, P> {
        fn apply(&self, _: D, x: &Of<S, Num<D>>) -> Num<D> {
            let x = numbers::<S, D>(x);
            x.windows(2).fold(x[0].sqrt(), |sum, w| sum + w[0] * w[1].sin())
        }
        fn has_program(&self) -> bool {
            P
        }
        fn program(&self, dict: D, x: &Of<S, Num<D>>, seeding: &mut dyn Seeding<S, f64, D>) {
            offer(self, dict, x, seeding);
        }
        fn in_place(
            &self,
            dict: D,
            x: &Of<S, Num<D>>,
            sums: &mut Of<S, Total<Num<D>>>,
            given: bool,
        ) -> Option<Num<D>> {
            P.then(|| offer_in_place(self, dict, x, sums, given)).flatten()
        }
    }

    impl<S: Shape, D: RealDict, const P: bool> Adjoint<D> for Chain<S, P> {
        fn pullback<'a>(
            &'a self,
            dict: D,
            x: &Of<S, Num<D>>,
        ) -> (
            Num<D>,
            impl FnOnce(&Slot<Num<D>>, &Of<S, Num<D>>, &Of<S, Slot<Num<D>>>) + Clone + use<'a, S, D, P>,
        ) {
            let sweep = |dy: &Slot<Num<D>>, x: &Of<S, Num<D>>, dx: &Of<S, Slot<Num<D>>>| {
                let (Some(d), x) = (dy.take(), numbers::<S, D>(x)) else { return };
                let mut i = 0;
                S::for_each(dx, &mut |slot: &Slot<Num<D>>| {
                    match i {
                        0 => slot.add(d / (x[0].sqrt() + x[0].sqrt())),
                        i => slot.add(d * x[i - 1] * x[i].cos()),
                    }
                    if i + 1 < x.len() {
                        slot.add(d * x[i + 1].sin());
                    }
                    i += 1;
                });
            };
            (self.apply(dict, x), sweep)
        }
    }

    /// All numbers of the derivatives, as bits. NaNs are one number.
    fn derivatives<S: Shape, const P: bool>(x: &Of<S, f64>) -> Vec<u64> {
        let e = Chain::<S, P>(core::marker::PhantomData);
        let mut all = Vec::new();
        let mut push = |x: &f64| all.push(if x.is_nan() { f64::NAN } else { *x + 0.0 }.to_bits());
        let (y, gradient) = call::value_and_grad(&e, x);
        push(&y);
        S::for_each(&gradient, &mut push);
        S::for_each(&call::jacobian(&e, x), &mut push);
        let (y, gradient, hessian) = call::value_grad_hessian(&e, x);
        push(&y);
        S::for_each(&gradient, &mut push);
        S::for_each(&hessian, &mut |row| S::for_each(row, &mut push));
        let n = S::count(x);
        let (mut prepared, mut gradient, mut rows) = (Prepared::over(e, F64), x.clone(), vec![0.0; n * n]);
        push(&prepared.value_and_grad_into(x, &mut gradient));
        S::for_each(&gradient, &mut push);
        prepared.jacobian_into(x, &mut rows[..n]);
        rows[..n].iter().for_each(&mut push);
        push(&prepared.value_grad_hessian_into(x, &mut gradient, &mut rows));
        S::for_each(&gradient, &mut push);
        rows.iter().for_each(&mut push);
        all
    }

    /// Of a shape that determines the number of inputs, all passes have other widths and no memory, and the program is in place. The
    /// bits must be those of a list. At 0, derivatives are infinite, and wide passes are repeated.
    #[test]
    fn derivatives_by_fixed_shapes_have_the_bits_of_those_by_lists() {
        fn compare<const N: usize, const P: bool>() {
            for first in [0.7, 0.0] {
                let mut x = [first; N];
                (1..N).for_each(|i| x[i] = 0.9 * x[i - 1] + 0.3);
                assert_eq!(
                    derivatives::<[f64; N], P>(&x),
                    derivatives::<Vec<f64>, P>(&x.to_vec()),
                    "{N} {P}"
                );
            }
        }
        compare::<1, true>();
        compare::<3, true>();
        compare::<5, true>();
        compare::<9, true>();
        compare::<5, false>();
        compare::<9, false>();
    }
}
