use ad::prelude::*;
use std::cell::Cell;

#[exp(name = Newton)]
fn newton<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    x - f(x)
}

#[exp(name = Logged)]
fn logged(x: f64, log: &mut dyn FnMut(f64)) -> f64 {
    log(x);
    x
}

#[exp(name = Shared)]
fn shared(x: Cell<f64>) -> f64 {
    x.get()
}

#[exp(name = Fill)]
fn fill(x: f64, out: &mut dyn FnMut(f64)) {
    out(x);
}

#[exp(name = Constant)]
fn constant(n: u32) -> f64 {
    n as f64
}

#[exp(name = First)]
fn first(x: &[f64]) -> &f64 {
    &x[0]
}

fn main() {
    newton(|x| x, 1.0);
    logged(1.0, &mut |_| {});
    shared(Cell::new(1.0));
    fill(1.0, &mut |_| {});
    constant::<f64>(1);
    first(&[1.0]);
}
