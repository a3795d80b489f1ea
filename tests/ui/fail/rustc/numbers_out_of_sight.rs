use ad::prelude::*;

// No use shows that they are numbers, and the definition is further down, so they would be data.
#[exp]
fn containers(a: Vec<Params>, b: &[Params], c: Option<(u32, Params)>, x: f64) -> f64 {
    let _ = (a, b, c);
    x
}

#[exp]
struct Params {
    mass: f64,
}

fn main() {}
