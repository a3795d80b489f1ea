#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod matrix {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Mat2 {
            pub a: f64,
            pub b: f64,
            pub c: f64,
            pub d: f64,
        }

        impl Mat2 {
            pub const fn identity() -> Self {
                Mat2 { a: 1.0, b: 0.0, c: 0.0, d: 1.0 }
            }

            fn scale(self, s: f64) -> Self {
                Mat2 { a: self.a * s, b: self.b * s, c: self.c * s, d: self.d * s }
            }
        }

        impl Add for Mat2 {
            type Output = Mat2;
            fn add(self, o: Mat2) -> Mat2 {
                Mat2 { a: self.a + o.a, b: self.b + o.b, c: self.c + o.c, d: self.d + o.d }
            }
        }

        impl Mul for Mat2 {
            type Output = Mat2;
            fn mul(self, o: Mat2) -> Mat2 {
                Mat2 {
                    a: self.a * o.a + self.b * o.c,
                    b: self.a * o.b + self.b * o.d,
                    c: self.c * o.a + self.d * o.c,
                    d: self.c * o.b + self.d * o.d,
                }
            }
        }

        /// Scaling and squaring.
        pub fn exponential(m: Mat2, squarings: u32) -> Mat2 {
            let small = m.scale(0.5_f64.powi(squarings as i32));
            let mut term = Mat2::identity();
            let mut sum = term;
            for k in 1..=8 {
                term = (term * small).scale(1.0 / k as f64);
                sum = sum + term;
            }
            (0..squarings).fold(sum, |s, _| s * s)
        }
    }
    pub use matrix::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Exponential { squarings: 3 };
    let x = exp::Mat2 { a: 0.5, b: 1.0, c: -1.0, d: 0.25 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &exp::Mat2 { a: 1.0, b: 2.0, c: 3.0, d: 4.0 }).1);
    println!("value {:?} plain {:?}", value, plain::exponential(plain::Mat2 { a: 0.5, b: 1.0, c: -1.0, d: 0.25 }, 3));
    ad::testing::check(&e, &x).unwrap();
}
