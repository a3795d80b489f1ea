#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod physics {
        use std::iter::Sum;
        use std::ops::{AddAssign, Mul, Sub, SubAssign};

        #[derive(Clone, Copy, Debug, Default)]
        pub struct V2 {
            pub x: f64,
            pub y: f64,
        }

        pub fn v2(x: f64, y: f64) -> V2 {
            V2 { x, y }
        }

        impl V2 {
            pub fn dot(self, rhs: V2) -> f64 {
                self.x * rhs.x + self.y * rhs.y
            }
        }
        impl Sub for V2 {
            type Output = V2;
            fn sub(self, r: V2) -> V2 { v2(self.x - r.x, self.y - r.y) }
        }
        impl Mul<f64> for V2 {
            type Output = V2;
            fn mul(self, s: f64) -> V2 { v2(self.x * s, self.y * s) }
        }
        impl AddAssign for V2 {
            fn add_assign(&mut self, r: V2) { *self = v2(self.x + r.x, self.y + r.y); }
        }
        impl SubAssign for V2 {
            fn sub_assign(&mut self, r: V2) { self.x -= r.x; self.y -= r.y; }
        }
        impl Sum for V2 {
            fn sum<I: Iterator<Item = V2>>(iter: I) -> V2 {
                iter.fold(V2::default(), |a, b| v2(a.x + b.x, a.y + b.y))
            }
        }

        #[derive(Clone, Debug)]
        pub struct Ball {
            pub pos: V2,
            pub vel: V2,
            pub mass: f64,
            pub radius: f64,
        }

        fn collide(a: &mut Ball, b: &mut Ball, restitution: f64) -> bool {
            let delta = b.pos - a.pos;
            let dist = delta.dot(delta).sqrt();
            let normal = delta * (1.0 / dist);
            let closing = (a.vel - b.vel).dot(normal);
            if dist >= a.radius + b.radius || closing <= 0.0 {
                return false;
            }
            let impulse = (1.0 + restitution) * closing / (a.mass.recip() + b.mass.recip());
            a.vel -= normal * (impulse / a.mass);
            b.vel += normal * (impulse / b.mass);
            true
        }

        /// Kinetic energy in the frame of the centre of mass, and the number of hits.
        pub fn energy_after(steps: u32, balls: &[Ball], restitution: f64, dt: f64) -> f64 {
            let mut balls = balls.to_vec();
            let mut hits = 0;
            for _ in 0..steps {
                balls.iter_mut().for_each(|b| b.pos += b.vel * dt);
                for i in 0..balls.len() {
                    let (left, right) = balls.split_at_mut(i + 1);
                    for other in right {
                        if collide(&mut left[i], other, restitution) {
                            hits += 1;
                        }
                    }
                }
            }
            let mass: f64 = balls.iter().map(|b| b.mass).sum();
            let drift = balls.iter().map(|b| b.vel * b.mass).sum::<V2>() * (1.0 / mass);
            let energy: f64 = balls.iter().map(|b| 0.5 * b.mass * (b.vel - drift).dot(b.vel - drift)).sum();
            energy + hits as f64
        }
    }
    pub use physics::*;
}

fn main() {
    macro_rules! balls {
        ($m:ident) => {{
            use $m::{Ball, V2};
            vec![
                Ball { pos: V2 { x: 0.0, y: 0.1 }, vel: V2 { x: 1.5, y: 0.0 }, mass: 1.0, radius: 0.3 },
                Ball { pos: V2 { x: 1.2, y: 0.0 }, vel: V2 { x: -0.5, y: 0.1 }, mass: 2.0, radius: 0.4 },
                Ball { pos: V2 { x: 2.3, y: 0.4 }, vel: V2 { x: -1.0, y: -0.2 }, mass: 0.7, radius: 0.25 },
            ]
        }};
    }
    let e = exp::EnergyAfter { steps: 12 };
    let x = (balls!(exp), 0.8, 0.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::energy_after(12, &balls!(plain), 0.8, 0.1));
    ad::testing::check(&e, &x).unwrap();
}
