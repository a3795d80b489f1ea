#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod naive_bayes {
        use std::collections::BTreeMap;

        #[derive(Debug, Clone, Default)]
        struct Moments {
            count: usize,
            mean: f64,
            m2: f64,
        }

        impl Moments {
            /// Welford's update.
            fn add(&mut self, x: f64) {
                self.count += 1;
                let delta = x - self.mean;
                self.mean += delta / self.count as f64;
                self.m2 += delta * (x - self.mean);
            }

            fn variance(&self) -> f64 {
                self.m2 / (self.count - 1) as f64
            }

            fn log_density(&self, x: f64) -> f64 {
                let v = self.variance() + 1e-3;
                -0.5 * ((2.0 * std::f64::consts::PI * v).ln() + (x - self.mean).powi(2) / v)
            }
        }

        /// Log odds of the first against the second label for a query.
        pub fn log_odds(samples: &[([f64; 2], u8)], query: [f64; 2]) -> f64 {
            let mut classes: BTreeMap<u8, [Moments; 2]> = BTreeMap::new();
            for (features, label) in samples {
                let moments = classes.entry(*label).or_default();
                for (m, &x) in moments.iter_mut().zip(features) {
                    m.add(x);
                }
            }
            let scores: Vec<f64> = classes
                .values()
                .map(|moments| {
                    let prior = (moments[0].count as f64 / samples.len() as f64).ln();
                    prior + moments.iter().zip(&query).map(|(m, &x)| m.log_density(x)).sum::<f64>()
                })
                .collect();
            scores[0] - scores[1]
        }
    }
    pub use naive_bayes::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogOdds;
    let x = (vec![([0.1, 1.0], 0), ([0.4, 0.8], 0), ([0.2, 1.3], 0), ([1.1, 0.2], 1), ([0.9, -0.1], 1)], [0.5, 0.7]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_odds(&vec![([0.1, 1.0], 0), ([0.4, 0.8], 0), ([0.2, 1.3], 0), ([1.1, 0.2], 1), ([0.9, -0.1], 1)], [0.5, 0.7]));
    ad::testing::check(&e, &x).unwrap();
}
