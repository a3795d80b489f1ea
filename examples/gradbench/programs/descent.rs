//! Gradient descent with a step that adapts itself, as GradBench prescribes it.

use ad::prelude::*;

/// The minimum near `start` of a function. `f` computes its value and gradient.
#[exp]
pub fn argmin<const N: usize>(f: impl Fn([f64; N]) -> (f64, [f64; N]), start: [f64; N]) -> [f64; N] {
    let mut x = start;
    let (mut value, mut slope) = f(x);
    let mut step = 1e-5;
    let mut accepted = 0;
    loop {
        if norm(slope) <= 1e-5 {
            return x;
        }
        if accepted == 10 {
            step *= 2.0;
            accepted = 0;
            continue;
        }
        let mut next = x;
        let mut moved = x;
        for i in 0..N {
            next[i] = x[i] - step * slope[i];
            moved[i] = x[i] - next[i];
        }
        if norm(moved) <= 1e-5 {
            return x;
        }
        let (there, slope_there) = f(next);
        if there < value {
            x = next;
            value = there;
            slope = slope_there;
            accepted += 1;
        } else {
            step *= 0.5;
            accepted = 0;
        }
    }
}

#[exp]
#[inline]
fn norm<const N: usize>(x: [f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum.sqrt()
}
