use ad::prelude::*;

#[exp(adjoint)]
fn visit(x: &[f64], mut f: impl FnMut(f64)) {
    x.iter().for_each(|v| f(*v));
}

#[exp(adjoint)]
fn closure_in_array(x: &[f64]) -> f64 {
    let f = [|a: f64| a * a];
    f[0](x[0])
}

#[exp(adjoint)]
fn closure_fills_a_list(x: &[f64]) -> f64 {
    let mut squares = vec![x[0]];
    visit(x, |v| squares.push(v * v));
    squares[1]
}

fn main() {}
