use ad::prelude::*;

#[exp(adjoint)]
fn pairs(x: &[f64]) -> f64 {
    x.iter().skip_while(|v| **v > 0.0).map(|v| v * v).sum()
}

fn main() {
    let _ = adjoint::grad(Pairs).eval(F64, vec![1.0]);
}
