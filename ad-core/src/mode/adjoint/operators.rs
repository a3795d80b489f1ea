//! The operators, made of `Adjoint::pullback`. They have the names and shapes of those of the other strategies.

use super::program::{Adjoint, Pullback, Sweep, adjoints, bound, into_adjoints, seeds, slots};
use crate::number::num::as_values;
use crate::number::slot::Slot;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature};

/// The derivative of `e`, from one number to one number.
///
/// ```
/// use ad::{Exp, I64, adjoint, paper::{Var, pow}, stack};
/// assert_eq!(adjoint::diff(pow(4, Var)).eval(I64, 2), 32);
/// assert_eq!(stack::diff(adjoint::diff(pow(4, Var))).eval(I64, 2), 48);
/// ```
///
/// # Cost
///
/// One forward sweep and one reverse sweep, as for [`grad`]. [`forward::diff`](crate::forward::diff) is cheaper.
pub fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> Grad<E> {
    Grad(e)
}

/// The gradient of `e`: its derivatives with respect to all numbers of the argument, in the shape of the argument.
///
/// ```
/// use ad::{At, adjoint, exp};
///
/// #[exp(adjoint)]
/// fn product(x: [f64; 3]) -> f64 {
///     x[0] * x[1] * x[2]
/// }
///
/// assert_eq!(adjoint::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
///
/// # Cost
///
/// One forward sweep and one reverse sweep, with memory for the saved values: 1.9 to 5.8 times the value on the programs of
/// `benches/README.md` in the repository. A [sum over data](crate::adjoint#sums-over-data) needs
/// the memory of one term. At plain floats, [`call::grad`](crate::call::grad) is shorter.
pub fn grad<E: Signature<Out = f64>>(e: E) -> Grad<E> {
    Grad(e)
}

/// The value of `e` and its gradient: x ↦ (y, ∇e(x)).
///
/// ```
/// use ad::{At, adjoint, exp};
///
/// #[exp(adjoint)]
/// fn product(x: [f64; 3]) -> f64 {
///     x[0] * x[1] * x[2]
/// }
///
/// assert_eq!(adjoint::value_and_grad(Product).at([2.0, 3.0, 5.0]), (30.0, [15.0, 10.0, 6.0]));
/// ```
///
/// # Cost
///
/// That of [`grad`].
pub fn value_and_grad<E: Signature<Out = f64>>(e: E) -> ValueAndGrad<E> {
    ValueAndGrad(e)
}

/// The vector-Jacobian product: (x, ȳ) ↦ (y, x̄), where x̄ = ȳ·J(x) has the shape of the argument, and ȳ that of the result.
///
/// ```
/// use ad::{At, adjoint, exp};
///
/// #[exp(adjoint)]
/// fn squares(p: [f64; 2]) -> [f64; 2] {
///     [p[0] * p[0], p[0] * p[1]]
/// }
///
/// // Three times the first row of the Jacobian and once the second.
/// assert_eq!(adjoint::vjp(Squares).at(([2.0, 5.0], [3.0, 1.0])), ([4.0, 10.0], [17.0, 2.0]));
/// ```
///
/// # Cost
///
/// One forward sweep and one reverse sweep, for any number of inputs and results.
///
/// # Panics
///
/// Evaluation panics if y and ȳ have different numbers of numbers.
pub fn vjp<E: Signature>(e: E) -> Vjp<E> {
    Vjp(e)
}

/// The Jacobian of `e`, row by row: for few outputs.
///
/// Its shape is that of the result, with the shape of the argument in place of each number.
///
/// ```
/// use ad::{At, adjoint, exp};
///
/// #[exp(adjoint)]
/// fn squares(p: [f64; 2]) -> [f64; 2] {
///     [p[0] * p[0], p[0] * p[1]]
/// }
///
/// assert_eq!(adjoint::jacobian(Squares).at([2.0, 5.0]), [[4.0, 0.0], [5.0, 2.0]]);
/// ```
///
/// # Cost
///
/// One forward sweep, and a reverse sweep for each number of the result.
pub fn jacobian<E: Signature>(e: E) -> Jacobian<E> {
    Jacobian(e)
}

