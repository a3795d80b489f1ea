//! Differences of values: for derivatives that are written by hand.

use alloc::vec::Vec;

use super::slope::slope;
use super::{DIFFERENCES, Disagreement, POINTS, Quantity, Random};
use crate::forward::{self, Forward};
use crate::number::argument::Argument;
use crate::{Exp, F64, Of, Shape};

/// Compares the first derivatives of `e` with differences of its values, at `x` and at random points near it.
///
/// It sees a wrong derivative that all strategies share, as that of [`with_jvp`](crate::rule::with_jvp) or of a bisection. It sees small
/// errors of a [`rule!`](crate::rule!). [`check`](super::check) sees everything else. For second derivatives, pass an operator.
///
/// ```
/// use ad::prelude::*;
/// use ad::{rule, testing};
///
/// rule! {
///     fn cube_root(x) -> y = x.cbrt();
///     partial x = (2.0 * y * y).recip(); // 3.0
/// }
///
/// #[exp]
/// fn rooted(x: f64) -> f64 {
///     cube_root(x) * x
/// }
///
/// let error = testing::check_by_differences(&Rooted, &2.0).unwrap_err();
/// assert!(error.to_string().starts_with("the first derivative by number 0 at (2) is "));
/// assert_eq!(error.roads.map(|(strategy, _)| strategy), ["forward", "differences"]);
/// ```
///
/// # Method
///
/// Central differences with twelve steps are extrapolated twice, as by C. J. F. Ridders, *Accurate computation of F′(x) and F′(x)
/// F″(x)*, Advances in Engineering Software 4, 1982. Three estimates in a row and the rounding of the values bound the error. A
/// derivative is reported if it differs by more than 30 times this bound, and by more than 10⁻⁶ of its size. Nothing is reported
/// where the bound is large, the slopes of both sides differ, or smaller steps give another slope. So jumps, kinks, ends of domains
/// and noise are no errors.
///
/// # Errors
///
/// Returns the first disagreement. A derivative that is meant to be another one, as of `special::detached`, is reported as well.
///
/// # Panics
///
/// Panics if the expression panics, at `x` or near it.
///
/// # Cost
///
/// 24 evaluations for each number of the argument, at each of four points.
pub fn check_by_differences<E, X, H>(e: &E, x: &X) -> Result<(), Disagreement>
where
    E: Exp<F64> + for<'t> Exp<Forward<'t, F64>>,
    X: Argument<E::In, H> + ?Sized,
{
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    for i in 0..POINTS {
        // At `x` itself, too. If that is a kink, the slopes of both sides differ.
        let point = x.map_numbers(&mut |x| {
            if i > 0 && x.is_finite() { x + 1e-3 * random.float() * (1.0 + x.abs()) } else { *x }
        });
        let mut weights = Vec::new();
        E::Out::for_each(&e.eval(F64, point.clone()), &mut |_| weights.push(random.float()));
        let combined = |y: &Of<E::Out, f64>| {
            let (mut sum, mut weights) = (0.0, weights.iter());
            E::Out::for_each(y, &mut |y| sum += weights.next().map_or(f64::NAN, |weight| y * weight));
            sum
        };
        let mut numbers = Vec::new();
        E::In::for_each(&point, &mut |x| numbers.push(*x));
        // With one tangent at a time the other inputs are constants, so no 0 meets an infinity.
        let jacobian = forward::jacobian(e).width::<1>().eval(F64, point.clone());
        let mut rows = Vec::new();
        E::Out::for_each(&jacobian, &mut |row| {
            let mut list = Vec::new();
            E::In::for_each(row, &mut |d| list.push(*d));
            rows.push(list);
        });
        for (i, at) in numbers.iter().enumerate() {
            let given: f64 = rows.iter().zip(&weights).map(|(row, weight)| row[i] * weight).sum();
            let value = |other: f64| {
                let mut j = 0;
                let point = E::In::map(&point, &mut |x| {
                    j += 1;
                    if j == i + 1 { other } else { *x }
                });
                combined(&e.eval(F64, point))
            };
            let Some((slope, _)) = slope(&value, *at, 0.01 * (1.0 + at.abs())) else { continue };
            if slope.excludes(given, 1e-5, 1e-6) {
                let roads = [("forward", given), (DIFFERENCES, slope.value)];
                return Err(Disagreement {
                    quantity: Quantity::First,
                    entry: i,
                    roads,
                    point: numbers,
                    function: None,
                    neighbours: None,
                });
            }
        }
    }
    Ok(())
}
