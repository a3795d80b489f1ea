#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hmm {
        use std::f64::consts::PI;

        #[derive(Debug, Clone)]
        pub struct GaussianHmm {
            pub initial: Vec<f64>,
            /// Unnormalized log transition probabilities, by rows.
            pub transition: Vec<Vec<f64>>,
            pub means: Vec<f64>,
            pub log_sds: Vec<f64>,
        }

        fn log_sum_exp(xs: &[f64]) -> f64 {
            let m = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            m + xs.iter().map(|x| (x - m).exp()).sum::<f64>().ln()
        }

        fn log_normalize(xs: &[f64]) -> Vec<f64> {
            let z = log_sum_exp(xs);
            xs.iter().map(|x| x - z).collect()
        }

        impl GaussianHmm {
            pub fn states(&self) -> usize {
                self.means.len()
            }

            fn log_emission(&self, state: usize, y: f64) -> f64 {
                let z = (y - self.means[state]) / self.log_sds[state].exp();
                -0.5 * z * z - self.log_sds[state] - 0.5 * (2.0 * PI).ln()
            }

            /// Log-likelihood of the observations by the forward algorithm.
            pub fn log_likelihood(&self, observations: &[f64]) -> f64 {
                let k = self.states();
                let log_a: Vec<Vec<f64>> = self.transition.iter().map(|row| log_normalize(row)).collect();
                let mut alpha = log_normalize(&self.initial);
                for (s, a) in alpha.iter_mut().enumerate() {
                    *a += self.log_emission(s, observations[0]);
                }
                for &y in &observations[1..] {
                    let next = (0..k)
                        .map(|j| {
                            let terms: Vec<f64> = (0..k).map(|i| alpha[i] + log_a[i][j]).collect();
                            log_sum_exp(&terms) + self.log_emission(j, y)
                        })
                        .collect();
                    alpha = next;
                }
                log_sum_exp(&alpha)
            }
        }
    }
    pub use hmm::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::GaussianHmmLogLikelihood;
    let x = (
        exp::GaussianHmm {
            initial: vec![0.1, -0.2],
            transition: vec![vec![1.0, -0.5], vec![-0.3, 0.8]],
            means: vec![-0.5, 1.2],
            log_sds: vec![-0.3, 0.1],
        },
        vec![-0.4, -0.7, 1.1, 0.9, 1.6, -0.2],
    );
    let value = ad::call::value(&e, &x);
    let p = plain::GaussianHmm {
        initial: vec![0.1, -0.2],
        transition: vec![vec![1.0, -0.5], vec![-0.3, 0.8]],
        means: vec![-0.5, 1.2],
        log_sds: vec![-0.3, 0.1],
    };
    println!("value {:?} plain {:?}", value, p.log_likelihood(&[-0.4, -0.7, 1.1, 0.9, 1.6, -0.2]));
    ad::testing::check(&e, &x).unwrap();
}
