//! A method that changes numbers has the name of a method of the module that inspects them.

use ad::prelude::*;

#[exp(adjoint)]
pub mod first {
    pub struct P {
        pub a: f64,
    }

    impl P {
        pub fn step(&mut self) -> bool {
            self.a *= 2.0;
            self.a > 100.0
        }
    }
}

#[exp(adjoint)]
pub mod second {
    use super::first::P;

    pub struct Q {
        pub c: f64,
    }

    impl Q {
        pub fn step(&self) -> bool {
            self.c > 1.0
        }
    }

    pub fn method(p: &mut P) -> f64 {
        if p.step() { p.a } else { 2.0 * p.a }
    }
}

fn main() {}
