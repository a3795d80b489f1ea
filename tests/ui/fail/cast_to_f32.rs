use ad::prelude::*;

#[exp]
fn rounded(x: f64) -> f64 {
    (x as f32) as f64
}

fn main() {
    rounded(0.0);
}
