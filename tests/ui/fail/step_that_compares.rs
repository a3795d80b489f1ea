use ad::exp;

#[exp(adjoint, step)]
fn ramp(x: f64, y: f64) -> f64 {
    if x > y { x * x } else { y }
}

fn main() {}
