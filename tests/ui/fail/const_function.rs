use ad::prelude::*;

#[exp]
const fn twice(x: f64) -> f64 {
    x * 2.0
}

const FOUR: f64 = twice(2.0);

fn main() {
    assert!(FOUR == 4.0);
}
