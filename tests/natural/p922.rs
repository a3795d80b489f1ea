#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Mat2([[f64; 2]; 2]);

        impl Mat2 {
            const fn transposed(self) -> Mat2 {
                let [[a, b], [c, d]] = self.0;
                Mat2([[a, c], [b, d]])
            }

            fn outer(u: [f64; 2], v: [f64; 2]) -> Mat2 {
                Mat2(u.map(|u| v.map(|v| u * v)))
            }
        }

        impl Mul for Mat2 {
            type Output = Mat2;
            fn mul(self, rhs: Mat2) -> Mat2 {
                let mut out = [[0.0; 2]; 2];
                for i in 0..2 {
                    for j in 0..2 {
                        out[i][j] = (0..2).map(|k| self.0[i][k] * rhs.0[k][j]).sum();
                    }
                }
                Mat2(out)
            }
        }

        impl Mul<[f64; 2]> for Mat2 {
            type Output = [f64; 2];
            fn mul(self, [x, y]: [f64; 2]) -> [f64; 2] {
                self.0.map(|[a, b]| a * x + b * y)
            }
        }

        impl Add for Mat2 {
            type Output = Mat2;
            fn add(mut self, rhs: Mat2) -> Mat2 {
                self.0.iter_mut().flatten().zip(rhs.0.iter().flatten()).for_each(|(a, b)| *a += b);
                self
            }
        }

        impl Sub for Mat2 {
            type Output = Mat2;
            fn sub(self, rhs: Mat2) -> Mat2 {
                self + Mat2([[-1.0, 0.0], [0.0, -1.0]]) * rhs
            }
        }

        /// The log-likelihood of positions, some of which were not observed.
        pub fn track(observations: &[Option<f64>], dt: f64, jerk: f64, noise: f64) -> f64 {
            let f = Mat2([[1.0, dt], [0.0, 1.0]]);
            let q = Mat2([[dt.powi(3) / 3.0, dt * dt / 2.0], [dt * dt / 2.0, dt]].map(|row| row.map(|x| x * jerk)));
            let (mut mean, mut cov) = ([0.0, 0.5], Mat2([[1.0, 0.0], [0.0, 2.0]]));
            let mut log_likelihood = 0.0;
            for z in observations {
                mean = f * mean;
                cov = f * cov * f.transposed() + q;
                let Some(z) = z else { continue };
                let innovation = z - mean[0];
                let s = cov.0[0][0] + noise * noise;
                let gain = [cov.0[0][0] / s, cov.0[1][0] / s];
                log_likelihood -= 0.5 * (innovation * innovation / s + s.ln());
                mean = [mean[0] + gain[0] * innovation, mean[1] + gain[1] * innovation];
                cov = cov - Mat2::outer(gain, cov.0[0]);
            }
            log_likelihood
        }
    }
    pub use kalman::*;
}

fn main() {
    let observations = vec![Some(0.4), Some(1.1), None, Some(1.9), None, None, Some(3.2)];
    let e = exp::Track;
    let x = (observations.clone(), 0.8, 0.3, 0.45);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::track(&observations, 0.8, 0.3, 0.45));
    ad::testing::check(&e, &x).unwrap();
}
