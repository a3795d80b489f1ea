#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bonds {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Frequency {
            Annual,
            SemiAnnual,
            Quarterly,
        }

        impl Frequency {
            pub fn per_year(self) -> u32 {
                match self {
                    Frequency::Annual => 1,
                    Frequency::SemiAnnual => 2,
                    Frequency::Quarterly => 4,
                }
            }
        }

        #[derive(Debug, Clone)]
        pub struct Bond {
            pub face: f64,
            pub coupon_rate: f64,
            pub years: u32,
            pub frequency: Frequency,
        }

        impl Bond {
            /// Times and amounts of the payments.
            pub fn cash_flows(&self) -> Vec<(f64, f64)> {
                let m = self.frequency.per_year();
                let n = self.years * m;
                let coupon = self.face * self.coupon_rate / m as f64;
                (1..=n)
                    .map(|k| {
                        let amount = if k == n { coupon + self.face } else { coupon };
                        (k as f64 / m as f64, amount)
                    })
                    .collect()
            }

            pub fn price(&self, yld: f64) -> f64 {
                let m = self.frequency.per_year() as f64;
                self.cash_flows().iter().map(|&(t, c)| c * (1.0 + yld / m).powf(-m * t)).sum()
            }

            pub fn macaulay_duration(&self, yld: f64) -> f64 {
                let m = self.frequency.per_year() as f64;
                let weighted: f64 = self.cash_flows().iter().map(|&(t, c)| t * c * (1.0 + yld / m).powf(-m * t)).sum();
                weighted / self.price(yld)
            }

            pub fn modified_duration(&self, yld: f64) -> f64 {
                self.macaulay_duration(yld) / (1.0 + yld / self.frequency.per_year() as f64)
            }

            /// Newton's method on the price.
            pub fn yield_to_maturity(&self, price: f64) -> f64 {
                let mut y = self.coupon_rate;
                for _ in 0..6 {
                    let p = self.price(y);
                    let slope = -p * self.modified_duration(y);
                    y -= (p - price) / slope;
                }
                y
            }
        }

        /// Spread over a benchmark bond, and the duration at the found yield.
        pub fn yield_spread(bond: &Bond, benchmark: &Bond, price: f64, benchmark_price: f64) -> (f64, f64) {
            let y = bond.yield_to_maturity(price);
            let y0 = benchmark.yield_to_maturity(benchmark_price);
            (y - y0, bond.modified_duration(y))
        }
    }
    pub use bonds::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::YieldSpread;
    let x = (
        exp::Bond { face: 100.0, coupon_rate: 0.05, years: 4, frequency: exp::Frequency::SemiAnnual },
        exp::Bond { face: 100.0, coupon_rate: 0.03, years: 3, frequency: exp::Frequency::Annual },
        97.5,
        100.8,
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::yield_spread(
            &plain::Bond { face: 100.0, coupon_rate: 0.05, years: 4, frequency: plain::Frequency::SemiAnnual },
            &plain::Bond { face: 100.0, coupon_rate: 0.03, years: 3, frequency: plain::Frequency::Annual },
            97.5,
            100.8
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
