use ad::prelude::*;

#[exp]
fn energy(v: f64) -> f64 {
    v * v
}

fn main() {
    call::gradient(&energy, &2.0);
    call::gradient(&|x: f64| x * x, &2.0);
    call::gradient(&Energy(2.0), &2.0);
}
