//! Derivatives of an expression at many points, in the mode of the derivative at one point.

use alloc::vec::Vec;

use crate::operator::by_mode::{GradientByMode, JacobianByMode};
use crate::{F64, Many, Points, Pointwise, PointwiseDifferentiable, Signature, Under};

/// The value of `e` at each of many [`Points`], several at once: see [`Many`].
///
/// ```
/// use ad::prelude::*;
/// use ad::call;
///
/// #[exp(adjoint)]
/// fn energy(mass: f64, velocity: f64) -> f64 {
///     0.5 * mass * velocity * velocity
/// }
///
/// let points = [(2.0, 3.0), (4.0, 5.0)];
/// assert_eq!(call::values(&Energy, &points), [9.0, 50.0]);
/// // The expression may be an operator.
/// let directions = [(1.0, 0.0), (0.0, 1.0)];
/// assert_eq!(call::values(&forward::jvp(Energy), &(&points, &directions)), [(9.0, 4.5), (50.0, 20.0)]);
/// assert_eq!(call::values(&hvp(Energy), &(&points, &directions))[1], ((12.5, 20.0), (5.0, 4.0)));
/// ```
///
/// # Cost
///
/// An evaluation of eight points for each eight points that take the same path.
///
/// # Panics
///
/// Panics with the number of a point if the expression panics there, after the others have been evaluated.
pub fn values<E, P, H>(e: &E, points: &P) -> Vec<<E as Under<F64>>::Value>
where
    E: Pointwise,
    P: Points<E::In, H> + ?Sized,
{
    Many::new(e).values(points)
}

/// The gradient of `e` at each of many [`Points`], several at once: that of [`grad`](super::grad) at each of them, with its bits.
///
/// ```
/// use ad::prelude::*;
/// use ad::call;
///
/// #[exp(adjoint)]
/// fn product(x: [f64; 2]) -> f64 {
///     x[0] * x[1]
/// }
///
/// assert_eq!(call::grads(&Product, &[[2.0, 3.0], [4.0, 5.0]]), [[3.0, 2.0], [5.0, 4.0]]);
/// ```
///
/// # Cost
///
/// For each eight points that take the same path, one gradient in the [`Mode`](crate::Mode) of [`grad`](super::grad). [`Many`]
/// writes into the caller's memory, and takes one strategy.
///
/// # Panics
///
/// Panics with the number of a point if the expression panics there, after the others have been evaluated.
pub fn grads<E, P, H>(e: &E, points: &P) -> Vec<<E as Under<F64>>::Argument>
where
    E: Signature<Out = f64> + PointwiseDifferentiable,
    P: Points<E::In, H> + ?Sized,
{
    let results = Many::new(GradientByMode(e)).values(points);
    results.into_iter().map(|(_, gradient)| gradient).collect()
}

/// The value and the gradient of `e` at each of many [`Points`]: see [`grads`].
///
/// ```
/// use ad::prelude::*;
/// use ad::call;
///
/// #[exp(adjoint)]
/// fn product(x: [f64; 2]) -> f64 {
///     x[0] * x[1]
/// }
///
/// assert_eq!(call::values_and_grads(&Product, &[[2.0, 3.0], [4.0, 5.0]]), [(6.0, [3.0, 2.0]), (20.0, [5.0, 4.0])]);
/// ```
///
/// # Cost
///
/// That of [`grads`].
///
/// # Panics
///
/// As [`grads`].
pub fn values_and_grads<E, P, H>(e: &E, points: &P) -> Vec<(f64, <E as Under<F64>>::Argument)>
where
    E: Signature<Out = f64> + PointwiseDifferentiable,
    P: Points<E::In, H> + ?Sized,
{
    Many::new(GradientByMode(e)).values(points)
}

/// The Jacobian of `e` at each of many [`Points`], several at once: that of [`jacobian`](super::jacobian) at each of them, with its bits.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// let jacobians = call::jacobians(&Polar, &[(2.0, 0.0), (3.0, 0.0)]);
/// assert_eq!(jacobians, [[(1.0, 0.0), (0.0, 2.0)], [(1.0, 0.0), (0.0, 3.0)]]);
/// ```
///
/// # Cost
///
/// For each eight points that take the same path, one Jacobian in the [`Mode`](crate::Mode) of [`jacobian`](super::jacobian).
///
/// # Panics
///
/// As [`grads`].
pub fn jacobians<E, P, H>(e: &E, points: &P) -> Vec<<E as Under<F64>>::Jacobian>
where
    E: Signature + PointwiseDifferentiable,
    P: Points<E::In, H> + ?Sized,
{
    let results = Many::new(JacobianByMode(e)).values(points);
    results.into_iter().map(|(_, jacobian)| jacobian).collect()
}
