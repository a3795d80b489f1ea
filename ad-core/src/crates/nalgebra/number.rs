//! nalgebra's traits for `'static` numbers, as its products and decompositions require them.
//!
//! nalgebra's functions of a complex number are right if they are written with those of a real number, and no others are used.

use core::fmt;

use approx::{AbsDiffEq, RelativeEq, UlpsEq};
use nalgebra::{ComplexField, Field, RealField, SimdValue};
use num_traits::{Bounded, Float, FloatConst, Signed};
use simba::scalar::SubsetOf;

use crate::replay::{Recorder, expect_no_test_for_a_point};
use crate::{Format, Num, Real};

type N = Num<Recorder>;

/// The primal. Code that can compare numbers can find its digits anyway.
impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::Dict::show(self.dict(), self.value(), Format::Display, f)
    }
}

// SIMD of one lane, as simba implements it for `f64`.
impl SimdValue for N {
    const LANES: usize = 1;
    type Element = Self;
    type SimdBool = bool;
    #[inline]
    fn splat(val: Self) -> Self {
        val
    }
    #[inline]
    fn extract(&self, _: usize) -> Self {
        *self
    }
    #[inline]
    #[allow(unsafe_code, reason = "the trait declares it so; nothing in here is")]
    unsafe fn extract_unchecked(&self, _: usize) -> Self {
        *self
    }
    #[inline]
    fn replace(&mut self, _: usize, val: Self) {
        *self = val;
    }
    #[inline]
    #[allow(unsafe_code, reason = "the trait declares it so; nothing in here is")]
    unsafe fn replace_unchecked(&mut self, _: usize, val: Self) {
        *self = val;
    }
    #[inline]
    fn select(self, cond: bool, other: Self) -> Self {
        if cond { self } else { other }
    }
}

impl Field for N {}

impl SubsetOf<N> for N {
    #[inline]
    fn to_superset(&self) -> N {
        *self
    }
    #[inline]
    fn from_superset_unchecked(element: &N) -> N {
        *element
    }
    #[inline]
    fn is_in_subset(_: &N) -> bool {
        true
    }
}

macro_rules! constants_of {
    ($($T:ty)*) => {$(
        /// Floats are constants. A number is never a float, since it would silently lose its derivative.
        impl SubsetOf<N> for $T {
            #[inline]
            fn to_superset(&self) -> N {
                Real::constant((*self).into())
            }
            /// # Panics
            ///
            /// Always.
            fn from_superset_unchecked(_: &N) -> $T {
                panic!("cannot convert a number to a float: it would lose its derivative")
            }
            #[inline]
            fn is_in_subset(_: &N) -> bool {
                false
            }
        }
    )*};
}
constants_of!(f32 f64);

/// The outcome `equal` of a comparison. A test for a point is refused.
fn equal(a: &N, b: &N, equal: bool) -> bool {
    expect_no_test_for_a_point(a.value(), b.value(), equal);
    equal
}

/// Compares the primals.
impl AbsDiffEq for N {
    type Epsilon = Self;
    fn default_epsilon() -> Self {
        Float::epsilon()
    }
    fn abs_diff_eq(&self, other: &Self, epsilon: Self) -> bool {
        equal(self, other, Real::abs(*self - *other) <= epsilon)
    }
}

/// Compares the primals.
impl RelativeEq for N {
    fn default_max_relative() -> Self {
        Float::epsilon()
    }
    fn relative_eq(&self, other: &Self, epsilon: Self, max_relative: Self) -> bool {
        let primal = |x: Self| x.primal().unwrap_or(f64::NAN);
        equal(
            self,
            other,
            f64::relative_eq(&primal(*self), &primal(*other), primal(epsilon), primal(max_relative)),
        )
    }
}

/// Compares the primals.
impl UlpsEq for N {
    fn default_max_ulps() -> u32 {
        f64::default_max_ulps()
    }
    fn ulps_eq(&self, other: &Self, epsilon: Self, max_ulps: u32) -> bool {
        let primal = |x: Self| x.primal().unwrap_or(f64::NAN);
        equal(self, other, f64::ulps_eq(&primal(*self), &primal(*other), primal(epsilon), max_ulps))
    }
}

