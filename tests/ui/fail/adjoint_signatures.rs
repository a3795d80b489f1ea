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

#[exp]
struct Scale {
    by: f64,
}

#[exp(adjoint)]
impl Scale {
    fn of(&self, f: fn(f64) -> f64) -> f64 {
        f(self.by)
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
