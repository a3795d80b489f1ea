#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Hagan's lognormal implied volatility of the SABR model.
    #[exp(adjoint)]
    pub fn sabr_vol(forward: f64, strike: f64, expiry: f64, alpha: f64, beta: f64, rho: f64, nu: f64) -> f64 {
        let one_beta = 1.0 - beta;
        let log_fk = (forward / strike).ln();
        let fk_beta = (forward * strike).powf(0.5 * one_beta);

        let time_term = {
            let a = one_beta.powi(2) / 24.0 * alpha.powi(2) / fk_beta.powi(2);
            let b = 0.25 * rho * beta * nu * alpha / fk_beta;
            let c = (2.0 - 3.0 * rho.powi(2)) / 24.0 * nu.powi(2);
            1.0 + (a + b + c) * expiry
        };

        if log_fk.abs() < 1e-10 {
            return alpha / fk_beta * time_term;
        }

        let z = nu / alpha * fk_beta * log_fk;
        let chi = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
        let l2 = (one_beta * log_fk).powi(2);
        let denominator = fk_beta * (1.0 + l2 / 24.0 + l2 * l2 / 1920.0);
        alpha / denominator * (z / chi) * time_term
    }

    #[exp(adjoint)]
    pub fn sabr_smile(#[fixed] strikes: &[f64], #[fixed] beta: f64, forward: f64, expiry: f64, alpha: f64, rho: f64, nu: f64) -> Vec<f64> {
        strikes.iter().map(|&k| sabr_vol(forward, k, expiry, alpha, beta, rho, nu)).collect()
    }
}

fn main() {
    use ad::prelude::*;
    let strikes = [0.02, 0.025, 0.035, 0.04];
    let e = exp::SabrSmile { strikes: &strikes, beta: 0.5 };
    let x = (0.03, 2.0, 0.035, -0.25, 0.45);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::sabr_smile(&strikes, 0.5, 0.03, 2.0, 0.035, -0.25, 0.45));
    ad::testing::check(&e, &x).unwrap();
}
