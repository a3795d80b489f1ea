//! Convenience calls: derivatives of an expression at plain floats, as plain floats.
//!
//! Each is an operator evaluated under [`F64`], with the strategy that suits most: forward mode for one input
//! and for Jacobians that are not wide, reverse mode with a stack for gradients. Choose another by name:
//! `forward::grad(e).eval(F64, x)`.
//!
//! An argument is a container of plain floats, or what borrows one: a slice for a `Vec`, a tuple of references for several
//! parameters. See [`Argument`].
//!
//! A thread keeps the memory of the tapes from one call to the next, up to 256 MiB: see [`keep_idle`].

use crate::forward::{self, Forward, WIDTH};
use crate::operator::pool::with_kept;
use crate::second_order::{self, SecondOrder};
use crate::stack::{self, Stack};
use crate::taylor::{self, DynTaylor};
use crate::{Argument, Exp, F64, Num, Of, Shape, Signature};
use crate::{divergence as divergence_of, laplacian as laplacian_of};

pub use crate::operator::pool::keep_idle;

/// An argument or a result of plain floats.
type Plain<S> = Of<S, f64>;

#[inline]
fn numbers<S: Shape, How>(x: &(impl Argument<S, How> + ?Sized)) -> Of<S, Num<F64>> {
    x.map_numbers(&mut |x| Num::new(F64, *x))
}

#[inline]
fn plain<S: Shape>(x: Of<S, Num<F64>>) -> Plain<S> {
    S::into_map(x, &mut Num::value)
}

/// The value of `e` at `x`.
#[inline]
pub fn value<E: Exp<F64>, X: Argument<E::In, H> + ?Sized, H>(e: &E, x: &X) -> Plain<E::Out> {
    plain::<E::Out>(e.apply(F64, &numbers::<E::In, _>(x)))
}

/// The derivative of `e` at `x`, in forward mode.
///
/// ```
/// use ad_core::{Var, call::derivative, pow};
/// assert_eq!(derivative(&pow(3, Var), 2.0), 12.0);
/// ```
#[inline]
pub fn derivative<E: Signature<In = f64> + for<'t> Exp<Forward<'t, F64>>>(e: &E, x: f64) -> Plain<E::Out> {
    forward::diff(e).eval(F64, x)
}

/// The gradient of `e` at `x`, in reverse mode.
#[inline]
pub fn gradient<E, X, H>(e: &E, x: &X) -> Plain<E::In>
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
{
    value_and_gradient(e, x).1
}

/// The value of `e` at `x` and its gradient, in reverse mode.
///
/// ```
/// # use ad_core::{Dict, Exp, Num, Signature, call::value_and_gradient};
/// # struct Product;
/// # impl Signature for Product { type In = [f64; 3]; type Out = f64; }
/// # impl<D: Dict> Exp<D> for Product {
/// #     fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> { x.iter().product() }
/// # }
/// // Product is (x, y, z) ↦ xyz.
/// assert_eq!(value_and_gradient(&Product, &[2.0, 3.0, 5.0]), (30.0, [15.0, 10.0, 6.0]));
/// ```
#[inline]
pub fn value_and_gradient<E, X, H>(e: &E, x: &X) -> (f64, Plain<E::In>)
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
{
    let mut gradient = x.to_container();
    let y = gradient_into(e, x, &mut gradient);
    (y, gradient)
}

/// The value of `e` at `x`; its gradient goes into `gradient`, which has the shape of `x`.
///
/// The tape's memory is kept for the next call, see [`keep_idle`]. To allocate nothing at all, prepare:
/// [`stack::Prepared`].
///
/// # Panics
///
/// Panics if `gradient` and `x` differ in [structure](Shape#structure).
pub fn gradient_into<E, X, H>(e: &E, x: &X, gradient: &mut Plain<E::In>) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
{
    with_kept(|memory| {
        let mut prepared = stack::Prepared::within(e, F64, memory);
        let y = prepared.gradient_into(x, gradient);
        (prepared.into_memory(), y)
    })
}

/// The value of `e` at `x` and its derivative in the direction `dx`: (y, J·ẋ), in forward mode.
///
/// # Panics
///
/// Panics if `x` and `dx` differ in [structure](Shape#structure).
#[inline]
pub fn jvp<E, X, V, H, K>(e: &E, x: &X, dx: &V) -> (Plain<E::Out>, Plain<E::Out>)
where
    E: for<'t> Exp<Forward<'t, F64>>,
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
{
    let (y, dy) = forward::jvp(e).apply(F64, &(numbers::<E::In, _>(x), numbers::<E::In, _>(dx)));
    (plain::<E::Out>(y), plain::<E::Out>(dy))
}

