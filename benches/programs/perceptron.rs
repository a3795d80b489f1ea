//! A perceptron with layers of 64 neurons over a batch of inputs. It is written with whole arrays, with loops, and with ndarray's
//! own product. Its gradient is also written by hand.

#![allow(clippy::implicit_clone, reason = "`to_vec` makes numbers of data")]

use ad::linear;
use ad::numbers::function::Tanh;
use ad::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Axis, LinalgScalar};

/// A column of weights for each neuron, and its bias.
#[exp]
#[derive(Clone)]
pub struct Layer {
    pub weights: Array2<f64>,
    pub biases: Array1<f64>,
}

/// The mean squared error.
#[exp(adjoint)]
pub fn perceptron(inputs: &Array2<f64>, #[fixed] targets: &[f64], layers: &[Layer<f64>]) -> f64 {
    let mut x: Array2<f64> = inputs.clone();
    for layer in layers {
        let z: Array2<f64> = linear::affine(&x, &layer.weights, &layer.biases);
        x = linear::map(Tanh, &z);
    }
    let mut sum = 0.0;
    for (y, target) in x.iter().zip(targets) {
        sum += (y - target).powi(2);
    }
    sum / targets.len() as f64
}

/// The same as lists of rows.
#[exp]
#[derive(Clone)]
pub struct Rows {
    pub weights: Vec<Vec<f64>>,
    pub biases: Vec<f64>,
}

#[exp(adjoint)]
pub fn perceptron_of_rows(
    #[fixed] inputs: &[Vec<f64>],
    #[fixed] targets: &[f64],
    layers: &[Rows<f64>],
) -> f64 {
    let mut x: Vec<Vec<f64>> = inputs.to_vec();
    for layer in layers {
        let z: Vec<Vec<f64>> = linear::affine(&x, &layer.weights, &layer.biases);
        x = linear::map(Tanh, &z);
    }
    let mut sum = 0.0;
    for (y, target) in x.iter().zip(targets) {
        sum += (y[0] - target).powi(2);
    }
    sum / targets.len() as f64
}

/// A product of a matrix and a vector for each input. The weights of a neuron are a row.
#[exp(adjoint)]
pub fn perceptron_by_vectors(
    #[fixed] inputs: &[Vec<f64>],
    #[fixed] targets: &[f64],
    layers: &[Rows<f64>],
) -> f64 {
    let mut sum = 0.0;
    for (input, target) in inputs.iter().zip(targets) {
        let mut x: Vec<f64> = input.to_vec();
        for layer in layers {
            let z: Vec<f64> = linear::matvec(&layer.weights, &x);
            x = z.iter().zip(&layer.biases).map(|(z, bias)| (z + bias).tanh()).collect();
        }
        sum += (x[0] - target).powi(2);
    }
    sum / targets.len() as f64
}

/// The same by loops.
#[exp(adjoint)]
pub fn perceptron_by_loops(
    #[fixed] inputs: &[Vec<f64>],
    #[fixed] targets: &[f64],
    layers: &[Rows<f64>],
) -> f64 {
    let mut sum = 0.0;
    for (input, target) in inputs.iter().zip(targets) {
        let mut x: Vec<f64> = input.to_vec();
        for layer in layers {
            let mut next = Vec::new();
            for (row, bias) in layer.weights.iter().zip(&layer.biases) {
                let sum: f64 = row.iter().zip(&x).map(|(w, x)| w * x).sum();
                next.push((sum + bias).tanh());
            }
            x = next;
        }
        sum += (x[0] - target).powi(2);
    }
    sum / targets.len() as f64
}

/// For `replay`.
#[exp]
pub fn perceptron_by_dot(inputs: &Array2<f64>, #[fixed] targets: &[f64], layers: &[Layer<f64>]) -> f64
where
    f64: LinalgScalar,
{
    let mut x: Array2<f64> = inputs.clone();
    for layer in layers {
        let z: Array2<f64> = x.dot(&layer.weights) + &layer.biases;
        x = z.mapv(|z: f64| z.tanh());
    }
    let mut sum = 0.0;
    for (y, target) in x.iter().zip(targets) {
        sum += (*y - *target).powi(2);
    }
    sum / targets.len() as f64
}

/// The value, and the gradient by hand, whose products are those of the crate `matrixmultiply`.
pub fn perceptron_by_hand(
    inputs: &Array2<f64>,
    targets: &[f64],
    layers: &[Layer],
    gradient: &mut [Layer],
) -> f64 {
    let n = targets.len() as f64;
    let mut xs: Vec<Array2<f64>> = vec![inputs.clone()];
    for Layer { weights, biases } in layers {
        let x = &xs[xs.len() - 1];
        let mut z = Array2::zeros((x.nrows(), weights.ncols()));
        z.rows_mut().into_iter().for_each(|mut row| row.assign(biases));
        general_mat_mul(1.0, x, weights, 1.0, &mut z);
        z.mapv_inplace(f64::tanh);
        xs.push(z);
    }
    let mut d = xs[layers.len()].clone();
    let mut sum = 0.0;
    for (d, target) in d.iter_mut().zip(targets) {
        let error = *d - target;
        sum += error * error;
        *d = 2.0 * error / n;
    }
    for (i, layer) in layers.iter().enumerate().rev() {
        let (x, y) = (&xs[i], &xs[i + 1]);
        d.zip_mut_with(y, |d, y| *d *= 1.0 - y * y);
        general_mat_mul(1.0, &x.t(), &d, 0.0, &mut gradient[i].weights);
        gradient[i].biases.assign(&d.sum_axis(Axis(0)));
        if i > 0 {
            let mut dx = Array2::zeros(x.dim());
            general_mat_mul(1.0, &d, &layer.weights.t(), 0.0, &mut dx);
            d = dx;
        }
    }
    sum / n
}

/// Inputs, targets and layers 8-64-64-1.
pub fn perceptron_problem(batch: usize) -> (Array2<f64>, Vec<f64>, Vec<Layer>) {
    let random = |i: usize| (12.9898 * i as f64 + 0.3).sin();
    let layer = |(i, [rows, columns]): (usize, [usize; 2])| Layer {
        weights: Array2::from_shape_fn((rows, columns), |(j, k)| {
            random(100 * i + 17 * j + 3 * k) / (rows as f64).sqrt()
        }),
        biases: Array1::from_shape_fn(columns, |j| 0.1 * random(j)),
    };
    (
        Array2::from_shape_fn((batch, 8), |(i, j)| random(31 * i + 7 * j)),
        (0..batch).map(|i| 0.5 * random(3 * i)).collect(),
        [[8, 64], [64, 64], [64, 1]].into_iter().enumerate().map(layer).collect(),
    )
}

/// The layers as lists of rows, transposed if wanted.
pub fn perceptron_rows(layers: &[Layer], transposed: bool) -> Vec<Rows> {
    let rows = |layer: &Layer| {
        let weights = if transposed { layer.weights.t() } else { layer.weights.view() };
        Rows {
            weights: weights.rows().into_iter().map(|row| row.to_vec()).collect(),
            biases: layer.biases.to_vec(),
        }
    };
    layers.iter().map(rows).collect()
}
