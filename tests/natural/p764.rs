#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod force_field {
        type Point = [f64; 3];

        fn sub(a: Point, b: Point) -> Point {
            [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
        }
        fn dot(a: Point, b: Point) -> f64 {
            a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
        }
        fn cross(a: Point, b: Point) -> Point {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        fn norm(a: Point) -> f64 {
            dot(a, a).sqrt()
        }

        #[derive(Debug, Clone)]
        pub enum Term {
            Bond { atoms: (usize, usize), depth: f64, stiffness: f64, length: f64 },
            Angle { atoms: (usize, usize, usize), k: f64, theta: f64 },
            Torsion { atoms: [usize; 4], barrier: f64, multiplicity: u32, phase: f64 },
        }

        impl Term {
            pub fn energy(&self, r: &[Point]) -> f64 {
                match self {
                    Term::Bond { atoms: (i, j), depth, stiffness, length } => {
                        let d = norm(sub(r[*i], r[*j]));
                        depth * (1.0 - (-stiffness * (d - length)).exp()).powi(2)
                    }
                    Term::Angle { atoms: (i, j, k_), k, theta } => {
                        let u = sub(r[*i], r[*j]);
                        let v = sub(r[*k_], r[*j]);
                        let angle = (dot(u, v) / (norm(u) * norm(v))).acos();
                        0.5 * k * (angle - theta).powi(2)
                    }
                    Term::Torsion { atoms: [i, j, k, l], barrier, multiplicity, phase } => {
                        let b1 = sub(r[*j], r[*i]);
                        let b2 = sub(r[*k], r[*j]);
                        let b3 = sub(r[*l], r[*k]);
                        let n1 = cross(b1, b2);
                        let n2 = cross(b2, b3);
                        let phi = (norm(b2) * dot(b1, n2)).atan2(dot(n1, n2));
                        barrier * (1.0 + (*multiplicity as f64 * phi - phase).cos())
                    }
                }
            }
        }

        pub fn bonded_energy(terms: &[Term], positions: &[Point]) -> f64 {
            terms.iter().map(|t| t.energy(positions)).sum()
        }
    }
    pub use force_field::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BondedEnergy;
    let positions = vec![[0.0, 0.1, 0.0], [1.4, 0.0, 0.2], [2.0, 1.3, 0.1], [3.3, 1.4, 0.9]];
    let x = (
        vec![
            exp::Term::Bond { atoms: (0, 1), depth: 80.0, stiffness: 1.9, length: 1.5 },
            exp::Term::Angle { atoms: (0, 1, 2), k: 60.0, theta: 1.95 },
            exp::Term::Torsion { atoms: [0, 1, 2, 3], barrier: 1.4, multiplicity: 3, phase: 0.1 },
        ],
        positions.clone(),
    );
    let terms = [
        plain::Term::Bond { atoms: (0, 1), depth: 80.0, stiffness: 1.9, length: 1.5 },
        plain::Term::Angle { atoms: (0, 1, 2), k: 60.0, theta: 1.95 },
        plain::Term::Torsion { atoms: [0, 1, 2, 3], barrier: 1.4, multiplicity: 3, phase: 0.1 },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::bonded_energy(&terms, &positions));
    ad::testing::check(&e, &x).unwrap();
}
