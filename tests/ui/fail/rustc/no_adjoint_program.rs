use ad::prelude::*;

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    call::grad(&Square, &1.0);
    adjoint::grad(Square).at(1.0);
}
