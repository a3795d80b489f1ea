#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod skeleton {
        use std::ops::{Add, Mul, MulAssign};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Quaternion {
            pub fn identity() -> Self {
                Self { w: 1.0, x: 0.0, y: 0.0, z: 0.0 }
            }

            pub fn from_axis_angle([x, y, z]: [f64; 3], angle: f64) -> Self {
                let norm = (x * x + y * y + z * z).sqrt();
                let (s, c) = (0.5 * angle).sin_cos();
                Self { w: c, x: s * x / norm, y: s * y / norm, z: s * z / norm }
            }

            pub fn conjugate(self) -> Self {
                Self { x: -self.x, y: -self.y, z: -self.z, ..self }
            }

            pub fn dot(self, o: Self) -> f64 {
                self.w * o.w + self.x * o.x + self.y * o.y + self.z * o.z
            }

            pub fn rotate(self, v: [f64; 3]) -> [f64; 3] {
                let p = Self { w: 0.0, x: v[0], y: v[1], z: v[2] };
                let r = self * p * self.conjugate();
                [r.x, r.y, r.z]
            }

            pub fn slerp(self, mut to: Self, t: f64) -> Self {
                let mut cos = self.dot(to);
                if cos < 0.0 {
                    to = to * -1.0;
                    cos = -cos;
                }
                if cos > 0.9995 {
                    let q = self * (1.0 - t) + to * t;
                    return q * q.dot(q).sqrt().recip();
                }
                let theta = cos.acos();
                self * (((1.0 - t) * theta).sin() / theta.sin()) + to * ((t * theta).sin() / theta.sin())
            }
        }

        impl Mul for Quaternion {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Self {
                    w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
                    x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
                    y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
                    z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
                }
            }
        }

        impl Mul<f64> for Quaternion {
            type Output = Self;
            fn mul(self, s: f64) -> Self {
                Self { w: self.w * s, x: self.x * s, y: self.y * s, z: self.z * s }
            }
        }

        impl Add for Quaternion {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self { w: self.w + o.w, x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
            }
        }

        impl MulAssign for Quaternion {
            fn mul_assign(&mut self, o: Self) {
                *self = *self * o;
            }
        }

        #[derive(Debug, Clone)]
        pub struct Bone {
            pub offset: [f64; 3],
            pub rest: Quaternion,
            pub pose: Quaternion,
        }

        /// The end of a chain of bones at the moment `t` between the rest and the pose.
        pub fn end_effector(chain: &[Bone], t: f64) -> [f64; 3] {
            let mut position = [0.0; 3];
            let mut rotation = Quaternion::identity();
            for bone in chain {
                rotation *= bone.rest.slerp(bone.pose, t);
                let step = rotation.rotate(bone.offset);
                for (p, s) in position.iter_mut().zip(step) {
                    *p += s;
                }
            }
            position
        }
    }
    pub use skeleton::*;
}

fn main() {
    macro_rules! chain {
        ($m:ident) => {
            vec![
                $m::Bone {
                    offset: [1.0, 0.0, 0.2],
                    rest: $m::Quaternion { w: 1.0, x: 0.0, y: 0.0, z: 0.0 },
                    pose: $m::Quaternion { w: 0.8, x: 0.0, y: 0.0, z: 0.6 },
                },
                $m::Bone {
                    offset: [0.7, 0.1, 0.0],
                    rest: $m::Quaternion { w: 0.6, x: 0.8, y: 0.0, z: 0.0 },
                    pose: $m::Quaternion { w: -0.36, x: 0.48, y: 0.8, z: 0.0 },
                },
            ]
        };
    }
    let e = exp::EndEffector;
    let x = (chain!(exp), 0.4);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::end_effector(&chain!(plain), 0.4));
    ad::testing::check(&e, &x).unwrap();
}
