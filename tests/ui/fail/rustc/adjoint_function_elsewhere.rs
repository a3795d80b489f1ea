//! A function that changes numbers has the name of a function of the module that inspects them.

use ad::prelude::*;

#[exp(adjoint)]
pub mod first {
    pub fn go(x: &mut [f64]) -> bool {
        x[0] *= x[1];
        x[0] > 100.0
    }
}

#[exp(adjoint)]
pub mod third {
    use super::first::go;

    pub mod inner {
        pub fn go(x: &[f64]) -> bool {
            x[0] > 1.0
        }
    }

    pub fn function(x: &mut [f64]) -> f64 {
        if go(x) { x[0] } else { x[0] * 2.0 }
    }
}

fn main() {}
