use ad::prelude::*;

fn ordinary(x: f64) -> f64 {
    x * 2.0
}

#[exp]
fn outer(x: f64) -> f64 {
    ordinary(x)
}

fn main() {
    outer(1.0);
}
