use ad::prelude::*;

#[exp(adjoint)]
fn loss(x: f64) -> f64 {
    println!("{x}");
    x * x
}

fn main() {
    let _ = adjoint::grad(Loss).at(1.0);
}
