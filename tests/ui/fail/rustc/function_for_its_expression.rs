use ad::prelude::*;

#[exp]
fn energy(v: f64) -> f64 {
    v * v
}

fn main() {
    call::grad(&energy, &2.0);
    call::grad(&|x: f64| x * x, &2.0);
    call::grad(&Energy(2.0), &2.0);
}
