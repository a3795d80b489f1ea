#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mixture {
        use std::f64::consts::PI;

        /// Bivariate normal, by its mean, log standard deviations and Fisher-transformed correlation.
        #[derive(Debug, Clone, Copy)]
        pub struct Component {
            pub log_weight: f64,
            pub mean: [f64; 2],
            pub log_sd: [f64; 2],
            pub z_corr: f64,
        }

        impl Component {
            pub fn log_density(&self, x: &[f64; 2]) -> f64 {
                let rho = self.z_corr.tanh();
                let one_minus = 1.0 - rho * rho;
                let u = (x[0] - self.mean[0]) * (-self.log_sd[0]).exp();
                let v = (x[1] - self.mean[1]) * (-self.log_sd[1]).exp();
                let quad = (u * u - 2.0 * rho * u * v + v * v) / one_minus;
                -0.5 * quad - self.log_sd[0] - self.log_sd[1] - 0.5 * one_minus.ln() - (2.0 * PI).ln()
            }
        }

        #[derive(Debug, Clone)]
        pub struct Mixture {
            pub components: Vec<Component>,
        }

        impl Mixture {
            fn log_norm(&self) -> f64 {
                self.components.iter().map(|c| c.log_weight.exp()).sum::<f64>().ln()
            }

            /// Posterior probabilities of the components, and the log density.
            pub fn responsibilities(&self, x: &[f64; 2]) -> (Vec<f64>, f64) {
                let logs: Vec<f64> = self.components.iter().map(|c| c.log_weight + c.log_density(x)).collect();
                let top = logs.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
                let mut r: Vec<f64> = logs.iter().map(|l| (l - top).exp()).collect();
                let total = r.iter().sum::<f64>();
                r.iter_mut().for_each(|p| *p /= total);
                (r, top + total.ln() - self.log_norm())
            }
        }

        /// Negative log-likelihood plus an entropy penalty that makes assignments decided.
        pub fn clustering_loss(#[fixed] points: &[[f64; 2]], mixture: &Mixture, temperature: f64) -> f64 {
            let mut loss = 0.0;
            for p in points {
                let (resp, log_density) = mixture.responsibilities(p);
                let entropy: f64 = resp.iter().filter(|&&r| r > 0.0).map(|&r| -r * r.ln()).sum();
                loss += temperature * entropy - log_density;
            }
            loss / points.len() as f64
        }
    }
    pub use mixture::*;
}

fn main() {
    use ad::prelude::*;
    let points = [[0.1, 0.3], [1.9, 2.2], [-0.4, 0.2], [2.3, 1.4], [1.0, 1.1]];
    let e = exp::ClusteringLoss { points: &points };
    let x = (
        exp::Mixture {
            components: vec![
                exp::Component { log_weight: 0.1, mean: [0.0, 0.2], log_sd: [-0.2, 0.1], z_corr: 0.3 },
                exp::Component { log_weight: -0.3, mean: [2.0, 1.8], log_sd: [0.0, -0.1], z_corr: -0.2 },
            ],
        },
        0.5,
    );
    let p = plain::Mixture {
        components: vec![
            plain::Component { log_weight: 0.1, mean: [0.0, 0.2], log_sd: [-0.2, 0.1], z_corr: 0.3 },
            plain::Component { log_weight: -0.3, mean: [2.0, 1.8], log_sd: [0.0, -0.1], z_corr: -0.2 },
        ],
    };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::clustering_loss(&points, &p, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
