use ad::exp;

#[exp(adjoint, step)]
fn norm(x: &[f64], scale: f64) -> f64 {
    (x[0] * x[0] + x[1] * x[1]).sqrt() / scale
}

fn main() {}
