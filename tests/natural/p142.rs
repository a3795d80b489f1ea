#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone, Copy, Debug)]
    pub struct Rates {
        pub eur: f64,
        pub usd: f64,
        pub gbp: f64,
    }

    #[exp(adjoint)]
    impl std::ops::Index<&str> for Rates {
        type Output = f64;

        fn index(&self, code: &str) -> &f64 {
            match code {
                "EUR" => &self.eur,
                "USD" => &self.usd,
                "GBP" => &self.gbp,
                _ => panic!("currency {code}"),
            }
        }
    }

    /// Total of "12.50 USD, 3 EUR, …" in francs, with a fee on each amount but the first.
    #[exp(adjoint)]
    pub fn purse(text: &str, rates: Rates, fee: f64) -> f64 {
        text.split(',')
            .filter_map(|part| part.trim().split_once(' '))
            .map(|(amount, code)| (amount.parse::<f64>().unwrap_or(0.0), code))
            .enumerate()
            .map(|(i, (amount, code))| {
                let francs = amount * rates[code];
                if i == 0 { francs } else { francs * (1.0 - fee) }
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Purse { text: "12.50 USD, 3 EUR, 1.25 GBP, junk" };
    let x = (exp::Rates { eur: 0.95, usd: 0.88, gbp: 1.12 }, 0.015);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::purse("12.50 USD, 3 EUR, 1.25 GBP, junk", plain::Rates { eur: 0.95, usd: 0.88, gbp: 1.12 }, 0.015));
    ad::testing::check(&e, &x).unwrap();
}
