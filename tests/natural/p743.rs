#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod picking {
        pub type V3 = [f64; 3];

        fn sub(a: &V3, b: &V3) -> V3 {
            [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
        }
        fn dot(a: &V3, b: &V3) -> f64 {
            a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
        }
        fn cross(a: &V3, b: &V3) -> V3 {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Hit {
            pub t: f64,
            pub u: f64,
            pub v: f64,
            pub triangle: usize,
        }

        #[derive(Debug, Clone)]
        pub struct Mesh {
            pub vertices: Vec<V3>,
            pub heat: Vec<f64>,
            pub faces: Vec<(usize, usize, usize)>,
        }

        impl Mesh {
            /// Möller–Trumbore.
            fn hit_face(&self, face: usize, origin: &V3, direction: &V3) -> Option<Hit> {
                const EPSILON: f64 = 1e-9;
                let (i, j, k) = self.faces[face];
                let a = &self.vertices[i];
                let e1 = sub(&self.vertices[j], a);
                let e2 = sub(&self.vertices[k], a);
                let p = cross(direction, &e2);
                let det = dot(&e1, &p);
                if det.abs() < EPSILON {
                    return None;
                }
                let s = sub(origin, a);
                let u = dot(&s, &p) / det;
                if !(0.0..=1.0).contains(&u) {
                    return None;
                }
                let q = cross(&s, &e1);
                let v = dot(direction, &q) / det;
                if v < 0.0 || u + v > 1.0 {
                    return None;
                }
                let t = dot(&e2, &q) / det;
                (t > EPSILON).then_some(Hit { t, u, v, triangle: face })
            }

            pub fn raycast(&self, origin: &V3, direction: &V3) -> Option<Hit> {
                let mut nearest: Option<Hit> = None;
                for face in 0..self.faces.len() {
                    if let Some(hit) = self.hit_face(face, origin, direction) {
                        match nearest {
                            Some(best) if best.t <= hit.t => {}
                            _ => nearest = Some(hit),
                        }
                    }
                }
                nearest
            }
        }

        /// The temperature that an infrared camera measures along a ray.
        pub fn measured_heat(mesh: &Mesh, origin: V3, direction: V3, ambient: f64, absorption: f64) -> f64 {
            mesh.raycast(&origin, &direction).map_or(ambient, |hit| {
                let (i, j, k) = mesh.faces[hit.triangle];
                let surface = (1.0 - hit.u - hit.v) * mesh.heat[i] + hit.u * mesh.heat[j] + hit.v * mesh.heat[k];
                let transmitted = (-absorption * hit.t).exp();
                transmitted * surface + (1.0 - transmitted) * ambient
            })
        }
    }
    pub use picking::*;
}

fn main() {
    macro_rules! mesh {
        ($m:ident) => {
            $m::Mesh {
                vertices: vec![[-1.0, -1.0, 3.0], [1.2, -0.9, 3.2], [0.1, 1.3, 2.8], [0.0, 0.2, 5.0]],
                heat: vec![20.0, 35.0, 50.0, 90.0],
                faces: vec![(0, 1, 3), (0, 1, 2), (1, 2, 3)],
            }
        };
    }
    let e = exp::MeasuredHeat;
    let x = (mesh!(exp), [0.0, 0.0, 0.0], [0.05, 0.02, 1.0], 15.0, 0.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::measured_heat(&mesh!(plain), x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
