#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::f64::consts::{FRAC_1_SQRT_2, PI};

    /// Abramowitz and Stegun 7.1.26
    #[exp(adjoint)]
    fn erf(x: f64) -> f64 {
        let t = 1.0 / (1.0 + 0.3275911 * x.abs());
        let poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
        let y = 1.0 - poly * (-x * x).exp();
        if x < 0.0 { -y } else { y }
    }

    #[exp(adjoint)]
    fn norm_cdf(x: f64) -> f64 {
        0.5 * (1.0 + erf(x * FRAC_1_SQRT_2))
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum Kind {
        Call,
        Put,
    }

    #[exp(adjoint)]
    pub fn black_scholes(kind: Kind, spot: f64, strike: f64, rate: f64, vol: f64, expiry: f64) -> f64 {
        let sd = vol * expiry.sqrt();
        let d1 = ((spot / strike).ln() + (rate + 0.5 * vol.powi(2)) * expiry) / sd;
        let d2 = d1 - sd;
        let df = (-rate * expiry).exp();
        match kind {
            Kind::Call => spot * norm_cdf(d1) - strike * df * norm_cdf(d2),
            Kind::Put => strike * df * norm_cdf(-d2) - spot * norm_cdf(-d1),
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::BlackScholes { kind: exp::Kind::Put };
    let x = (100.0, 95.0, 0.02, 0.25, 0.75);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::black_scholes(plain::Kind::Put, 100.0, 95.0, 0.02, 0.25, 0.75));
    ad::testing::check(&e, &x).unwrap();
}
