#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    /// Area and centroid by the shoelace formula.
    #[exp(adjoint)]
    pub fn centroid(polygon: &[Point]) -> (f64, Point) {
        let next = polygon.iter().cycle().skip(1);
        let (mut area, mut cx, mut cy) = (0.0, 0.0, 0.0);
        for (p, q) in polygon.iter().zip(next) {
            let cross = p.x * q.y - q.x * p.y;
            area += cross;
            cx += (p.x + q.x) * cross;
            cy += (p.y + q.y) * cross;
        }
        area *= 0.5;
        (area.abs(), Point { x: cx / (6.0 * area), y: cy / (6.0 * area) })
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Centroid;
    let x = vec![exp::Point { x: 0.0, y: 0.0 }, exp::Point { x: 4.0, y: 0.0 }, exp::Point { x: 3.0, y: 3.0 }, exp::Point { x: 1.0, y: 2.0 }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, exp::Point { x: 2.0, y: 3.0 })).1);
    println!("value {:?} plain {:?}", value, plain::centroid(&[plain::Point { x: 0.0, y: 0.0 }, plain::Point { x: 4.0, y: 0.0 }, plain::Point { x: 3.0, y: 3.0 }, plain::Point { x: 1.0, y: 2.0 }]));
    ad::testing::check(&e, &x).unwrap();
}
