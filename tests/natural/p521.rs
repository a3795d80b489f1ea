#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod arm {
        use std::f64::consts::FRAC_PI_2;

        type Mat4 = [[f64; 4]; 4];

        /// Denavit–Hartenberg parameters of one joint.
        #[derive(Debug, Clone, Copy)]
        pub struct Link {
            pub a: f64,
            pub alpha: f64,
            pub d: f64,
        }

        impl Link {
            fn transform(&self, theta: f64) -> Mat4 {
                let (st, ct) = theta.sin_cos();
                let (sa, ca) = self.alpha.sin_cos();
                [
                    [ct, -st * ca, st * sa, self.a * ct],
                    [st, ct * ca, -ct * sa, self.a * st],
                    [0.0, sa, ca, self.d],
                    [0.0, 0.0, 0.0, 1.0],
                ]
            }
        }

        fn identity() -> Mat4 {
            let mut m = [[0.0; 4]; 4];
            for i in 0..4 {
                m[i][i] = 1.0;
            }
            m
        }

        fn matmul(a: &Mat4, b: &Mat4) -> Mat4 {
            let mut c = [[0.0; 4]; 4];
            for i in 0..4 {
                for j in 0..4 {
                    for k in 0..4 {
                        c[i][j] += a[i][k] * b[k][j];
                    }
                }
            }
            c
        }

        pub fn end_effector(links: &[Link], joints: &[f64]) -> [f64; 3] {
            let pose = links
                .iter()
                .zip(joints.iter())
                .fold(identity(), |pose, (link, &theta)| matmul(&pose, &link.transform(theta + FRAC_PI_2)));
            [pose[0][3], pose[1][3], pose[2][3]]
        }
    }
    pub use arm::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::EndEffector;
    let x = (vec![exp::Link { a: 0.5, alpha: 0.3, d: 0.1 }, exp::Link { a: 0.4, alpha: -0.2, d: 0.0 }, exp::Link { a: 0.3, alpha: 0.1, d: 0.2 }], vec![0.1, -0.4, 0.7]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::end_effector(&vec![plain::Link { a: 0.5, alpha: 0.3, d: 0.1 }, plain::Link { a: 0.4, alpha: -0.2, d: 0.0 }, plain::Link { a: 0.3, alpha: 0.1, d: 0.2 }], &vec![0.1, -0.4, 0.7]));
    ad::testing::check(&e, &x).unwrap();
}
