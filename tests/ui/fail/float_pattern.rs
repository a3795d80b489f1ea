use ad::prelude::*;

#[exp]
fn sign(x: f64) -> f64 {
    match x {
        0.0 => 0.0,
        1.0..=2.0 => x,
        _ => -x,
    }
}

fn main() {
    sign(1.0);
}
