use ad::exp;

#[exp(adjoint, record(half))]
mod model {
    fn loss(x: f64) -> f64 {
        x * x
    }
}

fn main() {}
