use ad::prelude::*;

#[exp(adjoint)]
fn positive(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a) } else { None }
}

#[exp(adjoint)]
fn question_in_a_closure(x: &[f64]) -> f64 {
    let squares = x.iter().flat_map(|a| {
        let b = positive(*a)?;
        Some(b * b)
    });
    squares.sum()
}

#[exp(adjoint)]
fn closure_in_array(x: &[f64]) -> f64 {
    let f = [|a: f64| a * a];
    f[0](x[0])
}

#[exp(adjoint)]
fn closure_in_a_tuple(x: &[f64]) -> f64 {
    let square = |a: f64| a * a;
    let both = (square, x[0]);
    both.1
}

#[exp(adjoint)]
fn visit(x: &[f64], mut f: impl FnMut(f64)) {
    x.iter().for_each(|v| f(*v));
}

#[exp(adjoint)]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * g(x)
}

#[exp(adjoint)]
fn fills_a_list(x: &[f64]) -> f64 {
    let mut squares = vec![x[0]];
    visit(x, |v| squares.push(v * v));
    squares[1]
}

#[exp(adjoint)]
fn captures_an_iterator(x: &[f64]) -> f64 {
    let squares = x.iter().map(|v| v * v);
    both(|v| v * squares.clone().sum::<f64>(), |v| v, x[0])
}

#[exp(adjoint)]
fn a_parameter_hides_a_variable(x: &[f64]) -> f64 {
    let a = x[0];
    let scaled = |v: f64| v * a;
    both(|a| scaled(a), scaled, x[1])
}

#[exp(adjoint)]
fn two_variables_of_one_name(x: &[f64]) -> f64 {
    let a = x[0];
    let scaled = |v: f64| v * a;
    let a = x[1];
    both(scaled, |v| v + a, x[2])
}

#[exp(adjoint)]
fn two_parts_of_one_name(rows: &[[f64; 2]]) -> f64 {
    let row = &rows[0];
    let scaled = |v: f64| v * row[0];
    let row = &rows[1];
    both(scaled, |v| v + row[0], row[1])
}

fn main() {}
