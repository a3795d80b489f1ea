//! A recurrent network with a memory.

use super::{Points, Random};
use ad::prelude::*;

#[exp(adjoint)]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of a diagonal LSTM of two layers that predicts each element of a sequence from the previous ones. `main` has the
/// weights and biases of the gates: eight times the width for each layer. `extra` has the weights of the input, and the weights
/// and biases of the output.
#[exp(adjoint)]
pub fn lstm(b: usize, #[fixed] sequence: &Points, main: &[f64], extra: &[f64]) -> f64 {
    let layers = main.len() / (8 * b);
    let steps = sequence.0.len() / b;
    let mut h = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            x[i] = sequence.0[t * b + i] * extra[i];
        }
        for layer in 0..layers {
            let at = layer * 8 * b;
            for i in 0..b {
                let s = layer * b + i;
                let forget = sigmoid(x[i] * main[at + i] + main[at + 4 * b + i]);
                let ingate = sigmoid(h[s] * main[at + b + i] + main[at + 5 * b + i]);
                let outgate = sigmoid(x[i] * main[at + 2 * b + i] + main[at + 6 * b + i]);
                let change = (h[s] * main[at + 3 * b + i] + main[at + 7 * b + i]).tanh();
                cell[s] = cell[s] * forget + ingate * change;
                h[s] = outgate * cell[s].tanh();
                x[i] = h[s];
            }
        }
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = x[i] * extra[b + i] + extra[2 * b + i];
            sum += y[i].exp();
        }
        let z = sum.ln();
        for i in 0..b {
            total += sequence.0[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((steps - 1) * b) as f64
}

/// A gate, whose call is one step.
#[exp(adjoint, step)]
pub fn gate(x: f64, weight: f64, bias: f64) -> f64 {
    1.0 / (1.0 + (-(x * weight + bias)).exp())
}

/// The change of a cell, as one step.
#[exp(adjoint, step)]
pub fn change_of_cell(h: f64, weight: f64, bias: f64) -> f64 {
    (h * weight + bias).tanh()
}

/// A cell that is changed, as one step.
#[exp(adjoint, step)]
pub fn changed_cell(cell: f64, forget: f64, ingate: f64, change: f64) -> f64 {
    cell * forget + ingate * change
}

/// The output of a cell, as one step.
#[exp(adjoint, step)]
pub fn output_of_cell(outgate: f64, cell: f64) -> f64 {
    outgate * cell.tanh()
}

/// The same by these.
#[exp(name = LstmBySteps)]
pub fn lstm_by_steps(b: usize, #[fixed] sequence: &Points, main: &[f64], extra: &[f64]) -> f64 {
    let layers = main.len() / (8 * b);
    let steps = sequence.0.len() / b;
    let mut h = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            x[i] = sequence.0[t * b + i] * extra[i];
        }
        for layer in 0..layers {
            let at = layer * 8 * b;
            for i in 0..b {
                let s = layer * b + i;
                let forget = gate(x[i], main[at + i], main[at + 4 * b + i]);
                let ingate = gate(h[s], main[at + b + i], main[at + 5 * b + i]);
                let outgate = gate(x[i], main[at + 2 * b + i], main[at + 6 * b + i]);
                let change = change_of_cell(h[s], main[at + 3 * b + i], main[at + 7 * b + i]);
                cell[s] = changed_cell(cell[s], forget, ingate, change);
                h[s] = output_of_cell(outgate, cell[s]);
                x[i] = h[s];
            }
        }
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = x[i] * extra[b + i] + extra[2 * b + i];
            sum += y[i].exp();
        }
        let z = sum.ln();
        for i in 0..b {
            total += sequence.0[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((steps - 1) * b) as f64
}

/// Two layers of width 14 and 1024 elements: the least of ADBench's problems.
pub fn lstm_problem() -> (Lstm<'static>, (Vec<f64>, Vec<f64>)) {
    let (b, layers, steps) = (14, 2, 1024);
    let mut random = Random::new();
    let bits = (0..steps * b).map(|_| f64::from(u8::from(random.next() > 0.0))).collect();
    let sequence = Box::leak(Box::new(Points(bits)));
    let mut uniform = |n| random.vec(n).into_iter().map(f64::abs).collect();
    (Lstm { b, sequence }, (uniform(layers * 8 * b), uniform(3 * b)))
}
