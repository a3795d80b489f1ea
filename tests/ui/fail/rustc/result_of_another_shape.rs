use ad::prelude::*;

#[exp]
fn powers(x: f64) -> [f64; 2] {
    [x, x * x]
}

fn main() {
    call::grad(&Powers, &2.0);
}
