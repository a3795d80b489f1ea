#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod minimax {
        #[derive(Clone, Debug)]
        pub enum Position {
            Final(f64),
            Choice(Vec<Position>),
            Chance(Vec<(f64, Position)>),
        }

        /// Expectiminimax with alpha-beta at choice nodes.
        fn search(position: &Position, maximizing: bool, mut alpha: f64, mut beta: f64) -> f64 {
            match position {
                Position::Final(score) => *score,
                Position::Chance(outcomes) => {
                    let total: f64 = outcomes.iter().map(|(p, _)| p).sum();
                    outcomes
                        .iter()
                        .map(|(p, next)| p / total * search(next, maximizing, f64::NEG_INFINITY, f64::INFINITY))
                        .sum()
                }
                Position::Choice(moves) if maximizing => {
                    let mut best = f64::NEG_INFINITY;
                    for next in moves {
                        best = best.max(search(next, false, alpha, beta));
                        alpha = alpha.max(best);
                        if alpha >= beta {
                            break;
                        }
                    }
                    best
                }
                Position::Choice(moves) => {
                    let mut best = f64::INFINITY;
                    for next in moves {
                        best = best.min(search(next, true, alpha, beta));
                        beta = beta.min(best);
                        if alpha >= beta {
                            break;
                        }
                    }
                    best
                }
            }
        }

        pub fn game_value(root: &Position) -> f64 {
            search(root, true, f64::NEG_INFINITY, f64::INFINITY)
        }
    }
    pub use minimax::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::GameValue;
    let x = exp::Position::Choice(vec![exp::Position::Choice(vec![exp::Position::Final(3.0), exp::Position::Final(5.0)]), exp::Position::Chance(vec![(0.3, exp::Position::Choice(vec![exp::Position::Final(2.0), exp::Position::Final(7.0)])), (0.7, exp::Position::Final(6.0))])]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::game_value(&plain::Position::Choice(vec![plain::Position::Choice(vec![plain::Position::Final(3.0), plain::Position::Final(5.0)]), plain::Position::Chance(vec![(0.3, plain::Position::Choice(vec![plain::Position::Final(2.0), plain::Position::Final(7.0)])), (0.7, plain::Position::Final(6.0))])])));
    ad::testing::check(&e, &x).unwrap();
}
