#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod book {
        #[derive(Debug, Clone)]
        pub enum Instrument {
            Cash(f64),
            ZeroBond { face: f64, maturity: f64 },
            Forward { strike: f64, maturity: f64 },
            Basket(Vec<(f64, Instrument)>),
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Market {
            pub spot: f64,
            pub rate: f64,
            pub dividend: f64,
        }

        impl Instrument {
            pub fn price(&self, market: &Market) -> f64 {
                match self {
                    Instrument::Cash(amount) => *amount,
                    Instrument::ZeroBond { face, maturity } => face * (-market.rate * maturity).exp(),
                    Instrument::Forward { strike, maturity } => {
                        let carry = market.spot * (-market.dividend * maturity).exp();
                        carry - strike * (-market.rate * maturity).exp()
                    }
                    Instrument::Basket(parts) => parts.iter().map(|(quantity, part)| quantity * part.price(market)).sum(),
                }
            }
        }

        pub fn book_value(positions: &[Instrument], market: &Market) -> f64 {
            let mut total = 0.0;
            for position in positions {
                total += position.price(market);
            }
            total
        }
    }
    pub use book::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Instrument as I; use plain::Instrument as J;
    let e = exp::BookValue;
    let x = (vec![I::Cash(5.0), I::Basket(vec![(2.0, I::ZeroBond { face: 10.0, maturity: 1.5 }), (-1.0, I::Forward { strike: 98.0, maturity: 0.5 })])], exp::Market { spot: 100.0, rate: 0.02, dividend: 0.01 });
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::book_value(&[J::Cash(5.0), J::Basket(vec![(2.0, J::ZeroBond { face: 10.0, maturity: 1.5 }), (-1.0, J::Forward { strike: 98.0, maturity: 0.5 })])], &plain::Market { spot: 100.0, rate: 0.02, dividend: 0.01 }));
    ad::testing::check(&e, &x).unwrap();
}
