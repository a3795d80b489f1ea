use ad::prelude::*;

#[exp]
struct Point {
    x: f64,
}

#[exp]
impl Point {
    const ORIGIN: Point = Point { x: 0.0 };

    fn x(&self) -> f64 {
        self.x
    }
}

fn main() {
    Point::ORIGIN.x();
}
