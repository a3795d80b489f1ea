#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod game {
        #[derive(Clone, Debug)]
        pub struct Unit {
            hp: f64,
            attack: f64,
            armor: f64,
            effects: Vec<Effect>,
        }

        #[derive(Clone, Debug, PartialEq)]
        pub enum Effect {
            Poison { damage: f64, turns: u32 },
            Shield(f64),
            Rage,
        }

        impl Unit {
            fn new(hp: f64, attack: f64) -> Self {
                Unit { hp, attack, armor: 1.0, effects: vec![] }
            }

            fn with(mut self, effect: Effect) -> Self {
                self.effects.push(effect);
                self
            }

            fn is_alive(&self) -> bool {
                self.hp > 0.0
            }

            fn strength(&self) -> f64 {
                if self.effects.contains(&Effect::Rage) { self.attack * 1.5 } else { self.attack }
            }

            fn take(&mut self, mut damage: f64) {
                for effect in self.effects.iter_mut() {
                    if let Effect::Shield(rest) = effect {
                        let absorbed = rest.min(damage);
                        *rest -= absorbed;
                        damage -= absorbed;
                    }
                }
                self.hp -= damage / self.armor;
            }

            fn end_turn(&mut self) {
                let mut poison = 0.0;
                for effect in &mut self.effects {
                    match effect {
                        Effect::Poison { damage, turns } if *turns > 0 => {
                            poison += *damage;
                            *turns -= 1;
                        }
                        _ => (),
                    }
                }
                self.hp -= poison;
                self.effects.retain(|e| !matches!(e, Effect::Poison { turns: 0, .. }));
            }
        }

        fn duel(mut a: Unit, mut b: Unit, rounds: usize) -> (Unit, Unit) {
            for _ in 0..rounds {
                if !a.is_alive() || !b.is_alive() {
                    break;
                }
                b.take(a.strength());
                a.take(b.strength());
                a.end_turn();
                b.end_turn();
            }
            (a, b)
        }

        pub fn advantage(attack: f64, shield: f64, poison: f64) -> f64 {
            let knight = Unit::new(100.0, attack).with(Effect::Shield(shield)).with(Effect::Rage);
            let rogue = Unit { armor: 1.3, ..Unit::new(80.0, 9.0) }.with(Effect::Poison { damage: poison, turns: 2 });
            let (knight, rogue) = duel(knight, rogue, 4);
            knight.hp - rogue.hp
        }
    }
    pub use game::*;
}

fn main() {
    ad::testing::check_function(&exp::Advantage, |x| plain::advantage(x.0, x.1, x.2), &(8.0, 20.0, 3.5)).unwrap();
}
