#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ledger {
        use std::collections::{BTreeMap, VecDeque};

        #[derive(Debug, Clone)]
        pub enum Trade {
            Buy { symbol: &'static str, shares: f64, price: f64 },
            Sell { symbol: &'static str, shares: f64, price: f64 },
            Split { symbol: &'static str, ratio: u32 },
            Dividend { symbol: &'static str, per_share: f64 },
        }

        struct Lot {
            shares: f64,
            price: f64,
        }

        #[derive(Default)]
        struct Ledger {
            lots: BTreeMap<&'static str, VecDeque<Lot>>,
            gains: f64,
            income: f64,
        }

        impl Ledger {
            fn sell(&mut self, symbol: &str, shares: f64, price: f64) -> Result<(), String> {
                let lots = self.lots.get_mut(symbol).ok_or_else(|| format!("no {symbol} in the ledger"))?;
                let mut open = shares;
                while let Some(lot) = lots.front_mut() {
                    if lot.shares > open {
                        lot.shares -= open;
                        self.gains += open * (price - lot.price);
                        return Ok(());
                    }
                    self.gains += lot.shares * (price - lot.price);
                    open -= lot.shares;
                    lots.pop_front();
                }
                Err(format!("short sale of {symbol}"))
            }

            fn book(&mut self, trade: &Trade) -> Result<(), String> {
                match *trade {
                    Trade::Buy { symbol, shares, price } => {
                        self.lots.entry(symbol).or_default().push_back(Lot { shares, price });
                    }
                    Trade::Sell { symbol, shares, price } => self.sell(symbol, shares, price)?,
                    Trade::Split { symbol, ratio } => {
                        for lot in self.lots.get_mut(symbol).into_iter().flatten() {
                            lot.shares *= f64::from(ratio);
                            lot.price /= f64::from(ratio);
                        }
                    }
                    Trade::Dividend { symbol, per_share } => {
                        let held: f64 = self.lots.get(symbol).map_or(0.0, |lots| lots.iter().map(|l| l.shares).sum());
                        self.income += held * per_share;
                    }
                }
                Ok(())
            }
        }

        pub fn tax(trades: &[Trade], rate: f64, allowance: f64) -> f64 {
            let mut ledger = Ledger::default();
            if let Err(message) = trades.iter().try_for_each(|t| ledger.book(t)) {
                panic!("{message}");
            }
            rate * (ledger.gains + ledger.income - allowance).max(0.0)
        }
    }
    pub use ledger::*;
}

fn main() {
    macro_rules! trades {
        ($m:ident) => {
            vec![
                $m::Trade::Buy { symbol: "ACME", shares: 10.0, price: 5.0 },
                $m::Trade::Buy { symbol: "ACME", shares: 4.0, price: 6.5 },
                $m::Trade::Buy { symbol: "ZORK", shares: 3.5, price: 20.0 },
                $m::Trade::Dividend { symbol: "ACME", per_share: 0.3 },
                $m::Trade::Split { symbol: "ACME", ratio: 2 },
                $m::Trade::Sell { symbol: "ACME", shares: 23.0, price: 4.5 },
                $m::Trade::Sell { symbol: "ZORK", shares: 1.5, price: 18.0 },
            ]
        };
    }
    let e = exp::Tax;
    let x = (trades!(exp), 0.25, 3.0);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::tax(&trades!(plain), 0.25, 3.0));
    ad::testing::check(&e, &x).unwrap();
}
