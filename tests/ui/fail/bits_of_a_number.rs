use ad::prelude::*;

#[exp]
fn key(x: f64) -> f64 {
    x * (x.to_bits() % 2) as f64
}

fn main() {}
