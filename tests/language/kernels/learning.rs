//! Losses and cells of machine learning.

use crate::kernels::published;

kernels! {
    /// The logarithm of a sum of exponentials, without overflow.
    pub fn log_sum_exp(x: &[f64]) -> f64 {
        let max = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        max + x.iter().map(|v| (v - max).exp()).sum::<f64>().ln()
    }

    /// Softmax.
    pub fn softmax(logits: &[f64]) -> Vec<f64> {
        let max = *logits.iter().max_by(|a, b| a.total_cmp(b)).expect("no logits");
        let exps: Vec<f64> = logits.iter().map(|x| (x - max).exp()).collect();
        let sum: f64 = exps.iter().sum();
        exps.into_iter().map(|e| e / sum).collect()
    }

    /// The cross entropy of a label.
    pub fn cross_entropy(logits: &[f64], label: usize) -> f64 {
        log_sum_exp(logits) - logits[label]
    }

    pub fn sigmoid(x: f64) -> f64 {
        if x >= 0.0 {
            1.0 / (1.0 + (-x).exp())
        } else {
            let e = x.exp();
            e / (1.0 + e)
        }
    }

    /// A cell of long short-term memory (S. Hochreiter and J. Schmidhuber, 1997) of width one: (h, c).
    pub fn lstm_cell(x: f64, h: f64, c: f64, w: &[[f64; 3]; 4]) -> (f64, f64) {
        let gate = |row: usize| w[row][0] * x + w[row][1] * h + w[row][2];
        let (i, f, o) = (sigmoid(gate(0)), sigmoid(gate(1)), sigmoid(gate(2)));
        let g = gate(3).tanh();
        let c = f * c + i * g;
        (o * c.tanh(), c)
    }

    /// The smooth loss of P. Huber, 1964.
    pub fn huber(residuals: &[f64], delta: f64) -> f64 {
        residuals
            .iter()
            .map(|&r| match r.abs() {
                a if a <= delta => 0.5 * a * a,
                a => delta * (a - 0.5 * delta),
            })
            .sum::<f64>()
            / residuals.len() as f64
    }

    /// The GELU activation in its tanh form (D. Hendrycks and K. Gimpel, 2016).
    pub fn gelu(x: f64) -> f64 {
        0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh())
    }

    /// Scaled dot-product attention of one query.
    pub fn attention(query: &[f64], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<f64> {
        let scale = (query.len() as f64).sqrt();
        let scores: Vec<f64> =
            keys.iter().map(|k| k.iter().zip(query).map(|(a, b)| a * b).sum::<f64>() / scale).collect();
        let total = log_sum_exp(&scores);
        let weights: Vec<f64> = scores.iter().map(|s| (s - total).exp()).collect();
        let mut out = vec![0.0; values[0].len()];
        for (w, v) in weights.iter().zip(values) {
            for (o, x) in out.iter_mut().zip(v) {
                *o += w * x;
            }
        }
        out
    }
}

#[test]
fn losses() {
    published(plain::log_sum_exp(&[1000.0, 1000.0]), 1000.0 + 2_f64.ln(), 1e-15);
    compare!(LogSumExp, |x| log_sum_exp(x), at vec![0.3, 1.2, -0.5]);
    compare!(Softmax, |x| softmax(x), at vec![0.3, 1.2, -0.5]);
    compare!(CrossEntropy { label: 1 }, |x| cross_entropy(x, 1), at vec![0.3, 1.2, -0.5]);
    compare!(Huber, |(r, d)| huber(r, *d), at(vec![0.3, -1.2, 2.5], 1.0));
}

#[test]
fn cells_and_activations() {
    let w = [[0.1, 0.2, 0.3], [-0.4, 0.5, 0.6], [0.7, -0.8, 0.9], [0.3, -0.2, 0.1]];
    compare!(LstmCell, |(x, h, c, w)| lstm_cell(*x, *h, *c, w), at(0.5, -0.3, 0.8, w));
    compare!(Gelu, |&x| gelu(x), at 0.7, -1.1);
    let keys = vec![vec![0.1, 0.5], vec![-0.3, 0.8]];
    let values = vec![vec![1.0, 2.0, 3.0], vec![-1.0, 0.5, 0.2]];
    compare!(Attention, |(q, k, v)| attention(q, k, v), at(vec![0.2, -0.4], keys, values));
    compare_second!(LstmCell, at(0.5, -0.3, 0.8, w));
}
