use ad::prelude::*;

#[exp(adjoint)]
fn fourth(x: f64) -> f64 {
    square(x) * square(x)
}

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = fourth(1.0);
}
