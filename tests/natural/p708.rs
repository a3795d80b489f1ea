#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod nbody {
        use std::ops::{Add, AddAssign, Mul, Sub};

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Vec3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Vec3 {
            pub const fn new(x: f64, y: f64, z: f64) -> Self {
                Vec3 { x, y, z }
            }
            pub fn dot(self, o: Vec3) -> f64 {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            pub fn norm(self) -> f64 {
                self.dot(self).sqrt()
            }
        }

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }

        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }

        impl Mul<f64> for Vec3 {
            type Output = Vec3;
            fn mul(self, s: f64) -> Vec3 {
                Vec3::new(self.x * s, self.y * s, self.z * s)
            }
        }

        impl AddAssign for Vec3 {
            fn add_assign(&mut self, o: Vec3) {
                *self = *self + o;
            }
        }

        #[derive(Clone, Copy, Debug)]
        pub struct Body {
            pub mass: f64,
            pub position: Vec3,
            pub velocity: Vec3,
        }

        fn accelerations(bodies: &[Body]) -> Vec<Vec3> {
            let mut result = vec![Vec3::new(0.0, 0.0, 0.0); bodies.len()];
            for (i, a) in bodies.iter().enumerate() {
                for (j, b) in bodies.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let d = b.position - a.position;
                    result[i] += d * (b.mass / d.norm().powi(3));
                }
            }
            result
        }

        pub fn separation_after(bodies: &[Body], dt: f64, steps: usize) -> f64 {
            let mut bodies = bodies.to_vec();
            for _ in 0..steps {
                let acc = accelerations(&bodies);
                for (body, acc) in bodies.iter_mut().zip(acc) {
                    body.velocity += acc * dt;
                    body.position += body.velocity * dt;
                }
            }
            (bodies[0].position - bodies[1].position).norm()
        }
    }
    pub use nbody::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SeparationAfter { steps: 10 };
    let x = (
        vec![
            exp::Body { mass: 1.0, position: exp::Vec3::new(0.0, 0.0, 0.1), velocity: exp::Vec3::new(0.0, -0.1, 0.0) },
            exp::Body { mass: 0.3, position: exp::Vec3::new(1.0, 0.2, 0.0), velocity: exp::Vec3::new(0.1, 0.9, 0.0) },
            exp::Body { mass: 0.05, position: exp::Vec3::new(-1.5, 0.4, 0.3), velocity: exp::Vec3::new(0.0, -0.7, 0.2) },
        ],
        0.02,
    );
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::separation_after(&vec![
            plain::Body { mass: 1.0, position: plain::Vec3::new(0.0, 0.0, 0.1), velocity: plain::Vec3::new(0.0, -0.1, 0.0) },
            plain::Body { mass: 0.3, position: plain::Vec3::new(1.0, 0.2, 0.0), velocity: plain::Vec3::new(0.1, 0.9, 0.0) },
            plain::Body { mass: 0.05, position: plain::Vec3::new(-1.5, 0.4, 0.3), velocity: plain::Vec3::new(0.0, -0.7, 0.2) },
        ], 0.02, 10));
    ad::testing::check(&e, &x).unwrap();
}
