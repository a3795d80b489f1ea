//! The small scope of adjoint programs: all programs of a small grammar, up to a number of statements. An error with a few
//! constructs occurs here.

use super::derivatives::{Outcome, Programs};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The statements of size 1, where `I` is the index: assignments, element writes with a computed index, exits. Three statements
/// lead to loops that are reversed in forward order. These statements change an integer and an inactive number, and add a term
/// that reads both. Two guards hold for all `s` and `t` as long as `g` is 2.
const LEAVES: [&str; 18] = [
    "s = t * a[I % 2];",
    "t *= s;",
    "s += t * x[I % 5];",
    "t = s / a[0];",
    "a[(I + 1) % 2] = s * t;",
    "a[I % 2] *= t;",
    "k += I + 1;",
    "g = g * 3.0 + 1.0;",
    "s += x[k % 5] * g;",
    "t = s * { s *= t; s };",
    "a[{ k += 1; k } % 2] *= s;",
    "s = s * (x[I % 5] + tick() as f64);",
    "if I % 2 == 1 { return s * a[0]; }",
    "if s * g - s == s { s = t + a[0]; }",
    "if t * g - t == t { return t * a[1]; }",
    "t *= { const K: usize = 1; x[K] };",
    "if s > t { break; }",
    "if I % 2 == 0 { continue; }",
];
/// The number of them that also occur outside of loops.
const ANYWHERE: usize = 16;
const CONDITIONS: [&str; 3] = ["(I + k) % 2 == 0", "s > t", "s > t && { s = s * t; s > a[0] }"];
const INDICES: [&str; 3] = ["n", "i", "j"];

/// All statements of a size, inside this number of loops.
fn statements(size: usize, loops: usize) -> Vec<String> {
    let index = INDICES[loops];
    let mut all = Vec::new();
    if size == 1 {
        let count = if loops > 0 { LEAVES.len() } else { ANYWHERE };
        all.extend(LEAVES[..count].iter().map(|leaf| leaf.replace('I', index)));
        return all;
    }
    for condition in CONDITIONS {
        let condition = condition.replace('I', index);
        all.extend(lists(size - 1, loops).iter().map(|body| format!("if {condition} {{ {body} }}")));
        for then in 1..size - 1 {
            for a in lists(then, loops) {
                let others = lists(size - 1 - then, loops);
                all.extend(others.iter().map(|b| format!("if {condition} {{ {a} }} else {{ {b} }}")));
            }
        }
    }
    if let Some(inner) = INDICES.get(loops + 1) {
        all.extend(lists(size - 1, loops + 1).iter().map(|body| format!("for {inner} in 0..n {{ {body} }}")));
        let changes = "while { k += 1; s = s * t; k < 5 }";
        all.extend(
            lists(size - 1, loops + 1).iter().map(|body| format!("{changes} {{ let {inner} = k; {body} }}")),
        );
    }
    all
}

/// All lists of statements of this total size.
fn lists(size: usize, loops: usize) -> Vec<String> {
    if size == 0 {
        return vec![String::new()];
    }
    let mut all = Vec::new();
    for first in 1..=size {
        let rest = lists(size - first, loops);
        for statement in statements(first, loops) {
            all.extend(rest.iter().map(|rest| format!("{statement} {rest}")));
        }
    }
    all
}

/// The result. With [`USED`] the reverse sweep needs all values of the statements; with [`ADDED`] it needs none, so that some of
/// them serve only the value.
const USED: &str = "s * t + a[0] * a[1]";
const ADDED: &str = "s - t * 3.0 + a[0]";

fn program(body: &str, result: &str) -> String {
    format!(
        "#[exp(adjoint, class = Field + PartialOrd)]
         pub fn program(n: usize, x: &[f64]) -> f64 {{
             let mut s = x[0];
             let mut t = x[1];
             let mut a = [x[2], x[0] * x[1]];
             let mut k = n;
             let mut g = 2.0;
             {body}
             {result}
         }}"
    )
}

/// Compares each `step`-th program of a size. Returns the number of programs, of loops that are reversed in forward order, and of
/// loops that are skipped if the value is not requested.
#[track_caller]
fn compared(size: usize, step: usize, result: &str) -> [usize; 3] {
    let bodies: Vec<String> = lists(size, 0).into_iter().step_by(step).collect();
    let (next, failures) = (AtomicUsize::new(0), std::sync::Mutex::new(String::new()));
    let (forward_order, independent) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let none = Programs::of("");
                while let Some(body) = bodies.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let program = Programs::of(&program(body, result));
                    forward_order.fetch_add(usize::from(program.forward_order() > 0), Ordering::Relaxed);
                    independent.fetch_add(usize::from(program.independent() > 0), Ordering::Relaxed);
                    let outcome = program.compare(&none);
                    if outcome != Outcome::Equal {
                        writeln!(failures.lock().expect("a text"), "{body}\n    {outcome:?}")
                            .expect("a text");
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("a text");
    assert!(failures.is_empty(), "{} of {} differ:\n{failures}", failures.lines().count() / 2, bodies.len());
    [bodies.len(), forward_order.into_inner(), independent.into_inner()]
}

/// All programs of three statements. Without the optimizer, one program in 61 is run. The number 61 divides none of the numbers
/// of choices: 16 statements outside of loops, 18 inside, three conditions. So each pair of statements occurs at each pair of
/// places.
#[test]
fn programs_of_three_statements() {
    let found = [1, 2].map(|size| compared(size, 1, USED));
    assert_eq!(found, [[16, 0, 0], [340, 0, 0]]);
    if cfg!(debug_assertions) {
        assert_eq!(compared(3, 61, USED), [155, 1, 0]);
        assert_eq!(compared(2, 7, ADDED), [49, 0, 0]);
    } else {
        assert_eq!(compared(3, 1, USED)[0], 9_400);
        let found = [(1, 1), (2, 1), (3, 53)].map(|(size, step)| compared(size, step, ADDED));
        assert_eq!(found, [[16, 0, 0], [340, 0, 2], [178, 0, 2]]);
    }
}

#[test]
#[ignore = "takes eight minutes of processor time in an optimized build"]
fn all_programs_of_four_statements() {
    println!("{:?} programs, in forward order, with independent iterations", compared(4, 1, USED));
}

#[test]
#[ignore = "takes some minutes in an optimized build"]
fn some_programs_of_five_statements() {
    println!("{:?} programs, in forward order, with independent iterations", compared(5, 41, USED));
    println!("{:?} programs, in forward order, with independent iterations", compared(5, 41, ADDED));
}
