//! A dense function, for Hessians: ln Σᵢ exp(aᵢ·x) + ½ xᵀ·Q·x.

use ad::prelude::*;

/// The rows aᵢ, and the symmetric matrix Q.
#[derive(Clone)]
pub struct Dense {
    pub a: Vec<Vec<f64>>,
    pub q: Vec<Vec<f64>>,
}

#[exp(adjoint, name = Weighted)]
pub fn weighted(#[fixed] row: &[f64], x: &[f64]) -> f64 {
    row.iter().zip(x).map(|(a, x)| a * x).sum()
}

#[exp(adjoint, name = LogSumExpQuadratic)]
pub fn log_sum_exp_quadratic(#[fixed] h: &Dense, x: &[f64]) -> f64 {
    let sum: f64 = h.a.iter().map(|row| weighted(row, x).exp()).sum();
    let quadratic: f64 = h.q.iter().zip(x).map(|(row, xi)| xi * weighted(row, x)).sum();
    sum.ln() + 0.5 * quadratic
}

/// Entries between -1 and 1.
pub fn dense(n: usize) -> (Dense, Vec<f64>) {
    let entry = |i: usize, j: usize| ((i * 31 + j * 17) % 101) as f64 / 50.0 - 1.0;
    let matrix = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..n).map(|i| (0..n).map(|j| of(i, j)).collect()).collect()
    };
    let h = Dense { a: matrix(&entry), q: matrix(&|i, j| entry(i.min(j), i.max(j))) };
    (h, (0..n).map(|i| 0.01 * i as f64).collect())
}
