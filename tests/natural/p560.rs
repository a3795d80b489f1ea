#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod elo {
        use std::collections::HashMap;

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Outcome {
            Win,
            Draw,
            Loss,
        }

        impl Outcome {
            fn points(self) -> f64 {
                match self {
                    Outcome::Win => 1.0,
                    Outcome::Draw => 0.5,
                    Outcome::Loss => 0.0,
                }
            }
        }

        fn expected(a: f64, b: f64) -> f64 {
            1.0 / (1.0 + 10f64.powf((b - a) / 400.0))
        }

        /// Rates all games and returns the total surprise in bits.
        pub fn surprise(games: &[(&str, &str, Outcome)], k: f64, initial: f64, advantage: f64) -> f64 {
            let mut ratings: HashMap<&str, f64> = HashMap::new();
            let mut bits = 0.0;
            for &(white, black, outcome) in games {
                let w = *ratings.entry(white).or_insert(initial);
                let b = *ratings.entry(black).or_insert(initial);
                let p = expected(w + advantage, b);
                let score = outcome.points();
                bits -= score * p.log2() + (1.0 - score) * (1.0 - p).log2();
                let delta = k * (score - p);
                ratings.insert(white, w + delta);
                ratings.insert(black, b - delta);
            }
            bits
        }
    }
    pub use elo::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Surprise { games: &[("ann", "bob", exp::Outcome::Win), ("bob", "cid", exp::Outcome::Draw), ("cid", "ann", exp::Outcome::Loss), ("bob", "ann", exp::Outcome::Win)] };
    let x = (32.0, 1500.0, 35.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::surprise(&[("ann", "bob", plain::Outcome::Win), ("bob", "cid", plain::Outcome::Draw), ("cid", "ann", plain::Outcome::Loss), ("bob", "ann", plain::Outcome::Win)], 32.0, 1500.0, 35.0));
    ad::testing::check(&e, &x).unwrap();
}
