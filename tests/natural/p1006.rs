#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod yieldcurve {
        #[derive(Debug, Clone)]
        pub struct YieldCurve {
            pillars: Vec<Pillar>,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Pillar {
            maturity: f64,
            rate: f64,
        }

        impl From<&[(f64, f64)]> for YieldCurve {
            fn from(quotes: &[(f64, f64)]) -> Self {
                YieldCurve { pillars: quotes.iter().map(|&(maturity, rate)| Pillar { maturity, rate }).collect() }
            }
        }

        impl YieldCurve {
            fn rate(&self, t: f64) -> f64 {
                match self.pillars.as_slice() {
                    [] => 0.0,
                    [only] => only.rate,
                    [first, .., last] => {
                        if t <= first.maturity {
                            first.rate
                        } else if t >= last.maturity {
                            last.rate
                        } else {
                            let i = self.pillars.partition_point(|p| p.maturity < t);
                            let (a, b) = (self.pillars[i - 1], self.pillars[i]);
                            let w = (t - a.maturity) / (b.maturity - a.maturity);
                            a.rate * (1.0 - w) + b.rate * w
                        }
                    }
                }
            }

            fn discount(&self, t: f64) -> f64 {
                (-self.rate(t) * t).exp()
            }

            fn bumped(&self, by: f64) -> YieldCurve {
                let mut curve = self.clone();
                for Pillar { rate, .. } in curve.pillars.iter_mut() {
                    *rate += by;
                }
                curve
            }
        }

        struct Swap {
            fixed: f64,
            years: u8,
        }

        impl Swap {
            fn value(&self, curve: &YieldCurve) -> f64 {
                let annuity: f64 = (1..=self.years).map(|y| curve.discount(y.into())).sum();
                let float_leg = 1.0 - curve.discount(self.years.into());
                float_leg - self.fixed * annuity
            }
        }

        pub fn swap_value(quotes: &[(f64, f64)], fixed: f64) -> f64 {
            let curve = YieldCurve::from(quotes);
            let swap = Swap { fixed, years: 7 };
            let convexity = swap.value(&curve.bumped(0.01)) + swap.value(&curve.bumped(-0.01)) - 2.0 * swap.value(&curve);
            swap.value(&curve) + 0.5 * convexity
        }
    }
    pub use yieldcurve::*;
}

fn main() {
    ad::testing::check_function(&exp::SwapValue, |x| plain::swap_value(&x.0, x.1), &(vec![(1.0, 0.02), (2.0, 0.025), (5.0, 0.031), (10.0, 0.034)], 0.029)).unwrap();
}
