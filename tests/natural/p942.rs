#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        type Mat2 = [[f64; 2]; 2];

        pub struct KalmanFilter {
            state: [f64; 2],
            cov: Mat2,
            log_likelihood: f64,
        }

        impl KalmanFilter {
            pub fn new(position: f64, velocity: f64, variance: f64) -> Self {
                KalmanFilter {
                    state: [position, velocity],
                    cov: [[variance, 0.0], [0.0, variance]],
                    log_likelihood: 0.0,
                }
            }

            fn predict(&mut self, dt: f64, q: f64) -> &mut Self {
                let [p, v] = self.state;
                self.state = [p + dt * v, v];
                let [[a, b], [c, d]] = self.cov;
                self.cov = [
                    [a + dt * (b + c) + dt * dt * d + q * dt.powi(3) / 3.0, b + dt * d + q * dt.powi(2) / 2.0],
                    [c + dt * d + q * dt.powi(2) / 2.0, d + q * dt],
                ];
                self
            }

            fn update(&mut self, z: f64, r: f64) {
                let innovation = z - self.state[0];
                let s = self.cov[0][0] + r;
                let gain = [self.cov[0][0] / s, self.cov[1][0] / s];
                for (x, k) in self.state.iter_mut().zip(gain) {
                    *x += k * innovation;
                }
                let row = self.cov[0];
                for i in 0..2 {
                    for j in 0..2 {
                        self.cov[i][j] -= gain[i] * row[j];
                    }
                }
                self.log_likelihood -= 0.5 * (s.ln() + innovation * innovation / s + std::f64::consts::TAU.ln());
            }
        }

        /// Negative log-likelihood of the track; `None` is a dropped measurement.
        pub fn tracking_nll(measurements: &[Option<f64>], dt: f64, q: f64, r: f64) -> f64 {
            let first = measurements.iter().flatten().next().copied().unwrap_or(0.0);
            let mut kf = KalmanFilter::new(first, 0.0, 10.0);
            for z in measurements.iter().skip(1) {
                kf.predict(dt, q);
                if let Some(z) = z {
                    kf.update(*z, r);
                }
            }
            -kf.log_likelihood
        }
    }
    pub use kalman::*;
}

fn main() {
    let z = vec![Some(0.1), Some(0.55), None, Some(1.62), None, None, Some(3.1), Some(3.45)];
    let e = exp::TrackingNll;
    let x = (z.clone(), 0.5, 0.2, 0.04);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::tracking_nll(&z, 0.5, 0.2, 0.04));
    ad::testing::check(&e, &x).unwrap();
}
