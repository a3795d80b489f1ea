use ad::prelude::*;

#[exp]
#[derive(Clone, Copy)]
struct Point {
    x: f64,
}

#[exp]
impl From<Point> for f64 {
    fn from(p: Point) -> f64 {
        p.x
    }
}

fn main() {
    let _ = f64::from(Point { x: 1.0 });
}
