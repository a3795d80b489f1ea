#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Standard normal distribution function, Abramowitz & Stegun 26.2.17.
    #[exp(adjoint)]
    pub fn norm_cdf(x: f64) -> f64 {
        const B: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
        let t = 1.0 / (1.0 + 0.2316419 * x.abs());
        let poly = B.iter().rev().fold(0.0, |acc, &b| (acc + b) * t);
        let pdf = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let upper = pdf * poly;
        if x >= 0.0 { 1.0 - upper } else { upper }
    }

    /// Black–Scholes–Merton price of a European option with a continuous dividend yield.
    #[exp(adjoint)]
    pub fn black_scholes(is_call: bool, spot: f64, strike: f64, rate: f64, dividend: f64, vol: f64, expiry: f64) -> f64 {
        let sqrt_t = expiry.sqrt();
        let d1 = ((spot / strike).ln() + (rate - dividend + 0.5 * vol.powi(2)) * expiry) / (vol * sqrt_t);
        let d2 = d1 - vol * sqrt_t;
        let df = (-rate * expiry).exp();
        let dq = (-dividend * expiry).exp();
        match is_call {
            true => spot * dq * norm_cdf(d1) - strike * df * norm_cdf(d2),
            false => strike * df * norm_cdf(-d2) - spot * dq * norm_cdf(-d1),
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::BlackScholes { is_call: false };
    let x = (100.0, 105.0, 0.03, 0.01, 0.22, 0.75);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::black_scholes(false, 100.0, 105.0, 0.03, 0.01, 0.22, 0.75));
    ad::testing::check(&e, &x).unwrap();
}
