#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod rotation {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub v: [f64; 3],
        }

        impl std::ops::Mul for Quaternion {
            type Output = Quaternion;

            fn mul(self, rhs: Quaternion) -> Quaternion {
                let (a, [b, c, d]) = (self.w, self.v);
                let (e, [f, g, h]) = (rhs.w, rhs.v);
                Quaternion {
                    w: a * e - b * f - c * g - d * h,
                    v: [a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e],
                }
            }
        }

        impl From<[f64; 3]> for Quaternion {
            fn from(v: [f64; 3]) -> Self {
                Quaternion { w: 0.0, v }
            }
        }

        impl Quaternion {
            pub fn about(axis: [f64; 3], angle: f64) -> Self {
                let length = axis.iter().fold(0.0, |s: f64, a| s.hypot(*a));
                let (sin, cos) = (angle / 2.0).sin_cos();
                Quaternion { w: cos, v: axis.map(|a| a / length * sin) }
            }

            fn conjugate(mut self) -> Self {
                for c in &mut self.v {
                    *c = -*c;
                }
                self
            }

            fn rotate(self, point: [f64; 3]) -> [f64; 3] {
                (self * point.into() * self.conjugate()).v
            }
        }

        pub fn rotate_twice(first: ([f64; 3], f64), second: ([f64; 3], f64), point: [f64; 3]) -> [f64; 3] {
            let q = Quaternion::about(second.0, second.1) * Quaternion::about(first.0, first.1);
            q.rotate(point)
        }
    }
    pub use rotation::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::RotateTwice;
    let x = (([1.0, 2.0, 2.0], 0.5), ([0.0, 3.0, 4.0], -1.0), [1.0, 0.0, 2.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::rotate_twice(([1.0, 2.0, 2.0], 0.5), ([0.0, 3.0, 4.0], -1.0), [1.0, 0.0, 2.0]));
    ad::testing::check(&e, &x).unwrap();
}
