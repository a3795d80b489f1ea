use ad::prelude::*;

#[exp]
const HALF: f64 = 0.5;

#[exp]
trait Model {
    fn value(&self, x: f64) -> f64;
}

fn main() {
    assert!(HALF < 1.0);
}
