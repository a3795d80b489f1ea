#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Perimeter of the convex hull (monotone chain).
    #[exp(adjoint)]
    pub fn hull_perimeter(points: &[(f64, f64)]) -> f64 {
        let mut sorted: Vec<(f64, f64)> = points.into();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));

        let turn = |o: (f64, f64), a: (f64, f64), b: (f64, f64)| {
            (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
        };
        let mut hull: Vec<(f64, f64)> = Vec::new();
        for pass in 0..2 {
            let base = hull.len();
            for &p in &sorted {
                while hull.len() >= base + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                    hull.pop();
                }
                hull.push(p);
            }
            hull.pop();
            if pass == 0 {
                sorted.reverse();
            }
        }
        (0..hull.len())
            .map(|i| {
                let (p, q) = (hull[i], hull[(i + 1) % hull.len()]);
                ((p.0 - q.0).powi(2) + (p.1 - q.1).powi(2)).sqrt()
            })
            .sum()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::HullPerimeter;
    let x = vec![(0.0, 0.0), (2.0, 1.0), (4.0, 0.5), (3.0, 3.0), (1.0, 2.5), (2.0, 2.0)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::hull_perimeter(&[(0.0, 0.0), (2.0, 1.0), (4.0, 0.5), (3.0, 3.0), (1.0, 2.5), (2.0, 2.0)]));
    ad::testing::check(&e, &x).unwrap();
}
