#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn normal_cdf(x: f64) -> f64 {
        // Abramowitz & Stegun 26.2.17
        const B: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
        if x < 0.0 {
            return 1.0 - normal_cdf(-x);
        }
        let t = 1.0 / (1.0 + 0.2316419 * x);
        let poly = B.iter().rev().fold(0.0, |acc, &b| (acc + b) * t);
        1.0 - (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OptionKind {
        Call,
        Put,
    }

    #[exp]
    #[derive(Clone, Copy, Debug)]
    pub struct Market {
        pub spot: f64,
        pub rate: f64,
        pub volatility: f64,
    }

    #[exp(adjoint)]
    pub fn price(kind: OptionKind, market: &Market, strike: f64, expiry: f64) -> f64 {
        let Market { spot, rate, volatility } = *market;
        let sd = volatility * expiry.sqrt();
        let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * expiry) / sd;
        let d2 = d1 - sd;
        let discount = (-rate * expiry).exp();
        match kind {
            OptionKind::Call => spot * normal_cdf(d1) - strike * discount * normal_cdf(d2),
            OptionKind::Put => strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1),
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Price { kind: exp::OptionKind::Put };
    let x = (exp::Market { spot: 100.0, rate: 0.02, volatility: 0.25 }, 95.0, 0.75);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::price(plain::OptionKind::Put, &plain::Market { spot: 100.0, rate: 0.02, volatility: 0.25 }, 95.0, 0.75));
    ad::testing::check(&e, &x).unwrap();
}
