//! Convenience calls by the adjoint program: at plain floats, as plain floats.
//!
//! They have the names and shapes of those in [`call`](crate::call), which record a tape. Those cannot choose the program by
//! themselves where there is one: whether an expression implements [`Adjoint`] decides nothing in Rust's generic
//! code, for there is no specialization; and if every expression had to implement it, each that is written by hand would
//! have to say that it has no program.

use super::operators::{Grad, ValueAndGrad};
use super::program::Adjoint;
use crate::{Argument, Exp, F64, Num, Shape, Signature, Under};

/// The gradient of `e` at `x`: ∂y/∂xᵢ in place of each number of `x`, in the shape of `x`.
///
/// ```
/// use ad::{adjoint, call, exp};
///
/// #[exp(adjoint)]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let x = [2.0, 3.0, 5.0];
/// assert_eq!(adjoint::gradient(&Product, &x[..]), [15.0, 10.0, 6.0]);
/// assert_eq!(adjoint::gradient(&Product, &x[..]), call::gradient(&Product, &x[..]));
/// ```
///
/// # Cost
///
/// One forward sweep and one reverse sweep: 1.5 to 7 times the value on the programs of the field (`benches/README.md` in the
/// repository), in memory for what the reverse sweep needs. For one that is evaluated again and again there is
/// [`Prepared`](super::Prepared), which keeps its containers.
#[inline]
pub fn gradient<E, X, H>(e: &E, x: &X) -> <E as Under<F64>>::Argument
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + Adjoint<F64>,
{
    let x = x.map_numbers(&mut |x| Num::new(F64, *x));
    E::In::into_map(Grad(e).apply(F64, &x), &mut Num::value)
}

/// The value of `e` at `x` and its gradient, which has the shape of `x`: see [`gradient`].
///
/// ```
/// use ad::{adjoint, exp};
///
/// #[exp(adjoint)]
/// fn area(width: f64, height: f64) -> f64 {
///     width * height
/// }
///
/// assert_eq!(adjoint::value_and_gradient(&Area, &(2.0, 3.0)), (6.0, (3.0, 2.0)));
/// ```
///
/// # Cost
///
/// That of [`gradient`], and of what only the value is made by: see [the page of this
/// strategy](crate::adjoint#where-nobody-asks-for-the-value).
#[inline]
pub fn value_and_gradient<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument)
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64> + Adjoint<F64>,
{
    let x = x.map_numbers(&mut |x| Num::new(F64, *x));
    let (y, gradient) = ValueAndGrad(e).apply(F64, &x);
    (y.value(), E::In::into_map(gradient, &mut Num::value))
}
