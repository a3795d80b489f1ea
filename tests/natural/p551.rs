#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod camera {
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct V3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        pub const fn v3(x: f64, y: f64, z: f64) -> V3 {
            V3 { x, y, z }
        }

        impl Add for V3 {
            type Output = V3;
            fn add(self, o: V3) -> V3 {
                v3(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }
        impl Sub for V3 {
            type Output = V3;
            fn sub(self, o: V3) -> V3 {
                v3(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }
        impl Mul<V3> for f64 {
            type Output = V3;
            fn mul(self, v: V3) -> V3 {
                v3(self * v.x, self * v.y, self * v.z)
            }
        }

        impl V3 {
            pub fn dot(self, o: V3) -> f64 {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            pub fn cross(self, o: V3) -> V3 {
                v3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
            }
            pub fn unit(self) -> V3 {
                (1.0 / self.dot(self).sqrt()) * self
            }
        }

        /// Pinhole camera looking at a target.
        #[derive(Debug, Clone)]
        pub struct Camera {
            pub eye: V3,
            pub target: V3,
            pub focal: f64,
        }

        impl Camera {
            pub fn project(&self, p: V3) -> (f64, f64) {
                let forward = (self.target - self.eye).unit();
                let right = forward.cross(v3(0.0, 1.0, 0.0)).unit();
                let up = right.cross(forward);
                let d = p - self.eye;
                let depth = d.dot(forward);
                (self.focal * d.dot(right) / depth, self.focal * d.dot(up) / depth)
            }
        }

        pub fn reprojection_error(camera: &Camera, points: &[V3], observed: &[(f64, f64)]) -> f64 {
            points
                .iter()
                .zip(observed)
                .map(|(&p, &(u, v))| {
                    let (pu, pv) = camera.project(p);
                    (pu - u).powi(2) + (pv - v).powi(2)
                })
                .sum()
        }
    }
    pub use camera::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ReprojectionError;
    let x = (exp::Camera { eye: exp::v3(0.1, 0.5, -4.0), target: exp::v3(0.2, 0.1, 0.3), focal: 1.5 }, vec![exp::v3(0.5, 0.2, 0.1), exp::v3(-0.4, 0.3, 0.6)], vec![(0.1, 0.2), (-0.2, 0.15)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::reprojection_error(&plain::Camera { eye: plain::v3(0.1, 0.5, -4.0), target: plain::v3(0.2, 0.1, 0.3), focal: 1.5 }, &vec![plain::v3(0.5, 0.2, 0.1), plain::v3(-0.4, 0.3, 0.6)], &vec![(0.1, 0.2), (-0.2, 0.15)]));
    ad::testing::check(&e, &x).unwrap();
}
