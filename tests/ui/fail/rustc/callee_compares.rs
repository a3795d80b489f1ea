use ad::prelude::*;

#[exp]
fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[exp(class = Real)]
fn shifted(x: f64) -> f64 {
    positive(x - 1.0)
}

fn main() {
    shifted(1.0);
}
