use ad::prelude::*;

struct Params {
    mass: f64,
    rates: Vec<f64>,
}

// Each function uses the parameter as numbers.
#[exp]
fn energy(p: &Params, v: f64) -> f64 {
    p.mass * v * v / 2.0
}

#[exp]
fn total(all: &[Params], x: f64) -> f64 {
    all.iter().map(|p| x - p.rates[0]).sum()
}

fn main() {}
