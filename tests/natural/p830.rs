#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod economy {
        use std::collections::BTreeMap;

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Good {
            Wood,
            Iron,
            Tools,
        }

        #[derive(Debug, Clone)]
        pub struct Stock {
            pub amount: f64,
            pub target: f64,
            pub base_price: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Market {
            pub stocks: BTreeMap<Good, Stock>,
            pub elasticity: f64,
        }

        impl Market {
            pub fn price(&self, good: Good) -> f64 {
                let stock = &self.stocks[&good];
                stock.base_price * (stock.target / stock.amount).powf(self.elasticity)
            }

            fn buy(&mut self, good: Good, amount: f64) -> f64 {
                let price = self.price(good);
                if let Some(stock) = self.stocks.get_mut(&good) {
                    stock.amount -= amount;
                }
                price * amount
            }

            fn sell(&mut self, good: Good, amount: f64) -> f64 {
                let price = self.price(good);
                self.stocks.entry(good).and_modify(|s| s.amount += amount);
                0.95 * price * amount
            }
        }

        /// The profit of a smith who turns wood and iron into tools as long as it pays.
        pub fn smith_profit(market: Market, batch: f64, rounds: usize) -> f64 {
            let mut market = market;
            let mut gold = 0.0;
            for _ in 0..rounds {
                let input = market.price(Good::Wood) + 2.0 * market.price(Good::Iron);
                if market.price(Good::Tools) <= input {
                    break;
                }
                gold -= market.buy(Good::Wood, batch);
                gold -= market.buy(Good::Iron, 2.0 * batch);
                gold += market.sell(Good::Tools, batch);
                for stock in market.stocks.values_mut() {
                    stock.amount += 0.1 * (stock.target - stock.amount);
                }
            }
            gold
        }
    }
    pub use economy::*;
}

macro_rules! market {
    ($m:ident) => {{
        use $m::*;
        Market {
            stocks: [
                (Good::Wood, Stock { amount: 80.0, target: 100.0, base_price: 2.0 }),
                (Good::Iron, Stock { amount: 60.0, target: 50.0, base_price: 5.0 }),
                (Good::Tools, Stock { amount: 12.0, target: 20.0, base_price: 18.0 }),
            ]
            .into_iter()
            .collect(),
            elasticity: 0.7,
        }
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::SmithProfit { rounds: 8 };
    let x = (market!(exp), 1.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::smith_profit(market!(plain), 1.5, 8));
    ad::testing::check(&e, &x).unwrap();
}
