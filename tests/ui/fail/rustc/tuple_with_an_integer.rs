use ad::prelude::*;

#[exp(adjoint)]
fn largest(x: &[f64]) -> (f64, usize) {
    (x[1] * x[1], 1)
}

#[exp(adjoint)]
fn caller(x: &[f64]) -> f64 {
    let (v, i) = largest(x);
    v * x[i]
}

fn main() {}
