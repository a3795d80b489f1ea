#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug)]
    pub struct Legs {
        pub premium: f64,
        pub protection: f64,
        pub fair_spread: f64,
    }

    /// Legs of a credit default swap, quarterly, with piecewise constant hazard rates by year.
    #[exp(adjoint)]
    pub fn cds_legs(hazards: &[f64], rate: f64, recovery: f64) -> Legs {
        let mut survival = 1.0;
        let mut premium = 0.0;
        let mut protection = 0.0;
        let mut t = 0.0;
        'years: for h in hazards.iter() {
            for _quarter in 0..4 {
                t += 0.25;
                let previous = survival;
                survival *= (-h * 0.25).exp();
                let df = (-rate * t).exp();
                let defaulted = previous - survival;
                premium += 0.25 * df * (survival + 0.5 * defaulted);
                protection += df * defaulted * (1.0 - recovery);
                if survival < 0.2 {
                    break 'years;
                }
            }
        }
        Legs { premium, protection, fair_spread: protection / premium }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CdsLegs;
    let x = (vec![0.02, 0.03, 0.5, 1.2, 0.9], 0.03, 0.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &exp::Legs { premium: 1.0, protection: -1.0, fair_spread: 3.0 }).1);
    println!("value {:?} plain {:?}", value.fair_spread, plain::cds_legs(&[0.02, 0.03, 0.5, 1.2, 0.9], 0.03, 0.4).fair_spread);
    ad::testing::check(&e, &x).unwrap();
}
