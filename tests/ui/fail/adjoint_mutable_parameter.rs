use ad::prelude::*;

#[exp(adjoint)]
fn scale(x: &mut Vec<f64>, factor: f64) -> f64 {
    x[0] *= factor;
    x[0]
}

fn main() {
    let _ = adjoint::grad(Scale).eval(F64, (vec![1.0], 2.0));
}
