#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        #[derive(Clone, Debug)]
        pub struct Matrix2([[f64; 2]; 2]);

        impl Matrix2 {
            fn identity() -> Self {
                Matrix2([[1.0, 0.0], [0.0, 1.0]])
            }

            fn map2(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
                let mut out = [[0.0; 2]; 2];
                for (i, row) in out.iter_mut().enumerate() {
                    for (j, cell) in row.iter_mut().enumerate() {
                        *cell = f(self.0[i][j], other.0[i][j]);
                    }
                }
                Matrix2(out)
            }

            fn mul(&self, other: &Self) -> Self {
                let [[a, b], [c, d]] = self.0;
                let [[e, f], [g, h]] = other.0;
                Matrix2([[a * e + b * g, a * f + b * h], [c * e + d * g, c * f + d * h]])
            }

            fn transpose(&self) -> Self {
                let Matrix2([[a, b], [c, d]]) = *self;
                Matrix2([[a, c], [b, d]])
            }
        }

        pub struct Tracker {
            x: [f64; 2],
            p: Matrix2,
            q: f64,
            r: f64,
        }

        impl Tracker {
            fn predict(&mut self, dt: f64) {
                let f = Matrix2([[1.0, dt], [0.0, 1.0]]);
                self.x = [self.x[0] + dt * self.x[1], self.x[1]];
                let noise = Matrix2([[self.q * dt.powi(3) / 3.0, self.q * dt.powi(2) / 2.0], [
                    self.q * dt.powi(2) / 2.0,
                    self.q * dt,
                ]]);
                self.p = f.mul(&self.p).mul(&f.transpose()).map2(&noise, |a, b| a + b);
            }

            fn correct(&mut self, z: f64) -> f64 {
                let s = self.p.0[0][0] + self.r;
                let gain = [self.p.0[0][0] / s, self.p.0[1][0] / s];
                let innovation = z - self.x[0];
                for (x, k) in self.x.iter_mut().zip(gain) {
                    *x += k * innovation;
                }
                let keep = Matrix2([[1.0 - gain[0], 0.0], [-gain[1], 1.0]]);
                self.p = keep.mul(&self.p);
                -0.5 * (innovation * innovation / s + s.ln())
            }
        }

        pub fn log_likelihood(measurements: &[Option<f64>], q: f64, r: f64) -> f64 {
            let mut tracker = Tracker { x: [0.0; 2], p: Matrix2::identity(), q, r };
            let mut total = 0.0;
            for z in measurements {
                tracker.predict(0.5);
                if let Some(z) = z {
                    total += tracker.correct(*z);
                }
            }
            total
        }
    }
    pub use kalman::*;
}

fn main() {
    let x = (vec![Some(0.2), Some(0.7), None, Some(1.9), None, Some(2.2)], 0.3, 0.1);
    ad::testing::check_function(&exp::LogLikelihood, |x| plain::log_likelihood(&x.0, x.1, x.2), &x).unwrap();
}
