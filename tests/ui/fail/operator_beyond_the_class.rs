use ad::prelude::*;

#[exp(class = Ring)]
fn mean(k: usize, x: f64, y: f64) -> f64 {
    let half = k / 2;
    (x - y) / 2.0 * half as f64
}

fn main() {
    mean(1, 1.0, 2.0);
}
