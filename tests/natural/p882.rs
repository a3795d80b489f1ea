#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod options {
        use std::f64::consts::SQRT_2;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind {
            Call,
            Put,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Market {
            pub spot: f64,
            pub rate: f64,
            pub dividend: f64,
            pub vol: f64,
        }

        /// Abramowitz & Stegun 7.1.26.
        fn erf(x: f64) -> f64 {
            const A: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
            let sign = if x < 0.0 { -1.0 } else { 1.0 };
            let x = x.abs();
            let t = 1.0 / (1.0 + 0.3275911 * x);
            let poly = A.iter().rev().fold(0.0, |acc, &a| (acc + a) * t);
            sign * (1.0 - poly * (-x * x).exp())
        }

        fn norm_cdf(x: f64) -> f64 {
            0.5 * (1.0 + erf(x / SQRT_2))
        }

        impl Market {
            pub fn forward(&self, t: f64) -> f64 {
                self.spot * ((self.rate - self.dividend) * t).exp()
            }

            pub fn price(&self, kind: Kind, strike: f64, t: f64) -> f64 {
                let f = self.forward(t);
                let df = (-self.rate * t).exp();
                let sd = self.vol * t.sqrt();
                let d1 = (f / strike).ln() / sd + 0.5 * sd;
                let d2 = d1 - sd;
                match kind {
                    Kind::Call => df * (f * norm_cdf(d1) - strike * norm_cdf(d2)),
                    Kind::Put => df * (strike * norm_cdf(-d2) - f * norm_cdf(-d1)),
                }
            }
        }

        /// A strangle: a put below and a call above the money.
        pub fn strangle(market: Market, low: f64, high: f64, t: f64) -> f64 {
            market.price(Kind::Put, low, t) + market.price(Kind::Call, high, t)
        }
    }
    pub use options::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Strangle;
    let x = (exp::Market { spot: 100.0, rate: 0.03, dividend: 0.01, vol: 0.25 }, 90.0, 110.0, 0.5);
    let p = plain::Market { spot: 100.0, rate: 0.03, dividend: 0.01, vol: 0.25 };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::strangle(p, 90.0, 110.0, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
