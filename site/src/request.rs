//! Requests of the page, as text: a line with a command and its parameters, then the program. The answer is JSON.
//!
//! `values x=2 by=forward,stack`, then the program, for example.

use std::collections::HashMap;
use std::rc::Rc;

use ad::numbers::{Graph, Product, Rational};
use ad::{Exp, F64};

use crate::budget;
use crate::curve;
use crate::derivatives::{OPERATIONS, exact, nested, values};
use crate::expression::Expression;
use crate::formula::formula;
use crate::json::Json;
use crate::language::{Mistake, Program};
use crate::steps;

/// The longest program, in bytes.
const LENGTH: usize = 20_000;
/// The longest nesting.
const ORDER: usize = 8;
/// The highest order of a Taylor polynomial.
const TAYLOR: usize = 30;

/// The answer to a request.
pub fn answer(request: &str) -> String {
    let (line, text) = request.split_once('\n').unwrap_or((request, ""));
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let parameters: HashMap<&str, &str> = rest.split(' ').filter_map(|word| word.split_once('=')).collect();
    if text.len() > LENGTH {
        return failure("the program is too long").to_string();
    }
    let program = match Program::parse(text) {
        Ok(program) => Rc::new(program),
        Err(mistake) => return shown(&mistake, text).to_string(),
    };
    let e = Expression::of_program(program);
    respond(command, &parameters, &e).unwrap_or_else(|words| failure(&words)).to_string()
}

fn respond(command: &str, parameters: &HashMap<&str, &str>, e: &Expression) -> Result<Json, String> {
    let number = |name: &str| -> Result<f64, String> {
        let text = parameters.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
        let number: f64 = text.parse().map_err(|_| format!("`{name}` is no number: {text}"))?;
        if number.is_finite() { Ok(number) } else { Err(format!("`{name}` is not finite")) }
    };
    let names: Vec<&str> = parameters
        .get("by")
        .map_or_else(Vec::new, |by| by.split(',').filter(|name| !name.is_empty()).collect());
    if names.len() > ORDER {
        return Err(format!("a nesting has at most {ORDER} strategies here"));
    }
    let range = || -> Result<[f64; 2], String> {
        let range = [number("from")?, number("to")?];
        if range[0] < range[1] {
            Ok(range)
        } else {
            Err("the plot is empty: its left end is not left".into())
        }
    };
    Ok(match command {
        "values" => values(e, &names, number("x")?),
        "exact" => {
            let x = parameters.get("x").and_then(|x| fraction(x));
            x.map_or_else(|| Json::List(Vec::new()), |x| exact(e, &names, x))
        }
        "steps" => steps::trace(e, number("x")?)?.json(),
        "formula" => formulas(e, &names, number("x")?)?,
        "curves" => {
            let order = parameters.get("order").and_then(|order| order.parse().ok()).unwrap_or(3);
            curve::curves(e, number("x")?, TAYLOR.min(order), range()?)
        }
        "band" => curve::band(e, range()?),
        _ => return Err(format!("unknown command `{command}`")),
    })
}

/// The value and the derivative as formulas, on the branches that `x` takes.
fn formulas(e: &Expression, names: &[&str], x: f64) -> Result<Json, String> {
    let derivative = nested(e.clone(), names.iter().copied()).ok_or("an unknown strategy")?;
    let of = |e: &Expression| {
        budget::within(OPERATIONS, || {
            let graph = Graph::new();
            let (_, y) = e.eval(Product(F64, graph.dict()), (x, graph.variable("x")));
            formula(&graph, y)
        })
    };
    let shown = |formula: Result<Option<String>, String>| match formula {
        Ok(Some(text)) => text.into(),
        Ok(None) => failure("the formula is too long to be read"),
        Err(words) => failure(&words),
    };
    Ok(Json::Object(vec![("value", shown(of(e))), ("derivative", shown(of(&derivative)))]))
}

/// A decimal number as a fraction, if it is a short one.
fn fraction(text: &str) -> Option<Rational> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + part.len() > 15 || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let digits: i128 = format!("0{whole}{part}").parse().ok()?;
    let scale = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some(Rational::new(sign * digits, scale))
}

fn failure(words: &str) -> Json {
    Json::Object(vec![("error", words.into())])
}

/// A mistake with its place. The page counts in units of UTF-16.
fn shown(mistake: &Mistake, text: &str) -> Json {
    let (line, column) = mistake.position(text);
    let units = |byte: usize| text[..byte].encode_utf16().count();
    Json::Object(vec![
        ("mistake", mistake.message.as_str().into()),
        ("line", line.into()),
        ("column", column.into()),
        ("start", units(mistake.start).into()),
        ("end", units(mistake.end).into()),
    ])
}
