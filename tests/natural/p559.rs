#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tower {
        #[derive(Debug, Clone)]
        pub struct Enemy {
            pub health: f64,
            pub armor: f64,
            pub position: f64,
            pub speed: f64,
        }

        #[derive(Debug, Clone)]
        pub enum Tower {
            Arrow { damage: f64, range: (f64, f64) },
            Frost { slow: f64, range: (f64, f64) },
            Poison { per_second: f64 },
        }

        fn within(position: f64, range: &(f64, f64)) -> bool {
            position >= range.0 && position <= range.1
        }

        impl Tower {
            fn act(&self, enemies: &mut Vec<Enemy>, dt: f64) {
                match self {
                    Tower::Arrow { damage, range } => {
                        if let Some(target) = enemies.iter_mut().find(|e| within(e.position, range)) {
                            target.health -= damage * dt * 10.0 / (10.0 + target.armor);
                        }
                    }
                    Tower::Frost { slow, range } => {
                        for e in enemies.iter_mut().filter(|e| within(e.position, range)) {
                            e.speed *= 1.0 - slow * dt;
                        }
                    }
                    Tower::Poison { per_second } => enemies.iter_mut().for_each(|e| e.health -= per_second * dt),
                }
            }
        }

        /// Sum of the remaining health and the progress of all enemies.
        pub fn threat(towers: &[Tower], wave: &[Enemy], ticks: usize) -> f64 {
            let dt = 0.25;
            let mut enemies = wave.to_vec();
            for _ in 0..ticks {
                for tower in towers {
                    tower.act(&mut enemies, dt);
                }
                enemies.retain(|e| e.health > 0.0);
                for e in &mut enemies {
                    e.position += e.speed * dt;
                }
            }
            enemies.iter().map(|e| e.health + 0.1 * e.position).sum()
        }
    }
    pub use tower::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Threat { ticks: 8 };
    let x = (vec![exp::Tower::Arrow { damage: 7.0, range: (0.5, 2.1) }, exp::Tower::Frost { slow: 0.3, range: (1.1, 3.0) }, exp::Tower::Poison { per_second: 0.4 }], vec![exp::Enemy { health: 5.0, armor: 2.0, position: 0.0, speed: 1.0 }, exp::Enemy { health: 9.0, armor: 5.0, position: -0.7, speed: 1.5 }]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::threat(&vec![plain::Tower::Arrow { damage: 7.0, range: (0.5, 2.1) }, plain::Tower::Frost { slow: 0.3, range: (1.1, 3.0) }, plain::Tower::Poison { per_second: 0.4 }], &vec![plain::Enemy { health: 5.0, armor: 2.0, position: 0.0, speed: 1.0 }, plain::Enemy { health: 9.0, armor: 5.0, position: -0.7, speed: 1.5 }], 8));
    ad::testing::check(&e, &x).unwrap();
}
