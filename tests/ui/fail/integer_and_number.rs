use ad::prelude::*;

#[exp]
fn twice(n: usize, x: f64) -> f64 {
    let mut y = x;
    y /= 3;
    y += n * x;
    y = x.max(0) + y.powi(2.0);
    if y > 0 { 2 * x } else { x - 1.0 - n }
}

#[exp]
fn mean(n: usize, x: &[f64]) -> f64 {
    let sum = x.iter().sum::<f64>() / x.len();
    2 * n * sum + (n + 1) * x[0]
}

fn main() {
    mean(1, &[1.0]);
    twice(1, 1.0);
}
