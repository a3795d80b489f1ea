#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod combat {
        pub enum Effect {
            Flat(f64),
            Percent(f64),
            Poison { per_turn: f64, turns: u32 },
            Shield(f64),
            Execute { below: f64, multiplier: f64 },
        }

        /// Health that remains after one hit with effects in order. Never below zero.
        pub fn remaining_health(health: f64, attack: f64, armor: f64, effects: &[Effect]) -> f64 {
            let mut damage = attack * 100.0 / (100.0 + armor);
            let mut lasting = 0.0;
            let mut shield = 0.0;
            for effect in effects {
                match effect {
                    Effect::Flat(bonus) => damage += bonus,
                    Effect::Percent(percent) => damage *= 1.0 + percent / 100.0,
                    Effect::Poison { per_turn, turns } => {
                        let mut strength = *per_turn;
                        for _ in 0..*turns {
                            lasting += strength;
                            strength *= 0.75;
                        }
                    }
                    Effect::Shield(amount) => shield += *amount,
                    Effect::Execute { below, multiplier } => {
                        if health - damage < *below {
                            damage *= multiplier;
                        }
                    }
                }
            }
            let absorbed = damage.min(shield);
            (health - (damage - absorbed) - lasting).max(0.0)
        }
    }
    pub use combat::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Effect as F; use plain::Effect as G;
    let e = exp::RemainingHealth;
    let x = (120.0, 40.0, 30.0, vec![F::Flat(5.0), F::Percent(20.0), F::Poison { per_turn: 4.0, turns: 3 }, F::Shield(6.0), F::Execute { below: 90.0, multiplier: 1.3 }]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::remaining_health(120.0, 40.0, 30.0, &[G::Flat(5.0), G::Percent(20.0), G::Poison { per_turn: 4.0, turns: 3 }, G::Shield(6.0), G::Execute { below: 90.0, multiplier: 1.3 }]));
    ad::testing::check(&e, &x).unwrap();
}
