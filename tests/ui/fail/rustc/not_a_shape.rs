use ad::prelude::*;

struct Plain<T> {
    x: T,
}

#[exp]
fn first(p: &Plain<f64>) -> f64 {
    p.x
}

fn main() {
    first(&Plain { x: 1.0 });
}
