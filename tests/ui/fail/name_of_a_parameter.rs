use ad::prelude::*;

#[exp(name = F)]
fn f<F: Fn(u32) -> u32>(pick: F, x: f64) -> f64 {
    x * pick(2) as f64
}

fn main() {
    f(|k| k + 1, 1.0);
}
