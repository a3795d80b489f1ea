use ad::prelude::*;

#[exp]
struct Point {
    x: f64,
}

#[exp]
impl Point {
    const ENDS: [Point; 2] = [Point { x: 0.0 }, Point { x: 1.0 }];

    fn x(&self) -> f64 {
        self.x
    }
}

fn main() {
    Point::ENDS[0].x();
}
