use ad::prelude::*;

#[derive(Clone)]
#[exp]
struct Point {
    x: f64,
}

fn main() {
    Point { x: 1.0 }.clone();
}
