use ad::prelude::*;
use num_traits::Float;

/// Theirs.
fn norm<T: Float>(x: T, y: T) -> T {
    (x * x + y * y).sqrt()
}

// It has to ask for it: `where f64: Float`.
#[exp]
fn length(x: f64, y: f64) -> f64 {
    norm(x, y)
}

fn main() {
    length(3.0, 4.0);
}
