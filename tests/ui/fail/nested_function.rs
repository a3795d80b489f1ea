use ad::prelude::*;

#[exp]
fn outer(x: f64) -> f64 {
    fn square(x: f64) -> f64 {
        x * x
    }
    square(x)
}

fn main() {
    outer(1.0);
}
