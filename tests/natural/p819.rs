#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn expected_score(rating: f64, opponent: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf((opponent - rating) / 400.0))
    }

    /// Mean log loss of Elo predictions over a season. Result is 2 for a home win, 1 for a draw, 0 for a loss.
    #[exp(adjoint)]
    pub fn elo_log_loss(games: &[(usize, usize, u8)], teams: usize, k: f64, home_advantage: f64) -> f64 {
        let mut ratings = vec![1500.0; teams];
        let mut loss = 0.0;
        for &(home, away, result) in games {
            let p = expected_score(ratings[home] + home_advantage, ratings[away]);
            let score = f64::from(result) / 2.0;
            loss -= score * p.ln() + (1.0 - score) * (1.0 - p).ln();
            let delta = k * (score - p);
            ratings[home] += delta;
            ratings[away] -= delta;
        }
        loss / games.len() as f64
    }
}

fn main() {
    use ad::prelude::*;
    let games = [(0, 1, 2), (2, 3, 1), (1, 2, 0), (3, 0, 0), (0, 2, 2), (1, 3, 1), (3, 2, 2), (1, 0, 2)];
    let e = exp::EloLogLoss { games: &games, teams: 4 };
    let x = (24.0, 65.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::elo_log_loss(&games, 4, x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
