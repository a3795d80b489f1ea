#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod generic_ring {
        use std::ops::{Add, Mul};

        /// Exponentiation by squaring in any monoid.
        pub trait Monoid: Clone {
            fn one() -> Self;
            fn times(&self, other: &Self) -> Self;
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Mat2(f64, f64, f64, f64);

        impl Monoid for Mat2 {
            fn one() -> Self {
                Mat2(1.0, 0.0, 0.0, 1.0)
            }

            fn times(&self, o: &Self) -> Self {
                Mat2(
                    self.0 * o.0 + self.1 * o.2,
                    self.0 * o.1 + self.1 * o.3,
                    self.2 * o.0 + self.3 * o.2,
                    self.2 * o.1 + self.3 * o.3,
                )
            }
        }

        #[derive(Clone)]
        struct Affine {
            slope: f64,
            offset: f64,
        }

        impl Monoid for Affine {
            fn one() -> Self {
                Affine { slope: 1.0, offset: 0.0 }
            }

            fn times(&self, inner: &Self) -> Self {
                Affine { slope: self.slope * inner.slope, offset: self.slope * inner.offset + self.offset }
            }
        }

        fn power<M: Monoid>(base: &M, mut n: u32) -> M {
            let mut result = M::one();
            let mut square = base.clone();
            while n > 0 {
                if n & 1 == 1 {
                    result = result.times(&square);
                }
                square = square.times(&square);
                n >>= 1;
            }
            result
        }

        pub fn checksum(a: f64, b: f64, c: f64) -> f64 {
            let Mat2(p, q, r, s) = power(&Mat2(a, b, c, 1.0), 5);
            let affine = power(&Affine { slope: 0.9 + c, offset: a }, 6);
            p * s - q * r + affine.slope * b + affine.offset
        }
    }
    pub use generic_ring::*;
}

fn main() {
    ad::testing::check_function(&exp::Checksum, |x| plain::checksum(x.0, x.1, x.2), &(1.5, -0.5, 0.25)).unwrap();
}
