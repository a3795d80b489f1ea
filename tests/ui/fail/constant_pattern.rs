use ad::prelude::*;

const LIMIT: f64 = 2.0;

#[exp]
fn capped(x: f64) -> f64 {
    match x {
        LIMIT => 1.0,
        f64::INFINITY => 0.0,
        y if y == LIMIT => y,
        y => y,
    }
}

fn main() {
    capped(1.0);
}
