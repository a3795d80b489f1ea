#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quaternion {
        use std::ops::{Mul, Neg};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Quaternion {
            pub fn dot(&self, other: &Quaternion) -> f64 {
                self.w * other.w + self.x * other.x + self.y * other.y + self.z * other.z
            }

            pub fn normalized(self) -> Quaternion {
                self * self.dot(&self).sqrt().recip()
            }

            fn lerp(self, other: Quaternion, a: f64, b: f64) -> Quaternion {
                Quaternion {
                    w: a * self.w + b * other.w,
                    x: a * self.x + b * other.x,
                    y: a * self.y + b * other.y,
                    z: a * self.z + b * other.z,
                }
            }
        }

        impl Mul<f64> for Quaternion {
            type Output = Quaternion;
            fn mul(self, s: f64) -> Quaternion {
                Quaternion { w: self.w * s, x: self.x * s, y: self.y * s, z: self.z * s }
            }
        }

        impl Neg for Quaternion {
            type Output = Quaternion;
            fn neg(self) -> Quaternion {
                self * -1.0
            }
        }

        /// Spherical interpolation along the shorter arc.
        pub fn slerp(p: Quaternion, q: Quaternion, t: f64) -> Quaternion {
            let p = p.normalized();
            let mut q = q.normalized();
            let mut cos = p.dot(&q);
            if cos < 0.0 {
                q = -q;
                cos = -cos;
            }
            if cos > 0.9995 {
                return p.lerp(q, 1.0 - t, t).normalized();
            }
            let theta = cos.acos();
            let sin = theta.sin();
            p.lerp(q, ((1.0 - t) * theta).sin() / sin, (t * theta).sin() / sin)
        }
    }
    pub use quaternion::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Slerp;
    let x = (exp::Quaternion { w: 1.0, x: 0.2, y: -0.3, z: 0.1 }, exp::Quaternion { w: -0.5, x: 0.7, y: 0.4, z: -0.2 }, 0.3);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::slerp(plain::Quaternion { w: 1.0, x: 0.2, y: -0.3, z: 0.1 }, plain::Quaternion { w: -0.5, x: 0.7, y: 0.4, z: -0.2 }, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
