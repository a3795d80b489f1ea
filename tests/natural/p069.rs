#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod meshes {
        pub struct Mesh {
            pub vertices: Vec<[f64; 3]>,
            pub faces: Vec<[usize; 3]>,
        }

        #[derive(Debug)]
        pub struct Measures {
            pub volume: f64,
            pub area: f64,
        }

        impl Mesh {
            fn triangles<'a>(&'a self) -> impl Iterator<Item = [[f64; 3]; 3]> + 'a {
                self.faces.iter().map(move |&[i, j, k]| [self.vertices[i], self.vertices[j], self.vertices[k]])
            }
        }

        pub fn measure(mesh: &Mesh) -> Measures {
            let mut m = Measures { volume: 0.0, area: 0.0 };
            for [a, b, c] in mesh.triangles() {
                let minus = |p: [f64; 3], q: [f64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
                let (u, v) = (minus(b, a), minus(c, a));
                let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
                m.area += 0.5 * n.iter().map(|x| x.powi(2)).sum::<f64>().sqrt();
                m.volume += a.iter().zip(&n).map(|(x, y)| x * y).sum::<f64>() / 6.0;
            }
            m
        }
    }
    pub use meshes::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Measure;
    let x = exp::Mesh { vertices: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.5], [0.0, 2.0, 0.0], [0.25, 0.0, 3.0]], faces: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &exp::Measures { volume: 1.0, area: 2.0 }).1);
    println!("value {:?} plain {:?}", value.volume, plain::measure(&plain::Mesh { vertices: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.5], [0.0, 2.0, 0.0], [0.25, 0.0, 3.0]], faces: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] }).volume);
    ad::testing::check(&e, &x).unwrap();
}
