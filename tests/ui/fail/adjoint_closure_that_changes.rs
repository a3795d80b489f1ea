use ad::prelude::*;

#[exp(adjoint)]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    x.iter().for_each(|v| sum += v * v);
    sum
}

fn main() {
    let _ = adjoint::grad(Total).eval(F64, vec![1.0]);
}
