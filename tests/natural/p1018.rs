#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quaternion {
        use std::ops::{Deref, Mul, MulAssign};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub v: [f64; 3],
        }

        /// A quaternion of length one.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Unit(Quaternion);

        impl Deref for Unit {
            type Target = Quaternion;
            fn deref(&self) -> &Quaternion {
                &self.0
            }
        }

        fn cross([a, b, c]: [f64; 3], [d, e, f]: [f64; 3]) -> [f64; 3] {
            [b * f - c * e, c * d - a * f, a * e - b * d]
        }

        impl Quaternion {
            fn norm(&self) -> f64 {
                self.v.iter().fold(self.w * self.w, |s, x| s + x * x).sqrt()
            }

            fn normalize(self) -> Option<Unit> {
                let n = self.norm();
                if n < f64::EPSILON { None } else { Some(Unit(Quaternion { w: self.w / n, v: self.v.map(|x| x / n) })) }
            }
        }

        impl Mul for Quaternion {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                let c = cross(self.v, rhs.v);
                let dot: f64 = self.v.iter().zip(rhs.v).map(|(a, b)| a * b).sum();
                Quaternion {
                    w: self.w * rhs.w - dot,
                    v: std::array::from_fn(|i| self.w * rhs.v[i] + rhs.w * self.v[i] + c[i]),
                }
            }
        }

        impl Unit {
            fn from_axis_angle(axis: [f64; 3], angle: f64) -> Option<Unit> {
                let (s, c) = (0.5 * angle).sin_cos();
                let n = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
                Quaternion { w: c, v: axis.map(|a| s * a / n) }.normalize()
            }

            fn rotate(&self, x: [f64; 3]) -> [f64; 3] {
                let conjugate = Quaternion { w: self.w, v: self.v.map(|x| -x) };
                (self.0 * Quaternion { w: 0.0, v: x } * conjugate).v
            }
        }

        impl Mul for Unit {
            type Output = Unit;
            fn mul(self, rhs: Unit) -> Unit {
                Unit(self.0 * rhs.0)
            }
        }

        pub fn tip(axis: [f64; 3], first: f64, second: f64) -> f64 {
            let Some(a) = Unit::from_axis_angle(axis, first) else { return 0.0 };
            let b = match Unit::from_axis_angle([0.0, 0.0, 1.0], second) {
                Some(b) => b,
                None => return 1.0,
            };
            let [x, y, z] = (a * b).rotate([1.0, 0.5, 0.0]);
            x + 2.0 * y - z
        }
    }
    pub use quaternion::*;
}

fn main() {
    ad::testing::check_function(&exp::Tip, |x| plain::tip(x.0, x.1, x.2), &([0.3, -0.2, 0.9], 0.8, 0.25)).unwrap();
}
