use ad::prelude::*;

#[exp(adjoint)]
fn halved(x: &[f64], y: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), y.to_vec());
    for v in a.iter_mut().chain(b.iter_mut()) {
        *v *= 0.5;
    }
    a[0] * b[0]
}

#[exp(adjoint)]
fn last_that_is_positive(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    if let Some(v) = a.iter_mut().rev().find(|v| **v > 0.0) {
        *v *= 0.5;
    }
    a[0]
}

fn main() {}
