//! Convenience calls: derivatives of an expression at plain floats, as plain floats.
//!
//! Each is an operator evaluated under [`F64`], with the strategy that suits most: forward mode for one input
//! and for Jacobians that are not wide, reverse mode with a stack for gradients. Choose another by name:
//! `forward::grad(e).eval(F64, x)`.
//!
//! All of them borrow: the expression, and whatever it is evaluated at, be it a single number (`&2.0`). Where a `&` is missing, rustc
//! says where to write it. Each is one evaluation or a few; none keeps anything but memory.
//!
//! An argument is a container of plain floats, or what borrows one: a slice for a `Vec`, a tuple of references for several
//! parameters. See [`Argument`]. A result is written `<E as Under<F64>>::Value`, `Argument`, `Jacobian` or `Hessian`: [`Under`] says which
//! container that is.
//!
//! A thread keeps the memory of the tapes from one call to the next, up to 256 MiB: see [`keep_idle`]. (Without `std` there are
//! no threads, and each call takes memory of its own.)

use crate::forward::{self, Forward};
use crate::operator::pool::with_kept;
use crate::second_order::{self, TwiceDifferentiable};
use crate::stack::{self, Stack};
use crate::taylor::{self, DynTaylor};
use crate::{Argument, Exp, F64, Num, Of, Shape, Signature, Under};
use crate::{divergence as divergence_of, laplacian as laplacian_of};

#[cfg(feature = "std")]
pub use crate::operator::pool::keep_idle;

#[inline]
fn numbers<S: Shape, How>(x: &(impl Argument<S, How> + ?Sized)) -> Of<S, Num<F64>> {
    x.map_numbers(&mut |x| Num::new(F64, *x))
}

#[inline]
fn plain<S: Shape>(x: Of<S, Num<F64>>) -> Of<S, f64> {
    S::into_map(x, &mut Num::value)
}

/// The value of `e` at `x`: what the plain function returns.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn area(width: f64, height: f64) -> f64 {
///     width * height
/// }
///
/// assert_eq!(call::value(&Area, &(2.0, 3.0)), 6.0);
/// ```
///
/// # Cost
///
/// One evaluation on plain floats.
#[inline]
pub fn value<E: Exp<F64>, X: Argument<E::In, H> + ?Sized, H>(e: &E, x: &X) -> <E as Under<F64>>::Value {
    plain::<E::Out>(e.apply(F64, &numbers::<E::In, _>(x)))
}

/// The derivative of `e`, which takes one number, at `x`: the shape of the result, each number of which is differentiated.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn on_a_circle(angle: f64) -> [f64; 2] {
///     [angle.cos(), angle.sin()]
/// }
///
/// assert_eq!(call::derivative(&OnACircle, &0.0), [0.0, 1.0]);
/// ```
///
/// # Cost
///
/// One evaluation in forward mode: one to three times the value, and no memory.
#[inline]
pub fn derivative<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Value
where
    X: Argument<f64, H> + ?Sized,
    E: Signature<In = f64> + for<'t> Exp<Forward<'t, F64>>,
{
    plain::<E::Out>(forward::diff(e).apply(F64, &numbers::<f64, _>(x)))
}

/// The gradient of `e` at `x`: ∂y/∂xᵢ in place of each number of `x`, in the shape of `x`.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(call::gradient(&Product, &[2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
///
/// # Cost
///
/// One evaluation and one sweep backwards with [`stack`]: a small multiple of the value, whatever the number of inputs
/// (`benches/README.md` in the repository: 4 to 40 on the programs of the field), and 16 to 32 bytes a step, which are kept for the next
/// call, see [`keep_idle`]. A gradient that is evaluated often is faster by an adjoint program,
/// [`adjoint::gradient`](crate::adjoint::gradient); one by few inputs, by [`forward::grad`].
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps, which a tape cannot number.
#[inline]
pub fn gradient<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Argument
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
{
    value_and_gradient(e, x).1
}

/// The value of `e` at `x` and its gradient, which has the shape of `x`: see [`gradient`].
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn kinetic_energy(mass: f64, velocity: [f64; 2]) -> f64 {
///     0.5 * mass * (velocity[0] * velocity[0] + velocity[1] * velocity[1])
/// }
///
/// // Several parameters are a tuple, and so is the gradient.
/// let (value, gradient) = call::value_and_gradient(&KineticEnergy, &(2.0, [3.0, 4.0]));
/// assert_eq!((value, gradient), (25.0, (12.5, [6.0, 8.0])));
/// ```
///
/// # Cost
///
/// That of [`gradient`], which computes the value as well.
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps, which a tape cannot number.
#[inline]
pub fn value_and_gradient<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument)
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
{
    let mut gradient = x.to_container();
    let y = gradient_into(e, x, &mut gradient);
    (y, gradient)
}

