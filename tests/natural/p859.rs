#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Twice the signed area of the triangle `o`, `a`, `b`.
    #[exp(adjoint)]
    fn cross(o: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    }

    /// Convex hull by Andrew's monotone chain, counter-clockwise.
    #[exp(adjoint)]
    fn convex_hull(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut sorted = points.to_vec();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let mut hull: Vec<(f64, f64)> = Vec::with_capacity(2 * sorted.len());
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

    /// Isoperimetric quotient 4πA/P² of the convex hull.
    #[exp(adjoint)]
    pub fn hull_roundness(points: &[(f64, f64)]) -> f64 {
        let hull = convex_hull(points);
        let mut area = 0.0;
        let mut perimeter = 0.0;
        for (a, b) in hull.iter().zip(hull.iter().cycle().skip(1)) {
            area += 0.5 * (a.0 * b.1 - b.0 * a.1);
            perimeter += (b.0 - a.0).hypot(b.1 - a.1);
        }
        4.0 * std::f64::consts::PI * area / (perimeter * perimeter)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HullRoundness;
    let x = vec![(0.0, 0.1), (2.0, -0.5), (1.0, 0.75), (3.0, 1.0), (1.25, 2.5), (0.25, 1.75), (1.5, 1.0)];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::hull_roundness(&x));
    ad::testing::check(&e, &x).unwrap();
}
