#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Hagan's implied volatility of the SABR model.
    #[exp(adjoint)]
    pub fn sabr_vol(f: f64, k: f64, t: f64, [alpha, beta, rho, nu]: [f64; 4]) -> f64 {
        let one_beta = 1.0 - beta;
        let fk = (f * k).powf(one_beta);
        let correction = 1.0
            + t * (one_beta.powi(2) / 24.0 * alpha * alpha / fk
                + 0.25 * rho * beta * nu * alpha / fk.sqrt()
                + (2.0 - 3.0 * rho * rho) / 24.0 * nu * nu);
        let log_m = (f / k).ln();
        if log_m.abs() < 1e-8 {
            return alpha / f.powf(one_beta) * correction;
        }
        let z = nu / alpha * fk.sqrt() * log_m;
        let chi = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
        let denominator = fk.sqrt() * (1.0 + one_beta.powi(2) / 24.0 * log_m.powi(2) + one_beta.powi(4) / 1920.0 * log_m.powi(4));
        alpha / denominator * (z / chi) * correction
    }

    #[exp(adjoint)]
    pub fn smile(forward: f64, strikes: [f64; 5], expiry: f64, params: [f64; 4]) -> [f64; 5] {
        strikes.map(|strike| sabr_vol(forward, strike, expiry, params))
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Smile;
    let x = (0.03, [0.01, 0.02, 0.03, 0.04, 0.05], 2.0, [0.04, 0.5, -0.3, 0.4]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, -1.0, 2.0, 0.5, 1.5]).1);
    println!("value {:?} plain {:?}", value, plain::smile(0.03, [0.01, 0.02, 0.03, 0.04, 0.05], 2.0, [0.04, 0.5, -0.3, 0.4]));
    ad::testing::check(&e, &x).unwrap();
}
