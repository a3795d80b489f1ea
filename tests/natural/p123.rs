#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy)]
    pub enum Outcome {
        Win,
        Draw,
        Loss,
    }

    /// Elo ratings after a series of games, each with the two players' indices.
    #[exp(adjoint)]
    pub fn elo(games: &[(usize, usize, Outcome)], mut ratings: Vec<f64>, k: f64) -> Vec<f64> {
        for &(a, b, outcome) in games {
            let expected = 1.0 / (1.0 + 10f64.powf((ratings[b] - ratings[a]) / 400.0));
            let score = match outcome {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Loss => 0.0,
            };
            let change = k * (score - expected);
            ratings[a] += change;
            ratings[b] -= change;
        }
        ratings
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Elo { games: &[(0, 1, exp::Outcome::Win), (1, 2, exp::Outcome::Draw), (2, 0, exp::Outcome::Loss)] };
    let x = (vec![1500.0, 1600.0, 1450.0], 24.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, -1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::elo(&[(0, 1, plain::Outcome::Win), (1, 2, plain::Outcome::Draw), (2, 0, plain::Outcome::Loss)], vec![1500.0, 1600.0, 1450.0], 24.0));
    ad::testing::check(&e, &x).unwrap();
}
