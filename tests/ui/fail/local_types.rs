use ad::prelude::*;

#[exp]
fn norm(x: f64, y: f64) -> f64 {
    type Real = f64;
    struct Pair {
        x: f64,
        y: f64,
    }
    struct Both(f64, f64);
    let weights = Pair { x: 1.0, y: 2.0 };
    let pair = Pair { x, y };
    let both = Both(x, y);
    let square: Real = pair.x * both.0 + weights.y;
    square.sqrt()
}

fn main() {
    norm(3.0, 4.0);
}
