#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Rating {
        pub mean: f64,
        pub deviation: f64,
    }

    const Q: f64 = std::f64::consts::LN_10 / 400.0;

    #[exp(adjoint)]
    fn g(deviation: f64) -> f64 {
        1.0 / (1.0 + 3.0 * (Q * deviation / std::f64::consts::PI).powi(2)).sqrt()
    }

    /// Glicko update of a player after the games of one rating period.
    #[exp(adjoint)]
    pub fn glicko(player: Rating, opponents: &[Rating], scores: &[f64], drift: f64) -> Rating {
        let deviation = player.deviation.hypot(drift).min(350.0);
        let mut information = 0.0;
        let mut surprise = 0.0;
        for (opponent, score) in opponents.iter().zip(scores) {
            let weight = g(opponent.deviation);
            let expected = 1.0 / (1.0 + 10f64.powf(-weight * (player.mean - opponent.mean) / 400.0));
            information += Q * Q * weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let precision = deviation.powi(-2) + information;
        Rating {
            mean: player.mean + Q / precision * surprise,
            deviation: precision.recip().sqrt().max(30.0),
        }
    }
}

macro_rules! rating {
    ($m:ident, $mean:expr, $deviation:expr) => {
        $m::Rating { mean: $mean, deviation: $deviation }
    };
}

fn main() {
    use ad::prelude::*;
    let e = exp::Glicko;
    let scores = vec![1.0, 0.0, 0.5];
    let x = (
        rating!(exp, 1500.0, 200.0),
        vec![rating!(exp, 1400.0, 30.0), rating!(exp, 1550.0, 100.0), rating!(exp, 1700.0, 300.0)],
        scores.clone(),
        40.0,
    );
    let value = ad::call::value(&e, &x);
    let opponents = [rating!(plain, 1400.0, 30.0), rating!(plain, 1550.0, 100.0), rating!(plain, 1700.0, 300.0)];
    println!("value {:?} plain {:?}", value, plain::glicko(rating!(plain, 1500.0, 200.0), &opponents, &scores, 40.0));
    ad::testing::check(&e, &x).unwrap();
}
