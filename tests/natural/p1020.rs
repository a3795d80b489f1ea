#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mesh {
        use std::collections::HashMap;

        type Vertex = [f64; 3];

        struct Mesh<'a> {
            vertices: &'a [Vertex],
            faces: Vec<[usize; 3]>,
        }

        fn sub(a: Vertex, b: Vertex) -> Vertex {
            [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
        }

        fn dot(a: &Vertex, b: &Vertex) -> f64 {
            a.iter().zip(b).map(|(x, y)| x * y).sum()
        }

        impl Mesh<'_> {
            fn normal(&self, face: usize) -> Vertex {
                let [a, b, c] = self.faces[face].map(|i| self.vertices[i]);
                let (u, v) = (sub(b, a), sub(c, a));
                let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
                let length = dot(&n, &n).sqrt();
                n.map(|x| x / length)
            }

            fn edges(&self) -> HashMap<(usize, usize), Vec<usize>> {
                let mut edges: HashMap<_, Vec<usize>> = HashMap::new();
                for (f, face) in self.faces.iter().enumerate() {
                    for k in 0..3 {
                        let (i, j) = (face[k], face[(k + 1) % 3]);
                        edges.entry((i.min(j), i.max(j))).or_default().push(f);
                    }
                }
                edges
            }
        }

        pub fn smoothness(vertices: &[Vertex]) -> f64 {
            let mesh = Mesh { vertices, faces: vec![[0, 1, 2], [0, 2, 3]] };
            let mut energy = 0.0;
            for (_, faces) in mesh.edges() {
                if let [f, g] = faces[..] {
                    energy += 1.0 - dot(&mesh.normal(f), &mesh.normal(g));
                }
            }
            energy
        }
    }
    pub use mesh::*;
}

fn main() {
    ad::testing::check_function(&exp::Smoothness, |x| plain::smoothness(x), &vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [1.0, 1.0, 0.0], [0.0, 1.0, 0.3]]).unwrap();
}
