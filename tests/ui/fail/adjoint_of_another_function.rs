//! A callee without an adjoint program, where another item of its name has one.

use ad::prelude::*;

#[exp(adjoint)]
fn half(x: f64) -> f64 {
    x * 0.5
}

#[exp(adjoint)]
fn inner(x: f64) -> f64 {
    fn half<T: Copy + std::ops::Mul<Output = T>>(x: T) -> T {
        x * x
    }
    half(x) * x
}

// A caller of a refused function is no further error.
#[exp(adjoint)]
fn outer(x: f64) -> f64 {
    inner(x) * inner(2.0 * x)
}

#[exp]
struct Square {
    side: f64,
}

#[exp]
impl Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }
}

#[exp(adjoint)]
fn price(side: f64) -> f64 {
    Square { side }.area() * 3.0
}

fn main() {}
