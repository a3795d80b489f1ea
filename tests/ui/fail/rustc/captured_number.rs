use ad::prelude::*;

#[exp]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[exp]
fn scaled(#[fixed] by: f64, y: f64) -> f64 {
    by * y
}

// `Product.given(x)` captures the number.
#[exp]
fn by_a_closure(x: f64) -> f64 {
    forward::diff(|y| x * y).at(1.0)
}

#[exp]
fn by_a_parameter(x: f64) -> f64 {
    forward::diff(Product { x }).at(1.0)
}

#[exp]
fn by_a_field(x: f64) -> f64 {
    forward::diff(Scaled { by: x }).at(1.0)
}

fn main() {
    by_a_closure(1.0) + by_a_parameter(1.0) + by_a_field(1.0);
}
