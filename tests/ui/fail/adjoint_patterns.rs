use ad::prelude::*;

#[exp(adjoint)]
fn positive(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a) } else { None }
}

#[exp(adjoint)]
fn pair(a: f64) -> (f64, f64) {
    (a, a * a)
}

#[exp(adjoint)]
fn rest_tuple(x: &[f64]) -> f64 {
    let (.., a) = pair(x[0]);
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
fn named_pattern(x: &[f64]) -> f64 {
    let p @ (a, b) = (x[0], x[1]);
    a * b * p.0
}

#[exp(adjoint)]
fn named_option(x: &[f64]) -> f64 {
    match positive(x[0]) {
        p @ Some(_) if p.is_some() => p.unwrap(),
        _ => x[1],
    }
}

#[exp(adjoint)]
mod shapes {
    pub enum Shape {
        Circle { r: f64 },
        Rect(f64, f64),
    }

    /// The new value would hide the assignment.
    pub fn replace(shape: &mut Shape, x: f64) {
        match shape {
            Shape::Circle { r } => {
                *r *= x;
                let r = *r;
                *shape = Shape::Rect(r, r);
            }
            Shape::Rect(..) => {}
        }
    }

    pub fn grow(shape: &mut Shape, x: f64) {
        match shape {
            Shape::Circle { r } => {
                *r *= x;
                return;
            }
            Shape::Rect(w, h) => {
                *w *= x;
                *h *= x;
            }
        }
    }
}

fn main() {}
