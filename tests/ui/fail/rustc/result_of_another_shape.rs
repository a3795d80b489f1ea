use ad::prelude::*;

#[exp]
fn powers(x: f64) -> [f64; 2] {
    [x, x * x]
}

#[exp]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    call::grad(&Powers, &2.0);
    forward::diff(Product);
}
