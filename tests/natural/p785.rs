#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curves {
        pub trait DiscountCurve {
            fn discount(&self, t: f64) -> f64;

            fn forward_rate(&self, t0: f64, t1: f64) -> f64 {
                (self.discount(t0) / self.discount(t1) - 1.0) / (t1 - t0)
            }
        }

        /// Piecewise constant instantaneous forwards: log-linear interpolation of discount factors.
        #[derive(Debug, Clone, Default)]
        pub struct LogLinear {
            times: Vec<f64>,
            log_dfs: Vec<f64>,
        }

        impl LogLinear {
            pub fn new() -> Self {
                LogLinear { times: vec![0.0], log_dfs: vec![0.0] }
            }

            fn push(&mut self, t: f64, df: f64) {
                self.times.push(t);
                self.log_dfs.push(df.ln());
            }

            /// Bootstraps annual par swap rates for 1, 2, … years.
            pub fn bootstrap(par_rates: &[f64]) -> Self {
                let mut curve = Self::new();
                let mut annuity = 0.0;
                for (i, &s) in par_rates.iter().enumerate() {
                    let df = (1.0 - s * annuity) / (1.0 + s);
                    annuity += df;
                    curve.push((i + 1) as f64, df);
                }
                curve
            }
        }

        impl DiscountCurve for LogLinear {
            fn discount(&self, t: f64) -> f64 {
                let last = self.times.len() - 1;
                let i = self.times.iter().position(|&u| u > t).unwrap_or(last).max(1);
                let (t0, t1) = (self.times[i - 1], self.times[i]);
                let w = (t - t0) / (t1 - t0);
                ((1.0 - w) * self.log_dfs[i - 1] + w * self.log_dfs[i]).exp()
            }
        }

        fn swap_value<C: DiscountCurve>(curve: &C, fixed_rate: f64, start: f64, periods: usize, tenor: f64) -> f64 {
            let mut value = 0.0;
            for k in 0..periods {
                let t0 = start + k as f64 * tenor;
                let t1 = t0 + tenor;
                value += tenor * (curve.forward_rate(t0, t1) - fixed_rate) * curve.discount(t1);
            }
            value
        }

        /// Value of a payer swap that starts in half a year, on a curve from par rates.
        pub fn forward_swap(par_rates: &[f64], fixed_rate: f64, notional: f64) -> f64 {
            let curve = LogLinear::bootstrap(par_rates);
            notional * swap_value(&curve, fixed_rate, 0.5, 6, 0.5)
        }
    }
    pub use curves::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ForwardSwap;
    let x = (vec![0.031, 0.033, 0.0345, 0.035, 0.0352], 0.032, 1e6);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::forward_swap(&[0.031, 0.033, 0.0345, 0.035, 0.0352], 0.032, 1e6));
    ad::testing::check(&e, &x).unwrap();
}
