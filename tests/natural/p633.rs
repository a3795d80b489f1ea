#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mesh {
        use std::collections::HashSet;

        #[derive(Debug, Clone)]
        pub struct Mesh {
            pub vertices: Vec<[f64; 3]>,
            pub faces: Vec<[usize; 3]>,
        }

        impl Mesh {
            /// Signed volume by the divergence theorem.
            pub fn volume(&self) -> f64 {
                self.faces
                    .iter()
                    .map(|&[a, b, c]| {
                        let (a, b, c) = (self.vertices[a], self.vertices[b], self.vertices[c]);
                        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                            + a[2] * (b[0] * c[1] - b[1] * c[0]))
                            / 6.0
                    })
                    .sum()
            }

            fn edges(&self) -> HashSet<(usize, usize)> {
                let mut set = HashSet::new();
                for face in &self.faces {
                    for k in 0..3 {
                        let (a, b) = (face[k], face[(k + 1) % 3]);
                        set.insert((a.min(b), a.max(b)));
                    }
                }
                set
            }

            fn laplacian_step(&mut self, weight: f64) {
                let n = self.vertices.len();
                let mut sums = vec![[0.0; 3]; n];
                let mut degree = vec![0usize; n];
                let mut edges: Vec<_> = self.edges().into_iter().collect();
                edges.sort();
                for (a, b) in edges {
                    for k in 0..3 {
                        sums[a][k] += self.vertices[b][k];
                        sums[b][k] += self.vertices[a][k];
                    }
                    degree[a] += 1;
                    degree[b] += 1;
                }
                for ((v, s), &d) in self.vertices.iter_mut().zip(&sums).zip(&degree) {
                    for k in 0..3 {
                        v[k] += weight * (s[k] / d as f64 - v[k]);
                    }
                }
            }
        }

        pub fn smoothed_volume(mesh: &Mesh, weight: f64) -> f64 {
            let mut m = mesh.clone();
            for _ in 0..2 {
                m.laplacian_step(weight);
            }
            m.volume()
        }
    }
    pub use mesh::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SmoothedVolume;
    let x = (exp::Mesh { vertices: vec![[0.0, 0.0, 0.1], [1.0, 0.2, 0.0], [0.1, 1.1, 0.0], [0.3, 0.2, 1.2]], faces: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] }, 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::smoothed_volume(&plain::Mesh { vertices: vec![[0.0, 0.0, 0.1], [1.0, 0.2, 0.0], [0.1, 1.1, 0.0], [0.3, 0.2, 1.2]], faces: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] }, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
