//! Types without numbers that are neither `Clone` nor `Copy`: errors, rows of a table, terms of a formula. A value of such a type is
//! matched where it is computed. If the reverse sweep reads it again, both sweeps share it.

use crate::check;
use ad::prelude::*;

#[derive(Debug)]
enum ParseError {
    Missing {
        line: usize,
    },
    #[allow(dead_code, reason = "`Debug` shows it")]
    Number(std::num::ParseIntError),
}

impl From<std::num::ParseIntError> for ParseError {
    fn from(error: std::num::ParseIntError) -> Self {
        ParseError::Number(error)
    }
}

struct Row {
    index: usize,
    weight: i32,
}

fn parse(text: &str) -> Result<Vec<Row>, ParseError> {
    text.lines()
        .enumerate()
        .map(|(line, row)| {
            let (index, weight) = row.split_once(' ').ok_or(ParseError::Missing { line })?;
            Ok(Row { index: index.parse()?, weight: weight.parse()? })
        })
        .collect()
}

const TABLE: &str = "0 3\n2 -1\n1 2\n2 4";
const TEXTS: [&str; 3] = [TABLE, "1 2\n7", "x 1"];

#[exp(adjoint)]
fn in_a_let_else(text: &str, x: &[f64]) -> f64 {
    let Ok(rows) = parse(text) else { return x[0] * x[1] };
    rows.iter().map(|row| row.weight as f64 * x[row.index] * x[row.index]).sum()
}

#[exp(adjoint)]
fn in_a_match(text: &str, x: &[f64]) -> f64 {
    match parse(text) {
        Ok(rows) if rows.is_empty() => x[1],
        Ok(rows) => rows.iter().map(|row| row.weight as f64 * x[row.index] * x[0]).sum(),
        Err(ParseError::Missing { line }) => x[line] * x[line],
        Err(ParseError::Number(_)) => x[2] * x[0],
    }
}

#[exp(adjoint)]
fn in_an_if_let(text: &str, x: &[f64]) -> f64 {
    let mut y = x[0];
    if let Err(ParseError::Missing { line }) = parse(text) {
        y *= x[line];
    } else if let Ok(rows) = parse(text) {
        for row in &rows {
            y *= x[row.index];
        }
    }
    y * x[2]
}

/// The values of many iterations are saved.
#[exp(adjoint)]
fn in_a_loop(texts: &[&str], x: &[f64]) -> f64 {
    let mut y = x[0];
    for text in texts {
        let rows = match parse(text) {
            Ok(rows) => rows,
            Err(ParseError::Missing { line }) if line > 5 => break,
            Err(_) => {
                y = y * y;
                continue;
            }
        };
        for row in &rows {
            y += y * x[row.index] * row.weight as f64;
        }
    }
    y
}

#[exp(adjoint)]
fn parsed(text: &str, x: &[f64]) -> Option<f64> {
    let rows = parse(text).ok()?;
    Some(rows.iter().map(|row| x[row.index] * x[0]).sum::<f64>() * x[1])
}

#[exp(adjoint)]
fn by_a_question_mark(text: &str, x: &[f64]) -> f64 {
    match parsed(text, x) {
        Some(y) => y * x[2],
        None => x[0] * x[0],
    }
}

/// A method of a plain type, and its fields.
struct Term {
    symbol: Option<usize>,
    power: i32,
}

impl Term {
    fn parse(text: &str) -> Option<Term> {
        let power = text.len() as i32;
        Some(Term { symbol: text.strip_prefix('x')?.parse().ok(), power })
    }
}

#[exp(adjoint)]
fn terms(text: &str, x: &[f64]) -> f64 {
    let terms: Vec<Term> = text.split(' ').filter_map(Term::parse).collect();
    let mut sum = 0.0;
    for (term, x0) in terms.iter().zip(x) {
        let factor = match term.symbol {
            Some(i) => x[i].powi(term.power),
            None => 1.0,
        };
        sum += x0 * factor;
    }
    sum
}

/// A place is matched where it is.
enum Policy {
    Nothing,
    Every { from: usize, step: usize },
    During(std::ops::Range<usize>),
}

