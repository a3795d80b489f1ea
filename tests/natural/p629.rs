#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sabr {
        #[derive(Debug, Clone, Copy)]
        pub struct Sabr {
            pub alpha: f64,
            pub beta: f64,
            pub rho: f64,
            pub nu: f64,
        }

        impl Default for Sabr {
            fn default() -> Self {
                Sabr { alpha: 0.2, beta: 0.5, rho: 0.0, nu: 0.4 }
            }
        }

        impl Sabr {
            /// Hagan's lognormal approximation.
            pub fn implied_vol(&self, forward: f64, strike: f64, t: f64) -> f64 {
                let Self { alpha, beta, rho, nu } = *self;
                let b = 1.0 - beta;
                let fk = (forward * strike).powf(b / 2.0);
                let log = (forward / strike).ln();
                let correction = 1.0
                    + t * (b * b / 24.0 * alpha * alpha / (fk * fk)
                        + 0.25 * rho * beta * nu * alpha / fk
                        + (2.0 - 3.0 * rho * rho) / 24.0 * nu * nu);
                let z = nu / alpha * fk * log;
                let ratio = if z.abs() < 1e-7 {
                    1.0
                } else {
                    let x = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
                    z / x
                };
                let denominator = fk * (1.0 + b.powi(2) / 24.0 * log.powi(2) + b.powi(4) / 1920.0 * log.powi(4));
                alpha / denominator * ratio * correction
            }
        }

        /// Weighted calibration error; quotes are (strike, volatility, weight).
        pub fn calibration_error(model: Sabr, forward: f64, #[fixed] quotes: &[(f64, f64, f64)]) -> f64 {
            let (sum, weights) = quotes.iter().fold((0.0, 0.0), |(s, w), &(strike, vol, weight)| {
                let diff = model.implied_vol(forward, strike, 1.5) - vol;
                (s + weight * diff * diff, w + weight)
            });
            (sum / weights).sqrt()
        }
    }
    pub use sabr::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::CalibrationError { quotes: &[(0.02, 0.3, 1.0), (0.03, 0.25, 2.0), (0.045, 0.28, 1.0)] };
    let x = (exp::Sabr { alpha: 0.05, beta: 0.5, rho: -0.2, nu: 0.5 }, 0.031);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::calibration_error(plain::Sabr { alpha: 0.05, beta: 0.5, rho: -0.2, nu: 0.5 }, 0.031, &[(0.02, 0.3, 1.0), (0.03, 0.25, 2.0), (0.045, 0.28, 1.0)]));
    ad::testing::check(&e, &x).unwrap();
}
