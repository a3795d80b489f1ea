#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Möller–Trumbore intersection: distance along the ray and barycentric coordinates.
    #[exp(adjoint)]
    pub fn intersect(origin: [f64; 3], direction: [f64; 3], triangle: &[[f64; 3]; 3]) -> Option<(f64, f64, f64)> {
        let [a, b, c] = *triangle;
        let e1 = sub(b, a);
        let e2 = sub(c, a);
        let h = cross(direction, e2);
        let det = dot(e1, h);
        if det.abs() < 1e-9 {
            return None;
        }
        let inv = det.recip();
        let s = sub(origin, a);
        let u = inv * dot(s, h);
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let q = cross(s, e1);
        let v = inv * dot(direction, q);
        if v < 0.0 || u + v > 1.0 {
            return None;
        }
        let t = inv * dot(e2, q);
        (t > 1e-9).then_some((t, u, v))
    }

    #[exp(adjoint)]
    fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }

    #[exp(adjoint)]
    fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
    }

    #[exp(adjoint)]
    fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Intersect;
    let x = ([0.1, 0.2, -3.0], [0.05, 0.02, 1.0], [[-1.0, -1.0, 0.1], [2.0, -0.5, 0.2], [0.0, 2.0, 0.3]]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::intersect([0.1, 0.2, -3.0], [0.05, 0.02, 1.0], &[[-1.0, -1.0, 0.1], [2.0, -0.5, 0.2], [0.0, 2.0, 0.3]]));
    ad::testing::check(&e, &x).unwrap();
}
