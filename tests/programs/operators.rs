//! Operators of structs over numbers.

use crate::check;
use ad::call;
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

#[exp(adjoint)]
mod left {
    use std::ops::{Add, Div, Mul, Sub};

    pub(super) mod numbers {
        use std::ops::Mul;

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(in super::super) struct Complex {
            pub(in super::super) re: f64,
            pub(in super::super) im: f64,
        }

        impl Mul<Complex> for f64 {
            type Output = Complex;
            fn mul(self, z: Complex) -> Self::Output {
                Complex { re: self * z.re, im: self * self * z.im }
            }
        }
    }
    pub(super) use numbers::Complex;

    impl Mul for Complex {
        type Output = Complex;
        fn mul(self, z: Complex) -> Complex {
            Complex { re: self.re * z.re - self.im * z.im, im: self.re * z.im + self.im * z.re }
        }
    }

    impl Add<Complex> for f64 {
        type Output = Complex;
        fn add(self, Complex { re, im }: Complex) -> Complex {
            let z = self + re;
            Complex { re: z, im }
        }
    }

    impl Sub<&Complex> for f64 {
        type Output = Complex;
        fn sub(self, z: &Complex) -> Complex {
            let re: f64 = Self::max(self, -1e9) - z.re;
            Complex { re, im: -z.im * self }
        }
    }

    impl Div<Complex> for f64 {
        type Output = f64;
        fn div(self, z: Complex) -> f64 {
            if z.re > 0.0 {
                return self / z.re;
            }
            self * z.im
        }
    }

    /// A vector that cannot be copied.
    #[derive(Clone, Debug)]
    pub(super) struct Signal {
        pub(super) values: Vec<f64>,
    }

    impl Mul<Signal> for f64 {
        type Output = Signal;
        fn mul(self, mut s: Signal) -> Signal {
            s.values.iter_mut().for_each(|value| *value *= self);
            s
        }
    }

    impl Mul<&Signal> for f64 {
        type Output = Signal;
        fn mul(self, s: &Signal) -> Signal {
            Signal { values: s.values.iter().map(|value| value * self * self).collect() }
        }
    }

    fn twice(z: Complex) -> Complex {
        2.0 * z
    }

    pub(super) fn literals(z: Complex, x: f64) -> Complex {
        let w = 2.0 * x * z * twice(z);
        1.0 + (3.0 - &(x * w)) * (x - &w)
    }

    pub(super) fn effects(x: f64, z: Complex) -> f64 {
        let mut count = x;
        let mut next = || {
            count *= 2.0;
            count
        };
        let first = next() * Complex { re: next(), im: next() };
        let parts = [z, first, 3.0 * z];
        let sum = parts.iter().map(|part| x * *part).fold(z, |a, b| 1.0 / a * b);
        sum.re + sum.im + 2.0 / z
    }

    pub(super) fn fixed(z: Complex, #[fixed] h: f64, pairs: &[(f64, Complex)]) -> Complex {
        let mut total = h * z;
        for (weight, point) in pairs {
            let part = *weight * *point;
            total = h / total * part;
        }
        if let Some((t, p)) = pairs.iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
            *t * *p * total
        } else {
            total
        }
    }

    /// The kinds of operands in closures are not known: here they are plain floats.
    pub(super) fn plain(x: f64, #[fixed] h: f64, #[fixed] rows: &[(f64, f64)]) -> f64 {
        let weights: f64 = rows.iter().map(|row| h * row.0 + 2.0 * row.1).sum();
        rows.iter().map(|(a, b)| h * a * x + b * x).sum::<f64>() * weights
    }

    pub(super) fn signals(x: f64, s: &Signal) -> f64 {
        let twice = x * s;
        let thrice = x * twice.clone();
        thrice.values.iter().zip(&twice.values).map(|(a, b)| a * b).sum()
    }
}

#[exp(adjoint)]
#[derive(Clone, Copy)]
struct Point {
    x: f64,
}

#[exp(adjoint)]
impl std::ops::Mul<Point> for f64 {
    type Output = Point;
    fn mul(self, p: Point) -> Point {
        Point { x: self * self * p.x }
    }
}

#[exp(adjoint)]
fn above(x: f64, p: Point) -> f64 {
    (x * p).x
}

#[test]
fn operators_with_a_number_on_the_left() {
    let z = left::Complex { re: 0.7, im: -1.2 };
    crate::check::program(&left::Literals, &(z, 0.6));
    crate::check::program(&left::Effects, &(0.6, z));
    let pairs = vec![(0.5, z), (-0.3, left::Complex { re: 0.1, im: 0.4 })];
    crate::check::program(&left::Fixed { h: 0.3 }, &(z, pairs));
    crate::check::program(&left::Plain { h: 0.3, rows: &[(1.0, 2.0), (-0.5, 0.7)] }, &0.6);
    crate::check::program(&left::Signals, &(0.6, left::Signal { values: vec![1.0, -2.0] }));
    crate::check::program(&Above, &(0.6, Point { x: 2.0 }));
    // Over floats, the operators are those of the source.
    let w = 0.5 * z;
    assert_eq!((w.re, w.im), (0.35, -0.3));
    assert_eq!(call::value(&left::Effects, &(0.6, z)), plain::effects(0.6, z));
    assert_eq!(call::value(&Above, &(0.6, Point { x: 2.0 })), 0.72);
    assert_eq!(
        call::value(&left::Signals, &(2.0, left::Signal { values: vec![3.0] })),
        4.0 * 3.0 * 8.0 * 3.0
    );
}

/// The same over floats, with the operators of [`left`].
mod plain {
    use super::left::Complex;

    pub(super) fn effects(x: f64, z: Complex) -> f64 {
        let mut count = x;
        let mut next = || {
            count *= 2.0;
            count
        };
        let first = next() * Complex { re: next(), im: next() };
        let parts = [z, first, 3.0 * z];
        let sum = parts.iter().map(|part| x * *part).fold(z, |a, b| 1.0 / a * b);
        sum.re + sum.im + 2.0 / z
    }
}
