#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod csv {
        use std::str::FromStr;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Side {
            Buy,
            Sell,
        }

        #[derive(Debug, PartialEq, Eq)]
        pub enum OrderError {
            MissingField(&'static str),
            BadSide(String),
            BadQuantity,
        }

        impl FromStr for Side {
            type Err = OrderError;
            fn from_str(s: &str) -> Result<Self, Self::Err> {
                match s.trim() {
                    "B" | "buy" => Ok(Side::Buy),
                    "S" | "sell" => Ok(Side::Sell),
                    other => Err(OrderError::BadSide(other.to_owned())),
                }
            }
        }

        #[derive(Debug)]
        pub struct Order {
            side: Side,
            quantity: u32,
            symbol: String,
        }

        impl FromStr for Order {
            type Err = OrderError;
            fn from_str(line: &str) -> Result<Self, OrderError> {
                let mut fields = line.split(',');
                let side = fields.next().ok_or(OrderError::MissingField("side"))?.parse()?;
                let quantity = fields
                    .next()
                    .ok_or(OrderError::MissingField("quantity"))?
                    .trim()
                    .parse()
                    .map_err(|_| OrderError::BadQuantity)?;
                let symbol = fields.next().ok_or(OrderError::MissingField("symbol"))?.trim().to_string();
                Ok(Order { side, quantity, symbol })
            }
        }

        fn price_of(symbol: &str, gold: f64, silver: f64) -> Option<f64> {
            match symbol {
                "GOLD" => Some(gold),
                "SILVER" => Some(silver),
                _ => None,
            }
        }

        fn cash_flow(line: &str, gold: f64, silver: f64, fee: f64) -> Result<f64, OrderError> {
            let order: Order = line.parse()?;
            let price = price_of(&order.symbol, gold, silver).ok_or(OrderError::MissingField("price"))?;
            let amount = order.quantity as f64 * price;
            Ok(match order.side {
                Side::Buy => -amount * (1.0 + fee),
                Side::Sell => amount * (1.0 - fee),
            })
        }

        pub fn settle(book: &str, gold: f64, silver: f64, fee: f64) -> f64 {
            let mut total = 0.0;
            let mut rejected = 0;
            for line in book.lines() {
                match cash_flow(line, gold, silver, fee) {
                    Ok(flow) => total += flow,
                    Err(OrderError::BadQuantity) => rejected += 2,
                    Err(_) => rejected += 1,
                }
            }
            total - fee * f64::from(rejected)
        }
    }
    pub use csv::*;
}

fn main() {
    let book = "B, 3, GOLD\nS, 10, SILVER\nX, 1, GOLD\nB, many, GOLD\nS, 1, COPPER\nS, 2, GOLD";
    ad::testing::check_function(&exp::Settle { book }, |x| plain::settle(book, x.0, x.1, x.2), &(1800.0, 22.0, 0.01)).unwrap();
}
