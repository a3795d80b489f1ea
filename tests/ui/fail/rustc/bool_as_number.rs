use ad::prelude::*;

#[exp]
fn gated(open: bool, x: f64) -> f64 {
    x * open as f64
}

fn main() {
    gated(true, 1.0);
}
