use ad::prelude::*;

// What it computes is in a parameter, so there is nothing that could be differentiated.
#[exp]
fn rhs(y: &[f64], dy: &mut [f64]) {
    dy[0] = -y[0];
}

#[exp]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x)
}

fn main() {
    rhs(&[1.0], &mut [0.0]);
    newton(|x| x * x, 1.0);
    call::jacobian(&Rhs, &[1.0]);
    call::grad(&Newton { f: |x| x * x }, &1.0);
}