macro_rules! complex_field {
    (same { $($same:ident)* } functions { $($function:ident)* }) => {
        /// Numbers that are real.
        impl ComplexField for N {
            type RealField = Self;
            $(
                #[inline]
                fn $same(self) -> Self {
                    self
                }
            )*
            $(
                #[inline]
                fn $function(self) -> Self {
                    Real::$function(self)
                }
            )*
            #[inline]
            fn from_real(re: Self) -> Self {
                re
            }
            #[inline]
            fn imaginary(self) -> Self {
                Self::default()
            }
            #[inline]
            fn modulus(self) -> Self {
                Real::abs(self)
            }
            /// nalgebra's own divides by the modulus, unless that is 0. The product of both is the number, with its derivatives, at
            /// 0 as well, where the absolute value has a kink.
            #[inline]
            fn to_exp(self) -> (Self, Self) {
                let modulus = if self.primal() == Some(0.0) { self } else { Real::abs(self) };
                let sign = if self >= 0.0 { 1.0 } else { -1.0 };
                (modulus, Real::constant(sign))
            }
            #[inline]
            fn norm1(self) -> Self {
                Real::abs(self)
            }
            #[inline]
            fn modulus_squared(self) -> Self {
                self * self
            }
            #[inline]
            fn argument(self) -> Self {
                if self >= 0.0 { Self::default() } else { FloatConst::PI() }
            }
            #[inline]
            fn scale(self, factor: Self) -> Self {
                self * factor
            }
            #[inline]
            fn unscale(self, factor: Self) -> Self {
                self / factor
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Real::mul_add(self, a, b)
            }
            #[inline]
            fn hypot(self, other: Self) -> Self {
                Real::hypot(self, other)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                Real::sin_cos(self)
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                Real::log(self, base)
            }
            #[inline]
            fn powi(self, n: i32) -> Self {
                Real::powi(self, n)
            }
            #[inline]
            fn powf(self, n: Self) -> Self {
                Real::powf(self, n)
            }
            #[inline]
            fn powc(self, n: Self) -> Self {
                Real::powf(self, n)
            }
            #[inline]
            fn is_finite(&self) -> bool {
                Real::is_finite(*self)
            }
            #[inline]
            fn try_sqrt(self) -> Option<Self> {
                (self >= 0.0).then(|| Real::sqrt(self))
            }
        }
    };
}
complex_field! {
    same { real conjugate }
    functions {
        signum floor ceil round trunc fract abs recip sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
        log2 log10 ln ln_1p sqrt exp exp2 exp_m1 cbrt
    }
}

macro_rules! real_field {
    ($($name:ident $NAME:ident)*) => {
        impl RealField for N {
            $(
                #[inline]
                fn $name() -> Self {
                    FloatConst::$NAME()
                }
            )*
            #[inline]
            fn is_sign_positive(&self) -> bool {
                Signed::is_positive(self)
            }
            #[inline]
            fn is_sign_negative(&self) -> bool {
                Signed::is_negative(self)
            }
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                Real::copysign(self, sign)
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                Real::max(self, other)
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                Real::min(self, other)
            }
            #[inline]
            fn clamp(self, min: Self, max: Self) -> Self {
                Real::clamp(self, min, max)
            }
            #[inline]
            fn atan2(self, other: Self) -> Self {
                Real::atan2(self, other)
            }
            #[inline]
            fn min_value() -> Option<Self> {
                Some(Bounded::min_value())
            }
            #[inline]
            fn max_value() -> Option<Self> {
                Some(Bounded::max_value())
            }
        }
    };
}
real_field!(pi PI two_pi TAU frac_pi_2 FRAC_PI_2 frac_pi_3 FRAC_PI_3 frac_pi_4 FRAC_PI_4 frac_pi_6 FRAC_PI_6
    frac_pi_8 FRAC_PI_8 frac_1_pi FRAC_1_PI frac_2_pi FRAC_2_PI frac_2_sqrt_pi FRAC_2_SQRT_PI e E log2_e LOG2_E
    log10_e LOG10_E ln_2 LN_2 ln_10 LN_10);
