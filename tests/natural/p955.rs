#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub enum PricingError {
        NoConvergence { iterations: usize },
        ArbitrageBound { intrinsic: bool },
    }

    /// Abramowitz and Stegun 7.1.26.
    #[exp(adjoint)]
    fn norm_cdf(x: f64) -> f64 {
        const A: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
        let z = x.abs() / std::f64::consts::SQRT_2;
        let t = 1.0 / (1.0 + 0.3275911 * z);
        let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * t);
        let erf = 1.0 - poly * (-z * z).exp();
        0.5 * (1.0 + erf.copysign(x))
    }

    #[exp(adjoint)]
    fn black_call(f: f64, k: f64, t: f64, vol: f64) -> (f64, f64) {
        let sd = vol * t.sqrt();
        let d1 = (f / k).ln() / sd + 0.5 * sd;
        let price = f * norm_cdf(d1) - k * norm_cdf(d1 - sd);
        let vega = f * t.sqrt() * (-0.5 * d1 * d1).exp() / (2.0 * std::f64::consts::PI).sqrt();
        (price, vega)
    }

    #[exp(adjoint)]
    fn implied_vol(price: f64, f: f64, k: f64, t: f64) -> Result<f64, PricingError> {
        let intrinsic = if f > k { f - k } else { 0.0 };
        if price <= intrinsic || price >= f {
            return Err(PricingError::ArbitrageBound { intrinsic: price <= intrinsic });
        }
        let max_iterations = 30;
        let mut vol = 0.3;
        for _ in 0..max_iterations {
            let (p, vega) = black_call(f, k, t, vol);
            let step = (p - price) / vega;
            vol -= step;
            if step.abs() < 1e-7 {
                return Ok(vol);
            }
        }
        Err(PricingError::NoConvergence { iterations: max_iterations })
    }

    #[exp(adjoint)]
    fn skew(prices: &[f64], f: f64, strikes: &[f64], t: f64) -> Result<f64, PricingError> {
        let vols = prices
            .iter()
            .zip(strikes)
            .map(|(&p, &k)| implied_vol(p, f, k, t))
            .collect::<Result<Vec<f64>, _>>()?;
        let (first, last) = (vols[0], vols[vols.len() - 1]);
        Ok((last - first) / (strikes[strikes.len() - 1] / strikes[0]).ln())
    }

    #[exp(adjoint)]
    pub fn skew_or_flat(prices: &[f64], forward: f64, strikes: &[f64], expiry: f64) -> f64 {
        match skew(prices, forward, strikes, expiry) {
            Ok(s) => s,
            Err(PricingError::ArbitrageBound { .. }) => 0.0,
            Err(e) => panic!("{e:?}"),
        }
    }
}

fn main() {
    let e = exp::SkewOrFlat;
    let (prices, strikes) = (vec![15.2, 8.1, 3.4], vec![88.0, 101.0, 115.0]);
    let x = (prices.clone(), 100.0, strikes.clone(), 0.6);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::skew_or_flat(&prices, 100.0, &strikes, 0.6));
    ad::testing::check(&e, &x).unwrap();
}
