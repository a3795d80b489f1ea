//! Operators of structs over numbers.

use crate::check;
use ad::prelude::*;

#[exp(adjoint, class = Ring)]
mod space {
    use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Vector {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl Add for Vector {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Vector { x: self.x + other.x, y: self.y + other.y }
        }
    }

    impl Sub for Vector {
        type Output = Vector;
        fn sub(self, other: Vector) -> Self::Output {
            Vector { x: self.x - other.x, y: self.y - other.y }
        }
    }

    /// Two of one operator.
    impl Mul<f64> for Vector {
        type Output = Vector;
        fn mul(self, by: f64) -> Vector {
            Vector { x: self.x * by, y: self.y * by * by }
        }
    }

    impl Mul for Vector {
        type Output = f64;
        fn mul(self, other: Vector) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }

    impl Mul<&Vector> for Vector {
        type Output = Vector;
        fn mul(self, other: &Vector) -> Vector {
            Vector { x: self.x * other.y, y: self.y * other.x * self.x }
        }
    }

    impl Neg for Vector {
        type Output = Vector;
        fn neg(self) -> Vector {
            Vector { x: -self.x * self.y, y: -self.y }
        }
    }

    impl AddAssign for Vector {
        fn add_assign(&mut self, other: Vector) {
            self.x += other.x * self.y;
            self.y = self.y * other.y + self.x;
        }
    }

    impl SubAssign<usize> for Vector {
        fn sub_assign(&mut self, k: usize) {
            for _ in 0..k {
                self.x = self.x * self.y;
            }
        }
    }

    impl MulAssign<f64> for Vector {
        fn mul_assign(&mut self, by: f64) {
            *self = *self * by;
        }
    }

    impl Vector {
        pub(super) fn new(x: f64, y: f64) -> Self {
            Vector { x, y }
        }

        fn middle(self, other: Vector) -> Vector {
            (self + other) * self.x - other * (other * self)
        }
    }

    fn turned(v: Vector, k: usize) -> Vector {
        if k == 0 { v } else { -turned(v + Vector::new(v.y, 2.0), k - 1) }
    }

    pub(super) fn values(n: usize, a: Vector, b: Vector) -> f64 {
        let c = a * (b - a * 3.0) - a.x;
        let d = (a + b) * &b;
        let e = a + turned(b, n) * c;
        d * e + -e * (d - b) * (a.middle(b) * a)
    }

    pub(super) fn orbit(n: usize, start: Vector, dt: f64) -> f64 {
        let mut p = start;
        let mut v = Vector::new(dt, start.y * dt);
        let mut s = p * v;
        for i in 0..n {
            if i == 3 {
                break;
            }
            v += -p * dt;
            p -= i;
            p = p + v * s;
            p *= s;
            s += p * v;
        }
        s * (p * start)
    }

    struct Body {
        at: Vector,
        trace: Vec<Vector>,
    }

    pub(super) fn nested(points: &[Vector]) -> f64 {
        let mut body = Body { at: Vector::new(1.0, 2.0), trace: vec![] };
        let mut total = Vector::new(1.0, 1.0);
        for p in points {
            body.at += *p;
            body.at = body.at * p;
            total = total - *p * (body.at * *p);
            body.trace.push(total + body.at);
        }
        let mut list = points.to_vec();
        for (q, p) in list.iter_mut().zip(&body.trace) {
            *q += *p * 2.0;
            *q = *q - *p;
        }
        list[0] *= total.y;
        let sum = list.iter().fold(Vector::new(0.0, 1.0), |a, p| a * (a * *p) + *p);
        sum * total + list.iter().map(|p| *p * total).sum::<f64>()
    }
}

#[test]
fn operators_are_calls() {
    for n in 0..5 {
        let (a, b) = (space::Vector { x: 3, y: -2 }, space::Vector { x: -5, y: 7 });
        check::exact(space::Values { n }, (a, b));
        check::exact(space::Orbit { n }, (a, 2));
    }
}

#[test]
fn operators_in_places_and_lists() {
    let vector = |x, y| space::Vector { x, y };
    check::exact(space::Nested, vec![vector(3, -2), vector(0, 4), vector(5, 1)]);
    check::exact(space::Nested, vec![vector(-1, 6)]);
}
