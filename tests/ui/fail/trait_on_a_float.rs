use ad::prelude::*;

// The trait is named other than by calls of its methods. There is one error.
#[exp(adjoint)]
mod model {
    pub trait Stats {
        fn mean(&self) -> f64;
    }

    impl Stats for f64 {
        fn mean(&self) -> f64 {
            *self
        }
    }

    pub fn loss(x: f64) -> f64 {
        Stats::mean(&x)
    }
}

fn main() {
    println!("{:?}", call::grad(&model::Loss, &0.5));
}
