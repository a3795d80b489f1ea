use ad::prelude::*;

#[exp(adjoint)]
fn break_with_list(x: &[f64]) -> f64 {
    let v = loop {
        if x[0] > 0.0 {
            break vec![x[0]];
        }
    };
    v[0]
}

#[exp(adjoint)]
fn endless(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for (i, v) in (0..).zip(x) {
        s = s * v + i as f64;
    }
    s
}

#[exp(adjoint)]
fn an_option_gone_through(x: &[f64]) -> f64 {
    let v = Some(x[0]).into_iter().collect::<Vec<_>>();
    v[0]
}

fn main() {}
