use ad::prelude::*;

#[exp]
fn traced(x: f64) -> f64 {
    let y = x * x;
    println!("y = {}", y);
    assert!(y > 0.0, "{y} is negative");
    y
}

fn main() {
    traced(1.0);
}
