use ad::prelude::*;

mod powers {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }
}

#[exp(adjoint)]
fn square(x: f64) -> f64 {
    x * x
}

#[exp(adjoint)]
fn sum(x: f64) -> f64 {
    squaer(x) + powers::cbue(x) + square(x) + powers::cube(x)
}

fn main() {
    let _ = sum(1.0);
}
