use ad::prelude::*;

#[exp(adjoint)]
fn endless(x: &[f64]) -> f64 {
    (0..).map(|i| x[i % 3]).filter(|v| *v > 0.0).zip(x).map(|(a, b)| a * b).sum()
}

#[exp(adjoint)]
fn an_option_gone_through(x: &[f64]) -> f64 {
    let v = Some(x[0]).into_iter().collect::<Vec<_>>();
    v[0]
}

fn main() {}
