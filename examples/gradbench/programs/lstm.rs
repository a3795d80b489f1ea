//! A diagonal LSTM that predicts the next element of a sequence.

use ad::prelude::*;

#[exp(adjoint)]
#[inline]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss. `main` contains for each layer the weights of the four gates and their biases, `b` numbers each. `extra` contains
/// those of the input and of the output. `state` is the initial output and cell of each layer.
#[exp(adjoint)]
pub fn lstm(b: usize, #[fixed] state: &[f64], #[fixed] sequence: &[f64], main: &[f64], extra: &[f64]) -> f64 {
    let layers = main.len() / (8 * b);
    let steps = sequence.len() / b;
    let mut h = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    for layer in 0..layers {
        for i in 0..b {
            h[layer * b + i] = 0.0 + state[2 * layer * b + i];
            cell[layer * b + i] = 0.0 + state[(2 * layer + 1) * b + i];
        }
    }
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            x[i] = sequence[t * b + i] * extra[i];
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
            total += sequence[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((steps - 1) * b) as f64
}

/// The width of a layer, the initial state and the sequence.
#[derive(Clone, Debug)]
pub struct Data {
    pub b: usize,
    pub state: Vec<f64>,
    pub sequence: Vec<f64>,
}

/// `main` and `extra`.
pub type Parameters = (Vec<f64>, Vec<f64>);

pub fn objective(data: &Data, (main, extra): &Parameters) -> f64 {
    lstm(data.b, &data.state, &data.sequence, main, extra)
}

pub fn gradient(data: &Data, x: &Parameters) -> Parameters {
    adjoint::grad(Lstm { b: data.b, state: &data.state, sequence: &data.sequence }).at(x.clone())
}
