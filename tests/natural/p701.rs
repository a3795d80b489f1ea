#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pricing {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum OptionKind {
            Call,
            Put,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Market {
            pub spot: f64,
            pub rate: f64,
            pub volatility: f64,
            pub dividend: f64,
        }

        const A: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

        fn norm_pdf(x: f64) -> f64 {
            (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
        }

        /// Abramowitz and Stegun 26.2.17
        fn norm_cdf(x: f64) -> f64 {
            if x < 0.0 {
                return 1.0 - norm_cdf(-x);
            }
            let k = 1.0 / (1.0 + 0.2316419 * x);
            let poly = A.iter().rev().fold(0.0, |acc, &a| (acc + a) * k);
            1.0 - norm_pdf(x) * poly
        }

        impl Market {
            fn d1_d2(&self, strike: f64, expiry: f64) -> (f64, f64) {
                let sigma_t = self.volatility * expiry.sqrt();
                let drift = self.rate - self.dividend + 0.5 * self.volatility.powi(2);
                let d1 = ((self.spot / strike).ln() + drift * expiry) / sigma_t;
                (d1, d1 - sigma_t)
            }

            pub fn price(&self, kind: OptionKind, strike: f64, expiry: f64) -> f64 {
                let (d1, d2) = self.d1_d2(strike, expiry);
                let discounted_spot = self.spot * (-self.dividend * expiry).exp();
                let discounted_strike = strike * (-self.rate * expiry).exp();
                match kind {
                    OptionKind::Call => discounted_spot * norm_cdf(d1) - discounted_strike * norm_cdf(d2),
                    OptionKind::Put => discounted_strike * norm_cdf(-d2) - discounted_spot * norm_cdf(-d1),
                }
            }
        }

        pub fn straddle(market: &Market, strike: f64, expiry: f64) -> f64 {
            [OptionKind::Call, OptionKind::Put].into_iter().map(|kind| market.price(kind, strike, expiry)).sum()
        }
    }
    pub use pricing::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Straddle;
    let x = (exp::Market { spot: 100.0, rate: 0.03, volatility: 0.2, dividend: 0.01 }, 105.0, 0.75);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::straddle(&plain::Market { spot: 100.0, rate: 0.03, volatility: 0.2, dividend: 0.01 }, 105.0, 0.75));
    ad::testing::check(&e, &x).unwrap();
}
