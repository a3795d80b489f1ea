use ad::exp;

mod model {
    #[ad::exp]
    pub fn decay(x: f64) -> f64 {
        (-x).exp()
    }
}

#[exp(adjoint, record(model::decoy))]
fn loss(x: f64) -> f64 {
    model::decay(x) * x
}

fn main() {}
