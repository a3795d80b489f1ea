#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::HashMap;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Outcome {
        Win,
        Draw,
        Loss,
    }

    #[derive(Debug, Clone)]
    pub struct Game {
        pub white: String,
        pub black: String,
        pub outcome: Outcome,
    }

    #[exp(adjoint)]
    fn expected(white: f64, black: f64, home: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf((black - white - home) / 400.0))
    }

    #[exp(adjoint)]
    fn loss(outcome: Outcome, p: f64, draw: f64) -> f64 {
        let q = 1.0 - p;
        let drawn = draw * (p * q).sqrt();
        let likelihood = match outcome {
            Outcome::Win => p,
            Outcome::Draw => drawn,
            Outcome::Loss => q,
        };
        -(likelihood / (1.0 + drawn)).ln()
    }

    /// The mean prediction loss of Elo ratings, updated game by game.
    #[exp(adjoint)]
    pub fn elo_loss(games: &[Game], initial: &HashMap<String, f64>, k: f64, home: f64, draw: f64) -> f64 {
        let mut ratings = initial.clone();
        let mut played: HashMap<&str, usize> = HashMap::new();
        let mut total = 0.0;
        for Game { white, black, outcome } in games {
            let rating = |name: &String| ratings.get(name).copied().unwrap_or(1500.0);
            let p = expected(rating(white), rating(black), home);
            total += loss(*outcome, p, draw);
            let score = match outcome {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Loss => 0.0,
            };
            for (name, sign) in [(white, 1.0), (black, -1.0)] {
                let count = played.entry(name.as_str()).or_default();
                *count += 1;
                let factor = if *count < 3 { 1.5 * k } else { k };
                *ratings.entry(name.clone()).or_insert(1500.0) += sign * factor * (score - p);
            }
        }
        total / games.len() as f64
    }
}

fn main() {
    use std::collections::HashMap;
    macro_rules! games {
        ($m:ident) => {
            [("ann", "bob", 'w'), ("bob", "cid", 'd'), ("cid", "ann", 'l'), ("ann", "bob", 'd'), ("bob", "ann", 'w')].map(
                |(white, black, c)| $m::Game {
                    white: white.to_string(),
                    black: black.to_string(),
                    outcome: match c {
                        'w' => $m::Outcome::Win,
                        'd' => $m::Outcome::Draw,
                        _ => $m::Outcome::Loss,
                    },
                },
            )
        };
    }
    let (games, plain_games) = (games!(exp), games!(plain));
    let initial: HashMap<String, f64> = [("ann".to_string(), 1620.0), ("bob".to_string(), 1480.0)].into_iter().collect();
    let e = exp::EloLoss { games: &games };
    let x = (initial.clone(), 24.0, 35.0, 0.6);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::elo_loss(&plain_games, &initial, 24.0, 35.0, 0.6));
    ad::testing::check(&e, &x).unwrap();
}
