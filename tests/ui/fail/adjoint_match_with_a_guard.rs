use ad::prelude::*;

#[exp(adjoint)]
fn first(x: &[f64]) -> f64 {
    match x.first() {
        Some(v) if *v > 0.0 => v * v,
        _ => 1.0,
    }
}

fn main() {
    let _ = adjoint::grad(First).eval(F64, vec![1.0]);
}
