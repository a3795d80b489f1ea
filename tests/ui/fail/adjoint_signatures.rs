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
fn gives_a_reference(x: &[f64]) -> &f64 {
    &x[0]
}

fn main() {}
