use ad::prelude::*;

#[exp(adjoint)]
fn square(a: f64) -> f64 {
    a * a
}

#[exp(adjoint)]
fn positive(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a) } else { None }
}

#[exp(adjoint)]
fn question_in_a_closure(x: &[f64]) -> f64 {
    let g = |a: f64| {
        let b = positive(a)?;
        Some(b * b)
    };
    g(x[0]).unwrap_or(x[1])
}

#[exp(adjoint)]
fn by_name(x: &[f64]) -> f64 {
    x.iter().copied().map(square).sum()
}

#[exp(adjoint)]
fn closure_in_array(x: &[f64]) -> f64 {
    let f = [|a: f64| a * a];
    f[0](x[0])
}

fn main() {}
