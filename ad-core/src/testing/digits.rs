//! The digits of a result that are right.

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::number::argument::Argument;
use crate::{DoubleDoubles, Exp, F64, Num, Of, Product, Shape};

/// The number of decimal digits that are right in each result of `e` at `x`, from 0 to 17: an estimate.
///
/// Beside each float there is a number with about 31 digits ([`DoubleDoubles`]). The floats decide the branches. The relative distance
/// of the two results gives the digits. For derivatives, pass an operator.
///
/// The argument is taken as exact. So the estimate shows the digits that rounding has lost on the way, as by cancellation:
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// #[exp(adjoint)]
/// fn cancelling(x: f64) -> f64 {
///     (1.0 - x.cos()) / (x * x)
/// }
///
/// assert!(testing::digits(&Cancelling, &1.0) > 15.0);
/// assert!(testing::digits(&Cancelling, &1e-5) < 8.0);
/// assert!(testing::digits(&reverse::grad(Cancelling), &1e-5) < 0.5); // no digit of the derivative
/// ```
///
/// # Limits
///
/// Special functions and custom rules have only the digits of a float, so their own errors are not seen. Neither is an overflow, which
/// both numbers have. A product or an exponential that underflows has no digits.
/// [`enclose`](crate::enclosure::enclose) has guaranteed bounds.
///
/// # Panics
///
/// Panics if the expression panics.
pub fn digits<E, X, H>(e: &E, x: &X) -> Of<E::Out, f64>
where
    E: Exp<Product<F64, DoubleDoubles>>,
    X: Argument<E::In, H> + ?Sized,
{
    let dict = Product(F64, DoubleDoubles);
    let y = e.apply(dict, &x.map_numbers(&mut |x| Num::new(dict, (*x, (*x).into()))));
    E::Out::map(&y, &mut |y| {
        let (float, exact) = y.value();
        let distance = (exact - float.into()).high().abs();
        if float == exact.high() || float.is_nan() && exact.high().is_nan() {
            return 17.0;
        }
        let digits = -(distance / exact.high().abs()).log10();
        if digits.is_nan() { 0.0 } else { digits.clamp(0.0, 17.0) }
    })
}
