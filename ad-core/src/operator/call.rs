//! Derivatives of an expression at plain floats, as plain floats.
//!
//! A function here has the name of the operator that it evaluates: `call::grad(&e, &x)` is `reverse::grad(e).eval(F64, x)`. It borrows
//! the expression and the argument, be it a single number (`&2.0`), and it chooses the mode.
//!
//! | name | result |
//! |---|---|
//! | `value`, `diff`, `grad`, `jacobian`, `hessian` | as the name says |
//! | `value_and_grad`, `value_grad_hessian` | a tuple of these |
//! | `jvp`, `vjp`, `hvp` | a pair: the value and the product; for `hvp`, the gradient and the product |
//!
//! At many points, several at once: [`values`], [`grads`], [`values_and_grads`] and [`jacobians`].
//!
//! An argument is a container of plain floats, or a borrow of one: a slice for a `Vec`, a tuple of references for several parameters.
//! See [`Argument`]. The type of a result is `<E as Under<F64>>::Value`, `Argument`, `Jacobian` or `Hessian`: see [`Under`].
//!
//! To write results into your own memory, repeatedly, use [`Prepared`](crate::Prepared), whose documentation has the choice of
//! modes. A thread retains the memory of tapes between calls, up to a limit: see [`keep_memory`].

mod float;
mod points;

use crate::adjoint::Programmed;
use crate::forward::{self, Forward, Nested, nested};
use crate::operator::by_mode::{GradientByMode, JacobianByMode};
use crate::operator::pool::with_tapes;
use crate::operator::prepared::Memory;
use crate::taylor::{self, DynTaylor};
use crate::{
    Argument, Callable, Differentiable, Exp, Matrix, Mode, Num, Of, OneNumber, Shape, Signature, Under,
    reverse,
};

pub use float::{Curved, Float};
pub use points::{grads, jacobians, values, values_and_grads};

#[cfg(feature = "std")]
pub use crate::operator::pool::keep_memory;

/// The dictionary of plain floats.
#[inline]
fn floats<V: Float>() -> V::Dict {
    V::Dict::default()
}

#[inline]
fn numbers<S: Shape, V: Float, How>(x: &(impl Argument<S, How, V> + ?Sized)) -> Of<S, Num<V::Dict>> {
    x.map_numbers(&mut |x| Num::new(floats::<V>(), *x))
}

#[inline]
fn plain<S: Shape, V: Float>(x: Of<S, Num<V::Dict>>) -> Of<S, V> {
    S::into_map(x, &mut Num::value)
}

/// The value of `e` at `x`: the result of the plain function.
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
pub fn value<E, X, V, H>(e: &E, x: &X) -> <E as Under<V::Dict>>::Value
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Exp<V::Dict>,
{
    plain::<E::Out, V>(e.apply(floats::<V>(), &numbers::<E::In, V, _>(x)))
}

