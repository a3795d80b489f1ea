use ad::prelude::*;

#[exp]
fn energy(x: f64) -> f64 {
    x * x
}

#[exp(adjoint)]
fn force(x: f64) -> f64 {
    forward::diff(Energy).at(x)
}

fn main() {
    adjoint::diff(Force).at(1.0);
}
