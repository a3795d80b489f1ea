//! The mathematics of floats without `std`: the methods of `f64` that `core` lacks, from `libm`.
//!
//! A method of `f64` has precedence over a method of a trait, so this is imported only without `std`. It is never imported beside
//! `Real`, which has methods of the same names.

pub(crate) use num_traits::Float;

/// Methods that `num_traits::Float` lacks.
pub(crate) trait Round {
    fn round_ties_even(self) -> f64;
    fn rem_euclid(self, b: f64) -> f64;
    fn div_euclid(self, b: f64) -> f64;
}

impl Round for f64 {
    #[inline]
    fn round_ties_even(self) -> f64 {
        libm::rint(self)
    }
    #[inline]
    fn rem_euclid(self, b: f64) -> f64 {
        let r = self % b;
        if r < 0.0 { r + b.abs() } else { r }
    }
    #[inline]
    fn div_euclid(self, b: f64) -> f64 {
        let q = libm::trunc(self / b);
        if self % b >= 0.0 {
            q
        } else if b > 0.0 {
            q - 1.0
        } else {
            q + 1.0
        }
    }
}
