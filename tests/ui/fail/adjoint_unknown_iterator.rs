use ad::prelude::*;

#[exp(adjoint)]
fn pairs(x: &[f64]) -> f64 {
    x.iter().inspect(|v| assert!(**v > 0.0)).map(|v| v * v).sum()
}

#[exp(adjoint)]
fn counted(x: &[f64]) -> f64 {
    let mut k = 0;
    let squares = x.iter().map(|v| {
        k += 1;
        v * v
    });
    squares.zip(x).map(|(a, b)| a * b).sum()
}

fn main() {
    let _ = adjoint::grad(Pairs).eval(F64, vec![1.0]);
}
