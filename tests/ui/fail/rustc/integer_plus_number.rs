use ad::prelude::*;

#[exp]
fn shifted(k: u32, x: f64) -> f64 {
    x + k
}

fn main() {
    shifted(1, 1.0);
}
