//! Data that are not differentiated, where a function over numbers wants them: rustc infers whether a parameter is fixed.

use ad::prelude::*;

#[derive(Clone, Copy)]
enum Source {
    Point { at: f64, charge: f64 },
    Row([f64; 2]),
}

#[exp]
#[derive(Clone, Copy)]
struct Line {
    slope: f64,
    offset: f64,
}

#[exp(adjoint)]
impl Line {
    fn through(x: &[f64], y: &[f64]) -> Self {
        let slope = (y[1] - y[0]) / (x[1] - x[0]);
        Line { slope, offset: y[0] - slope * x[0] }
    }

    fn at(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }
}

#[exp(adjoint)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[exp(adjoint)]
fn across(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[exp(adjoint)]
fn mixed(#[fixed] weights: &[f64], #[fixed] rate: f64, x: f64) -> f64 {
    weights.iter().map(|w| w * x * x).sum::<f64>() * rate
}

#[exp(adjoint)]
fn turned(a: [f64; 2]) -> [f64; 2] {
    [-a[1], a[0]]
}

#[exp(adjoint)]
fn everything(
    #[fixed] rows: &[(Vec<f64>, f64)],
    #[fixed] sources: &[Source],
    #[fixed] tolerance: f64,
    line: Line,
    w: &[f64],
) -> f64 {
    let mut s = 0.0;
    for (row, rate) in rows {
        let value = dot(w, row) + line.at(*rate);
        s += if value <= 2.0 * tolerance { value * value } else { mixed(row, *rate, value) };
        s += Line::through(row, w).at(row[0]);
    }
    for source in sources {
        s += match *source {
            Source::Point { at, charge } => line.at(at) * charge,
            Source::Row(row) => across(turned(row), [w[0], w[1]]) * across([w[1], w[0]], turned(row)),
        };
    }
    s
}

#[test]
fn meet_numbers_in_calls() {
    let rows = [(vec![1.5, -2.0], 0.5), (vec![3.0, 1.0], 2.0)];
    let sources = [Source::Point { at: 2.0, charge: -1.0 }, Source::Row([0.5, 3.0])];
    for tolerance in [-10.0, 0.5, 10.0] {
        let e = Everything { rows: &rows, sources: &sources, tolerance };
        let line = Line { slope: 2.0, offset: -0.25 };
        crate::check::program(&e, &(line, vec![0.5, 1.25]));
    }
}
