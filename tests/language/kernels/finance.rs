//! Option pricing and interest.

use crate::kernels::published;

kernels! {
    /// The normal distribution function, Abramowitz & Stegun 26.2.17.
    pub fn normal_cdf(x: f64) -> f64 {
        let k = 1.0 / (1.0 + 0.2316419 * x.abs());
        let poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        let tail = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
        if x >= 0.0 { 1.0 - tail } else { tail }
    }

    /// The inverse of the normal distribution function by P. J. Acklam's rational approximations.
    pub fn normal_quantile(p: f64) -> f64 {
        let a = [-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00];
        let b = [-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01, -1.328068155288572e+01];
        let c = [-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00];
        let d = [7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00];
        let p_low = 0.02425;
        if p < p_low {
            let q = (-2.0 * p.ln()).sqrt();
            (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5])
                / ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1.0)
        } else if p <= 1.0 - p_low {
            let q = p - 0.5;
            let r = q * q;
            (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q
                / (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1.0)
        } else {
            -normal_quantile(1.0 - p)
        }
    }

    /// The price of a European call (F. Black and M. Scholes, 1973).
    pub fn black_scholes_call(spot: f64, strike: f64, rate: f64, volatility: f64, maturity: f64) -> f64 {
        let d1 = ((spot / strike).ln() + (rate + volatility.powi(2) / 2.0) * maturity) / (volatility * maturity.sqrt());
        let d2 = d1 - volatility * maturity.sqrt();
        spot * normal_cdf(d1) - strike * (-rate * maturity).exp() * normal_cdf(d2)
    }

    /// An American put on a binomial tree (J. Cox, S. Ross and M. Rubinstein, 1979).
    pub fn binomial_american_put(spot: f64, strike: f64, rate: f64, volatility: f64, maturity: f64, steps: usize) -> f64 {
        let dt = maturity / steps as f64;
        let up = (volatility * dt.sqrt()).exp();
        let down = 1.0 / up;
        let p = ((rate * dt).exp() - down) / (up - down);
        let discount = (-rate * dt).exp();
        let mut values: Vec<f64> = (0..=steps)
            .map(|i| (strike - spot * up.powi(2 * i as i32 - steps as i32)).max(0.0))
            .collect();
        for step in (0..steps).rev() {
            for i in 0..=step {
                let hold = discount * (p * values[i + 1] + (1.0 - p) * values[i]);
                let exercise = strike - spot * up.powi(2 * i as i32 - step as i32);
                values[i] = hold.max(exercise);
            }
        }
        values[0]
    }

    /// The implied volatility of a call by bisection, polished by one secant step.
    pub fn implied_volatility(price: f64, spot: f64, strike: f64, rate: f64, maturity: f64) -> Option<f64> {
        let objective = |sigma: f64| black_scholes_call(spot, strike, rate, sigma, maturity) - price;
        let (mut low, mut high) = (1e-4, 5.0);
        if objective(low) * objective(high) > 0.0 {
            return None;
        }
        while high - low > 1e-7 {
            let mid = 0.5 * (low + high);
            if objective(mid) > 0.0 {
                high = mid;
            } else {
                low = mid;
            }
        }
        let (f0, f1) = (objective(low), objective(high));
        Some(low - f0 * (high - low) / (f1 - f0))
    }

    /// The price of a bond with half-yearly coupons at a given yield.
    pub fn bond_price(face: f64, coupon_rate: f64, yield_rate: f64, years: u32) -> f64 {
        let periods = 2 * years;
        let coupon = face * coupon_rate / 2.0;
        let discount = 1.0 / (1.0 + yield_rate / 2.0);
        let annuity: f64 = (1..=periods).map(|t| coupon * discount.powi(t as i32)).sum();
        annuity + face * discount.powi(periods as i32)
    }

    /// The internal rate of return by Newton's method on the net present value.
    pub fn internal_rate_of_return(cashflows: &[f64]) -> f64 {
        let mut rate: f64 = 0.1;
        for _ in 0..50 {
            let (mut npv, mut slope) = (0.0, 0.0);
            for (t, &c) in cashflows.iter().enumerate() {
                let t = t as f64;
                npv += c / (1.0 + rate).powf(t);
                slope -= t * c / (1.0 + rate).powf(t + 1.0);
            }
            rate -= npv / slope;
        }
        rate
    }
}

#[test]
fn normal_distribution() {
    published(plain::normal_cdf(1.96), 0.975_002_104_851_780, 1e-7);
    published(plain::normal_quantile(0.975), 1.959_963_984_540_054, 2e-9);
    compare!(NormalCdf, |&x| normal_cdf(x), at 0.3, -1.2);
    compare!(NormalQuantile, |&p| normal_quantile(p), at 0.3, 0.01, 0.99);
}

#[test]
fn black_scholes() {
    // J. Hull, Options, Futures, and Other Derivatives: S = 42, K = 40, r = 10 %, σ = 20 %, T = 0.5.
    published(plain::black_scholes_call(42.0, 40.0, 0.1, 0.2, 0.5), 4.76, 1e-2 / 4.76);
    compare!(
        BlackScholesCall,
        |&(s, k, r, v, t)| black_scholes_call(s, k, r, v, t),
        at(42.0, 40.0, 0.1, 0.2, 0.5)
    );
    compare_second!(BlackScholesCall, at(42.0, 40.0, 0.1, 0.2, 0.5));
}

#[test]
fn binomial_tree() {
    // Hull: S = K = 50, r = 10 %, σ = 40 %, T = 5 months, five steps.
    published(plain::binomial_american_put(50.0, 50.0, 0.1, 0.4, 5.0 / 12.0, 5), 4.49, 1e-2 / 4.49);
    compare!(
        BinomialAmericanPut { steps: 20 },
        |&(s, k, r, v, t)| binomial_american_put(s, k, r, v, t, 20),
        at(50.0, 51.3, 0.1, 0.4, 0.42)
    );
}

#[test]
fn implied_volatility_by_bisection() {
    let price = plain::black_scholes_call(42.0, 40.0, 0.1, 0.2, 0.5);
    published(plain::implied_volatility(price, 42.0, 40.0, 0.1, 0.5).unwrap(), 0.2, 1e-9);
    compare!(
        ImpliedVolatility,
        |&(p, s, k, r, t)| implied_volatility(p, s, k, r, t),
        within 1e-5,
        at (4.76, 42.0, 40.0, 0.1, 0.5)
    );
}

#[test]
fn bonds() {
    published(plain::bond_price(100.0, 0.05, 0.05, 10), 100.0, 1e-14);
    compare!(BondPrice { years: 7 }, |&(f, c, y)| bond_price(f, c, y, 7), at(100.0, 0.05, 0.043));
    published(plain::internal_rate_of_return(&[-100.0, 39.0, 59.0, 55.0, 20.0]), 0.280_948_4, 1e-7);
    compare!(InternalRateOfReturn, |c| internal_rate_of_return(c), at vec![-100.0, 39.0, 59.0, 55.0, 20.0]);
}
