#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Debug, Clone)]
    pub struct KalmanFilter {
        pub estimate: f64,
        pub variance: f64,
        pub process_noise: f64,
        pub measurement_noise: f64,
    }

    #[exp(adjoint)]
    impl KalmanFilter {
        pub fn predict(&mut self, control: f64) {
            self.estimate += control;
            self.variance += self.process_noise;
        }

        /// Returns the log-likelihood of the measurement.
        pub fn update(&mut self, measurement: f64) -> f64 {
            let innovation = measurement - self.estimate;
            let s = self.variance + self.measurement_noise;
            let gain = self.variance / s;
            self.estimate += gain * innovation;
            self.variance *= 1.0 - gain;
            -0.5 * (innovation * innovation / s + s.ln() + (2.0 * std::f64::consts::PI).ln())
        }
    }

    #[exp(adjoint)]
    pub fn log_likelihood(#[fixed] measurements: &[Option<f64>], filter: &KalmanFilter, velocity: f64) -> f64 {
        let mut filter = filter.clone();
        let mut total = 0.0;
        for measurement in measurements {
            filter.predict(velocity);
            if let Some(z) = measurement {
                total += filter.update(*z);
            }
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogLikelihood { measurements: &[Some(1.1), Some(1.9), None, Some(4.2), Some(4.8)] };
    let x = (exp::KalmanFilter { estimate: 0.0, variance: 1.0, process_noise: 0.1, measurement_noise: 0.5 }, 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_likelihood(&[Some(1.1), Some(1.9), None, Some(4.2), Some(4.8)], &plain::KalmanFilter { estimate: 0.0, variance: 1.0, process_noise: 0.1, measurement_noise: 0.5 }, 0.9));
    ad::testing::check(&e, &x).unwrap();
}
