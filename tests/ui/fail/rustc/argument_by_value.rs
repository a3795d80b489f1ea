use ad::prelude::*;

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    call::derivative(&Square, 2.0);
    call::gradient(&Square, 2.0);
    call::gradient(Square, &2.0);
}
