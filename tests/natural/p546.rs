#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod portfolio {
        #[derive(Debug, Clone)]
        pub struct Asset {
            pub name: String,
            pub weight: f64,
            pub expected_return: f64,
            pub volatility: f64,
        }

        pub struct Portfolio {
            pub assets: Vec<Asset>,
            pub correlation: Vec<Vec<f64>>,
        }

        impl Portfolio {
            pub fn expected_return(&self) -> f64 {
                self.assets.iter().map(|a| a.weight * a.expected_return).sum()
            }

            pub fn variance(&self) -> f64 {
                let mut total = 0.0;
                for (i, a) in self.assets.iter().enumerate() {
                    for (j, b) in self.assets.iter().enumerate() {
                        total += a.weight * b.weight * a.volatility * b.volatility * self.correlation[i][j];
                    }
                }
                total
            }

            pub fn sharpe(&self, risk_free: f64) -> f64 {
                (self.expected_return() - risk_free) / self.variance().sqrt()
            }

            pub fn weight_of(&self, name: &str) -> Option<f64> {
                self.assets.iter().find(|a| a.name == name).map(|a| a.weight)
            }
        }

        pub fn score(portfolio: &Portfolio, risk_free: f64, aversion: f64) -> f64 {
            let cash = portfolio.weight_of("cash").unwrap_or(0.0);
            portfolio.sharpe(risk_free) - aversion * portfolio.variance() - 0.1 * (cash - 0.05).powi(2)
        }
    }
    pub use portfolio::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Score;
    let x = (exp::Portfolio { assets: vec![exp::Asset { name: "stocks".into(), weight: 0.6, expected_return: 0.07, volatility: 0.18 }, exp::Asset { name: "bonds".into(), weight: 0.3, expected_return: 0.03, volatility: 0.06 }, exp::Asset { name: "cash".into(), weight: 0.1, expected_return: 0.01, volatility: 0.01 }], correlation: vec![vec![1.0, 0.2, 0.0], vec![0.2, 1.0, 0.1], vec![0.0, 0.1, 1.0]] }, 0.005, 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::score(&plain::Portfolio { assets: vec![plain::Asset { name: "stocks".into(), weight: 0.6, expected_return: 0.07, volatility: 0.18 }, plain::Asset { name: "bonds".into(), weight: 0.3, expected_return: 0.03, volatility: 0.06 }, plain::Asset { name: "cash".into(), weight: 0.1, expected_return: 0.01, volatility: 0.01 }], correlation: vec![vec![1.0, 0.2, 0.0], vec![0.2, 1.0, 0.1], vec![0.0, 0.1, 1.0]] }, 0.005, 2.0));
    ad::testing::check(&e, &x).unwrap();
}
