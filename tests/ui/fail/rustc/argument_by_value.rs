use ad::prelude::*;

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    call::diff(&Square, 2.0);
    call::grad(&Square, 2.0);
    call::grad(Square, &2.0);
}
