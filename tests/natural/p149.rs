#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attitude {
        use std::ops::{Add, Mul};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub v: [f64; 3],
        }

        impl Mul for Quaternion {
            type Output = Quaternion;

            fn mul(self, o: Quaternion) -> Quaternion {
                let ([a, b, c], [d, e, f]) = (self.v, o.v);
                Quaternion {
                    w: self.w * o.w - a * d - b * e - c * f,
                    v: [
                        self.w * d + a * o.w + b * f - c * e,
                        self.w * e - a * f + b * o.w + c * d,
                        self.w * f + a * e - b * d + c * o.w,
                    ],
                }
            }
        }

        impl Add for Quaternion {
            type Output = Self;

            fn add(self, o: Self) -> Self {
                Self { w: self.w + o.w, v: std::array::from_fn(|i| self.v[i] + o.v[i]) }
            }
        }

        impl Quaternion {
            pub const fn pure(v: [f64; 3]) -> Self {
                Self { w: 0.0, v }
            }

            fn scale(self, k: f64) -> Self {
                Self { w: k * self.w, v: self.v.map(|c| k * c) }
            }

            fn conjugate(self) -> Self {
                Self { w: self.w, v: self.v.map(|c| -c) }
            }

            fn normalised(self) -> Self {
                self.scale(1.0 / (self * self.conjugate()).w.sqrt())
            }
        }

        /// Integrate a gyroscope with a bias; return gravity in the body frame.
        pub fn predicted_gravity(start: Quaternion, rates: &[[f64; 3]], bias: [f64; 3], dt: f64) -> [f64; 3] {
            let mut q = start.normalised();
            for [x, y, z] in rates {
                let omega = Quaternion::pure([x - bias[0], y - bias[1], z - bias[2]]);
                q = (q + (q * omega).scale(0.5 * dt)).normalised();
            }
            (q.conjugate() * Quaternion::pure([0.0, 0.0, 1.0]) * q).v
        }
    }
    pub use attitude::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PredictedGravity;
    let x = (exp::Quaternion { w: 1.0, v: [0.1, 0.0, -0.2] }, vec![[0.2, -0.1, 0.3], [0.1, 0.4, 0.0]], [0.01, 0.02, -0.01], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, -1.0]).1);
    println!("value {:?} plain {:?}", value, plain::predicted_gravity(plain::Quaternion { w: 1.0, v: [0.1, 0.0, -0.2] }, &[[0.2, -0.1, 0.3], [0.1, 0.4, 0.0]], [0.01, 0.02, -0.01], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
