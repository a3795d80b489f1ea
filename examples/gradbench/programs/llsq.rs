//! Linear least squares: a polynomial is fitted to the sign function.

use ad::prelude::*;

/// `n` points from -1 to 1, each with its sign.
pub fn points(n: usize) -> Vec<(f64, f64)> {
    let t = |i| -1.0 + 2.0 * i as f64 / (n - 1) as f64;
    (0..n).map(t).map(|t| (t, if t == 0.0 { 0.0 } else { t.signum() })).collect()
}

/// ½ Σ (s - Σⱼ xⱼ tʲ)² over the points (t, s).
#[exp(adjoint)]
pub fn llsq(#[fixed] points: &[(f64, f64)], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &(t, s) in points {
        let mut residual = 0.0 + s;
        let mut power = 1.0;
        for j in 0..x.len() {
            residual -= x[j] * power;
            power *= t;
        }
        sum += residual * residual;
    }
    0.5 * sum
}

pub fn primal(x: &[f64], n: usize) -> f64 {
    llsq(&points(n), x)
}

pub fn gradient(x: &[f64], n: usize) -> Vec<f64> {
    adjoint::grad(Llsq { points: &points(n) }).at(x.to_vec())
}