/// The value of `e` at `x`; its gradient goes into `gradient`, which has the shape of `x`: see [`gradient`].
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let mut gradient = vec![0.0; 3];
/// assert_eq!(call::gradient_into(&Product, &[2.0, 3.0, 5.0], &mut gradient), 30.0);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// ```
///
/// # Cost
///
/// That of [`gradient`], less a container for the result. To allocate nothing at all, prepare: [`stack::Prepared`].
///
/// # Panics
///
/// Panics if `gradient` and `x` differ in [structure](Shape#structure).
pub fn gradient_into<E, X, H>(e: &E, x: &X, gradient: &mut <E as Under<F64>>::Argument) -> f64
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

/// The value of `e` at `x` and its derivative in the direction `dx`: (y, J·ẋ), both in the shape of the result.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(call::jvp(&Product, &[2.0, 3.0, 5.0], &[1.0, 1.0, 0.0]), (30.0, 25.0));
/// ```
///
/// # Cost
///
/// One evaluation in forward mode: one to three times the value, and no memory.
///
/// # Panics
///
/// Panics if `x` and `dx` differ in [structure](Shape#structure).
#[inline]
pub fn jvp<E, X, V, H, K>(e: &E, x: &X, dx: &V) -> (<E as Under<F64>>::Value, <E as Under<F64>>::Value)
where
    E: for<'t> Exp<Forward<'t, F64>>,
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
{
    let (y, dy) = forward::jvp(e).apply(F64, &(numbers::<E::In, _>(x), numbers::<E::In, _>(dx)));
    (plain::<E::Out>(y), plain::<E::Out>(dy))
}

/// The value of `e` at `x` and the adjoint of `x` where that of the result is `dy`: (y, ȳ·J), in the shapes of the result and of `x`.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// // The gradient of the first coordinate.
/// let (point, adjoint) = call::vjp(&Polar, &(2.0, 0.0), &[1.0, 0.0]);
/// assert_eq!((point, adjoint), ([2.0, 0.0], (1.0, 0.0)));
/// ```
///
/// # Cost
///
/// One evaluation and one sweep backwards with [`stack`], as for a [`gradient`].
///
/// # Panics
///
/// Panics if `dy` and the result differ in [structure](Shape#structure).
#[inline]
pub fn vjp<E, X, Y, H, K>(e: &E, x: &X, dy: &Y) -> (<E as Under<F64>>::Value, <E as Under<F64>>::Argument)
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
/// So a function from `&[f64]` to `Vec<f64>` has a `Vec<Vec<f64>>`, a row for each result; see [`Matrix`](crate::Matrix).
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// // A row for each coordinate: its derivatives by r and by the angle.
/// assert_eq!(call::jacobian(&Polar, &(2.0, 0.0)), [(1.0, 0.0), (0.0, 2.0)]);
/// ```
///
/// # Cost
///
/// Forward mode, by columns: an evaluation for every 16 inputs. It carries as many tangents at once as there are inputs: 1, 2, 4, 8 or 16,
/// the least of these that is enough, and 16 where none is. With more than 16 inputs and fewer outputs than such evaluations it is
/// reverse mode, by rows: one evaluation to count the outputs (none where their type says it), one to record, and a sweep backwards for each output. For
/// another width, name it: `forward::jacobian(e).width::<6>()`. If most entries are 0, see [`sparse::jacobian`](crate::sparse::jacobian).
///
/// # Panics
///
/// Panics in reverse mode after 2³⁰ - 1 steps, which a tape cannot number.
pub fn jacobian<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Jacobian
where
    X: Argument<E::In, H> + ?Sized,
    E: for<'t> Exp<Forward<'t, F64, 1>>
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
        _ if passes <= outputs(e, &x) => columns.width::<16>().apply(F64, &x),
        _ => stack::jacobian(e).apply(F64, &x),
    };
    E::Out::map(&jacobian, &mut |row| plain::<E::In>(row.clone()))
}

/// How many numbers the result has. They are counted in forward mode, since what `given` has made of an expression cannot be evaluated on
/// plain floats as well as in a mode.
fn outputs<E: for<'t> Exp<Forward<'t, F64>>>(e: &E, x: &Of<E::In, Num<F64>>) -> usize {
    E::Out::COUNT.unwrap_or_else(|| E::Out::count(&forward::jvp(e).apply(F64, &(x.clone(), x.clone())).0))
}

