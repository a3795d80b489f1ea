#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod battle {
        pub trait Effect {
            fn apply(&self, unit: &mut Unit);

            fn finished(&self) -> bool {
                false
            }

            fn tick(&mut self) {}
        }

        #[derive(Debug, Clone)]
        pub struct Unit {
            pub health: f64,
            pub max_health: f64,
            pub armour: f64,
        }

        impl Unit {
            fn hurt(&mut self, damage: f64) {
                let reduction = self.armour / (self.armour + 50.0);
                self.health = (self.health - damage * (1.0 - reduction)).max(0.0);
            }

            fn heal(&mut self, amount: f64) {
                self.health = (self.health + amount).min(self.max_health);
            }
        }

        struct Poison {
            damage: f64,
            turns: u32,
        }

        struct Regeneration(f64);

        struct Corrosion {
            rate: f64,
        }

        impl Effect for Poison {
            fn apply(&self, unit: &mut Unit) {
                unit.health = (unit.health - self.damage).max(1.0);
            }
            fn finished(&self) -> bool {
                self.turns == 0
            }
            fn tick(&mut self) {
                self.turns -= 1;
                self.damage *= 0.8;
            }
        }

        impl Effect for Regeneration {
            fn apply(&self, unit: &mut Unit) {
                unit.heal(self.0 * (unit.max_health - unit.health));
            }
        }

        impl Effect for Corrosion {
            fn apply(&self, unit: &mut Unit) {
                unit.armour *= 1.0 - self.rate;
            }
        }

        /// The health that is left after `turns` attacks under three effects.
        pub fn health_after(turns: u32, unit: Unit, attack: f64, poison: f64, regeneration: f64, corrosion: f64) -> f64 {
            let mut unit = unit;
            let mut effects: Vec<Box<dyn Effect>> = vec![
                Box::new(Poison { damage: poison, turns: 3 }),
                Box::new(Regeneration(regeneration)),
                Box::new(Corrosion { rate: corrosion }),
            ];
            for _ in 0..turns {
                unit.hurt(attack);
                for effect in effects.iter_mut() {
                    effect.apply(&mut unit);
                    effect.tick();
                }
                effects.retain(|effect| !effect.finished());
            }
            unit.health
        }
    }
    pub use battle::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::HealthAfter { turns: 6 };
    let x = (exp::Unit { health: 90.0, max_health: 100.0, armour: 30.0 }, 11.0, 4.0, 0.12, 0.07);
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::health_after(6, plain::Unit { health: 90.0, max_health: 100.0, armour: 30.0 }, 11.0, 4.0, 0.12, 0.07)
    );
    ad::testing::check(&e, &x).unwrap();
}
