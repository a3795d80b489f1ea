#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hmc {
        /// Hamiltonian Monte Carlo pieces for an eight-schools model.
        #[fixed] pub struct Schools<'a> {
            pub effects: &'a [f64],
            pub errors: &'a [f64],
        }

        fn normal_lpdf(x: f64, mu: f64, sigma: f64) -> f64 {
            let z = (x - mu) / sigma;
            -0.5 * z * z - sigma.ln()
        }

        /// Log posterior in the non-centred parametrisation.
        pub fn log_posterior(#[fixed] schools: &Schools<'_>, mu: f64, log_tau: f64, theta: &[f64]) -> f64 {
            let tau = log_tau.exp();
            let mut lp = normal_lpdf(mu, 0.0, 5.0);
            lp += log_tau - (1.0 + (tau / 5.0).powi(2)).ln();
            for (j, &t) in theta.iter().enumerate() {
                lp += normal_lpdf(t, 0.0, 1.0);
                lp += normal_lpdf(schools.effects[j], mu + tau * t, schools.errors[j]);
            }
            lp
        }
    }
    pub use hmc::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogPosterior { schools: &exp::Schools { effects: &[28.0, 8.0, -3.0], errors: &[15.0, 10.0, 16.0] } };
    let x = (3.0, 1.1, vec![0.5, -0.2, 0.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_posterior(&plain::Schools { effects: &[28.0, 8.0, -3.0], errors: &[15.0, 10.0, 16.0] }, 3.0, 1.1, &vec![0.5, -0.2, 0.3]));
    ad::testing::check(&e, &x).unwrap();
}
