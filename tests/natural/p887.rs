#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Log-likelihood of returns under a GARCH(1,1) model with normal innovations.
    #[exp(adjoint)]
    pub fn garch_log_likelihood(#[fixed] returns: &[f64], omega: f64, alpha: f64, beta: f64, mu: f64) -> f64 {
        let log_two_pi = (2.0 * std::f64::consts::PI).ln();
        let mut variance = omega / (1.0 - alpha - beta);
        let mut log_lik = 0.0;
        for &r in returns {
            let eps = r - mu;
            log_lik -= 0.5 * (log_two_pi + variance.ln() + eps * eps / variance);
            variance = omega + alpha * eps * eps + beta * variance;
        }
        log_lik
    }
}

fn main() {
    use ad::prelude::*;
    let returns = [0.4, -1.1, 0.8, 2.1, -1.7, 0.2, -0.3];
    let e = exp::GarchLogLikelihood { returns: &returns };
    let x = (0.1, 0.12, 0.8, 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::garch_log_likelihood(&returns, 0.1, 0.12, 0.8, 0.05));
    ad::testing::check(&e, &x).unwrap();
}
