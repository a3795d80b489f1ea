use ad::prelude::*;
use elsewhere::{Growth, next};

// The macro does not see the definition of `Growth`, as if it were in another crate. Without the message, `g` would be a field.
#[exp]
fn cost(g: &Growth, t: f64) -> f64 {
    next(g, t) - 2.0
}

fn main() {
    let growth = Growth { rate: 0.5 };
    call::grad(&Cost, &(&growth, &1.0));
}

mod elsewhere {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone, Copy)]
    pub struct Growth {
        pub rate: f64,
    }

    #[exp]
    pub fn next(growth: &Growth, population: f64) -> f64 {
        growth.rate * population
    }
}
