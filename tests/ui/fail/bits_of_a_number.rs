use ad::prelude::*;

#[exp]
fn key(x: f64) -> f64 {
    x * (x.to_bits() % 2) as f64
}

#[exp]
fn largest(v: &[f64]) -> f64 {
    *v.iter().max_by(|a, b| a.total_cmp(b)).unwrap()
}

fn main() {}
