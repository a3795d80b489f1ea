use ad::prelude::*;

#[exp]
fn later(x: f64) -> f64 {
    let _task = async { x * 2.0 };
    x
}

fn main() {}
