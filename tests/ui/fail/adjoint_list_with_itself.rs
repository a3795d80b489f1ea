use ad::prelude::*;

#[exp(adjoint)]
fn folded(k: usize, x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let (low, high) = a.split_at_mut(k);
    for (v, w) in low.iter_mut().rev().zip(high.iter()) {
        *v *= *w;
    }
    a[0] * a[1]
}

fn main() {}
