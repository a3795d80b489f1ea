use ad::prelude::*;

#[exp]
fn steps(n: f64, x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += i * x;
    }
    for t in 0.0..=1.0 {
        sum += t;
    }
    sum
}

fn main() {
    steps(2.0, 1.0);
}
