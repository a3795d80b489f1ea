use ad::prelude::*;
use ad::{Modular, stack};

#[exp]
fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

fn main() {
    stack::grad(Larger).eval(Modular::new(7), (3, 5));
}