/// The value of `e` at `x` and the adjoint of `x` if that of the result is `dy`: (y, ȳ·J), in reverse mode.
///
/// # Panics
///
/// Panics if `dy` and the result differ in [structure](Shape#structure).
#[inline]
pub fn vjp<E, X, Y, H, K>(e: &E, x: &X, dy: &Y) -> (Plain<E::Out>, Plain<E::In>)
where
    X: Argument<E::In, H> + ?Sized,
    Y: Argument<E::Out, K> + ?Sized,
    E: for<'t> Exp<Stack<'t, F64>>,
{
    let (y, dx) = stack::vjp(e).apply(F64, &(numbers::<E::In, _>(x), numbers::<E::Out, _>(dy)));
    (plain::<E::Out>(y), plain::<E::In>(dx))
}

/// The Jacobian of `e` at `x`: the shape of the result, with the shape of `x` in place of each number.
///
/// It is computed by columns, in forward mode, unless there are more than 16 inputs and fewer outputs than passes; then
/// by rows, in reverse mode. Forward mode carries as many tangents at once as there are inputs: 1, 2, 4, 8 or 16, the
/// least of these that is enough, and 16 where none is. For another width, name it:
/// `forward::jacobian(e).width::<6>()`.
pub fn jacobian<E, X, H>(e: &E, x: &X) -> Of<E::Out, Plain<E::In>>
where
    X: Argument<E::In, H> + ?Sized,
    E: Exp<F64>
        + for<'t> Exp<Forward<'t, F64, 1>>
        + for<'t> Exp<Forward<'t, F64, 2>>
        + for<'t> Exp<Forward<'t, F64, 4>>
        + for<'t> Exp<Forward<'t, F64, 8>>
        + for<'t> Exp<Forward<'t, F64, 16>>
        + for<'t> Exp<Stack<'t, F64>>,
{
    let x = numbers::<E::In, _>(x);
    let inputs = E::In::count(&x);
    let passes = inputs.div_ceil(16);
    let columns = forward::jacobian(e);
    let jacobian = match inputs {
        0 | 1 => columns.width::<1>().apply(F64, &x),
        2 => columns.width::<2>().apply(F64, &x),
        3 | 4 => columns.width::<4>().apply(F64, &x),
        5..=8 => columns.width::<8>().apply(F64, &x),
        9..=16 => columns.width::<16>().apply(F64, &x),
        _ if passes <= E::Out::count(&Exp::<F64>::apply(e, F64, &x)) => columns.width::<16>().apply(F64, &x),
        _ => stack::jacobian(e).apply(F64, &x),
    };
    E::Out::map(&jacobian, &mut |row| plain::<E::In>(row.clone()))
}

/// The Hessian of `e` at `x`, from one recording: see [`second_order`](crate::second_order).
pub fn hessian<E, X, H>(e: &E, x: &X) -> Of<E::In, Plain<E::In>>
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<SecondOrder<'t>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, WIDTH>>>,
{
    value_gradient_hessian(e, x).2
}

/// The value of `e` at `x`, its gradient and its Hessian, from one recording.
pub fn value_gradient_hessian<E, X, H>(e: &E, x: &X) -> (f64, Plain<E::In>, Of<E::In, Plain<E::In>>)
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<SecondOrder<'t>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, WIDTH>>>,
{
    with_kept(|memory| {
        let mut prepared = second_order::Prepared::within(e, memory);
        let result = prepared.value_gradient_hessian(&x.to_container());
        (prepared.into_memory(), result)
    })
}

/// The product of the Hessian of `e` at `x` with the vector `v`, from one recording.
///
/// # Panics
///
/// Panics if `x` and `v` differ in [structure](Shape#structure).
pub fn hvp<E, X, V, H, K>(e: &E, x: &X, v: &V) -> Plain<E::In>
where
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<SecondOrder<'t>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, WIDTH>>>,
{
    with_kept(|memory| {
        let mut prepared = second_order::Prepared::within(e, memory);
        let mut product = v.to_container();
        prepared.hvp_into(x, v, &mut product);
        (prepared.into_memory(), product)
    })
}

/// The divergence of the vector field `e` at `x`: Σ ∂eᵢ/∂xᵢ, in forward mode.
pub fn divergence<E, X, H>(e: &E, x: &X) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = <E as Signature>::In> + for<'t> Exp<Forward<'t, F64, WIDTH>>,
{
    divergence_of(e).apply(F64, &numbers::<E::In, _>(x)).value()
}

/// The Laplacian of `e` at `x`: Σ ∂²e/∂xᵢ², forward over reverse.
pub fn laplacian<E, X, H>(e: &E, x: &X) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, WIDTH>>>,
{
    laplacian_of(e).apply(F64, &numbers::<E::In, _>(x)).value()
}

/// The `n`-th derivative of `e` at `x`, by Taylor series.
///
/// ```
/// use ad_core::{Var, call::nth_derivative, pow};
/// assert_eq!(nth_derivative(&pow(5, Var), 3, 2.0), 240.0);
/// ```
pub fn nth_derivative<E>(e: &E, n: usize, x: f64) -> f64
where
    E: Signature<In = f64, Out = f64> + for<'t> Exp<DynTaylor<'t, F64>>,
{
    taylor::nth_derivative(e, n).eval(F64, x)
}
