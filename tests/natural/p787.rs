#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    /// Negative log-likelihood of GJR-GARCH(1,1) with a constant mean.
    #[exp(adjoint)]
    pub fn gjr_garch(#[fixed] returns: &[f64], mu: f64, omega: f64, alpha: f64, gamma: f64, beta: f64) -> f64 {
        let persistence = alpha + beta + 0.5 * gamma;
        let mut h = omega / (1.0 - persistence);
        let mut nll = 0.0;
        let mut prev: Option<f64> = None;
        for &r in returns {
            if let Some(e) = prev {
                let leverage = if e < 0.0 { gamma } else { 0.0 };
                h = omega + (alpha + leverage) * e * e + beta * h;
            }
            let e = r - mu;
            nll += 0.5 * ((2.0 * PI).ln() + h.ln() + e * e / h);
            prev = Some(e);
        }
        nll
    }
}

fn main() {
    use ad::prelude::*;
    let returns = [0.4, -1.2, 0.3, 0.9, -2.1, 0.6, 0.1, -0.5];
    let e = exp::GjrGarch { returns: &returns };
    let x = (0.05, 0.1, 0.06, 0.08, 0.8);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::gjr_garch(&returns, 0.05, 0.1, 0.06, 0.08, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
