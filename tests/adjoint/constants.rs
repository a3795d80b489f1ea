//! Plain floats among numbers: as arguments, plain or as numbers, and as numbers where a type requires it.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
fn euler(#[fixed] h: f64, x: f64) -> f64 {
    x + h * x * x
}

#[exp(adjoint)]
fn along(h: f64, x: f64) -> f64 {
    x + h * x * x
}

#[exp(adjoint)]
fn handed_on(#[fixed] h: f64, x: f64) -> f64 {
    euler(h, along(h, x)) * along(h, euler(h, x))
}

#[exp(adjoint)]
fn halves(#[fixed] h: f64, x: f64) -> f64 {
    let half = h / 2.0;
    euler(half, along(half, euler(h / 2.0, along(0.5 * h, x))))
}

#[exp(adjoint)]
fn literals(x: f64) -> f64 {
    euler(0.5, x) * along(0.5, x) + euler(-1.0, x) * along(-1.0, x) + euler(-0.25, x) * along(-0.25, x)
}

#[exp(adjoint)]
fn steps(#[fixed] h: &[f64], x: f64) -> f64 {
    let mut y = x;
    for k in h {
        y = euler(*k, y) * along(*k, y);
    }
    y + euler(h[0], y) * along(h[1], y)
}

#[exp(adjoint)]
fn views(#[fixed] h: &[f64], x: f64) -> f64 {
    steps(h, x) * steps(&h[1..], x)
}

#[exp(adjoint)]
fn shrinking(#[fixed] h: f64, x: f64) -> f64 {
    let mut step = h;
    let mut y = x;
    for _ in 0..3 {
        y = euler(step, y) * along(step, y);
        step *= 0.5;
    }
    y
}

struct Rates {
    first: f64,
    others: Vec<f64>,
}

impl Rates {
    fn of(n: u32) -> Rates {
        Rates { first: f64::from(n) / 4.0, others: vec![0.5, 1.5] }
    }
}

#[exp(adjoint)]
fn fields(#[fixed] rates: &Rates, x: f64) -> f64 {
    euler(rates.first, x) * along(rates.first, x) + euler(rates.others[0], x) * x
}

fn plain(n: u32) -> f64 {
    f64::from(n) / 2.0
}

fn all(n: u32) -> Vec<f64> {
    Rates::of(n).others
}

#[exp(adjoint)]
fn declared(n: u32, x: f64) -> f64 {
    let rate: f64 = plain(n);
    let rates: Vec<f64> = all(n);
    let mut y = x * rate;
    for r in &rates {
        y += along(*r, y) * euler(0.25, y);
    }
    y * rates[1]
}

#[exp(adjoint)]
fn declared_slice(#[fixed] rates: &[f64], x: f64) -> f64 {
    let rates: &[f64] = rates;
    rates.iter().map(|r| along(*r, x) * x).sum::<f64>() * rates[0]
}

const LIMIT: f64 = 3.0;

#[exp(adjoint)]
fn instead(x: f64) -> f64 {
    Some(LIMIT).unwrap_or(x) * x * x
}

#[exp(adjoint)]
mod together {
    pub(super) fn euler(#[fixed] h: f64, x: f64) -> f64 {
        x + h * x * x
    }

    pub(super) fn known(#[fixed] h: f64, x: f64) -> f64 {
        let half = h / 2.0;
        euler(h, euler(half, x)) * euler(0.5 * h, euler(-0.5, x)) * euler(2.0, x)
    }
}

/// Data in tuples, for a parameter over numbers and for one of plain floats.
#[exp(adjoint)]
mod tuples {
    fn weighted(rows: &[(f64, f64)], x: f64) -> f64 {
        rows.iter().map(|(a, b)| a * x * x + b).sum()
    }

    fn labelled(rows: &[(&str, f64, f64)], x: f64) -> f64 {
        rows.iter().map(|(name, a, b)| if name.len() > 1 { a * x * b } else { x / b }).sum()
    }

    fn nested(rows: &[Vec<(f64, [f64; 2])>], x: f64) -> f64 {
        rows.iter().map(|row| row.iter().map(|(a, b)| a * x + b[0] * b[1]).sum::<f64>().powi(2)).sum()
    }

    fn first(#[fixed] rows: &[(f64, f64)], x: f64) -> f64 {
        rows[0].0 * x
    }

    pub(super) fn of_data(
        #[fixed] pairs: &[(f64, f64)],
        #[fixed] rows: &[(&str, f64, f64)],
        #[fixed] lists: &[Vec<(f64, [f64; 2])>],
        x: f64,
    ) -> f64 {
        weighted(pairs, x) * labelled(rows, x)
            + nested(lists, x) * first(pairs, x)
            + weighted(&pairs[1..], x * x)
    }

    pub(super) fn of_numbers(x: f64) -> f64 {
        weighted(&[(x, 2.0), (3.0, x)], x) * labelled(&[("ab", x, x)], x)
    }
}

#[test]
fn tuples_of_plain_floats_are_passed_plain_or_as_numbers() {
    let (pairs, rows) = ([(0.5, 2.0), (-1.5, 0.25)], [("a", 0.5, 3.0), ("bc", 2.0, -1.0)]);
    let lists = [vec![(0.5, [1.0, 2.0])], vec![], vec![(-1.0, [0.5, 3.0]), (2.0, [0.0, 1.0])]];
    let e = || tuples::OfData { pairs: &pairs, rows: &rows, lists: &lists };
    check::program(&e(), &0.7);
    testing::check_by_differences(&e(), &0.7).unwrap();
    check::program(&tuples::OfNumbers, &0.7);
}

#[test]
fn data_for_a_parameter_of_plain_floats_is_not_copied() {
    let rows = [("a", [1.0, 2.0]), ("b", [3.0, 4.0])];
    let mut memory = None;
    let same: &[(&str, [f64; 2])] = ad::__private::fit(&rows[..]).fitted(&mut memory);
    assert!(std::ptr::eq(same, &rows[..]));
}

#[test]
fn plain_floats_are_passed_plain_or_as_numbers() {
    let (x, h) = (0.7, 0.3);
    check::program(&HandedOn { h }, &x);
    check::program(&Halves { h }, &x);
    check::program(&Literals, &x);
    check::program(&Steps { h: &[0.5, -0.25, 0.75] }, &x);
    check::program(&Views { h: &[0.5, -0.25, 0.75] }, &x);
    check::program(&Shrinking { h }, &x);
    check::program(&Fields { rates: &Rates::of(3) }, &x);
    check::program(&together::Known { h }, &x);
}

#[test]
fn plain_floats_become_numbers_where_a_type_says_so() {
    let x = 0.7;
    check::program(&Declared { n: 3 }, &x);
    check::program(&DeclaredSlice { rates: &[0.5, -0.25] }, &x);
    check::program(&Instead, &x);
}
