#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    pub type Point = (f64, f64);

    #[exp(adjoint)]
    fn cross(o: Point, a: Point, b: Point) -> f64 {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    }

    #[exp(adjoint)]
    fn lerp(a: Point, b: Point, t: f64) -> Point {
        (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
    }

    /// Keeps the part of the polygon to the left of the line from `a` to `b`.
    #[exp(adjoint)]
    fn clip_half_plane(polygon: &[Point], a: Point, b: Point) -> Vec<Point> {
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        let Some(&last) = polygon.last() else {
            return kept;
        };
        let mut previous = last;
        for &current in polygon {
            let (d0, d1) = (cross(a, b, previous), cross(a, b, current));
            match (d0 > 0.0, d1 > 0.0) {
                (true, true) => kept.push(current),
                (true, false) => kept.push(lerp(previous, current, d0 / (d0 - d1))),
                (false, true) => kept.extend([lerp(previous, current, d0 / (d0 - d1)), current]),
                (false, false) => {}
            }
            previous = current;
        }
        kept
    }

    #[exp(adjoint)]
    fn area(polygon: &[Point]) -> f64 {
        let next = polygon.iter().cycle().skip(1);
        0.5 * polygon.iter().zip(next).map(|(p, q)| p.0 * q.1 - q.0 * p.1).sum::<f64>()
    }

    #[exp(adjoint)]
    pub fn intersection(subject: &[Point], window: &[Point]) -> Vec<Point> {
        let edges = window.iter().zip(window.iter().cycle().skip(1));
        edges.fold(subject.to_vec(), |polygon, (&a, &b)| clip_half_plane(&polygon, a, b))
    }

    /// Intersection over union of two convex polygons.
    #[exp(adjoint)]
    pub fn overlap(a: &[Point], b: &[Point]) -> f64 {
        let common = intersection(a, b);
        if common.len() < 3 {
            return 0.0;
        }
        let shared = area(&common);
        shared / (area(a) + area(b) - shared)
    }
}

fn main() {
    let a = vec![(0.0, 0.0), (3.0, 0.5), (2.5, 2.8), (0.4, 2.2)];
    let b = vec![(1.1, -0.6), (3.9, 1.7), (1.7, 3.4), (0.7, 1.3)];
    let e = exp::Overlap;
    let x = (a.clone(), b.clone());
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::overlap(&a, &b));
    ad::testing::check(&e, &x).unwrap();
}
