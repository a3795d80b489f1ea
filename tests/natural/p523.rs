#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        #[derive(Clone, Debug)]
        pub struct Kalman {
            pub x: [f64; 2],
            pub p: [[f64; 2]; 2],
            pub q: f64,
            pub r: f64,
        }

        impl Kalman {
            fn predict(&mut self, dt: f64) {
                self.x[0] += dt * self.x[1];
                let [[p00, p01], [p10, p11]] = self.p;
                self.p = [
                    [p00 + dt * (p01 + p10) + dt * dt * p11 + 0.25 * self.q * dt.powi(4), p01 + dt * p11 + 0.5 * self.q * dt.powi(3)],
                    [p10 + dt * p11 + 0.5 * self.q * dt.powi(3), p11 + self.q * dt * dt],
                ];
            }

            /// Returns the log likelihood of the measurement.
            fn update(&mut self, z: f64) -> f64 {
                let innovation = z - self.x[0];
                let s = self.p[0][0] + self.r;
                let k = [self.p[0][0] / s, self.p[1][0] / s];
                self.x[0] += k[0] * innovation;
                self.x[1] += k[1] * innovation;
                let old = self.p;
                for i in 0..2 {
                    for j in 0..2 {
                        self.p[i][j] = old[i][j] - k[i] * old[0][j];
                    }
                }
                -0.5 * (innovation * innovation / s + s.ln() + (2.0 * std::f64::consts::PI).ln())
            }
        }

        pub fn log_likelihood(#[fixed] measurements: &[f64], q: f64, r: f64) -> f64 {
            let mut filter = Kalman { x: [0.0; 2], p: [[1.0, 0.0], [0.0, 1.0]], q, r };
            measurements
                .iter()
                .map(|&z| {
                    filter.predict(0.1);
                    filter.update(z)
                })
                .sum()
        }
    }
    pub use kalman::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogLikelihood { measurements: &[0.1, 0.25, 0.2, 0.5, 0.45] };
    let x = (0.5, 0.02);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_likelihood(&[0.1, 0.25, 0.2, 0.5, 0.45], 0.5, 0.02));
    ad::testing::check(&e, &x).unwrap();
}
