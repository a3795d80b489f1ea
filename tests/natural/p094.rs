#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod local_level {
        use std::f64::consts::TAU;

        #[derive(Clone, Debug)]
        pub struct Filter {
            mean: f64,
            variance: f64,
            log_likelihood: f64,
        }

        impl Filter {
            pub fn new(mean: f64, variance: f64) -> Self {
                Filter { mean, variance, log_likelihood: 0.0 }
            }

            fn predict(&mut self, q: f64) -> &mut Self {
                self.variance += q;
                self
            }

            fn update(&mut self, y: f64, r: f64) {
                let innovation = y - self.mean;
                let s = self.variance + r;
                let gain = self.variance / s;
                self.mean += gain * innovation;
                self.variance *= 1.0 - gain;
                self.log_likelihood -= 0.5 * ((TAU * s).ln() + innovation * innovation / s);
            }
        }

        /// Missing observations are `None`.
        pub fn log_likelihood(#[fixed] ys: &[Option<f64>], log_q: f64, log_r: f64) -> f64 {
            let (q, r) = (log_q.exp(), log_r.exp());
            let mut filter = Filter::new(0.0, 1e3);
            for y in ys {
                filter.predict(q);
                if let Some(y) = y {
                    filter.update(*y, r);
                }
            }
            filter.log_likelihood
        }
    }
    pub use local_level::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogLikelihood { ys: &[Some(1.1), None, Some(1.4), Some(0.9), None, None, Some(2.0)] };
    let x = (-1.5, -2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_likelihood(&[Some(1.1), None, Some(1.4), Some(0.9), None, None, Some(2.0)], -1.5, -2.0));
    ad::testing::check(&e, &x).unwrap();
}
