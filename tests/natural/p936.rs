#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod arena {
        #[derive(Debug, Clone)]
        pub struct Fighter {
            pub health: f64,
            pub attack: f64,
            pub armor: f64,
            pub potions: u32,
        }

        #[derive(Debug, Clone, Copy)]
        enum Status {
            Poisoned { damage: f64, turns: u32 },
            Shielded { factor: f64 },
        }

        struct Combatant {
            stats: Fighter,
            statuses: Vec<Status>,
        }

        impl Combatant {
            fn suffer(&mut self, damage: f64) {
                let shield = self.statuses.iter().find_map(|s| match s {
                    Status::Shielded { factor } => Some(*factor),
                    _ => None,
                });
                self.stats.health -= damage * shield.unwrap_or(1.0);
                self.statuses.retain(|s| !matches!(s, Status::Shielded { .. }));
            }

            fn end_turn(&mut self) {
                for status in &mut self.statuses {
                    if let Status::Poisoned { damage, turns } = status {
                        self.stats.health -= *damage;
                        *damage *= 0.8;
                        *turns -= 1;
                    }
                }
                self.statuses.retain(|s| !matches!(s, Status::Poisoned { turns: 0, .. }));
            }
        }

        /// How much more health the first fighter has when the fight ends.
        pub fn duel(mut seed: u64, first: &Fighter, second: &Fighter, venom: f64) -> f64 {
            let mut roll = |sides: u64| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) % sides
            };
            let mut sides = [first, second].map(|f| Combatant { stats: f.clone(), statuses: Vec::new() });
            'fight: for _round in 0..10 {
                for turn in 0..2 {
                    let [a, b] = &mut sides;
                    let (me, foe) = if turn == 0 { (a, b) } else { (b, a) };
                    match roll(6) {
                        _ if me.stats.health < 6.5 && me.stats.potions > 0 => {
                            me.stats.health += 5.0;
                            me.stats.potions -= 1;
                        }
                        0 => me.statuses.push(Status::Shielded { factor: 0.4 }),
                        1 | 2 => foe.statuses.push(Status::Poisoned { damage: venom, turns: 3 }),
                        _ => {
                            let base = me.stats.attack * if roll(100) < 30 { 1.8 } else { 1.0 };
                            foe.suffer(base * base / (base + foe.stats.armor));
                        }
                    }
                    me.end_turn();
                    if sides.iter().any(|s| s.stats.health <= 0.0) {
                        break 'fight;
                    }
                }
            }
            sides[0].stats.health - sides[1].stats.health
        }
    }
    pub use arena::*;
}

fn main() {
    macro_rules! fighters {
        ($m:ident) => {
            (
                $m::Fighter { health: 21.3, attack: 5.2, armor: 3.1, potions: 1 },
                $m::Fighter { health: 17.7, attack: 6.4, armor: 1.9, potions: 2 },
            )
        };
    }
    let (first, second) = fighters!(plain);
    let e = exp::Duel { seed: 2024 };
    let x = (fighters!(exp).0, fighters!(exp).1, 1.37);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::duel(2024, &first, &second, 1.37));
    ad::testing::check(&e, &x).unwrap();
}
