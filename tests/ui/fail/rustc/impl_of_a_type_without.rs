use ad::prelude::*;

struct Model {
    a: f64,
}

#[exp]
impl Model {
    fn predict(&self, x: f64) -> f64 {
        self.a * x
    }
}

trait Cost {
    fn cost(&self, x: f64) -> f64;
}

struct Sphere;

#[exp]
impl Cost for Sphere {
    fn cost(&self, x: f64) -> f64 {
        x * x
    }
}

fn main() {}
