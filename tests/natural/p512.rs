#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curve {
        /// A zero curve with log-linear discount factors.
        #[derive(Debug, Clone)]
        pub struct DiscountCurve {
            pub times: Vec<f64>,
            pub rates: Vec<f64>,
        }

        impl DiscountCurve {
            pub fn discount(&self, t: f64) -> f64 {
                (-self.rate(t) * t).exp()
            }

            fn rate(&self, t: f64) -> f64 {
                let n = self.times.len();
                if t <= self.times[0] {
                    return self.rates[0];
                }
                if t >= self.times[n - 1] {
                    return *self.rates.last().unwrap();
                }
                let i = self.times.partition_point(|&k| k <= t);
                let (t0, t1) = (self.times[i - 1], self.times[i]);
                let w = (t - t0) / (t1 - t0);
                self.rates[i - 1] * (1.0 - w) + self.rates[i] * w
            }

            pub fn annuity(&self, maturity: u32, frequency: u32) -> f64 {
                let dt = 1.0 / f64::from(frequency);
                (1..=maturity * frequency).map(|k| dt * self.discount(k as f64 * dt)).sum()
            }
        }

        pub fn swap_value(curve: &DiscountCurve, fixed_rate: f64, notional: f64, maturity: u32) -> f64 {
            let floating = 1.0 - curve.discount(maturity as f64);
            let fixed = fixed_rate * curve.annuity(maturity, 2);
            notional * (floating - fixed)
        }
    }
    pub use curve::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SwapValue { maturity: 4 };
    let x = (exp::DiscountCurve { times: vec![0.25, 1.1, 2.2, 5.3], rates: vec![0.01, 0.015, 0.02, 0.03] }, 0.022, 1000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::swap_value(&plain::DiscountCurve { times: vec![0.25, 1.1, 2.2, 5.3], rates: vec![0.01, 0.015, 0.02, 0.03] }, 0.022, 1000.0, 4));
    ad::testing::check(&e, &x).unwrap();
}
