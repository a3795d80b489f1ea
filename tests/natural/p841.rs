#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod billiards {
        use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Vec2 {
            pub x: f64,
            pub y: f64,
        }

        impl Vec2 {
            pub const fn new(x: f64, y: f64) -> Self {
                Vec2 { x, y }
            }
            pub fn dot(self, o: Vec2) -> f64 {
                self.x * o.x + self.y * o.y
            }
            pub fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
        }

        impl Add for Vec2 {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Vec2::new(self.x + o.x, self.y + o.y)
            }
        }
        impl Sub for Vec2 {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Vec2::new(self.x - o.x, self.y - o.y)
            }
        }
        impl Mul<f64> for Vec2 {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Vec2::new(self.x * k, self.y * k)
            }
        }
        impl AddAssign for Vec2 {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
        impl SubAssign for Vec2 {
            fn sub_assign(&mut self, o: Self) {
                *self = *self - o;
            }
        }

        #[derive(Debug, Clone)]
        pub struct Disc {
            pub position: Vec2,
            pub velocity: Vec2,
            pub mass: f64,
            pub radius: f64,
        }

        fn collide(a: &mut Disc, b: &mut Disc, restitution: f64) {
            let offset = b.position - a.position;
            let distance = offset.length();
            let overlap = a.radius + b.radius - distance;
            if overlap <= 0.0 {
                return;
            }
            let normal = offset * (1.0 / distance);
            let closing = (b.velocity - a.velocity).dot(normal);
            let total = a.mass + b.mass;
            if closing < 0.0 {
                let impulse = normal * (-(1.0 + restitution) * closing * a.mass * b.mass / total);
                a.velocity -= impulse * (1.0 / a.mass);
                b.velocity += impulse * (1.0 / b.mass);
            }
            a.position -= normal * (overlap * b.mass / total);
            b.position += normal * (overlap * a.mass / total);
        }

        /// Distance of the last disc from a pocket after `steps` steps.
        pub fn miss_distance(discs: Vec<Disc>, pocket: Vec2, restitution: f64, steps: usize) -> f64 {
            let mut discs = discs;
            let dt = 0.05;
            for _ in 0..steps {
                for disc in discs.iter_mut() {
                    disc.position += disc.velocity * dt;
                    disc.velocity = disc.velocity * 0.995;
                }
                for j in 1..discs.len() {
                    let (left, right) = discs.split_at_mut(j);
                    for disc in left {
                        collide(disc, &mut right[0], restitution);
                    }
                }
            }
            (discs.last().unwrap().position - pocket).length()
        }
    }
    pub use billiards::*;
}

macro_rules! discs {
    ($m:ident) => {{
        use $m::*;
        let disc = |x, y, vx, vy, mass| Disc { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy), mass, radius: 0.3 };
        vec![disc(0.0, 0.0, 1.5, 0.1, 1.0), disc(1.2, 0.2, 0.0, 0.0, 1.3), disc(2.3, 0.1, -0.2, 0.05, 0.8)]
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::MissDistance { steps: 50 };
    let x = (
        {
            let disc = |x, y, vx, vy, mass| exp::Disc {
                position: exp::Vec2 { x, y },
                velocity: exp::Vec2 { x: vx, y: vy },
                mass,
                radius: 0.3,
            };
            vec![disc(0.0, 0.0, 1.5, 0.1, 1.0), disc(1.2, 0.2, 0.0, 0.0, 1.3), disc(2.3, 0.1, -0.2, 0.05, 0.8)]
        },
        exp::Vec2 { x: 4.0, y: 0.3 },
        0.9,
    );
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::miss_distance(discs!(plain), plain::Vec2 { x: 4.0, y: 0.3 }, 0.9, 50));
    ad::testing::check(&e, &x).unwrap();
}
