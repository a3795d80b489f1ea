#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    #[exp(adjoint)]
    fn sub(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
        core::array::from_fn(|i| a[i] - b[i])
    }

    #[exp(adjoint)]
    fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.into_iter().zip(b).map(|(x, y)| x * y).sum()
    }

    /// Möller-Trumbore: distance and barycentric coordinates of the hit.
    #[exp(adjoint)]
    pub fn ray_triangle(origin: [f64; 3], dir: [f64; 3], tri: &[[f64; 3]; 3]) -> Option<(f64, f64, f64)> {
        let [a, b, c] = tri;
        let (e1, e2) = (sub(b, a), sub(c, a));
        let p = cross(dir, e2);
        let det = dot(e1, p);
        if det.abs() < f64::EPSILON {
            return None;
        }
        let s = sub(&origin, a);
        let u = dot(s, p) / det;
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let q = cross(s, e1);
        let v = dot(dir, q) / det;
        if v < 0.0 || u + v > 1.0 {
            return None;
        }
        let t = dot(e2, q) / det;
        if t > 0.0 { Some((t, u, v)) } else { None }
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::RayTriangle;
    let x = ([0.25, 0.25, -1.0], [0.0, 0.125, 1.0], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.5], [0.0, 2.0, 2.0]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some((1.0, 2.0, 3.0))).1);
    println!("value {:?} plain {:?}", value, plain::ray_triangle([0.25, 0.25, -1.0], [0.0, 0.125, 1.0], &[[0.0, 0.0, 1.0], [2.0, 0.0, 1.5], [0.0, 2.0, 2.0]]));
    ad::testing::check(&e, &x).unwrap();
}
