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

#[exp(adjoint)]
fn optional(x: [f64; 2]) -> f64 {
    let v = x.map(|v| if v > 0.0 { Some(v) } else { None });
    v[0].unwrap_or(x[1])
}

fn main() {
    let _ = adjoint::grad(Pairs).eval(F64, vec![1.0]);
}
