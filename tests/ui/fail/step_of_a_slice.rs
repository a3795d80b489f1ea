use ad::exp;

#[exp(adjoint, step)]
fn norm(x: &[f64], scale: f64) -> f64 {
    (x[0] * x[0] + x[1] * x[1]).sqrt() / scale
}

#[exp(adjoint, step)]
#[rustfmt::skip]
fn nine(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64) -> f64 {
    a * b * c * d * e * f * g * h * i
}

#[exp(adjoint, step)]
fn third(k: u32) -> f64 {
    1.0 / (3.0 * k as f64)
}

#[exp(adjoint, step)]
fn both(x: f64) -> (f64, f64) {
    x.sin_cos()
}

#[exp(adjoint, step)]
fn power<const K: i32>(x: f64) -> f64 {
    x.powi(K)
}

#[exp]
struct Point {
    x: f64,
}

#[exp(adjoint)]
impl Point {
    fn boxed(self: Box<Self>) -> f64 {
        self.x * self.x
    }
}

fn main() {}
