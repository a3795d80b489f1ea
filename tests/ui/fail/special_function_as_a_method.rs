use ad::prelude::*;

#[exp]
fn likelihood(x: f64) -> f64 {
    x.erf() + (x + 1.0).ln_gamma()
}

fn main() {
    likelihood(1.0);
}
