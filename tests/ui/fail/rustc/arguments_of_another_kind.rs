use ad::prelude::*;

#[exp]
fn area(a: f64, b: f64) -> f64 {
    a * b
}

#[exp]
fn scaled(weights: &[f64], x: f64) -> f64 {
    weights[0] * x
}

fn main() {
    call::grad(&Area, &(1, 2));
    call::grad(&Area, &(1.0_f32, 2.0_f32));
    call::grad(&Area, &1.0, &2.0);
    // `weights` holds numbers, so it is part of the argument.
    call::grad(&Scaled, &2.0);
}
