#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    type Point = (f64, f64);

    #[exp(adjoint)]
    fn lerp(a: (f64, f64), b: (f64, f64), t: f64) -> (f64, f64) {
        (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
    }

    #[exp(adjoint)]
    fn dist(a: (f64, f64), b: (f64, f64)) -> f64 {
        ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt()
    }

    /// Length of a cubic Bézier curve by subdivision (Gravesen's estimate).
    #[exp(adjoint)]
    pub fn bezier_length(p: [(f64, f64); 4], tolerance: f64, depth: usize) -> f64 {
        let [p0, p1, p2, p3] = p;
        let chord = dist(p0, p3);
        let polygon = dist(p0, p1) + dist(p1, p2) + dist(p2, p3);
        if depth == 0 || polygon - chord < tolerance {
            return (chord + polygon) / 2.0;
        }
        let p01 = lerp(p0, p1, 0.5);
        let p12 = lerp(p1, p2, 0.5);
        let p23 = lerp(p2, p3, 0.5);
        let p012 = lerp(p01, p12, 0.5);
        let p123 = lerp(p12, p23, 0.5);
        let mid = lerp(p012, p123, 0.5);
        bezier_length([p0, p01, p012, mid], tolerance / 2.0, depth - 1)
            + bezier_length([mid, p123, p23, p3], tolerance / 2.0, depth - 1)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::BezierLength { depth: 6 };
    let x = ([(0.0, 0.0), (1.0, 2.0), (3.0, -1.0), (4.0, 1.5)], 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::bezier_length(x.0, x.1, 6));
    ad::testing::check(&e, &x).unwrap();
}
