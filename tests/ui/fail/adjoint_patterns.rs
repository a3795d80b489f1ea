use ad::prelude::*;
#[exp(adjoint)]
fn positive(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a) } else { None }
}

#[exp(adjoint)]
fn checked(a: f64) -> Result<f64, usize> {
    if a > 0.0 { Ok(a) } else { Err(1) }
}

#[exp(adjoint)]
fn nested_slice(x: &[(f64, f64)]) -> f64 {
    let [(a, _), ..] = x else { return 0.0 };
    *a
}

#[exp(adjoint)]
fn rest_tuple(x: &[f64]) -> f64 {
    let (a, ..) = (x[0], x[1], x[2]);
    a
}

#[exp(adjoint)]
fn mutable_name(x: &[f64], k: usize) -> f64 {
    match k {
        0 => x[0],
        mut i => {
            i += 1;
            x[i]
        }
    }
}

#[exp(adjoint)]
fn matched_numbers(x: &[f64]) -> f64 {
    match (x[0], x[1]) {
        (a, b) => a * b,
    }
}

#[exp(adjoint)]
fn match_err(x: &[f64]) -> f64 {
    match checked(x[0]) {
        Ok(v) => v,
        Err(e) => x[e],
    }
}

#[exp(adjoint)]
fn guarded_slice(x: &[f64], k: usize) -> f64 {
    match x {
        [a, ..] if k > 1 => *a,
        _ => x[1],
    }
}

#[exp(adjoint)]
fn if_let_err(x: &[f64]) -> f64 {
    if let Err(e) = checked(x[0]) { x[1] } else { x[2] }
}

#[exp(adjoint)]
fn let_else_plain(x: &[f64], k: Option<usize>) -> f64 {
    let Some(i) = k else { return x[0] };
    x[i]
}

#[exp(adjoint)]
fn let_else_err(x: &[f64]) -> f64 {
    let Err(_) = checked(x[0]) else { return x[0] };
    x[1]
}

#[exp(adjoint)]
fn named_pattern(x: &[f64]) -> f64 {
    let p @ (a, b) = (x[0], x[1]);
    a * b * p.0
}

#[exp(adjoint)]
fn named_range(x: &[f64], k: usize) -> f64 {
    match k {
        i @ 1..=3 => x[i],
        _ => x[0],
    }
}

#[exp(adjoint)]
fn two_if_let(x: &[f64]) -> f64 {
    if let Some(v) = positive(x[0])
        && v > 1.0
    {
        v
    } else {
        x[1]
    }
}

#[exp(adjoint)]
fn question_plain(x: &[f64], k: Option<usize>) -> Option<f64> {
    let i = k?;
    Some(x[i])
}

#[exp(adjoint)]
mod shapes {
    pub enum Shape {
        Circle { r: f64 },
        Rect(f64, f64),
    }

    pub fn circle(x: f64) -> Shape {
        Shape::Circle { r: x }
    }

    pub fn square(x: f64) -> Shape {
        Shape::Rect(x, x)
    }
}

fn main() {}
