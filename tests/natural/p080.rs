#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curves {
        #[derive(Debug, Clone)]
        pub struct ZeroCurve {
            pub times: Vec<f64>,
            pub rates: Vec<f64>,
        }

        impl ZeroCurve {
            /// linear between the knots, flat outside
            pub fn zero_rate(&self, t: f64) -> f64 {
                let last = self.times.len() - 1;
                if t <= self.times[0] {
                    return self.rates[0];
                }
                if t >= self.times[last] {
                    return self.rates[last];
                }
                let i = self.times.iter().position(|&knot| knot > t).unwrap();
                let (t0, t1) = (self.times[i - 1], self.times[i]);
                let w = (t - t0) / (t1 - t0);
                self.rates[i - 1] * (1.0 - w) + self.rates[i] * w
            }

            pub fn discount(&self, t: f64) -> f64 {
                (-self.zero_rate(t) * t).exp()
            }

            pub fn forward(&self, start: f64, end: f64) -> f64 {
                (self.discount(start) / self.discount(end) - 1.0) / (end - start)
            }
        }

        /// Value of a swap that pays `fixed_rate` against the forwards.
        pub fn swap_value(curve: &ZeroCurve, fixed_rate: f64, notional: f64, periods: usize) -> f64 {
            let mut fixed_leg = 0.0;
            let mut floating_leg = 0.0;
            for k in 0..periods {
                let (start, end) = (0.5 * k as f64, 0.5 * (k + 1) as f64);
                let df = curve.discount(end);
                fixed_leg += 0.5 * fixed_rate * df;
                floating_leg += 0.5 * curve.forward(start, end) * df;
            }
            notional * (floating_leg - fixed_leg)
        }
    }
    pub use curves::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SwapValue { periods: 6 };
    let x = (exp::ZeroCurve { times: vec![0.25, 1.1, 2.3], rates: vec![0.01, 0.015, 0.022] }, 0.02, 1000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::swap_value(&plain::ZeroCurve { times: vec![0.25, 1.1, 2.3], rates: vec![0.01, 0.015, 0.022] }, 0.02, 1000.0, 6));
    ad::testing::check(&e, &x).unwrap();
}
