//! Strategies and their nestings, chosen at run time, in several number systems.

use ad::enclosure::{Interval, enclose, enclose_all_paths};
use ad::numbers::{Dict, I64, Modular, Rational};
use ad::{Exp, F64, backpropagator, forward, stack, taylor};

use crate::budget;
use crate::effects;
use crate::expression::Expression;
use crate::json::Json;
use crate::numbers::{Direct, Erased};
use crate::semiring;

/// Operations of one evaluation.
pub(crate) const OPERATIONS: u64 = 10_000_000;

/// Operations of one of many evaluations.
pub(crate) const OPERATIONS_OF_MANY: u64 = 40_000;

/// Paths of one enclosure.
pub(crate) const PATHS: usize = 64;

/// From an expression to its derivative.
pub type Strategy = fn(Expression) -> Expression;

/// The strategies, with their names.
pub const STRATEGIES: [(&str, Strategy); 5] = [
    ("forward", |e| Expression::new(forward::diff(e))),
    ("stack", |e| Expression::new(stack::diff(e))),
    ("effects", effects::diff),
    ("backpropagator", |e| Expression::new(backpropagator::diff(e))),
    ("taylor", |e| Expression::new(taylor::nth_derivative(e, 1))),
];

/// The derivative of `e` by a nesting of strategies, the innermost first. `None` if a name is unknown.
pub fn nested<'n>(e: Expression, names: impl IntoIterator<Item = &'n str>) -> Option<Expression> {
    names
        .into_iter()
        .try_fold(e, |e, name| STRATEGIES.iter().find(|(known, _)| *known == name).map(|(_, diff)| diff(e)))
}

/// The value of `e` at `x`, and the number of operations on floats that it needs.
///
/// # Errors
///
/// The reason why the evaluation was stopped.
pub fn evaluate(e: &Expression, x: f64) -> Result<(f64, usize), String> {
    budget::within(OPERATIONS, || {
        let floats = Direct::new(F64, x);
        let y = e.under(&floats, Erased::default());
        (floats.value(y), floats.performed())
    })
}

/// An interval that contains the exact values of `e` at the numbers of `x`.
///
/// # Errors
///
/// The reason why there is none.
pub fn enclosed(e: &Expression, x: Interval, operations: u64) -> Result<Interval, String> {
    match budget::within(operations, || enclose(e, &x))? {
        Err(ad::enclosure::Error::Undecided(..)) => {
            budget::within(operations, || enclose_all_paths(e, &x, PATHS))?.map_err(|error| error.to_string())
        }
        other => other.map_err(|error| error.to_string()),
    }
}

/// Value and derivative by the nesting with these names, and by each strategy as often.
pub(crate) fn values(e: &Expression, names: &[&str], x: f64) -> Json {
    let row = |label: String, e: Option<Expression>| {
        let outcome = e.ok_or_else(|| "an unknown strategy".to_owned()).and_then(|e| evaluate(&e, x));
        let mut fields = vec![("by", Json::from(label))];
        match outcome {
            Ok((y, operations)) => fields.extend([("value", y.into()), ("operations", operations.into())]),
            Err(words) => fields.push(("error", words.into())),
        }
        Json::Object(fields)
    };
    let derivative = nested(e.clone(), names.iter().copied());
    let alone = STRATEGIES
        .iter()
        .map(|(name, _)| row((*name).to_owned(), nested(e.clone(), std::iter::repeat_n(*name, names.len()))));
    let bounds = |e: Option<Expression>| match e.map(|e| enclosed(&e, Interval::from(x), OPERATIONS)) {
        Some(Ok(y)) => Json::list([y.lower(), y.upper()]),
        Some(Err(words)) => words.into(),
        None => Json::Null,
    };
    let value = row("value".into(), Some(e.clone()));
    if let Json::Object(fields) = &value
        && fields.iter().any(|(name, _)| *name == "error")
    {
        return Json::Object(vec![("value", value)]);
    }
    Json::Object(vec![
        ("value", value),
        ("chosen", row(names.join(", "), derivative.clone())),
        ("strategies", if names.is_empty() { Json::List(Vec::new()) } else { Json::list(alone) }),
        ("enclosure", bounds(derivative)),
    ])
}

/// The value and the derivative in exact number systems: as fractions, and by [`ad::paper::Expression`]. `x` is a fraction.
pub(crate) fn exact(e: &Expression, names: &[&str], x: Rational) -> Json {
    let Some(derivative) = nested(e.clone(), names.iter().copied()) else { return Json::Null };
    let row = |label: &str, evaluate: &dyn Fn(&Expression) -> String| {
        let outcome = budget::within(OPERATIONS, || [evaluate(e), evaluate(&derivative)]);
        Json::Object(match outcome {
            Ok([y, dy]) => vec![("in", label.into()), ("value", y.into()), ("derivative", dy.into())],
            Err(words) => vec![("in", label.into()), ("error", words.into())],
        })
    };
    let mut rows = vec![row("fractions", &|e| semiring::fraction(e, x).to_string())];
    if let (true, Ok(n)) = (x.is_integer(), i64::try_from(*x.numer())) {
        let seven = Modular::new(7);
        let residue = seven.natural(n.rem_euclid(7).unsigned_abs());
        rows.push(row("integers modulo 2⁶⁴", &|e| {
            semiring::expression(e.clone()).eval(I64, n).to_string()
        }));
        rows.push(row("integers modulo 7", &|e| {
            semiring::expression(e.clone()).eval(seven, residue).to_string()
        }));
    }
    Json::List(rows)
}
