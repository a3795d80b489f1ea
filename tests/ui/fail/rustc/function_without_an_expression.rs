use ad::prelude::*;

#[exp]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x)
}

fn main() {
    newton(|x| x * x, 1.0);
    call::grad(&Newton { f: |x| x * x }, &1.0);
}