/// The Hessian of `e` at `x`: the shape of `x`, with that shape once more in place of each number.
///
/// So a function of `&[f64]` has a `Vec<Vec<f64>>`, and one of two parameters a tuple of two tuples.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let hessian = call::hessian(&Product, &[2.0, 3.0, 5.0]);
/// assert_eq!(hessian, [[0.0, 5.0, 3.0], [5.0, 0.0, 2.0], [3.0, 2.0, 0.0]]);
/// ```
///
/// # Cost
///
/// One recording with second derivatives, and work that grows with what is not linear and not 0: see [`second_order`](crate::second_order). If most
/// entries are 0, see [`sparse::hessian`](crate::sparse::hessian).
pub fn hessian<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Hessian
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    value_gradient_hessian(e, x).2
}

/// The value of `e` at `x`, its gradient and its [`hessian`], from one recording.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(call::value_gradient_hessian(&Cube, &2.0), (8.0, 12.0, 12.0));
/// ```
///
/// # Cost
///
/// That of [`hessian`], which computes the others as well.
pub fn value_gradient_hessian<E, X, H>(
    e: &E,
    x: &X,
) -> (f64, <E as Under<F64>>::Argument, <E as Under<F64>>::Hessian)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    with_kept(|memory| {
        let mut prepared = second_order::Prepared::within(e, memory);
        let result = prepared.value_gradient_hessian(&x.to_container());
        (prepared.into_memory(), result)
    })
}

/// The product of the Hessian of `e` at `x` with the vector `v`, in the shape of `x`, from one recording.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(call::hvp(&Product, &[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0]), [0.0, 5.0, 3.0]);
/// ```
///
/// # Cost
///
/// One recording and one sweep: a small multiple of a gradient, whatever the number of inputs. See [`second_order`](crate::second_order).
///
/// # Panics
///
/// Panics if `x` and `v` differ in [structure](Shape#structure).
pub fn hvp<E, X, V, H, K>(e: &E, x: &X, v: &V) -> <E as Under<F64>>::Argument
where
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
    E: TwiceDifferentiable,
{
    with_kept(|memory| {
        let mut prepared = second_order::Prepared::within(e, memory);
        let mut product = v.to_container();
        prepared.hvp_into(x, v, &mut product);
        (prepared.into_memory(), product)
    })
}

/// The divergence of the vector field `e` at `x`: Σ ∂eᵢ/∂xᵢ.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn field([x, y]: [f64; 2]) -> [f64; 2] {
///     [x * x, x * y]
/// }
///
/// assert_eq!(call::divergence(&Field, &[3.0, 5.0]), 9.0);
/// ```
///
/// # Cost
///
/// The whole Jacobian in forward mode: an evaluation for every eight inputs.
pub fn divergence<E, X, H>(e: &E, x: &X) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = <E as Signature>::In> + for<'t> Exp<Forward<'t, F64, 8>>,
{
    divergence_of(e).apply(F64, &numbers::<E::In, _>(x)).value()
}

/// The Laplacian of `e` at `x`: Σ ∂²e/∂xᵢ².
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn saddle(x: f64, y: f64) -> f64 {
///     x * x - y * y
/// }
///
/// assert_eq!(call::laplacian(&Saddle, &(3.0, 5.0)), 0.0);
/// ```
///
/// # Cost
///
/// The whole Hessian, forward over reverse: a gradient of dual numbers for every eight inputs.
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps, which a tape cannot number.
pub fn laplacian<E, X, H>(e: &E, x: &X) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, 8>>>,
{
    laplacian_of(e).apply(F64, &numbers::<E::In, _>(x)).value()
}

/// The `n`-th derivative of `e`, from one number to one number, at `x`.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn fifth_power(x: f64) -> f64 {
///     x.powi(5)
/// }
///
/// assert_eq!(call::nth_derivative(&FifthPower, 3, &2.0), 240.0);
/// ```
///
/// # Cost
///
/// One evaluation on Taylor series: an operation takes n² arithmetic steps, and not 2ⁿ as by nesting first derivatives; a value n + 1 numbers.
pub fn nth_derivative<E, X, H>(e: &E, n: usize, x: &X) -> f64
where
    X: Argument<f64, H> + ?Sized,
    E: Signature<In = f64, Out = f64> + for<'t> Exp<DynTaylor<'t, F64>>,
{
    taylor::nth_derivative(e, n).apply(F64, &numbers::<f64, _>(x)).value()
}
