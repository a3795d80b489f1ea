use ad::prelude::*;

#[exp(adjoint)]
fn halved(x: &[f64], y: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), y.to_vec());
    for v in a.iter_mut().chain(b.iter_mut()) {
        *v *= 0.5;
    }
    a[0] * b[0]
}

fn main() {}
