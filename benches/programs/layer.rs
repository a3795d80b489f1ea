//! A layer of a network without its activation, by `linear::affine` and by loops.

use ad::linear;
use ad::prelude::*;

/// The sum of the squares of x·w + bias.
#[exp(adjoint)]
pub fn layer(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let y: Vec<Vec<f64>> = linear::affine(x, w, bias);
    let mut sum = 0.0;
    for row in &y {
        for y in row {
            sum += y * y;
        }
    }
    sum
}

#[exp(adjoint)]
pub fn layer_by_loops(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let mut y: Vec<Vec<f64>> = Vec::new();
    for i in 0..x.len() {
        let mut row: Vec<f64> = vec![0.0; bias.len()];
        for j in 0..bias.len() {
            let mut entry = bias[j];
            for k in 0..w.len() {
                entry += x[i][k] * w[k][j];
            }
            row[j] = entry;
        }
        y.push(row);
    }
    let mut sum = 0.0;
    for row in &y {
        for y in row {
            sum += y * y;
        }
    }
    sum
}

/// x, w and the bias, for a product of `rows` × `depth` and `depth` × `columns`.
pub fn layer_problem(rows: usize, depth: usize, columns: usize) -> (Vec<Vec<f64>>, Vec<Vec<f64>>, Vec<f64>) {
    let matrix = |rows: usize, columns: usize| {
        let entry = |i: usize, j: usize| (0.7 * (5 * i + 3 * j) as f64).sin();
        (0..rows).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect()
    };
    (matrix(rows, depth), matrix(depth, columns), (0..columns).map(|j| (j as f64).cos()).collect())
}
