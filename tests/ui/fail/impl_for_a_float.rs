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

#[exp]
impl std::ops::Mul<Point> for &f64 {
    type Output = Point;
    fn mul(self, p: Point) -> Point {
        Point { x: self * p.x }
    }
}

fn main() {
    let _ = f64::from(&2.0 * Point { x: 1.0 });
}
