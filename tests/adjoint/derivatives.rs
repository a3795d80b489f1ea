//! Derivatives and other expressions inside adjoint programs: `e.at(x)` is recorded, and exact to all orders.

use ad::prelude::*;
use ad::{I64, checkpoint, iterate, terms};

#[exp(class = Ring)]
fn energy(k: u32, w: f64, x: f64) -> f64 {
    let mut y = w * x * x;
    for _ in 0..k {
        y = y * x + w;
    }
    y
}

#[exp(class = Ring)]
fn field(w: &[f64], x: &[f64]) -> f64 {
    w.iter().zip(x).map(|(w, x)| w * x * x * x).sum()
}

#[exp(class = Ring)]
fn turned(x: [f64; 2]) -> [f64; 2] {
    [x[0] * x[1], x[0] - x[1] * x[1]]
}

twice! {
    // The perturbation of the inner derivative is not that of the outer one.
    fn forces as Forces, ForcesByTape(n: u32, w: f64, x: f64) -> f64 {
        let mut y = x;
        let mut sum = w * x;
        for i in 0..n {
            let slope = forward::diff(Energy { k: i }.given(w * y)).at(y);
            y = y * w - x;
            sum += slope * y;
        }
        sum * y
    }
    // Lists as given numbers and arguments, which change afterwards.
    fn lists as Lists, ListsByTape(n: u32, w: f64, x: f64) -> f64 {
        let mut list = vec![x, w, x * w];
        let mut product = w;
        for i in 0..n as usize {
            let g = stack::grad(Field.given(list.clone())).at(vec![x, product, w]);
            list[i % 3] = g[(i + 1) % 3] + list[i % 3] * x;
            product = product * g[2] - list[0];
        }
        product
    }
    // An expression with a name, used twice, and one whose result is not used.
    fn named as Named, NamedByTape(n: u32, w: f64, x: f64) -> f64 {
        let e = iterate(Turned, n as usize).snapshots(2);
        let y = e.at([w, x]);
        let z = e.at([y[1], 2.0]);
        let unused = e.at(z);
        let k = unused.len();
        checkpoint(Turned).at(z)[0] * y[0] * (k as f64)
    }
    // In branches and closures.
    fn branches as Branches, BranchesByTape(n: u32, w: f64, x: f64) -> f64 {
        let second = |v: f64| forward::diff(forward::diff(Energy { k: 3 }.given(w))).at(v * x);
        if n > 1 { second(x) * second(w) } else { x * forward::diff(Energy { k: n }.given(w * w)).at(w) }
    }
}

#[exp(class = Ring)]
fn misfit(#[fixed] a: i32, x: [f64; 2]) -> f64 {
    let r = x[0] * a as f64 - x[1] * x[1];
    r * r * x[0]
}

twice! {
    fn sums as Sums, SumsByTape(data: &[i32], w: f64, x: f64) -> f64 {
        let s = terms(data, |a| Misfit { a: *a }).at([x * w, w]);
        s * terms(data, |a| Misfit { a: *a }).at([3.0, s])
    }
}

/// Value, gradient, second derivatives by three strategies, and third derivatives.
macro_rules! agree {
    ($ours:expr, $theirs:expr, $x:expr) => {
        let (ours, theirs, x) = ($ours, $theirs, $x);
        assert_eq!(ours.eval(I64, x), theirs.eval(I64, x));
        assert_eq!(reverse::grad(ours).eval(I64, x), forward::grad(theirs).eval(I64, x));
        let hessian = forward::jacobian(forward::grad(theirs)).eval(I64, x);
        assert_eq!(forward::jacobian(reverse::grad(ours)).eval(I64, x), hessian);
        assert_eq!(stack::jacobian(reverse::grad(ours)).eval(I64, x), hessian);
        assert_eq!(reverse::jacobian(forward::grad(ours)).eval(I64, x), hessian);
    };
}

#[test]
fn inner_expressions_are_differentiated_by_the_program_around_them() {
    for x in [(2, 3), (-1, 5), (0, 7), (1, 0)] {
        for n in 0..4 {
            agree!(Forces { n }, ForcesByTape { n }, x);
            agree!(Lists { n }, ListsByTape { n }, x);
            agree!(Named { n }, NamedByTape { n }, x);
            agree!(Branches { n }, BranchesByTape { n }, x);
        }
        for data in [&[] as &[i32], &[4], &[1, -2, 7]] {
            agree!(Sums { data }, SumsByTape { data }, x);
        }
    }
}

/// The example of perturbation confusion.
#[exp(adjoint)]
fn outer(x: f64) -> f64 {
    x * forward::diff(Plus.given(x)).at(1.0)
}

#[exp]
fn plus(x: f64, y: f64) -> f64 {
    x + y
}

#[test]
fn perturbations_are_not_confused() {
    assert_eq!(reverse::diff(Outer).at(1.0), 1.0);
}
