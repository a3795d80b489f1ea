//! Functions that take functions, in one annotated module with their callers: followed where they are called.

use crate::check;
use ad::prelude::*;

#[exp(adjoint, class = Ring + PartialOrd)]
mod model {
    fn repeat(f: impl Fn(f64) -> f64, start: f64, n: usize) -> f64 {
        let mut x = start;
        for i in 0..n {
            if i == 2 {
                x *= f(start);
                continue;
            }
            x = f(x) * x;
        }
        x
    }
    fn early<F: Fn(f64, f64) -> f64>(f: F, x: &[f64]) -> f64 {
        let mut y = x[0];
        for v in x {
            if *v == 0.0 {
                return f(y, x[1]) * y;
            }
            if *v == 5.0 && y == x[0] {
                return 2.0;
            }
            y = f(y, *v);
        }
        let z = f(y, y);
        if z > y {
            return z * z;
        }
        z * y
    }
    fn each(mut f: impl FnMut(usize, f64), x: &[f64]) {
        for (i, v) in x.iter().enumerate() {
            f(i, *v);
        }
    }
    fn filled(f: &dyn Fn(&[f64]) -> f64, x: &[f64]) -> [f64; 3] {
        let mut z = [x[0], x[1], x[2]];
        for i in 0..3 {
            z[i] = z[i] * f(&z) + x[i];
        }
        z
    }
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    pub(super) fn all(n: usize, x: &[f64]) -> f64 {
        let mut k = x[0];
        let mut total = x[1];
        for j in 0..n {
            k = repeat(|v| v * x[2] + k, k, j) + repeat(cube, x[1], 1);
            each(
                |i, v| {
                    if i % 2 == 0 {
                        k *= v;
                    }
                    total += k * v;
                },
                &x[..3],
            );
            let y = early(|a, b| a * b + total, x);
            let square = |v: f64| v * v - k;
            total += y * repeat(|v| repeat(square, v, 1) * k, x[3], 2);
            let z = filled(&|z| z[0] * z[1] + z[2] * k, &[total, k, x[4]]);
            total = total * z[0] + z[1] * z[2];
        }
        k * total
    }
}

#[test]
fn agrees_with_the_tape() {
    for n in 0..4 {
        check::exact(model::All { n }, vec![3, -2, 5, 7, -4]);
        check::exact(model::All { n }, vec![1, 1, 0, -1, 2]);
    }
}
