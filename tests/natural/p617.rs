#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod units {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Quantity {
            value: f64,
            metres: i32,
            seconds: i32,
        }

        impl Quantity {
            fn parse(text: &str) -> Result<Quantity, String> {
                let text = text.trim();
                let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
                let (number, unit) = text.split_at(split);
                let value: f64 = number.trim().parse().map_err(|_| format!("not a number: {number:?}"))?;
                let (factor, metres, seconds) = match unit {
                    "" => (1.0, 0, 0),
                    "m" => (1.0, 1, 0),
                    "km" => (1000.0, 1, 0),
                    "s" => (1.0, 0, 1),
                    "h" => (3600.0, 0, 1),
                    "kmh" => (1.0 / 3.6, 1, -1),
                    _ => return Err(format!("unknown unit {unit}")),
                };
                Ok(Quantity { value: value * factor, metres, seconds })
            }

            fn times(self, other: Quantity) -> Quantity {
                Quantity {
                    value: self.value * other.value,
                    metres: self.metres + other.metres,
                    seconds: self.seconds + other.seconds,
                }
            }

            fn plus(self, other: Quantity) -> Result<Quantity, String> {
                if (self.metres, self.seconds) != (other.metres, other.seconds) {
                    return Err("incompatible dimensions".to_string());
                }
                Ok(Quantity { value: self.value + other.value, ..self })
            }
        }

        /// Sum of products like `"3 km * 2 + 30 kmh * 0.5 h"`, each term scaled by a weight.
        pub fn weighted_sum(text: &str, weights: &[f64]) -> Result<f64, String> {
            let mut total: Option<Quantity> = None;
            for (term, &w) in text.split('+').zip(weights) {
                let mut product = Quantity { value: w, metres: 0, seconds: 0 };
                for factor in term.split('*') {
                    product = product.times(Quantity::parse(factor)?);
                }
                total = Some(match total {
                    None => product,
                    Some(t) => t.plus(product)?,
                });
            }
            total.map(|q| q.value).ok_or_else(|| String::from("nothing to add"))
        }
    }
    pub use units::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::WeightedSum { text: "3 km * 2 + 30 kmh * 0.5 h" };
    let x = vec![0.5, 1.25];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::weighted_sum("3 km * 2 + 30 kmh * 0.5 h", &vec![0.5, 1.25]));
    ad::testing::check(&e, &x).unwrap();
}
