use ad::prelude::*;

#[exp(adjoint)]
fn first(x: &[f64]) -> f64 {
    let head = if x.is_empty() { None } else { Some(x[0]) };
    head.unwrap_or(1.0)
}

fn main() {
    let _ = adjoint::grad(First).eval(F64, vec![1.0]);
}
