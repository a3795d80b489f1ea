use ad::prelude::*;

#[exp(adjoint)]
fn endless(x: &[f64]) -> f64 {
    (0..).map(|i| x[i]).take_while(|v| *v > 0.0).take(2).sum()
}

#[exp(adjoint)]
fn an_option_gone_through(x: &[f64]) -> f64 {
    let v = Some(x[0]).into_iter().collect::<Vec<_>>();
    v[0]
}

fn main() {}
