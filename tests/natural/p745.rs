#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn turn(o: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    }

    /// Andrew's monotone chain, counterclockwise.
    #[exp(adjoint)]
    pub fn convex_hull(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut sorted = points.to_vec();
        sorted.sort_by(|p, q| p.partial_cmp(q).unwrap());
        if sorted.len() < 3 {
            return sorted;
        }
        let mut hull: Vec<(f64, f64)> = Vec::with_capacity(2 * sorted.len());
        for &p in &sorted {
            while hull.len() >= 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        let lower = hull.len() + 1;
        for &p in sorted.iter().rev().skip(1) {
            while hull.len() >= lower && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    }

    /// Perimeter and area of the convex hull.
    #[exp(adjoint)]
    pub fn hull_measures(points: &[(f64, f64)]) -> (f64, f64) {
        let hull = convex_hull(points);
        let mut perimeter = 0.0;
        let mut area = 0.0;
        for i in 0..hull.len() {
            let (x0, y0) = hull[i];
            let (x1, y1) = hull[(i + 1) % hull.len()];
            perimeter += (x1 - x0).hypot(y1 - y0);
            area += (x0 * y1 - x1 * y0) / 2.0;
        }
        (perimeter, area)
    }
}

fn main() {
    let e = exp::HullMeasures;
    let x = vec![(0.0, 0.1), (2.0, -0.3), (1.1, 0.9), (2.4, 1.8), (0.3, 1.6), (1.4, 1.0), (0.9, 2.2)];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::hull_measures(&x));
    ad::testing::check(&e, &x).unwrap();
}
