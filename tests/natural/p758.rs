#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kinematics {
        use std::ops::Mul;

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Transform {
            m: [[f64; 4]; 4],
        }

        impl Transform {
            pub fn identity() -> Self {
                let mut m = [[0.0; 4]; 4];
                for i in 0..4 {
                    m[i][i] = 1.0;
                }
                Transform { m }
            }

            pub fn translation(&self) -> [f64; 3] {
                [self.m[0][3], self.m[1][3], self.m[2][3]]
            }
        }

        impl Mul for Transform {
            type Output = Transform;
            fn mul(self, rhs: Transform) -> Transform {
                let mut m = [[0.0; 4]; 4];
                for i in 0..4 {
                    for j in 0..4 {
                        m[i][j] = (0..4).map(|k| self.m[i][k] * rhs.m[k][j]).sum();
                    }
                }
                Transform { m }
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub enum Joint {
            Revolute { d: f64, a: f64, alpha: f64 },
            Prismatic { theta: f64, a: f64, alpha: f64 },
        }

        impl Joint {
            /// Denavit–Hartenberg transform for the joint variable `q`.
            pub fn transform(&self, q: f64) -> Transform {
                let (theta, d, a, alpha) = match *self {
                    Joint::Revolute { d, a, alpha } => (q, d, a, alpha),
                    Joint::Prismatic { theta, a, alpha } => (theta, q, a, alpha),
                };
                let (st, ct) = theta.sin_cos();
                let (sa, ca) = alpha.sin_cos();
                Transform {
                    m: [
                        [ct, -st * ca, st * sa, a * ct],
                        [st, ct * ca, -ct * sa, a * st],
                        [0.0, sa, ca, d],
                        [0.0, 0.0, 0.0, 1.0],
                    ],
                }
            }
        }

        pub fn end_effector(chain: &[Joint], q: &[f64]) -> [f64; 3] {
            assert_eq!(chain.len(), q.len());
            chain
                .iter()
                .zip(q)
                .fold(Transform::identity(), |t, (joint, &q)| t * joint.transform(q))
                .translation()
        }
    }
    pub use kinematics::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::EndEffector;
    let x = (
        vec![
            exp::Joint::Revolute { d: 0.4, a: 0.0, alpha: -1.5 },
            exp::Joint::Revolute { d: 0.1, a: 0.5, alpha: 1.5 },
            exp::Joint::Prismatic { theta: 0.2, a: 0.1, alpha: 0.0 },
        ],
        vec![0.3, -0.6, 0.8],
    );
    let chain = [
        plain::Joint::Revolute { d: 0.4, a: 0.0, alpha: -1.5 },
        plain::Joint::Revolute { d: 0.1, a: 0.5, alpha: 1.5 },
        plain::Joint::Prismatic { theta: 0.2, a: 0.1, alpha: 0.0 },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::end_effector(&chain, &[0.3, -0.6, 0.8]));
    ad::testing::check(&e, &x).unwrap();
}
