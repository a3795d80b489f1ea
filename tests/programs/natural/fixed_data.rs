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

/// Data of a type that is over numbers elsewhere.
#[exp(adjoint)]
mod of_a_type_over_numbers {
    #[derive(Clone, Copy)]
    pub(super) struct Vector {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl Vector {
        fn norm(&self) -> f64 {
            (self.x * self.x + self.y * self.y).sqrt()
        }

        fn minus(self, other: Vector) -> Vector {
            Vector { x: self.x - other.x, y: self.y - other.y }
        }
    }

    fn near(#[fixed] target: &Vector, v: Vector) -> f64 {
        (v.x - target.x).powi(2) * target.y
    }

    fn part(#[fixed] target: Vector) -> f64 {
        target.x * target.x
    }

    pub(super) fn targets(
        #[fixed] first: Vector,
        #[fixed] others: &[Vector],
        #[fixed] last: Option<Vector>,
        v: Vector,
    ) -> f64 {
        let sum: f64 = others.iter().map(|other| (v.x - other.x).powi(2) * other.norm()).sum();
        let end: Vector = first;
        let last = match last {
            Some(last) => last.x * v.x,
            None => v.y,
        };
        sum + near(&first, v) + part(first) * v.y + last + v.minus(end).norm() * first.norm()
    }
}

#[test]
fn have_types_over_numbers() {
    use of_a_type_over_numbers::{Targets, Vector};
    let first = Vector { x: 1.0, y: 2.0 };
    for last in [None, Some(Vector { x: -3.0, y: 0.5 })] {
        let e = Targets { first, others: &[first, Vector { x: 0.5, y: -1.0 }], last };
        crate::check::program(&e, &Vector { x: 3.0, y: 5.0 });
    }
}

/// A float made of data and integers is data.
#[exp(adjoint)]
mod with_integers {
    fn inner(#[fixed] h: f64, x: f64) -> f64 {
        x * h + x
    }

    pub(super) fn steps(#[fixed] time: f64, n: usize, x: f64) -> f64 {
        let h = time / n as f64;
        let half = (n as f64) * time * 0.5;
        let mut s = x;
        for _ in 0..n {
            s = inner(h, s) * half;
        }
        s * inner(half, x)
    }
}

#[test]
fn divided_by_integers_stay_data() {
    crate::check::program(&with_integers::Steps { time: 1.5, n: 3 }, &0.75);
}
