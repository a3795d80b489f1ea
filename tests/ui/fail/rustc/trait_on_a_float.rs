use ad::prelude::*;

trait Lorentz {
    fn gamma(self) -> f64;
    fn add(self, velocity: f64) -> f64;
}

impl Lorentz for f64 {
    fn gamma(self) -> f64 {
        (1.0 - self * self).sqrt().recip()
    }

    /// The relativistic sum.
    fn add(self, velocity: f64) -> f64 {
        (self + velocity) / (1.0 + self * velocity)
    }
}

// The gamma function it is not.
#[exp]
fn dilation(v: f64) -> f64 {
    v.gamma()
}

// `+` it is not.
#[exp]
fn sum(v: f64, w: f64) -> f64 {
    v.add(w)
}

#[exp]
fn sum_of_all(v: Vec<f64>) -> f64 {
    v.into_iter().fold(0.0, f64::add)
}

fn main() {}
