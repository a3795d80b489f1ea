//! A recurrent network.

use super::Random;
use ad::prelude::*;

/// h ← tanh(W·h + b), `n` times; Σ hᵢ². The matrix has a row for each number of the state.
#[exp(adjoint)]
pub fn rnn(steps: usize, w: &[f64], bias: &[f64], h: &[f64]) -> f64 {
    let n = h.len();
    let mut h = h.to_vec();
    let mut next = h.clone();
    for _ in 0..steps {
        for i in 0..n {
            let mut sum = bias[i];
            for j in 0..n {
                sum += w[i * n + j] * h[j];
            }
            next[i] = sum.tanh();
        }
        h.copy_from_slice(&next);
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += h[i] * h[i];
    }
    sum
}

/// The same, by scalar products.
#[exp]
pub fn rnn_by_dot(steps: usize, w: &[f64], bias: &[f64], h: &[f64]) -> f64 {
    let n = h.len();
    let mut h = h.to_vec();
    let mut next = h.clone();
    for _ in 0..steps {
        for i in 0..n {
            next[i] = (bias[i] + ad::dot(&w[i * n..(i + 1) * n], &h)).tanh();
        }
        h.copy_from_slice(&next);
    }
    ad::dot(&h, &h)
}

pub fn rnn_problem() -> (Rnn, (Vec<f64>, Vec<f64>, Vec<f64>)) {
    let n = 32;
    let mut random = Random::new();
    let w = random.vec(n * n).into_iter().map(|w| 0.3 * w).collect();
    (Rnn { steps: 10 }, (w, random.vec(n), random.vec(n)))
}
