use ad::prelude::*;

#[exp]
fn count(#[fixed] x: f64) -> bool {
    x > 0.0
}

fn main() {
    count(1.0);
}
