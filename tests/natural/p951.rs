#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curves {
        #[derive(Debug, Clone)]
        pub struct Curve<'a> {
            pillars: &'a [f64],
            zeros: &'a [f64],
        }

        impl<'a> Curve<'a> {
            pub fn new(pillars: &'a [f64], zeros: &'a [f64]) -> Self {
                assert_eq!(pillars.len(), zeros.len());
                Curve { pillars, zeros }
            }

            fn zero_rate(&self, t: f64) -> f64 {
                let i = self.pillars.partition_point(|&p| p < t);
                match i {
                    0 => self.zeros[0],
                    i if i == self.pillars.len() => self.zeros[i - 1],
                    i => {
                        let (t0, t1) = (self.pillars[i - 1], self.pillars[i]);
                        let w = (t - t0) / (t1 - t0);
                        (1.0 - w) * self.zeros[i - 1] + w * self.zeros[i]
                    }
                }
            }

            pub fn discount(&self, t: f64) -> f64 {
                (-self.zero_rate(t) * t).exp()
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub enum Instrument {
            Deposit { maturity: f64 },
            Fra { start: f64, end: f64 },
            Swap { years: u32, frequency: u32 },
        }

        impl Instrument {
            fn implied_rate(&self, curve: &Curve) -> f64 {
                match self {
                    Self::Deposit { maturity } => (1.0 / curve.discount(*maturity) - 1.0) / maturity,
                    Self::Fra { start, end } => (curve.discount(*start) / curve.discount(*end) - 1.0) / (end - start),
                    &Self::Swap { years, frequency } => {
                        let tau = 1.0 / frequency as f64;
                        let annuity: f64 = (1..=years * frequency).map(|k| tau * curve.discount(k as f64 * tau)).sum();
                        (1.0 - curve.discount(years as f64)) / annuity
                    }
                }
            }
        }

        /// Sum of squared differences in basis points, with a penalty on kinks.
        pub fn calibration_error(
            #[fixed] pillars: &[f64],
            #[fixed] quotes: &[(Instrument, f64)],
            zeros: &[f64],
            smoothing: f64,
        ) -> f64 {
            let curve = Curve::new(pillars, zeros);
            let fit: f64 = quotes.iter().map(|(inst, quote)| (1e4 * (inst.implied_rate(&curve) - quote)).powi(2)).sum();
            let rough: f64 = zeros.windows(3).map(|z| (z[0] - 2.0 * z[1] + z[2]).powi(2)).sum();
            fit + smoothing * rough
        }
    }
    pub use curves::*;
}

fn main() {
    macro_rules! quotes {
        ($m:ident) => {
            vec![
                ($m::Instrument::Deposit { maturity: 0.25 }, 0.031),
                ($m::Instrument::Fra { start: 0.3, end: 0.8 }, 0.033),
                ($m::Instrument::Swap { years: 2, frequency: 2 }, 0.034),
                ($m::Instrument::Swap { years: 5, frequency: 1 }, 0.037),
            ]
        };
    }
    let pillars = [0.4, 0.9, 2.2, 4.7];
    let zeros = vec![0.030, 0.0325, 0.0341, 0.036];
    let quotes = quotes!(exp);
    let e = exp::CalibrationError { pillars: &pillars, quotes: &quotes };
    let x = (zeros.clone(), 2.0e5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::calibration_error(&pillars, &quotes!(plain), &zeros, 2.0e5));
    ad::testing::check(&e, &x).unwrap();
}
