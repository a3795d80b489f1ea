#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    pub type Point = (f64, f64);

    #[exp(adjoint)]
    fn cross(o: Point, a: Point, b: Point) -> f64 {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    }

    /// Andrew's monotone chain.
    #[exp(adjoint)]
    pub fn convex_hull(points: &[Point]) -> Vec<Point> {
        let mut sorted = points.to_vec();
        sorted.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap().then(a.1.partial_cmp(&b.1).unwrap()));
        let mut hull: Vec<Point> = Vec::new();
        for &p in &sorted {
            while hull.len() >= 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        let lower = hull.len() + 1;
        for &p in sorted.iter().rev().skip(1) {
            while hull.len() >= lower && cross(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    }

    #[exp(adjoint)]
    pub fn hull_area(points: &[Point]) -> f64 {
        let hull = convex_hull(points);
        let mut twice = 0.0;
        for i in 0..hull.len() {
            let (x0, y0) = hull[i];
            let (x1, y1) = hull[(i + 1) % hull.len()];
            twice += x0 * y1 - x1 * y0;
        }
        0.5 * twice.abs()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HullArea;
    let x = vec![(0.0, 0.1), (2.0, 0.3), (1.0, 1.0), (2.2, 2.5), (-0.5, 1.7), (0.7, 0.9)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::hull_area(&vec![(0.0, 0.1), (2.0, 0.3), (1.0, 1.0), (2.2, 2.5), (-0.5, 1.7), (0.7, 0.9)]));
    ad::testing::check(&e, &x).unwrap();
}
