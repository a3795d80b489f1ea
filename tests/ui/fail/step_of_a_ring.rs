use ad::exp;

#[exp(adjoint, step, class = Ring)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
