#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        use std::ops::{Add, Index, IndexMut, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Mat<const R: usize, const C: usize>(pub [[f64; C]; R]);

        impl<const R: usize, const C: usize> Mat<R, C> {
            pub fn zeros() -> Self {
                Mat([[0.0; C]; R])
            }

            pub fn transpose(&self) -> Mat<C, R> {
                let mut out = Mat::zeros();
                for i in 0..R {
                    for j in 0..C {
                        out.0[j][i] = self.0[i][j];
                    }
                }
                out
            }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
            type Output = Mat<R, C>;
            fn mul(self, rhs: Mat<K, C>) -> Mat<R, C> {
                let mut out = Mat::zeros();
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

        impl<const R: usize, const C: usize> Add for Mat<R, C> {
            type Output = Self;
            fn add(mut self, rhs: Self) -> Self {
                for i in 0..R {
                    for j in 0..C {
                        self.0[i][j] += rhs.0[i][j];
                    }
                }
                self
            }
        }

        /// Log-likelihood of a local linear trend; the variances are of observation, level and slope.
        pub fn local_linear_trend(#[fixed] data: &[f64], log_variances: [f64; 3], level: f64, slope: f64) -> f64 {
            let [h, q_level, q_slope] = log_variances.map(|v| v.exp());
            let f = Mat([[1.0, 1.0], [0.0, 1.0]]);
            let q = Mat([[q_level, 0.0], [0.0, q_slope]]);
            let z = Mat([[1.0, 0.0]]);
            let mut state = Mat([[level], [slope]]);
            let mut cov = Mat([[1.0, 0.0], [0.0, 1.0]]);
            let mut ll = 0.0;
            for &y in data {
                state = f * state;
                cov = f * cov * f.transpose() + q;
                let v = y - (z * state).0[0][0];
                let s = (z * cov * z.transpose()).0[0][0] + h;
                ll -= 0.5 * ((2.0 * std::f64::consts::PI * s).ln() + v * v / s);
                let pz = cov * z.transpose();
                let gain = Mat([[pz.0[0][0] / s], [pz.0[1][0] / s]]);
                state = state + gain * Mat([[v]]);
                let shrink = gain * z * cov;
                for i in 0..2 {
                    for j in 0..2 {
                        cov.0[i][j] -= shrink.0[i][j];
                    }
                }
            }
            ll
        }
    }
    pub use kalman::*;
}

fn main() {
    use ad::prelude::*;
    let data = [1.0, 1.4, 1.7, 2.3, 2.2, 2.9];
    let e = exp::LocalLinearTrend { data: &data };
    let x = ([-1.0, -2.0, -3.0], 0.8, 0.3);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::local_linear_trend(&data, [-1.0, -2.0, -3.0], 0.8, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
