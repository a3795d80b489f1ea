use ad::prelude::*;

#[exp]
unsafe fn first(v: &[f64]) -> f64 {
    v[0]
}

fn main() {
    unsafe { first(&[1.0]) };
}
