use ad::prelude::*;

trait Velocity {
    fn value(self) -> f64;
    fn lorentz(self) -> f64;
}

impl Velocity for f64 {
    fn value(self) -> f64 {
        self
    }

    fn lorentz(self) -> f64 {
        (1.0 - self * self).sqrt().recip()
    }
}

// A number has a `value` of its own.
#[exp]
fn by_method(v: f64) -> f64 {
    v * v.value()
}

#[exp]
fn by_path(v: f64) -> f64 {
    v * f64::lorentz(v) + [v].iter().copied().map(f64::lorentz).sum::<f64>()
}

#[exp]
fn neighbour(v: f64) -> f64 {
    v.next_up()
}

fn main() {}
