use ad::prelude::*;

#[exp]
fn energy(k: u32, x: f64) -> f64 {
    x * x * k as f64
}

#[exp]
fn force(x: f64) -> f64 {
    call::diff(&Energy { k: 1 }, &x)
}

#[exp]
fn power(x: f64, v: f64) -> f64 {
    v * forward::diff(Energy { k: 1 }).eval(F64, x)
}

fn main() {
    force(1.0);
    power(1.0, 1.0);
}
