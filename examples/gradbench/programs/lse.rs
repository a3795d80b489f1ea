//! The logarithm of a sum of exponentials.

use ad::prelude::*;

/// ln Σ exp xᵢ
#[exp(adjoint)]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut most = x[0];
    for i in 1..x.len() {
        if x[i] > most {
            most = x[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - most).exp();
    }
    sum.ln() + most
}

pub fn gradient(x: &[f64]) -> Vec<f64> {
    adjoint::grad(LogSumExp).at(x.to_vec())
}
