use ad::prelude::*;

#[exp(class = Real)]
fn positive_part(x: f64) -> f64 {
    if x > 0.0 { x.sqrt() } else { 0.0 }
}

fn main() {
    positive_part(1.0);
}
