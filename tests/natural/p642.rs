#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod yahtzee {
        /// Expected score of a dice game with loaded dice, by enumeration.
        fn normalised(weights: &[f64; 6]) -> [f64; 6] {
            let total: f64 = weights.iter().sum();
            weights.map(|w| w / total)
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Category {
            Chance,
            Pair,
            Straight,
            Of(u8),
        }

        impl Category {
            fn score(self, dice: &[u8; 3]) -> u32 {
                let mut sorted = *dice;
                sorted.sort();
                let [a, b, c] = sorted;
                match self {
                    Category::Chance => dice.iter().map(|&d| d as u32).sum(),
                    Category::Pair if a == b || b == c => 2 * b as u32,
                    Category::Straight if a + 1 == b && b + 1 == c => 15,
                    Category::Of(n) => dice.iter().filter(|&&d| d == n).map(|&d| d as u32).sum(),
                    _ => 0,
                }
            }
        }

        pub fn expected_score(weights: &[f64; 6], categories: &[Category], bonus: f64) -> f64 {
            let p = normalised(weights);
            let mut expected = 0.0;
            for a in 1..=6u8 {
                for b in 1..=6u8 {
                    for c in 1..=6u8 {
                        let dice = [a, b, c];
                        let probability: f64 = dice.iter().map(|&d| p[d as usize - 1]).product();
                        let best = categories.iter().map(|k| k.score(&dice)).max().unwrap_or(0);
                        let mut value = f64::from(best);
                        if best >= 15 {
                            value += bonus;
                        }
                        expected += probability * value;
                    }
                }
            }
            expected
        }
    }
    pub use yahtzee::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ExpectedScore { categories: &[exp::Category::Pair, exp::Category::Straight, exp::Category::Of(4)] };
    let x = ([1.0, 1.2, 0.9, 1.5, 0.8, 1.1], 5.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::expected_score(&[1.0, 1.2, 0.9, 1.5, 0.8, 1.1], &[plain::Category::Pair, plain::Category::Straight, plain::Category::Of(4)], 5.0));
    ad::testing::check(&e, &x).unwrap();
}
