use ad::prelude::*;

#[exp]
fn root(x: f64) -> f64 {
    x.sqrt()
}

#[exp(class = Ring)]
fn shifted(x: f64) -> f64 {
    root(x - 1.0)
}

fn main() {
    shifted(1.0);
}
