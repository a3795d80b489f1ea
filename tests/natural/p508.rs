#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kinetic {
        use std::ops::{Add, Mul, Sub, AddAssign};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Vec2 {
            pub x: f64,
            pub y: f64,
        }

        impl Add for Vec2 {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self { x: self.x + rhs.x, y: self.y + rhs.y }
            }
        }

        impl Sub for Vec2 {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                Self { x: self.x - rhs.x, y: self.y - rhs.y }
            }
        }

        impl Mul<f64> for Vec2 {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Self { x: self.x * k, y: self.y * k }
            }
        }

        impl AddAssign for Vec2 {
            fn add_assign(&mut self, rhs: Self) {
                *self = *self + rhs;
            }
        }

        #[derive(Debug, Clone)]
        pub struct Body {
            pub mass: f64,
            pub position: Vec2,
            pub velocity: Vec2,
        }

        const SOFTENING: f64 = 1e-3;

        fn accelerations(bodies: &[Body]) -> Vec<Vec2> {
            bodies
                .iter()
                .enumerate()
                .map(|(i, a)| {
                    let mut acc = Vec2::default();
                    for (j, b) in bodies.iter().enumerate() {
                        if i != j {
                            let d = b.position - a.position;
                            let r2 = d.x * d.x + d.y * d.y + SOFTENING;
                            acc += d * (b.mass / (r2 * r2.sqrt()));
                        }
                    }
                    acc
                })
                .collect()
        }

        /// Distance between the first two bodies after some leapfrog steps.
        pub fn separation(mut bodies: Vec<Body>, dt: f64, steps: usize) -> f64 {
            for _ in 0..steps {
                let before = accelerations(&bodies);
                for (body, a) in bodies.iter_mut().zip(&before) {
                    body.velocity += *a * (0.5 * dt);
                    body.position += body.velocity * dt;
                }
                let after = accelerations(&bodies);
                for (body, a) in bodies.iter_mut().zip(&after) {
                    body.velocity += *a * (0.5 * dt);
                }
            }
            let d = bodies[0].position - bodies[1].position;
            d.x.hypot(d.y)
        }
    }
    pub use kinetic::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Separation { steps: 3 };
    let x = (vec![exp::Body { mass: 1.0, position: exp::Vec2 { x: 0.0, y: 0.0 }, velocity: exp::Vec2 { x: 0.0, y: 0.1 } }, exp::Body { mass: 0.5, position: exp::Vec2 { x: 1.0, y: 0.25 }, velocity: exp::Vec2 { x: 0.0, y: -0.75 } }, exp::Body { mass: 0.25, position: exp::Vec2 { x: -1.5, y: 0.5 }, velocity: exp::Vec2 { x: 0.5, y: 0.0 } }], 0.05);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::separation(vec![plain::Body { mass: 1.0, position: plain::Vec2 { x: 0.0, y: 0.0 }, velocity: plain::Vec2 { x: 0.0, y: 0.1 } }, plain::Body { mass: 0.5, position: plain::Vec2 { x: 1.0, y: 0.25 }, velocity: plain::Vec2 { x: 0.0, y: -0.75 } }, plain::Body { mass: 0.25, position: plain::Vec2 { x: -1.5, y: 0.5 }, velocity: plain::Vec2 { x: 0.5, y: 0.0 } }], 0.05, 3));
    ad::testing::check(&e, &x).unwrap();
}
