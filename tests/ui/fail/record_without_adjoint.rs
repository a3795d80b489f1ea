use ad::exp;

fn twice(x: f64) -> f64 {
    2.0 * x
}

#[exp(record(twice))]
fn loss(x: f64) -> f64 {
    x * x
}

fn main() {}
