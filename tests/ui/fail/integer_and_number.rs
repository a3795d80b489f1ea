use ad::prelude::*;

#[exp]
fn twice(x: f64) -> f64 {
    let mut y = x;
    y /= 3;
    if y > 0 { 2 * x } else { x - 1 }
}

fn main() {
    twice(1.0);
}
