#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Matrix<const R: usize, const C: usize>(pub [[f64; C]; R]);

        impl<const R: usize, const C: usize> Matrix<R, C> {
            pub fn zeros() -> Self {
                Matrix([[0.0; C]; R])
            }

            pub fn transpose(&self) -> Matrix<C, R> {
                let mut t = Matrix::<C, R>::zeros();
                for i in 0..R {
                    for j in 0..C {
                        t.0[j][i] = self.0[i][j];
                    }
                }
                t
            }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
                let mut out = Matrix::<R, C>::zeros();
                for i in 0..R {
                    for j in 0..C {
                        for k in 0..K {
                            out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                        }
                    }
                }
                out
            }
        }

        impl<const R: usize, const C: usize> Add for Matrix<R, C> {
            type Output = Self;
            fn add(mut self, rhs: Self) -> Self {
                for (row, other) in self.0.iter_mut().zip(rhs.0.iter()) {
                    for (a, b) in row.iter_mut().zip(other.iter()) {
                        *a += *b;
                    }
                }
                self
            }
        }

        impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(mut self, rhs: Self) -> Self {
                for i in 0..R {
                    for j in 0..C {
                        self.0[i][j] -= rhs.0[i][j];
                    }
                }
                self
            }
        }

        /// Negative log-likelihood of position measurements under a constant-velocity model.
        pub fn negative_log_likelihood(measurements: &[f64], dt: f64, accel_variance: f64, noise_variance: f64) -> f64 {
            let f = Matrix([[1.0, dt], [0.0, 1.0]]);
            let h = Matrix([[1.0, 0.0]]);
            let q = Matrix([
                [dt.powi(4) / 4.0 * accel_variance, dt.powi(3) / 2.0 * accel_variance],
                [dt.powi(3) / 2.0 * accel_variance, dt.powi(2) * accel_variance],
            ]);
            let mut x = Matrix([[measurements[0]], [0.0]]);
            let mut p = Matrix([[noise_variance, 0.0], [0.0, 1.0]]);
            let mut nll = 0.0;
            for &z in &measurements[1..] {
                // predict
                x = f * x;
                p = f * p * f.transpose() + q;
                // update
                let innovation = z - (h * x).0[0][0];
                let s = (h * p * h.transpose()).0[0][0] + noise_variance;
                let pht = p * h.transpose();
                let gain = Matrix([[pht.0[0][0] / s], [pht.0[1][0] / s]]);
                x = x + gain * Matrix([[innovation]]);
                p = p - gain * h * p;
                nll += 0.5 * (innovation * innovation / s + (2.0 * std::f64::consts::PI * s).ln());
            }
            nll
        }
    }
    pub use kalman::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::NegativeLogLikelihood;
    let x = (vec![0.0, 0.4, 1.1, 1.4, 2.2], 0.5, 0.3, 0.04);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::negative_log_likelihood(&x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
