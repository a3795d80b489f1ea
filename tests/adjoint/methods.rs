//! Methods and associated functions.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
mod geometry {
    #[derive(Clone, Copy)]
    pub(super) struct Vector {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl Vector {
        pub(super) fn new(x: f64, y: f64) -> Self {
            Vector { x, y }
        }

        pub(super) fn dot(&self, other: &Vector) -> f64 {
            self.x * other.x + self.y * other.y
        }

        pub(super) fn scaled(self, by: f64) -> Self {
            Self::new(self.x * by, self.y * by * by)
        }

        pub(super) fn squared(&self) -> f64 {
            self.dot(self)
        }

        pub(super) fn advance(&mut self, by: &Vector, dt: f64) {
            self.x += by.x * dt * self.y;
            self.y *= by.y;
        }

        pub(super) fn turned(self, times: usize) -> Vector {
            let mut v = self;
            for _ in 0..times {
                v = Vector::new(v.y, -v.x * v.y);
            }
            v
        }
    }

    pub(super) fn path(n: usize, start: Vector, dt: f64) -> f64 {
        let mut p = start;
        let fixed = Vector::new(dt, start.y * dt);
        let mut s = 1.0;
        for i in 0..n {
            s += s * p.squared();
            p.advance(&fixed, s);
            s *= p.dot(&fixed) + fixed.dot(&p.scaled(dt));
            let q = p.turned(i);
            s += q.squared() * p.x;
        }
        s * p.dot(&start)
    }

    pub(super) fn sum(points: &[Vector]) -> f64 {
        let mut total = Vector::new(1.0, 2.0);
        let mut list = points.to_vec();
        for p in points {
            total.advance(p, p.squared());
        }
        for p in list.iter_mut() {
            p.advance(&total, 2.0);
        }
        list.iter().map(|p| p.dot(&total)).sum::<f64>() * total.squared()
    }
}

#[test]
fn methods_are_called() {
    use geometry::{Path, Sum, Vector};
    for n in 0..4 {
        check::program(&Path { n }, &(Vector { x: 0.3, y: -0.7 }, 0.9));
    }
    check::program(&Sum, &vec![Vector { x: 0.3, y: -0.7 }, Vector { x: 2.0, y: 0.5 }]);
}

#[test]
fn methods_are_expressions_with_adjoint_programs() {
    use geometry::{Vector, VectorDot, VectorSquared, VectorTurned};
    let (a, b) = (Vector { x: 0.3, y: -0.7 }, Vector { x: 2.0, y: 0.5 });
    check::program(&VectorDot, &(a, b));
    check::program(&VectorSquared, &a);
    check::jacobian(VectorTurned { times: 3 }, b);
}

#[exp]
#[derive(Clone)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
}

#[exp(adjoint)]
impl Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y = self.bias.clone();
        for (i, row) in self.weights.iter().enumerate() {
            let s: f64 = row.iter().zip(x).map(|(w, v)| w * v).sum();
            y[i] = (y[i] + s).tanh();
        }
        y
    }

    fn loss(&self, x: &[f64]) -> f64 {
        let y = self.forward(x);
        let z = self.forward(&y);
        z.iter().map(|v| v * v).sum()
    }
}

#[test]
fn a_block_by_itself() {
    let layer = Layer { weights: vec![vec![0.3, -0.4], vec![0.5, 0.9]], bias: vec![0.1, -0.2] };
    check::program(&LayerLoss, &(layer.clone(), vec![0.7, -1.1]));
}

mod of_the_same_name {
    use super::*;

    #[exp(adjoint, class = Ring + PartialOrd)]
    #[allow(dead_code)]
    fn grown_in_place(v: f64, by: f64) -> bool {
        v > by
    }
}

use crate::mutable::grown_in_place;

#[exp(adjoint, class = Ring + PartialOrd)]
fn passed_on(v: &mut f64, by: f64) -> f64 {
    if grown_in_place(v, by) { *v * by } else { by }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn grown(x: &[f64]) -> f64 {
    let mut v = x[0];
    let a = passed_on(&mut v, x[1]);
    a * v
}

#[test]
fn a_name_may_mean_a_function_elsewhere() {
    check::exact(Grown, vec![3, 4]);
    check::exact(Grown, vec![-3, 4]);
}

#[exp(adjoint, class = Ring)]
mod account {
    struct Account {
        total: f64,
        rate: f64,
    }

    impl Account {
        fn step(&mut self, by: f64) -> f64 {
            self.rate += by * self.total;
            self.rate * by
        }

        fn run(&mut self, by: f64) {
            self.total += self.step(by);
            self.rate *= 2.0 + self.step(by);
        }
    }

    fn grow(s: &mut f64) -> f64 {
        *s *= 3.0;
        *s + 1.0
    }

    pub(super) fn balance(x: f64, y: f64) -> f64 {
        let mut account = Account { total: x, rate: y };
        account.run(y);
        let mut s = account.total;
        s += grow(&mut s);
        s * account.rate
    }
}

#[test]
fn the_right_side_of_a_compound_assignment_may_change_its_owner() {
    check::exact(account::Balance, (2, 5));
}
