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

mod points;

use alloc::vec::Vec;

use crate::adjoint::Programmed;
use crate::forward::{self, Forward, Nested, nested};
use crate::operator::by_mode::{GradientByMode, JacobianByMode};
use crate::operator::pool::with_tapes;
use crate::operator::prepared::Memory;
use crate::operator::second::{self, Second};
use crate::taylor::{self, DynTaylor};
use crate::{
    Argument, Differentiable, Exp, F64, Matrix, Mode, Num, Of, OneNumber, Shape, Signature,
    TwiceDifferentiable, Under, reverse,
};

pub use points::{grads, jacobians, values, values_and_grads};

#[cfg(feature = "std")]
pub use crate::operator::pool::keep_memory;

#[inline]
fn numbers<S: Shape, How>(x: &(impl Argument<S, How> + ?Sized)) -> Of<S, Num<F64>> {
    x.map_numbers(&mut |x| Num::new(F64, *x))
}

#[inline]
fn plain<S: Shape>(x: Of<S, Num<F64>>) -> Of<S, f64> {
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
pub fn value<E: Exp<F64>, X: Argument<E::In, H> + ?Sized, H>(e: &E, x: &X) -> <E as Under<F64>>::Value {
    plain::<E::Out>(e.apply(F64, &numbers::<E::In, _>(x)))
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
pub fn diff<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Value
where
    X: Argument<f64, H> + ?Sized,
    E: Signature<In: OneNumber> + Signature<In = f64> + for<'t> Exp<Forward<'t, F64>>,
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
pub fn grad<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Argument
where
    X: Argument<E::In, H> + ?Sized,
    E: Differentiable<Out = f64>,
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
pub fn value_and_grad<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument)
where
    X: Argument<E::In, H> + ?Sized,
    E: Differentiable<Out = f64>,
{
    if E::In::COUNT.is_some() {
        let (y, gradient) = GradientByMode(e).apply(F64, &numbers::<E::In, _>(x));
        return (y.value(), plain::<E::In>(gradient));
    }
    <E as Exp<F64>>::choose(
        e,
        || {
            let mut gradient = x.to_container();
            (Programmed::default().gradient_into(e, F64, x, &mut gradient), gradient)
        },
        || {
            let mut gradient = x.to_container();
            let y = match Mode::of_gradient_without_program(E::In::count(&gradient)) {
                Mode::Tape => {
                    with_tapes(|tapes| tapes.first.gradient_into(&mut None, e, F64, x, &mut gradient))
                }
                mode => Memory::default().gradient_into(e, (F64, mode), x, &mut gradient),
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
pub fn jvp<E, X, V, H, K>(e: &E, x: &X, dx: &V) -> (<E as Under<F64>>::Value, <E as Under<F64>>::Value)
where
    E: for<'t> Exp<Forward<'t, F64>>,
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
{
    let (y, dy) = forward::jvp(e).apply(F64, &(numbers::<E::In, _>(x), numbers::<E::In, _>(dx)));
    (plain::<E::Out>(y), plain::<E::Out>(dy))
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
pub fn vjp<E, X, Y, H, K>(e: &E, x: &X, dy: &Y) -> (<E as Under<F64>>::Value, <E as Under<F64>>::Argument)
where
    X: Argument<E::In, H> + ?Sized,
    Y: Argument<E::Out, K> + ?Sized,
    E: Differentiable,
{
    let (y, dx) = reverse::vjp(e).apply(F64, &(numbers::<E::In, _>(x), numbers::<E::Out, _>(dy)));
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
/// By columns, it is one evaluation in forward mode for every eight inputs, with no more tangents than inputs if the type of `x`
/// determines their number. By rows, it is one forward sweep and a reverse sweep
/// for each number of the result. [`Prepared`](crate::Prepared) has the choice. If the type does not determine the number of
/// results, one evaluation counts them. If most entries are 0, use [`sparse::jacobian`](crate::sparse::jacobian).
///
/// # Panics
///
/// Panics after 2³⁰ - 1 steps of the tape.
#[inline]
pub fn jacobian<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Jacobian
where
    X: Argument<E::In, H> + ?Sized,
    E: Differentiable,
{
    plain::<Matrix<E::Out, E::In>>(JacobianByMode(e).apply(F64, &numbers::<E::In, _>(x)).1)
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
/// By up to 32 inputs of a function with an adjoint program: the program on eight tangents, for every eight inputs. If the type determines
/// that there are at most eight inputs, it allocates nothing, and there is a tangent for each. Otherwise one
/// recording with second derivatives, and work that grows with the entries that are not 0: see [`second_order`](crate::second_order). If
/// most entries are 0, use [`sparse::hessian`](crate::sparse::hessian).
#[inline]
pub fn hessian<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Hessian
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
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
pub fn value_grad_hessian<E, X, H>(
    e: &E,
    x: &X,
) -> (f64, <E as Under<F64>>::Argument, <E as Under<F64>>::Hessian)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    if second::are_few::<E::In>()
        && second::by_program(e, None)
        && let Some(few) = second::few(e, &x.to_container())
    {
        return few;
    }
    by_rows(e, x)
}

/// The same by rows in memory. It is not inlined, since a small program is.
#[inline(never)]
fn by_rows<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument, <E as Under<F64>>::Hessian)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let (y, gradient, rows) = value_grad_hessian_rows(e, x);
    let mut entries = rows.into_iter();
    let mut next = || entries.next().unwrap_or_default();
    let hessian = E::In::map(&gradient, &mut |_| E::In::map(&gradient, &mut |_| next()));
    (y, gradient, hessian)
}

/// The same, with the Hessian row by row.
fn value_grad_hessian_rows<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument, Vec<f64>)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let mut gradient = x.to_container();
    let n = E::In::count(&gradient);
    let mut rows = Vec::new();
    rows.resize(n * n, 0.0);
    let y = with_tapes(|tapes| {
        Second::default().hessian_into(&mut tapes.second, (e, None), x, &mut gradient, &mut rows)
    });
    (y, gradient, rows)
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
pub fn hvp<E, X, V, H, K>(e: &E, x: &X, v: &V) -> (<E as Under<F64>>::Argument, <E as Under<F64>>::Argument)
where
    X: Argument<E::In, H> + ?Sized,
    V: Argument<E::In, K> + ?Sized,
    E: TwiceDifferentiable,
{
    let mut gradient = x.to_container();
    let mut product = v.to_container();
    crate::number::shape::assert_same_structure::<E::In, _, _>(
        ("argument", &gradient),
        ("direction", &product),
    );
    let mut direction = Vec::new();
    E::In::for_each(&product, &mut |v| direction.push(*v));
    let mut row = direction.clone();
    with_tapes(|tapes| {
        let second = &mut Second::default();
        second.products_into(&mut tapes.second, (e, None), x, &direction, &mut gradient, &mut row);
    });
    let mut entries = row.into_iter();
    E::In::for_each_mut(&mut product, &mut |entry| {
        *entry = entries.next().expect("there are n entries");
    });
    (gradient, product)
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
    crate::divergence(e).apply(F64, &numbers::<E::In, _>(x)).value()
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
pub fn laplacian<E, X, H>(e: &E, x: &X) -> f64
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let (n, rows) = (E::In::count(&x.to_container()), value_grad_hessian_rows(e, x).2);
    (0..n).map(|i| rows[i * n + i]).sum()
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
pub fn nth_derivative<E, X, H>(e: &E, n: usize, x: &X) -> f64
where
    X: Argument<f64, H> + ?Sized,
    E: Signature<In: OneNumber> + Nested<F64> + for<'t> Exp<DynTaylor<'t, F64>>,
{
    let x = numbers::<f64, _>(x);
    let y = match n {
        0 => e.apply(F64, &x),
        1 => nested::derivatives::<2, _, _>(e, F64, x)[1],
        2 => nested::derivatives::<3, _, _>(e, F64, x)[2],
        3 => nested::derivatives::<4, _, _>(e, F64, x)[3],
        _ => taylor::nth_derivative(e, n).apply(F64, &x),
    };
    y.value()
}
