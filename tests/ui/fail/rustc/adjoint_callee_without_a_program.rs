use ad::prelude::*;

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

#[exp(adjoint)]
fn fourth(x: f64) -> f64 {
    square(x) * square(x)
}

fn main() {
    let _ = fourth(1.0);
}
