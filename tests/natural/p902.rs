#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vector_game {
        use std::ops::{Add, AddAssign, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Vec2 {
            pub x: f64,
            pub y: f64,
        }

        impl Vec2 {
            pub const fn new(x: f64, y: f64) -> Self {
                Self { x, y }
            }

            pub fn dot(self, other: Self) -> f64 {
                self.x * other.x + self.y * other.y
            }

            pub fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
        }

        impl Add for Vec2 {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self::new(self.x + o.x, self.y + o.y)
            }
        }

        impl Sub for Vec2 {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self::new(self.x - o.x, self.y - o.y)
            }
        }

        impl Mul<f64> for Vec2 {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Self::new(self.x * k, self.y * k)
            }
        }

        impl AddAssign for Vec2 {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }

        #[derive(Debug, Clone)]
        pub struct Ship {
            pub position: Vec2,
            pub velocity: Vec2,
            pub mass: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Planet {
            pub position: Vec2,
            pub gravity: f64,
        }

        impl Ship {
            fn step(&mut self, planets: &[Planet], thrust: Vec2, dt: f64) {
                let mut acceleration = thrust * (1.0 / self.mass);
                for planet in planets {
                    let offset = planet.position - self.position;
                    let r = offset.length().max(0.1);
                    acceleration += offset * (planet.gravity / r.powi(3));
                }
                self.velocity += acceleration * dt;
                self.position += self.velocity * dt;
            }
        }

        /// Distance of the ship to the target after its thrust plan has been flown.
        pub fn miss_distance(mut ship: Ship, planets: Vec<Planet>, plan: Vec<Vec2>, target: Vec2) -> f64 {
            for thrust in plan {
                for _ in 0..4 {
                    ship.step(&planets, thrust, 0.05);
                }
            }
            (ship.position - target).length()
        }
    }
    pub use vector_game::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! args {
        ($m:ident) => {
            (
                $m::Ship { position: $m::Vec2 { x: 0.0, y: 0.0 }, velocity: $m::Vec2 { x: 1.0, y: 0.2 }, mass: 1.5 },
                vec![
                    $m::Planet { position: $m::Vec2 { x: 1.0, y: 1.0 }, gravity: 0.8 },
                    $m::Planet { position: $m::Vec2 { x: 2.0, y: -0.5 }, gravity: 0.4 },
                ],
                vec![$m::Vec2 { x: 0.3, y: 0.0 }, $m::Vec2 { x: 0.1, y: -0.6 }, $m::Vec2 { x: 0.0, y: 0.5 }],
                $m::Vec2 { x: 2.5, y: 1.5 },
            )
        };
    }
    let e = exp::MissDistance;
    let x = args!(exp);
    let (ship, planets, plan, target) = args!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::miss_distance(ship, planets, plan, target));
    ad::testing::check(&e, &x).unwrap();
}
