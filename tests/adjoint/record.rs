//! Calls of functions without an adjoint program, which `record(…)` names: alone, nested in every strategy, at edges.

use crate::check;
use ad::prelude::*;

mod strangers {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone, Copy)]
    pub(crate) struct Point {
        pub(crate) x: f64,
        pub(crate) y: f64,
        #[fixed]
        pub(crate) weight: i64,
    }

    #[exp]
    pub(crate) fn horner(k: u32, a: f64, b: &[f64]) -> f64 {
        let mut y = a;
        for v in b {
            y = y * v + a;
        }
        for _ in 0..k {
            y = y * a;
        }
        y
    }
    #[exp]
    pub(crate) fn parts(a: f64, b: Vec<f64>, c: &f64) -> (f64, [f64; 2]) {
        (a * b[0], [b[1] * a * c, a * a])
    }
    #[exp]
    pub(crate) fn mirrored(p: &Point<f64>, by: f64, names: &[&str]) -> Point<f64> {
        let mut q = *p;
        for _ in names {
            q = Point { x: q.y * by, y: q.x * q.x, ..q };
        }
        q
    }
    #[exp]
    pub(crate) fn rows<const K: usize>(x: &[[f64; K]]) -> Vec<f64> {
        x.iter().map(|row| row.iter().product()).collect()
    }
    #[exp]
    pub(crate) fn first_above(x: &[f64], limit: f64) -> Option<f64> {
        x.iter().find(|v| **v > limit).map(|v| *v * *v * limit)
    }
    #[exp]
    impl Point<f64> {
        pub(crate) fn square(self) -> f64 {
            self.x * self.x + self.y * self.y
        }
    }
}
use strangers::{Point, first_above, mirrored};

#[exp(adjoint, class = Ring + PartialOrd, record(strangers::horner, strangers::parts))]
fn in_loops(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    let mut w = x.to_vec();
    for i in 0..n {
        if x[i] == 0.0 {
            s = strangers::horner(2, x[1], &w) * s;
            continue;
        }
        let y = strangers::horner(i as u32, s * x[i], &w[i..]);
        w[i] = y * s;
        let (p, [q, r]) = strangers::parts(y, vec![s, w[0]], &w[2]);
        s = s * p + q * r;
        strangers::horner(1, s, &w);
        let square = |v: f64| strangers::horner(0, v, &[v]);
        s += square(s) + strangers::horner(1, s, &[s, 2.0]);
    }
    s * w[0]
}

#[exp(adjoint, class = Ring + PartialOrd, record(mirrored, strangers::rows, Point::square))]
fn of_structs(n: usize, x: &[f64]) -> f64 {
    let mut p = Point { x: x[0], y: x[1] * x[2], weight: 2 };
    let mut s = x[3];
    for _ in 0..n {
        p = mirrored(&p, s, &["left", "right", "left"]);
        let list = strangers::rows(&[[p.x, s], [s, x[4]], [p.y, p.x]]);
        s += list[0] * list[1] + list[2] * Point::square(p);
    }
    s * p.x
}

#[exp(adjoint, class = Ring + PartialOrd, record(first_above))]
fn of_options(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    for i in 0..n {
        if let Some(v) = first_above(&x[i..], s) {
            s = s * v + x[1];
        } else {
            s *= x[2];
        }
    }
    s
}

/// Called by one that has a program, and calling one that has none.
#[exp(adjoint, class = Ring + PartialOrd)]
fn around(n: usize, x: &[f64]) -> f64 {
    let mut s = x[1];
    for i in 0..n {
        s = s * in_loops(i, x) + x[i] * s;
    }
    s
}

#[test]
fn agrees_with_the_tape() {
    for n in 0..4 {
        for x in [vec![3, -2, 5, 7, -4], vec![0, 1, 0, -1, 2]] {
            check::exact(InLoops { n }, x.clone());
            check::exact(OfStructs { n }, x.clone());
            check::exact(OfOptions { n }, x.clone());
            check::exact(Around { n }, x);
        }
    }
}

#[exp]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[exp(adjoint, class = Ring, record(cube))]
fn twice(x: f64) -> f64 {
    cube(cube(x) * x) + x
}

/// By each strategy, outside and inside.
macro_rules! second {
    ($($outer:ident)*) => {$(
        #[test]
        fn $outer() {
            for x in [-2, 0, 1, 3] {
                let second = ad::stack::diff(ad::stack::diff(Twice)).eval(I64, x);
                assert_eq!(ad::$outer::diff(adjoint::diff(Twice)).eval(I64, x), second);
                assert_eq!(adjoint::diff(adjoint::record(ad::$outer::diff(Twice))).eval(I64, x), second);
                let third = ad::stack::diff(ad::stack::diff(ad::stack::diff(Twice))).eval(I64, x);
                assert_eq!(ad::$outer::diff(ad::forward::diff(adjoint::diff(Twice))).eval(I64, x), third);
                assert_eq!(ad::$outer::diff(adjoint::diff(adjoint::diff(Twice))).eval(I64, x), third);
            }
        }
    )*};
}
second!(forward stack backpropagator);
#[cfg(feature = "effects")]
second!(effects);

#[exp]
fn quotient(x: f64, y: f64, taken: bool) -> f64 {
    if taken { y / x } else { y * 3.0 }
}

#[exp(adjoint, record(quotient))]
fn edge(taken: bool, x: f64, y: f64) -> f64 {
    let z = quotient(x, y, taken);
    let unused = quotient(x, y, true);
    if x > 1.0 { z * quotient(0.0 * x, unused, true) } else { z * y }
}

/// An empty slot is not zero: neither from a branch that was not taken, nor from an unused result.
#[test]
fn one_over_zero_at_an_empty_slot() {
    assert_eq!(adjoint::value_and_grad(Edge { taken: false }).at((0.0, 2.0)), (12.0, (0.0, 12.0)));
    check::gradient(Edge { taken: true }, (0.5, 2.0));
    check::hessian(Edge { taken: true }, (0.5, 2.0));
}
