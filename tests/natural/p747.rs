#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod md {
        use std::ops::{Add, AddAssign, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Vec3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Vec3 {
            pub fn new(x: f64, y: f64, z: f64) -> Self {
                Self { x, y, z }
            }
            pub fn zero() -> Self {
                Self::new(0.0, 0.0, 0.0)
            }
            pub fn dot(self, o: Self) -> f64 {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
        }

        impl Add for Vec3 {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }
        impl Sub for Vec3 {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }
        impl Mul<f64> for Vec3 {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Self::new(self.x * k, self.y * k, self.z * k)
            }
        }
        impl AddAssign for Vec3 {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }

        fn forces(pos: &[Vec3], eps: f64, sigma: f64) -> Vec<Vec3> {
            let mut f = vec![Vec3::zero(); pos.len()];
            for i in 0..pos.len() {
                for j in (i + 1)..pos.len() {
                    let d = pos[i] - pos[j];
                    let r2 = d.dot(d);
                    let s6 = (sigma * sigma / r2).powi(3);
                    let fij = d * (24.0 * eps * (2.0 * s6 * s6 - s6) / r2);
                    f[i] += fij;
                    f[j] += fij * -1.0;
                }
            }
            f
        }

        /// Kinetic energy after some steps of velocity Verlet with unit masses.
        pub fn kinetic_after(mut pos: Vec<Vec3>, mut vel: Vec<Vec3>, eps: f64, sigma: f64, #[fixed] dt: f64, steps: usize) -> f64 {
            let mut f = forces(&pos, eps, sigma);
            for _ in 0..steps {
                for ((p, v), f) in pos.iter_mut().zip(vel.iter_mut()).zip(&f) {
                    *v += *f * (0.5 * dt);
                    *p += *v * dt;
                }
                f = forces(&pos, eps, sigma);
                for (v, f) in vel.iter_mut().zip(&f) {
                    *v += *f * (0.5 * dt);
                }
            }
            vel.iter().map(|v| 0.5 * v.dot(*v)).sum()
        }
    }
    pub use md::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::KineticAfter { dt: 0.005, steps: 6 };
    let x = (
        vec![exp::Vec3 { x: 0.0, y: 0.0, z: 0.1 }, exp::Vec3 { x: 1.1, y: 0.2, z: 0.0 }, exp::Vec3 { x: 0.3, y: 1.2, z: -0.2 }],
        vec![exp::Vec3 { x: 0.1, y: 0.0, z: 0.3 }, exp::Vec3 { x: -0.2, y: 0.1, z: 0.0 }, exp::Vec3 { x: 0.0, y: -0.3, z: 0.2 }],
        1.0,
        0.95,
    );
    let p = |x: f64, y: f64, z: f64| plain::Vec3 { x, y, z };
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::kinetic_after(
            vec![p(0.0, 0.0, 0.1), p(1.1, 0.2, 0.0), p(0.3, 1.2, -0.2)],
            vec![p(0.1, 0.0, 0.3), p(-0.2, 0.1, 0.0), p(0.0, -0.3, 0.2)],
            1.0,
            0.95,
            0.005,
            6
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
