//! A method of a type elsewhere changes numbers inside of code that only inspects them.

use ad::prelude::*;

pub mod elsewhere {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone)]
    pub struct Counter {
        pub v: f64,
    }
    #[exp(adjoint)]
    impl Counter {
        pub fn from_one(v: f64) -> Counter {
            Counter { v }
        }
        pub fn step(&mut self) -> f64 {
            self.v *= 2.0;
            self.v
        }
    }
}

#[exp(adjoint)]
pub fn found(x: &[f64]) -> f64 {
    let mut counter = elsewhere::Counter::from_one(x[0]);
    if x.contains(&counter.step()) { counter.v } else { 2.0 * counter.v }
}

fn main() {}
