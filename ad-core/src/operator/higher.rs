//! Derivatives of higher order and operators of vector analysis, composed of the strategies' operators.

use alloc::vec::Vec;

use crate::forward::{self, Forward};
use crate::number::exp::callable;
use crate::number::quadratic::quadratic;
use crate::operator::reverse;
use crate::stack::Stack;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature};

/// The Hessian of `e`, forward over reverse. It has the argument's shape in place of each number of the argument.
///
/// ```
/// use ad::{At, exp, hessian};
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(hessian(Product).at([2.0, 3.0, 5.0]), [[0.0, 5.0, 3.0], [5.0, 0.0, 2.0], [3.0, 2.0, 0.0]]);
/// ```
///
/// # Cost
///
/// One gradient of eight-fold dual numbers for every eight inputs, forward over reverse. At plain floats,
/// [`call::hessian`](crate::call::hessian) is faster. A function with `#[exp(adjoint)]` of at most six numbers, without loops, has a
/// program of second order, whose cost is a small multiple of the value.
pub fn hessian<E: Signature<Out = f64>>(e: E) -> Hessian<E> {
    Hessian(e)
}

/// The result of [`hessian`].
#[derive(Clone, Copy, Debug)]
pub struct Hessian<E>(E);

impl<E: Signature<Out = f64>> Signature for Hessian<E> {
    type In = E::In;
    type Out = Matrix<E::In, E::In>;
}

impl<D: Dict, E> Exp<D> for Hessian<E>
where
    E: Signature<Out = f64>
        + Exp<D>
        + for<'u> Exp<Forward<'u, D, 8>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, D, 8>>>,
{
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        match quadratic(&self.0, dict, x) {
            Some((_, _, hessian)) => hessian,
            None => apart(&forward::jacobian(reverse::grad(&self.0)), dict, x),
        }
    }
}

/// The gradient of `e` and the product of its Hessian with a vector, forward over reverse: (x, v) ↦ (∇e(x), H(x)·v).
///
/// It is the [`jvp`](crate::forward::jvp) of the gradient.
///
/// ```
/// use ad::{At, exp, hvp};
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x.iter().product()
/// }
///
/// let (gradient, product) = hvp(Product).at(([2.0, 3.0, 5.0], [1.0, 0.0, 0.0]));
/// assert_eq!((gradient, product), ([15.0, 10.0, 6.0], [0.0, 5.0, 3.0]));
/// ```
///
/// # Cost
///
/// One gradient of dual numbers, for any number of inputs: a small multiple of the value.
///
/// # Panics
///
/// Evaluation panics if x and v differ in [structure](Shape#structure).
pub fn hvp<E: Signature<Out = f64>>(e: E) -> forward::Jvp<reverse::Grad<E>> {
    forward::jvp(reverse::grad(e))
}

/// Value, gradient and Hessian of `e` at once: x ↦ (y, ∇e(x), H(x)), forward over reverse. See [`hessian`].
///
/// ```
/// use ad::{At, exp, value_grad_hessian};
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(value_grad_hessian(Cube).at(2.0), (8.0, 12.0, 12.0));
/// ```
///
/// # Cost
///
/// The cost of [`hessian`], which computes the others as well.
pub fn value_grad_hessian<E: Signature<Out = f64>>(e: E) -> ValueGradHessian<E> {
    ValueGradHessian(e)
}

/// The result of [`value_grad_hessian`].
#[derive(Clone, Copy, Debug)]
pub struct ValueGradHessian<E>(E);

callable!([E] Hessian<E>, [E] ValueGradHessian<E>, [E] Divergence<E>);

impl<E: Signature<Out = f64>> Signature for ValueGradHessian<E> {
    type In = E::In;
    type Out = (f64, E::In, Matrix<E::In, E::In>);
}

impl<D: Dict, E> Exp<D> for ValueGradHessian<E>
where
    E: Signature<Out = f64>
        + Exp<D>
        + for<'u> Exp<Forward<'u, D, 8>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, D, 8>>>,
{
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        quadratic(&self.0, dict, x).unwrap_or_else(|| {
            let both = forward::value_and_jacobian(reverse::value_and_grad(&self.0));
            let ((value, grad), (_, hessian)) = apart(&both, dict, x);
            (value, grad, hessian)
        })
    }
}

/// `e` at `x`, in a function of its own: a program of second order in front of it needs no memory.
#[inline(never)]
fn apart<D: Dict, E: Exp<D>>(e: &E, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
    e.apply(dict, x)
}

/// The divergence of a vector field `e`, whose result has the shape of its argument: Σ ∂eᵢ/∂xᵢ, from its Jacobian in forward mode.
///
/// ```
/// use ad::{At, divergence, exp};
///
/// #[exp]
/// fn field([x, y]: [f64; 2]) -> [f64; 2] {
///     [x * x, x * y]
/// }
///
/// assert_eq!(divergence(Field).at([3.0, 5.0]), 9.0);
/// ```
///
/// # Cost
///
/// The whole Jacobian: one evaluation for every eight inputs.
pub fn divergence<E: Signature<Out = <E as Signature>::In>>(e: E) -> Divergence<E> {
    Divergence(forward::jacobian(e))
}

/// The Laplacian of `e`: Σ ∂²e/∂xᵢ², the divergence of its gradient, forward over reverse.
///
/// ```
/// use ad::{At, exp, laplacian};
///
/// /// 1/r, the potential of a point charge.
/// #[exp]
/// fn potential([x, y, z]: [f64; 3]) -> f64 {
///     (x * x + y * y + z * z).sqrt().recip()
/// }
///
/// let everywhere: f64 = laplacian(Potential).at([1.0, 2.0, 3.0]);
/// assert!(everywhere.abs() < 1e-15);
/// ```
///
/// # Cost
///
/// The whole Hessian: one gradient of dual numbers for every eight inputs.
pub fn laplacian<E: Signature<Out = f64>>(e: E) -> Divergence<reverse::Grad<E>> {
    divergence(reverse::grad(e))
}

/// The result of [`divergence`] and [`laplacian`]: the sum of the diagonal of a Jacobian.
#[derive(Clone, Copy, Debug)]
pub struct Divergence<E>(forward::Jacobian<E>);

impl<E: Signature> Signature for Divergence<E> {
    type In = E::In;
    type Out = f64;
}

impl<D: Dict, E> Exp<D> for Divergence<E>
where
    E: Signature<Out = <E as Signature>::In> + for<'t> Exp<Forward<'t, D, 8>>,
{
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Num<D> {
        let mut diagonal = Vec::new();
        let mut i = 0;
        E::In::for_each(&self.0.apply(dict, x), &mut |row| {
            let mut j = 0;
            E::In::for_each(row, &mut |entry| {
                if i == j {
                    diagonal.push(*entry);
                }
                j += 1;
            });
            i += 1;
        });
        diagonal.into_iter().sum()
    }
}
