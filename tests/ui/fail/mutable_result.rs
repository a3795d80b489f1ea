use ad::prelude::*;

#[exp]
fn first(v: &mut [f64]) -> &mut f64 {
    &mut v[0]
}

fn main() {
    *first(&mut [1.0]) = 2.0;
}
