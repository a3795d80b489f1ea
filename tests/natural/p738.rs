#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }

    #[exp(adjoint)]
    pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    #[exp(adjoint)]
    pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
    }

    /// Isoperimetric quotient `36π V² / A³` of a closed triangle mesh, which is 1 for a sphere.
    #[exp(adjoint)]
    pub fn sphericity(vertices: &[[f64; 3]], triangles: &[[usize; 3]]) -> f64 {
        let (mut area, mut volume) = (0.0, 0.0);
        for &[i, j, k] in triangles {
            let (a, b, c) = (vertices[i], vertices[j], vertices[k]);
            let n = cross(sub(b, a), sub(c, a));
            area += 0.5 * dot(n, n).sqrt();
            volume += dot(a, cross(b, c)) / 6.0;
        }
        36.0 * std::f64::consts::PI * volume * volume / area.powi(3)
    }
}

fn main() {
    let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let e = exp::Sphericity { triangles: &triangles };
    let x = vec![[0.0, 0.0, 0.1], [1.0, 0.1, 0.0], [0.2, 1.1, 0.0], [0.3, 0.2, 0.9]];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::sphericity(&x, &triangles));
    ad::testing::check(&e, &x).unwrap();
}
