use ad::prelude::*;

#[exp]
fn some(x: f64) -> f64 {
    x * x
}

fn main() {
    // What it would hide still means what it meant.
    let x = Some(2.0);
    x.map(some::<f64>);
}
