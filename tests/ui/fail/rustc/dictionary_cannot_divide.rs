use ad::prelude::*;
use ad::{I64, forward};

#[exp]
fn halved(x: f64) -> f64 {
    x / 2.0
}

fn main() {
    forward::diff(Halved).eval(I64, 3);
}
