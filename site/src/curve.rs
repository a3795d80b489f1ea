//! The plot: the function, its derivative, its Taylor polynomial, and enclosures of its values.

use ad::enclosure::Interval;
use ad::{Exp, F64, forward, taylor};

use crate::budget;
use crate::derivatives::{OPERATIONS, OPERATIONS_OF_MANY, enclosed};
use crate::expression::Expression;
use crate::json::Json;

/// Points of a curve.
const POINTS: u32 = 240;
/// Boxes of a band.
const BOXES: u32 = 48;

/// `e` and its derivative between `from` and `to`, and its Taylor coefficients at `x` up to an order.
pub(crate) fn curves(e: &Expression, x: f64, order: usize, [from, to]: [f64; 2]) -> Json {
    let slope = Expression::new(forward::diff(e.clone()));
    let curve = |e: &Expression| {
        let points = (0..=POINTS).map(|i| between(from, to, i, POINTS));
        let value = |t| budget::within(OPERATIONS_OF_MANY, || e.eval(F64, t));
        Json::list(points.map(|t| value(t).ok().filter(|y| y.is_finite())))
    };
    let series = budget::within(OPERATIONS, || taylor::expansion(e.clone(), order).eval(F64, x));
    Json::Object(vec![
        ("values", curve(e)),
        ("slopes", curve(&slope)),
        ("taylor", series.map_or_else(Json::from, Json::list)),
    ])
}

/// Boxes that contain the graph of `e` between `from` and `to`: the ends of an interval, or the reason why there is none.
pub(crate) fn band(e: &Expression, [from, to]: [f64; 2]) -> Json {
    let bounds = |i| {
        let x = Interval::new(between(from, to, i, BOXES), between(from, to, i + 1, BOXES));
        match enclosed(e, x, OPERATIONS_OF_MANY) {
            Ok(y) => Json::list([y.lower(), y.upper()]),
            Err(words) => words.into(),
        }
    };
    Json::list((0..BOXES).map(bounds))
}

/// The point number `i` of `n` steps.
fn between(from: f64, to: f64, i: u32, n: u32) -> f64 {
    from + (to - from) * (f64::from(i) / f64::from(n))
}