/// The derivative of `e`, a function of one number, at `x`: the derivative of each number of the result.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn on_a_circle(angle: f64) -> [f64; 2] {
///     [angle.cos(), angle.sin()]
/// }
///
/// assert_eq!(call::diff(&OnACircle, &0.0), [0.0, 1.0]);
/// ```
///
/// # Cost
///
/// One evaluation in forward mode: one to three times the value, and no memory.
#[inline]
pub fn diff<E, X, V, H>(e: &E, x: &X) -> <E as Under<V::Dict>>::Value
where
    V: Float,
    X: Argument<f64, H, V> + ?Sized,
    E: Callable<V> + Signature<In: OneNumber> + Signature<In = f64> + for<'t> Exp<Forward<'t, V::Dict>>,
{
    plain::<E::Out, V>(forward::diff(e).apply(floats::<V>(), &numbers::<f64, V, _>(x)))
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
/// assert_eq!(call::grad(&Product, &[2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
///
/// # Cost
///
/// By the adjoint program of a function with `#[exp(adjoint)]`: two to six times the value on the programs of `benches/README.md` in the
/// repository. By up to 16 inputs of another function, or by an argument `f64` of any: one or two evaluations in forward mode. By more: one
/// recording and one reverse sweep of the tape, 4 to 40 times the value, and 16 to 32 bytes for each step.
///
/// The type of an array or of a tuple of numbers determines the number of inputs. Then a gradient by a program or in forward mode
/// allocates nothing. A small program is compiled into the caller's code.
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps of the tape.
#[inline]
pub fn grad<E, X, V, H>(e: &E, x: &X) -> <E as Under<V::Dict>>::Argument
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Differentiable<V::Dict, Out = f64>,
{
    value_and_grad(e, x).1
}

/// The value of `e` at `x` and its gradient, which has the shape of `x`: see [`grad`].
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
/// let (value, gradient) = call::value_and_grad(&KineticEnergy, &(2.0, [3.0, 4.0]));
/// assert_eq!((value, gradient), (25.0, (12.5, [6.0, 8.0])));
/// ```
///
/// # Cost
///
/// The cost of [`grad`].
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps of the tape.
#[inline]
pub fn value_and_grad<E, X, V, H>(e: &E, x: &X) -> (V, <E as Under<V::Dict>>::Argument)
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Differentiable<V::Dict, Out = f64>,
{
    let dict = floats::<V>();
    if const { E::In::COUNT.is_some() } {
        let (y, gradient) = GradientByMode(e).apply(dict, &numbers::<E::In, V, _>(x));
        return (y.value(), plain::<E::In, V>(gradient));
    }
    <E as Exp<V::Dict>>::choose(
        e,
        || {
            let mut gradient = x.to_container();
            (Programmed::default().gradient_into(e, dict, x, &mut gradient), gradient)
        },
        || {
            let mut gradient = x.to_container();
            let y = match Mode::of_gradient_without_program(E::In::count(&gradient)) {
                Mode::Tape => {
                    with_tapes(|tapes| V::tape(tapes).gradient_into(&mut None, e, dict, x, &mut gradient))
                }
                mode => Memory::default().gradient_into(e, (dict, mode), x, &mut gradient),
            };
            (y, gradient)
        },
    )
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
pub fn jvp<E, X, T, V, H, K>(
    e: &E,
    x: &X,
    dx: &T,
) -> (<E as Under<V::Dict>>::Value, <E as Under<V::Dict>>::Value)
where
    V: Float,
    E: Callable<V> + for<'t> Exp<Forward<'t, V::Dict>>,
    X: Argument<E::In, H, V> + ?Sized,
    T: Argument<E::In, K, V> + ?Sized,
{
    let x = (numbers::<E::In, V, _>(x), numbers::<E::In, V, _>(dx));
    let (y, dy) = forward::jvp(e).apply(floats::<V>(), &x);
    (plain::<E::Out, V>(y), plain::<E::Out, V>(dy))
}

/// The value of `e` at `x`, and the adjoint of `x` for the adjoint `dy` of the result.
///
/// The pair is (y, ȳ·J), in the shapes of the result and of `x`.
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
/// One evaluation and one reverse sweep, by the adjoint program or the tape, as for a [`grad`] by many inputs.
///
/// # Panics
///
/// Panics if `dy` and the result differ in [structure](Shape#structure).
#[inline]
pub fn vjp<E, X, Y, V, H, K>(
    e: &E,
    x: &X,
    dy: &Y,
) -> (<E as Under<V::Dict>>::Value, <E as Under<V::Dict>>::Argument)
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    Y: Argument<E::Out, K, V> + ?Sized,
    E: Callable<V> + Differentiable<V::Dict>,
{
    let x = (numbers::<E::In, V, _>(x), numbers::<E::Out, V, _>(dy));
    let (y, dx) = reverse::vjp(e).apply(floats::<V>(), &x);
    (plain::<E::Out, V>(y), plain::<E::In, V>(dx))
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
/// By columns, it is one evaluation in forward mode for every eight inputs, with no more tangents than inputs if the type of `x`
/// determines their number. By rows, it is one forward sweep and a reverse sweep
/// for each number of the result. [`Prepared`](crate::Prepared) has the choice. If the type does not determine the number of
/// results, one evaluation counts them. If most entries are 0, use [`sparse::jacobian`](crate::sparse::jacobian).
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps of the tape.
#[inline]
pub fn jacobian<E, X, V, H>(e: &E, x: &X) -> <E as Under<V::Dict>>::Jacobian
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Differentiable<V::Dict>,
{
    plain::<Matrix<E::Out, E::In>, V>(JacobianByMode(e).apply(floats::<V>(), &numbers::<E::In, V, _>(x)).1)
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
/// A function with `#[exp(adjoint)]` has a program of second order in two cases: it has at most six numbers and no loops, or it depends on
/// sums of such terms. A term may use linear functions of lists. Such a program costs a few values, and writes each entry.
///
/// By up to 32 inputs of another function with an adjoint program: the program on eight tangents, for every eight inputs. If the type
/// determines that there are at most eight inputs, it allocates nothing, and there is a tangent for each. Otherwise one
/// recording with second derivatives, and work that grows with the entries that are not 0: see [`second_order`](crate::second_order). If
/// most entries are 0, use [`sparse::hessian`](crate::sparse::hessian).
#[inline]
pub fn hessian<E, X, V, H>(e: &E, x: &X) -> <E as Under<V::Dict>>::Hessian
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Curved<V>,
{
    value_grad_hessian(e, x).2
}

/// The value of `e` at `x`, its gradient and its [`hessian`].
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(call::value_grad_hessian(&Cube, &2.0), (8.0, 12.0, 12.0));
/// ```
///
/// # Cost
///
/// The cost of [`hessian`], which computes the others as well.
#[inline]
pub fn value_grad_hessian<E, X, V, H>(
    e: &E,
    x: &X,
) -> (V, <E as Under<V::Dict>>::Argument, <E as Under<V::Dict>>::Hessian)
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Curved<V>,
{
    e.value_grad_hessian(x)
}

/// The gradient of `e` at `x`, and the product of the Hessian with the vector `v`: (∇e, H·v), in the shape of `x`.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let (gradient, product) = call::hvp(&Product, &[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0]);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// assert_eq!(product, [0.0, 5.0, 3.0]);
/// ```
///
/// # Cost
///
/// One gradient by an adjoint program on dual numbers, or one recording and one sweep with second derivatives. Either is a small
/// multiple of a gradient, for any number of inputs.
///
/// # Panics
///
/// Panics if `x` and `v` differ in [structure](Shape#structure).
pub fn hvp<E, X, T, V, H, K>(
    e: &E,
    x: &X,
    v: &T,
) -> (<E as Under<V::Dict>>::Argument, <E as Under<V::Dict>>::Argument)
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    T: Argument<E::In, K, V> + ?Sized,
    E: Callable<V> + Curved<V>,
{
    e.gradient_and_product(x, v)
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
pub fn divergence<E, X, V, H>(e: &E, x: &X) -> V
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Signature<Out = <E as Signature>::In> + for<'t> Exp<Forward<'t, V::Dict, 8>>,
{
    crate::divergence(e).apply(floats::<V>(), &numbers::<E::In, V, _>(x)).value()
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
/// Panics after 2³⁰ - 1 steps of the tape.
pub fn laplacian<E, X, V, H>(e: &E, x: &X) -> V
where
    V: Float,
    X: Argument<E::In, H, V> + ?Sized,
    E: Callable<V> + Curved<V>,
{
    e.laplacian(x)
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
/// Up to the third derivative, one evaluation in nested forward mode, which computes with 2ⁿ numbers. Above, one evaluation on Taylor
/// series: an operation needs n² arithmetic operations, and a value n + 1 numbers.
pub fn nth_derivative<E, X, V, H>(e: &E, n: usize, x: &X) -> V
where
    V: Float,
    X: Argument<f64, H, V> + ?Sized,
    E: Callable<V> + Signature<In: OneNumber> + Nested<V::Dict> + for<'t> Exp<DynTaylor<'t, V::Dict>>,
{
    let (dict, x) = (floats::<V>(), numbers::<f64, V, _>(x));
    let y = match n {
        0 => e.apply(dict, &x),
        1 => nested::derivatives::<2, _, _>(e, dict, x)[1],
        2 => nested::derivatives::<3, _, _>(e, dict, x)[2],
        3 => nested::derivatives::<4, _, _>(e, dict, x)[3],
        _ => taylor::nth_derivative(e, n).apply(dict, &x),
    };
    y.value()
}
