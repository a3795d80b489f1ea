use ad::prelude::*;

#[exp(adjoint)]
fn last(x: &[f64]) -> f64 {
    let mut stack = x.to_vec();
    stack.pop().unwrap()
}

fn main() {
    let _ = adjoint::grad(Last).eval(F64, vec![1.0]);
}
