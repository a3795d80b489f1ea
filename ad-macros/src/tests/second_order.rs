//! The small scope of programs of second order: all functions without loops of a small grammar.

use super::derivatives::{Outcome, Programs};
use std::fmt::Write;

const LEAVES: [&str; 17] = [
    "s = t * a[0];",
    "t *= s;",
    "s += t * x[3];",
    "t = s / a[0];",
    "a[1] = s * t;",
    "a[0] *= t;",
    "g = g * 3.0 + 1.0;",
    "s += x[4] * g;",
    "t = s * { s *= t; s };",
    "(s, t) = (t, s - x[2]);",
    "a = [t, a[0]];",
    "let p = (s * s, -t); s = p.0 - p.1;",
    "t = 1.0 / s;",
    "s = t.powi(3);",
    "t = a[1] - s * 2.0;",
    "if n == 2 { return s * a[0]; }",
    "let b = a; a[0] = b[1] / x[1];",
];
const CONDITIONS: [&str; 2] = ["n % 2 == 0", "s > t"];

/// All lists of this many statements.
fn lists(size: usize) -> Vec<String> {
    if size == 0 {
        return vec![String::new()];
    }
    let rest = lists(size - 1);
    let leaves = LEAVES.iter().flat_map(|leaf| rest.iter().map(move |rest| format!("{leaf} {rest}")));
    let mut all: Vec<_> = leaves.collect();
    for condition in CONDITIONS {
        for inner in 1..size {
            for (body, rest) in lists(inner)
                .iter()
                .flat_map(|body| lists(size - 1 - inner).into_iter().map(move |rest| (body.clone(), rest)))
            {
                all.push(format!("if {condition} {{ {body} }} else {{ t = s * x[1]; }} {rest}"));
            }
        }
    }
    all
}

/// Compares each `step`-th program of a size. Without the optimizer, most are left out: `.ci/run optimized` runs all. Returns the number of programs of second order, and of those that the macro does not write.
#[track_caller]
fn compared(size: usize, step: usize) -> [usize; 2] {
    let (mut found, mut failures) = ([0, 0], String::new());
    for body in lists(size).into_iter().step_by(step) {
        let program = Programs::of(&format!(
            "#[exp(adjoint, class = Field + PartialOrd)]
             pub fn program(n: usize, x: [f64; 5]) -> f64 {{
                 let mut s = x[0];
                 let mut t = x[1];
                 let mut a = [x[2], x[0] * x[1]];
                 let mut g = 2.0;
                 {body}
                 s * t + a[0] * a[1]
             }}"
        ));
        let outcome = program.compare_second_order();
        found[usize::from(outcome.is_none())] += 1;
        if let Some(Outcome::Differ(message)) = outcome {
            writeln!(failures, "{body}\n    {message}").expect("a text");
        }
    }
    assert!(failures.is_empty(), "{failures}");
    found
}

#[test]
fn programs_of_three_statements_have_second_derivatives() {
    assert_eq!(compared(1, 1), [17, 0]);
    let found = if cfg!(debug_assertions) {
        [compared(2, 11), compared(3, 307)]
    } else {
        [compared(2, 1), compared(3, 1)]
    };
    assert!(found.iter().all(|[_, none]| *none == 0), "{found:?}");
}

/// The statements of an iteration. They add to the sums `s` and `t`, or are not allowed in a sum.
const ITERATIONS: [&str; 18] = [
    "s += x[i % 5] * x[(i + 1) % 5];",
    "s = s - x[i] * x[i] * g;",
    "t += x[i];",
    "g = g * 3.0;",
    "let p = x[i] * x[0]; s += p * p;",
    "if i % 2 == 0 { continue; }",
    "if x[i] > g { s += x[i] / x[1]; } else { t = t - x[i]; }",
    "a[0] = a[0] * x[i];",
    "a[1] += x[i] * x[i];",
    "t = x[i] * x[1];",
    "s = s * x[i];",
    "k += 1; s += x[k % 5] * x[i];",
    "for j in 0..i { s += x[i] * x[j]; }",
    "for w in x.windows(2) { s += w[0] * w[1] * x[i]; }",
    "s += a[1] * x[i];",
    "(s, t) = (t, s);",
    "s += t;",
    "if i == 2 { break; }",
];
const RESULTS: [&str; 6] = [
    "s",
    "2.0 * (s + t)",
    "s - t",
    "s + a[0] * a[1]",
    "s * s * x[1] + t",
    "if n == 2 { x[0] * x[1] } else { t / s }",
];

/// Sums of two statements in one loop or in two. At least this many programs have one of second order.
#[test]
fn sums_have_second_derivatives() {
    let (mut found, mut failures) = (0, String::new());
    let step = if cfg!(debug_assertions) { 11 } else { 1 };
    let pairs = ITERATIONS.iter().flat_map(|first| ITERATIONS.iter().map(move |second| (first, second)));
    let all = pairs.flat_map(|pair| RESULTS.iter().map(move |result| (pair, result)));
    for ((first, second), result) in all.step_by(step) {
        for body in [format!("{first} {second}"), format!("{first} }} for i in 0..n {{ {second}")] {
            let body = format!("for i in 0..n {{ {body} }} {result}");
            let program = Programs::of(&format!(
                "#[exp(adjoint, class = Field + PartialOrd)]
                 pub fn program(n: usize, x: &[f64]) -> f64 {{
                 let (mut s, mut t, mut k) = (x[0] * x[0], 1.0, n);
                 let (mut a, mut g) = ([x[2], x[0] * x[1]], 2.0);
                 {body}
             }}"
            ));
            match program.compare_sum() {
                Some(Outcome::Differ(message)) => {
                    writeln!(failures, "{body}\n    {message}").expect("a text");
                }
                Some(_) => found += 1,
                None => {}
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(found * step > 900, "{found} programs");
}

/// A wrong sign, or a factor that is forgotten, is noticed.
#[test]
fn differences_of_second_order_are_noticed() {
    let program = |result: &str| {
        Programs::of(&format!(
            "#[exp(adjoint, class = Field)] pub fn program(n: usize, x: [f64; 5]) -> f64 {{ {result} }}"
        ))
    };
    let as_if =
        |given: &str, written: &str| program(given).written_as(program(written)).compare_second_order();
    assert_eq!(as_if("x[0] * x[1] / x[3]", "x[1] * x[0] / x[3]"), Some(Outcome::Equal));
    assert!(matches!(as_if("x[0] * x[1]", "x[0] * x[2]"), Some(Outcome::Differ(_))));
    // Value and gradient are equal at both points.
    let cubic = "x[2] * x[1] + (x[0] - 3.0) * (x[0] - 3.0) * x[0] * x[0]";
    assert!(matches!(as_if("x[2] * x[1]", cubic), Some(Outcome::Differ(_))));
    assert_eq!(as_if("x[0]", "{ let mut s = 0.0; for i in 0..n { s += x[0]; } s }"), None);
}
