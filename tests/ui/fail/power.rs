use ad::prelude::*;

#[exp]
fn cube(x: f64) -> f64 {
    x.pow(2) + x ^ 3
}

fn main() {
    cube(1.0);
}
