use ad::prelude::*;

#[exp]
fn square(x: f32) -> f32 {
    x * x
}

fn main() {
    square(1.0);
}
