#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Affine coefficients (ln A, B) of a zero-coupon bond in the model of Cox, Ingersoll and Ross.
    #[exp(adjoint)]
    pub fn cir_coefficients(kappa: f64, theta: f64, sigma: f64, tau: f64) -> (f64, f64) {
        let gamma = (kappa.powi(2) + 2.0 * sigma.powi(2)).sqrt();
        let growth = (gamma * tau).exp_m1();
        let denominator = (gamma + kappa) * growth + 2.0 * gamma;
        let b = 2.0 * growth / denominator;
        let log_a = (2.0 * kappa * theta / sigma.powi(2))
            * (2.0 * gamma * (0.5 * (kappa + gamma) * tau).exp() / denominator).ln();
        (log_a, b)
    }

    /// Sum of squared errors of continuously compounded yields.
    #[exp(adjoint)]
    pub fn cir_calibration(#[fixed] quotes: &[(f64, f64)], short_rate: f64, kappa: f64, theta: f64, sigma: f64) -> f64 {
        let feller = 2.0 * kappa * theta - sigma * sigma;
        let penalty = if feller < 0.0 { feller * feller } else { 0.0 };
        let sse: f64 = quotes
            .iter()
            .map(|&(tau, quoted)| {
                let (log_a, b) = cir_coefficients(kappa, theta, sigma, tau);
                let model = (b * short_rate - log_a) / tau;
                (1e4 * (model - quoted)).powi(2)
            })
            .sum();
        (sse / quotes.len() as f64).sqrt() + 1e3 * penalty
    }
}

fn main() {
    use ad::prelude::*;
    let quotes = [(1.0, 0.021), (2.0, 0.0235), (5.0, 0.028), (10.0, 0.031)];
    let e = exp::CirCalibration { quotes: &quotes };
    let x = (0.018, 0.4, 0.035, 0.2);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::cir_calibration(&quotes, 0.018, 0.4, 0.035, 0.2));
    ad::testing::check(&e, &x).unwrap();
}
