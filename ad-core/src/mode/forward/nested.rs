//! The first three derivatives of a function of one number, by nested tangents.
//!
//! Three nested tangents have eight numbers, and a series up to the third order has four. Yet operations on tangents are straight code, and
//! those on series are loops. So nested tangents usually cost less up to this order.

use super::{Dual, Forward};
use crate::number::erased::made;
use crate::{Dict, Exp, Num, Signature};

/// The order up to which nested tangents cost less than a series.
pub(crate) const CHEAPEST: usize = 3;

/// Two nested tangents.
type Twice<'t, 'u, D> = Forward<'t, Forward<'u, D>>;
/// Three nested tangents.
type Thrice<'t, 'u, 'v, D> = Forward<'t, Twice<'u, 'v, D>>;

/// Expressions from one number to one number whose derivatives up to the third can be taken in forward mode. A function with `#[exp]` is
/// one.
///
/// With one more bound it is the bound of [`call::nth_derivative`](crate::call::nth_derivative):
///
/// ```
/// use ad::forward::Nested;
/// use ad::taylor::DynTaylor;
/// use ad::{Exp, F64, call, exp};
///
/// /// The curvature of the graph of `e`, from its first two derivatives.
/// fn curvature<E: Nested<F64> + for<'t> Exp<DynTaylor<'t, F64>>>(e: &E, x: f64) -> f64 {
///     let [first, second] = [1, 2].map(|n| call::nth_derivative(e, n, &x));
///     second / (1.0 + first * first).powf(1.5)
/// }
///
/// #[exp]
/// fn parabola(x: f64) -> f64 {
///     x * x
/// }
/// assert_eq!(curvature(&Parabola, 0.0), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot take third derivatives of `{Self}`",
    label = "not an expression from one number to one number, under three nested `Forward<{D}>`"
)]
pub trait Nested<D: Dict>:
    Signature<In = f64, Out = f64>
    + Exp<D>
    + for<'t> Exp<Forward<'t, D>>
    + for<'t, 'u> Exp<Twice<'t, 'u, D>>
    + for<'t, 'u, 'v> Exp<Thrice<'t, 'u, 'v, D>>
{
}

#[diagnostic::do_not_recommend]
impl<D: Dict, E> Nested<D> for E where
    E: Signature<In = f64, Out = f64>
        + Exp<D>
        + for<'t> Exp<Forward<'t, D>>
        + for<'t, 'u> Exp<Twice<'t, 'u, D>>
        + for<'t, 'u, 'v> Exp<Thrice<'t, 'u, 'v, D>>
        + ?Sized
{
}

/// The value and the first `N` - 1 derivatives, at most the third.
#[inline]
pub(crate) fn derivatives<const N: usize, D: Dict, E: Nested<D> + ?Sized>(
    e: &E,
    dict: D,
    x: Num<D>,
) -> [Num<D>; N] {
    // The conditions are constant, so that rustc does not compile the other cases.
    if const { N <= 1 } {
        let y = e.apply(dict, &x);
        made(|_| y)
    } else if const { N == 2 } {
        let y = split(dict, e.apply(Forward::new(dict), &variable(dict, x)));
        made(|k| y[k])
    } else if const { N == 3 } {
        let inner = Forward::new(dict);
        let y = e.apply(Forward::new(inner), &variable(inner, variable(dict, x)));
        let [[value, first], [_, second]] = split(inner, y).map(|y| split(dict, y));
        made(|k| [value, first, second][k])
    } else {
        let inner = Forward::new(dict);
        let middle = Forward::new(inner);
        let y = e.apply(Forward::new(middle), &variable(middle, variable(inner, variable(dict, x))));
        let [[[value, first], [_, second]], [_, [_, third]]] =
            split(middle, y).map(|y| split(inner, y).map(|y| split(dict, y)));
        made(|k| [value, first, second, third][k])
    }
}

/// `x` with the tangent 1.
#[inline]
fn variable<'t, D: Dict>(dict: D, x: Num<D>) -> Num<Forward<'t, D>> {
    Num::new(Forward::new(dict.join(x.dict())), Dual { v: x.value(), d: Some([dict.one()]) })
}

/// The primal and the tangent.
#[inline]
fn split<D: Dict>(dict: D, y: Num<Forward<'_, D>>) -> [Num<D>; 2] {
    let [tangent] = super::tangents(dict, y);
    [super::primal(dict, y), tangent]
}
