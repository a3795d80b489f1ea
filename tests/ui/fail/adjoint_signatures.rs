use ad::prelude::*;

#[exp(adjoint)]
fn holds_references(p: (&[f64], f64)) -> f64 {
    p.0[0] * p.1
}

#[exp(adjoint)]
fn impl_type(x: &[f64], t: impl Copy) -> f64 {
    x[0]
}

#[exp(adjoint)]
mod rows {
    trait Rows {
        fn row(&self, x: f64) -> &[f64];
    }
}

struct Unit;

impl Unit {
    #[exp(adjoint)]
    fn of(&self, f: fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }
}

fn unknown<N>(x: N) -> N {
    x
}

#[exp(adjoint, record(unknown))]
fn with_generics(x: f64) -> f64 {
    unknown::<f64>(x)
}

fn main() {}
