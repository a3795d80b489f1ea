use ad::prelude::*;
use std::ops::Mul;

#[exp]
fn square<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * x
}

fn main() {
    square(1.0);
}
