#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod elo {
        use std::collections::BTreeMap;

        pub struct Ratings<'a> {
            table: BTreeMap<&'a str, f64>,
            k: f64,
            scale: f64,
            initial: f64,
        }

        impl<'a> Ratings<'a> {
            fn of(&self, player: &str) -> f64 {
                *self.table.get(player).unwrap_or(&self.initial)
            }

            fn expected(&self, a: &str, b: &str) -> f64 {
                1.0 / (1.0 + 10f64.powf((self.of(b) - self.of(a)) / self.scale))
            }

            fn record(&mut self, a: &'a str, b: &'a str, outcome: i8) {
                let score = f64::from(outcome + 1) / 2.0;
                let change = self.k * (score - self.expected(a, b));
                let initial = self.initial;
                *self.table.entry(a).or_insert(initial) += change;
                *self.table.entry(b).or_insert(initial) -= change;
            }
        }

        pub fn spread(games: &[(&str, &str, i8)], k: f64, scale: f64, initial: f64) -> f64 {
            let mut ratings = Ratings { table: BTreeMap::new(), k, scale, initial };
            for (a, b, outcome) in games {
                ratings.record(a, b, *outcome);
            }
            let mean = ratings.table.values().sum::<f64>() / ratings.table.len() as f64;
            ratings.table.values().map(|r| (r - mean).powi(2)).sum::<f64>().sqrt()
        }
    }
    pub use elo::*;
}

fn main() {
    let games = [("ann", "bob", 1), ("bob", "cid", 0), ("cid", "ann", -1), ("ann", "bob", -1)];
    ad::testing::check_function(&exp::Spread { games: &games }, |x| plain::spread(&games, x.0, x.1, x.2), &(32.0, 400.0, 1500.0)).unwrap();
}