/// The result of [`diff`] and [`grad`]: an expression again.
#[derive(Clone, Copy, Debug)]
pub struct Grad<E>(pub(super) E);

impl<E: Signature<Out = f64>> Signature for Grad<E> {
    type In = E::In;
    type Out = E::In;
}

impl<D: Dict, E: Signature<Out = f64> + Adjoint<D>> Exp<D> for Grad<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        value_and_gradient(&self.0, dict, x).1
    }
}

/// The result of [`value_and_grad`].
#[derive(Clone, Copy, Debug)]
pub struct ValueAndGrad<E>(pub(super) E);

impl<E: Signature<Out = f64>> Signature for ValueAndGrad<E> {
    type In = E::In;
    type Out = (f64, E::In);
}

impl<D: Dict, E: Signature<Out = f64> + Adjoint<D>> Exp<D> for ValueAndGrad<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> (Num<D>, Of<E::In, Num<D>>) {
        value_and_gradient(&self.0, dict, x)
    }
}

/// The value and the gradient.
#[inline]
fn value_and_gradient<D: Dict, E: Signature<Out = f64> + Adjoint<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Num<D>, Of<E::In, Num<D>>) {
    let dx = slots::<D, E::In>(x);
    let y = e.vjp(dict, x, |_| Slot::of(Some(Num::new(dict, dict.one()))), &dx);
    (y, into_adjoints::<D, E::In>(dict.join(y.dict()), dx))
}

/// The result of [`vjp`].
#[derive(Clone, Copy, Debug)]
pub struct Vjp<E>(pub(super) E);

impl<E: Signature> Signature for Vjp<E> {
    type In = (E::In, E::Out);
    type Out = (E::Out, E::In);
}

impl<D: Dict, E: Adjoint<D>> Exp<D> for Vjp<E> {
    fn apply(&self, dict: D, (x, dy): &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let dx = slots::<D, E::In>(x);
        let y = self.0.vjp(dict, x, |y| seeds::<D, E::Out>(y, dy), &dx);
        let dict = bound::<D, E::Out>(dict, &y);
        (y, into_adjoints::<D, E::In>(dict, dx))
    }
}

/// The result of [`jacobian`].
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<E>(pub(super) E);

impl<E: Signature> Signature for Jacobian<E> {
    type In = E::In;
    type Out = Matrix<E::Out, E::In>;
}

impl<D: Dict, E: Adjoint<D>> Exp<D> for Jacobian<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let (y, sweep) = self.0.pullback(dict, x);
        let dict = bound::<D, E::Out>(dict, &y);
        let (seeds, dx) = (slots::<D, E::Out>(&y), slots::<D, E::In>(x));
        let mut row = 0;
        E::Out::map(&y, &mut |_| {
            let mut i = 0;
            E::Out::for_each(&seeds, &mut |slot| {
                slot.take();
                if i == row {
                    slot.add(Num::new(dict, dict.one()));
                }
                i += 1;
            });
            row += 1;
            sweep.clone()(&seeds, x, &dx);
            adjoints::<D, E::In>(dict, &dx)
        })
    }
}

/// The value of `e` at `x`, and its pullback, which can be applied many times after one forward sweep.
///
/// ```
/// use ad::{F64, adjoint, paper::{Var, pow}};
/// let e = pow(3, Var);
/// let (y, pullback) = adjoint::pullback(&e, F64, 2.0);
/// assert_eq!(y, 8.0);
/// assert_eq!(pullback.apply(&1.0), 12.0);
/// assert_eq!(pullback.clone().apply(&0.5), 6.0);
/// ```
///
/// # Cost
///
/// One forward sweep, which saves values for the reverse sweep. Each application is a reverse sweep.
pub fn pullback<D: Dict, E: Adjoint<D>>(
    e: &E,
    dict: D,
    x: Of<E::In, D::V>,
) -> (Of<E::Out, D::V>, Pullback<E, D, impl Sweep<E, D>>) {
    let x = E::In::into_map(x, &mut |v| Num::new(dict, v));
    let (y, sweep) = e.pullback(dict, &x);
    let dict = bound::<D, E::Out>(dict, &y);
    let value = as_values::<E::Out, D>(dict, &y);
    (value, Pullback { dict, x, y, sweep })
}
