#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod options {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind {
            Call,
            Put,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Exercise {
            European,
            American,
        }

        pub struct Contract {
            kind: Kind,
            exercise: Exercise,
            strike: f64,
            maturity: f64,
        }

        pub struct Market {
            spot: f64,
            rate: f64,
            volatility: f64,
        }

        impl Contract {
            fn payoff(&self, spot: f64) -> f64 {
                let intrinsic = match self.kind {
                    Kind::Call => spot - self.strike,
                    Kind::Put => self.strike - spot,
                };
                intrinsic.max(0.0)
            }

            /// Cox, Ross and Rubinstein.
            fn binomial(&self, market: &Market, steps: usize) -> f64 {
                let dt = self.maturity / steps as f64;
                let up = (market.volatility * dt.sqrt()).exp();
                let down = up.recip();
                let discount = (-market.rate * dt).exp();
                let p = (1.0 / discount - down) / (up - down);
                let spot_at = |step: usize, ups: usize| market.spot * up.powi(2 * ups as i32 - step as i32);
                let mut values: Vec<f64> = (0..=steps).map(|ups| self.payoff(spot_at(steps, ups))).collect();
                for step in (0..steps).rev() {
                    for ups in 0..=step {
                        let hold = discount * (p * values[ups + 1] + (1.0 - p) * values[ups]);
                        values[ups] = match self.exercise {
                            Exercise::European => hold,
                            Exercise::American => hold.max(self.payoff(spot_at(step, ups))),
                        };
                    }
                    values.pop();
                }
                values[0]
            }
        }

        pub fn early_exercise_premium(spot: f64, strike: f64, rate: f64, volatility: f64) -> f64 {
            let market = Market { spot, rate, volatility };
            let price = |exercise| {
                let put = Contract { kind: Kind::Put, exercise, strike, maturity: 1.0 };
                put.binomial(&market, 12)
            };
            price(Exercise::American) - price(Exercise::European)
        }
    }
    pub use options::*;
}

fn main() {
    ad::testing::check_function(&exp::EarlyExercisePremium, |x| plain::early_exercise_premium(x.0, x.1, x.2, x.3), &(100.0, 111.0, 0.05, 0.23)).unwrap();
}
