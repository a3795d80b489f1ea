//! A derivative repeats the error of a `Result`, so the error is `Clone`.

use ad::prelude::*;

pub struct Empty;

#[exp]
fn largest(x: &[f64]) -> Result<f64, Empty> {
    x.iter().copied().reduce(f64::max).ok_or(Empty)
}

fn main() {
    let _ = call::value(&Largest, &vec![1.0]);
}
