#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod elo {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Outcome {
            Win,
            Draw,
            Loss,
        }

        impl Outcome {
            fn score_halves(self) -> i32 {
                match self {
                    Outcome::Win => 2,
                    Outcome::Draw => 1,
                    Outcome::Loss => 0,
                }
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Game {
            pub white: usize,
            pub black: usize,
            pub outcome: Outcome,
        }

        #[derive(Debug, Clone)]
        pub struct System {
            pub k_factor: f64,
            pub scale: f64,
            pub white_advantage: f64,
        }

        impl System {
            pub fn expected(&self, white: f64, black: f64) -> f64 {
                let diff = white + self.white_advantage - black;
                1.0 / (1.0 + 10f64.powf(-diff / self.scale))
            }

            pub fn play(&self, ratings: &mut [f64], game: &Game) {
                let expected = self.expected(ratings[game.white], ratings[game.black]);
                let score = f64::from(game.outcome.score_halves()) / 2.0;
                let delta = self.k_factor * (score - expected);
                ratings[game.white] += delta;
                ratings[game.black] -= delta;
            }
        }

        /// Sum of the squared prediction errors while the ratings are updated game by game.
        pub fn prediction_error(system: &System, initial: &[f64], games: &[Game]) -> f64 {
            let mut ratings = initial.to_vec();
            let mut error = 0.0;
            for game in games {
                let p = system.expected(ratings[game.white], ratings[game.black]);
                let s = f64::from(game.outcome.score_halves()) / 2.0;
                error += (s - p).powi(2);
                system.play(&mut ratings, game);
            }
            error
        }
    }
    pub use elo::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! games {
        ($m:ident) => {
            [
                $m::Game { white: 0, black: 1, outcome: $m::Outcome::Win },
                $m::Game { white: 2, black: 0, outcome: $m::Outcome::Draw },
                $m::Game { white: 1, black: 2, outcome: $m::Outcome::Loss },
                $m::Game { white: 1, black: 0, outcome: $m::Outcome::Win },
            ]
        };
    }
    let games = games!(exp);
    let e = exp::PredictionError { games: &games };
    let x = (exp::System { k_factor: 24.0, scale: 400.0, white_advantage: 35.0 }, vec![1500.0, 1620.0, 1480.0]);
    let p = plain::System { k_factor: 24.0, scale: 400.0, white_advantage: 35.0 };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::prediction_error(&p, &[1500.0, 1620.0, 1480.0], &games!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
