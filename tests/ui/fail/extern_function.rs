use ad::prelude::*;

#[exp]
pub extern "C" fn twice(x: f64) -> f64 {
    x * 2.0
}

fn main() {
    twice(1.0);
}