#[exp(adjoint)]
fn policies(policies: &[Policy], policy: &Policy, x: f64) -> f64 {
    let mut y = x;
    for day in 0..6 {
        let scale = match policy {
            Policy::During(days) if days.contains(&day) => x,
            _ => 1.5,
        };
        match *policy {
            Policy::Every { from, step } if day >= from && (day - from) % step == 0 => y *= scale * x,
            Policy::Every { .. } | Policy::Nothing | Policy::During(_) => y += scale,
        }
        if let Policy::During(ref days) = policies[day % policies.len()] {
            y *= x * days.len() as f64;
        }
        if let Policy::Every { step, .. } = policies[day % policies.len()] {
            y += y * step as f64;
        }
    }
    y
}

#[test]
fn values_that_are_not_clone() {
    let x = vec![1.5, -0.5, 2.0, 0.25];
    for text in TEXTS {
        check::program(&InALetElse { text }, &x);
        check::program(&InAMatch { text }, &x);
        check::program(&InAnIfLet { text }, &x);
        check::program(&ByAQuestionMark { text }, &x);
    }
    check::program(&InALoop { texts: &[TABLE, "1 2\n7", "", "2 1", "x 1", "1 1"] }, &x);
    check::program(&InALoop { texts: &[TABLE, "1 2\n7", "2 1"] }, &x);
    check::program(&Terms { text: "x0 x x12 y x2" }, &vec![0.5; 20]);
    check::program(&Terms { text: "x1 x x2" }, &x);
    assert_eq!(in_a_match(TABLE, &x), 3.0 * 2.25 - 3.0 - 1.5 + 12.0);
    assert_eq!(in_a_match(TEXTS[1], &x), 0.25);
}

#[test]
fn places_that_are_not_copy() {
    let list = [Policy::During(1..4), Policy::Nothing, Policy::Every { from: 0, step: 2 }];
    for policy in [Policy::Nothing, Policy::Every { from: 1, step: 2 }, Policy::During(2..4)] {
        let e = Policies { policies: &list, policy: &policy };
        check::program(&&e, &0.75);
    }
}

#[exp(adjoint)]
mod network {
    fn layer(w: &[f64], x: &[f64]) -> Vec<f64> {
        x.iter().zip(w).map(|(x, w)| (x * w).tanh()).collect()
    }

    /// Copies of data that become numbers.
    pub(super) fn begun_with_data(
        #[fixed] rows: &[Vec<f64>],
        #[fixed] start: [f64; 2],
        #[fixed] pair: (f64, f64),
        w: &[f64],
    ) -> f64 {
        let mut total = 0.0;
        for row in rows {
            let mut h = row.clone();
            let mut slice = row.to_vec();
            for _ in 0..3 {
                h = layer(w, &h);
                slice[0] += w[1] * slice[1] * h[0];
            }
            total += h.iter().sum::<f64>() * slice[0];
        }
        let (mut y, mut z, mut p) = (start, pair, start);
        for v in w {
            y = [y[0] + v * y[1], y[1] - v * y[0]];
            z = (z.0 * v, z.1 + v * z.0);
            p[0] += v * p[1];
        }
        let mut s = start;
        for v in w {
            s = [s[1] * v, s[0] + v];
        }
        total * y[0] + z.1 * p[0] + s[0] * s[1]
    }

    /// References to rows, beside parts of them, among the items of an iterator.
    pub(super) fn with_gaps(
        #[fixed] data: &[(f64, Option<f64>)],
        names: &[(String, usize)],
        slope: f64,
    ) -> f64 {
        let (count, sum) = data
            .iter()
            .filter_map(|(x, y)| y.map(|y| (x, y)))
            .map(|(x, y)| (y - slope * x).powi(2))
            .fold((0, 0.0), |(n, s), l| (n + 1, s + l));
        let named = names
            .iter()
            .filter_map(|(name, k)| (*k > 1).then_some((*k, name)))
            .map(|(k, name)| slope.powi(k as i32) * name.len() as f64);
        sum / count as f64 + named.sum::<f64>()
    }
}

#[test]
fn data_becomes_numbers_and_is_borrowed_beside_them() {
    use network::*;
    let rows = &[vec![0.1, 0.2], vec![0.4, -0.5]];
    let e = BegunWithData { rows, start: [0.3, 0.7], pair: (0.2, 0.5) };
    check::program(&e, &vec![0.3, -0.4]);
    let names = ["a".to_string(), "bcd".to_string()].map(|name| (name.clone(), name.len()));
    let e = WithGaps { data: &[(1.0, Some(2.0)), (2.0, None), (0.5, Some(0.3))], names: &names };
    check::program(&e, &0.7);
}
