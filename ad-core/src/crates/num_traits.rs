//! The traits of `num-traits` for numbers, so that generic code such as `fn f<T: Float>(x: T) -> T` can be differentiated
//! unchanged. `f64` has these traits, so an expression needs only the bounds.
//!
//! `T::zero()` and `T::epsilon()` are constants of the unbound handle. Functions that inspect the digits of a number are missing:
//! [`ToPrimitive`] gives `None`, and `Float::integer_decode` panics. Comparisons and predicates inspect the primal.

use core::num::FpCategory;

use num_traits::float::FloatCore;
use num_traits::{
    Bounded, Euclid, Float, FloatConst, FromPrimitive, Inv, MulAdd, MulAddAssign, Num as Numeric, NumCast,
    One, Pow, Signed, ToPrimitive, Zero,
};

use crate::{Dict, FieldDict, Num, OrderedDict, Real, RealDict, Ring, Semiring};

impl<D: OrderedDict> Zero for Num<D> {
    #[inline]
    fn zero() -> Self {
        Num::unbound(D::zero)
    }
    /// Whether the primal is 0.
    #[inline]
    fn is_zero(&self) -> bool {
        *self == Num::unbound(D::zero)
    }
}

impl<D: Dict> One for Num<D> {
    #[inline]
    fn one() -> Self {
        Num::unbound(D::one)
    }
}

impl<D: RealDict + OrderedDict> Numeric for Num<D> {
    type FromStrRadixErr = <f64 as Numeric>::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        f64::from_str_radix(text, radix).map(Real::constant)
    }
}

/// Nothing: a number as an integer or a plain float would silently lose its derivative.
impl<D: Dict> ToPrimitive for Num<D> {
    fn to_i64(&self) -> Option<i64> {
        None
    }
    fn to_u64(&self) -> Option<u64> {
        None
    }
    fn to_f64(&self) -> Option<f64> {
        None
    }
}

/// Constants.
impl<D: RealDict> FromPrimitive for Num<D> {
    #[inline]
    fn from_i64(n: i64) -> Option<Self> {
        Some(Ring::integer(n))
    }
    #[inline]
    fn from_u64(n: u64) -> Option<Self> {
        Some(Semiring::natural(n))
    }
    #[inline]
    fn from_f32(c: f32) -> Option<Self> {
        Some(Real::constant(c.into()))
    }
    #[inline]
    fn from_f64(c: f64) -> Option<Self> {
        Some(Real::constant(c))
    }
}

/// Constants: integers and floats can be cast, numbers cannot.
impl<D: RealDict> NumCast for Num<D> {
    #[inline]
    fn from<T: ToPrimitive>(c: T) -> Option<Self> {
        c.to_f64().map(Real::constant)
    }
}

impl<D: FieldDict> Inv for Num<D> {
    type Output = Self;
    #[inline]
    fn inv(self) -> Self {
        Self::one() / self
    }
}

impl<D: RealDict> MulAdd for Num<D> {
    type Output = Self;
    #[inline]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Real::mul_add(self, a, b)
    }
}

impl<D: RealDict> MulAddAssign for Num<D> {
    #[inline]
    fn mul_add_assign(&mut self, a: Self, b: Self) {
        *self = Real::mul_add(*self, a, b);
    }
}

impl<D: RealDict> Pow<Num<D>> for Num<D> {
    type Output = Self;
    #[inline]
    fn pow(self, exponent: Num<D>) -> Self {
        Real::powf(self, exponent)
    }
}

impl<D: RealDict> Pow<f64> for Num<D> {
    type Output = Self;
    #[inline]
    fn pow(self, exponent: f64) -> Self {
        Real::powf(self, Real::constant(exponent))
    }
}

macro_rules! integer_powers {
    ($($I:ty)*) => {$(
        impl<D: RealDict> Pow<$I> for Num<D> {
            type Output = Self;
            #[inline]
            fn pow(self, exponent: $I) -> Self {
                Real::powi(self, exponent.into())
            }
        }
    )*};
}
integer_powers!(i8 u8 i16 u16 i32);

/// The whole quotient is a step function, so its derivative is 0.
impl<D: RealDict> Euclid for Num<D> {
    #[inline]
    fn div_euclid(&self, other: &Self) -> Self {
        Real::div_euclid(*self, *other)
    }
    #[inline]
    fn rem_euclid(&self, other: &Self) -> Self {
        Real::rem_euclid(*self, *other)
    }
}

impl<D: RealDict + OrderedDict> Signed for Num<D> {
    #[inline]
    fn abs(&self) -> Self {
        Real::abs(*self)
    }
    #[inline]
    fn abs_sub(&self, other: &Self) -> Self {
        Float::abs_sub(*self, *other)
    }
    #[inline]
    fn signum(&self) -> Self {
        Real::signum(*self)
    }
    #[inline]
    fn is_positive(&self) -> bool {
        Real::is_sign_positive(*self)
    }
    #[inline]
    fn is_negative(&self) -> bool {
        Real::is_sign_negative(*self)
    }
}

impl<D: RealDict> Bounded for Num<D> {
    #[inline]
    fn min_value() -> Self {
        limit(f64::MIN, f32::MIN)
    }
    #[inline]
    fn max_value() -> Self {
        limit(f64::MAX, f32::MAX)
    }
}

macro_rules! constants {
    ($($NAME:ident)*) => {
        impl<D: RealDict> FloatConst for Num<D> {
            $(
                #[inline]
                fn $NAME() -> Self {
                    Real::constant(core::f64::consts::$NAME)
                }
            )*
            #[inline]
            fn TAU() -> Self {
                Real::constant(core::f64::consts::TAU)
            }
            #[inline]
            fn LOG10_2() -> Self {
                Real::constant(core::f64::consts::LOG10_2)
            }
            #[inline]
            fn LOG2_10() -> Self {
                Real::constant(core::f64::consts::LOG2_10)
            }
        }
    };
}
constants!(E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
    LN_10 LN_2 LOG10_E LOG2_E PI SQRT_2);

/// Whether the floats beneath are singles, for which the largest double is too large.
#[inline]
fn is_single<D: RealDict>() -> bool {
    let dict = D::default();
    dict.primal(dict.constant(f64::MAX)).is_some_and(f64::is_infinite)
}

/// A constant that describes the floats beneath.
#[inline]
fn limit<D: RealDict>(double: f64, single: f32) -> Num<D> {
    Real::constant(if is_single::<D>() { single.into() } else { double })
}

/// The common part of [`Float`] and [`FloatCore`]: the functions of [`Real`] under the same names, and constants.
macro_rules! core_of_float {
    (unary { $($unary:ident)* } binary { $($binary:ident)* } questions { $($question:ident)* }) => {
        $(
            #[inline]
            fn $unary(self) -> Self {
                Real::$unary(self)
            }
        )*
        $(
            #[inline]
            fn $binary(self, other: Self) -> Self {
                Real::$binary(self, other)
            }
        )*
        $(
            #[inline]
            fn $question(self) -> bool {
                Real::$question(self)
            }
        )*
        #[inline]
        fn nan() -> Self {
            Real::constant(f64::NAN)
        }
        #[inline]
        fn infinity() -> Self {
            Real::constant(f64::INFINITY)
        }
        #[inline]
        fn neg_infinity() -> Self {
            Real::constant(f64::NEG_INFINITY)
        }
        #[inline]
        fn neg_zero() -> Self {
            Real::constant(-0.0)
        }
        #[inline]
        fn min_value() -> Self {
            limit(f64::MIN, f32::MIN)
        }
        #[inline]
        fn max_value() -> Self {
            limit(f64::MAX, f32::MAX)
        }
        #[inline]
        fn min_positive_value() -> Self {
            limit(f64::MIN_POSITIVE, f32::MIN_POSITIVE)
        }
        #[inline]
        fn epsilon() -> Self {
            limit(f64::EPSILON, f32::EPSILON)
        }
        /// The category of the primal, or NaN if there is none.
        fn classify(self) -> FpCategory {
            let answer = Real::answer(self, |x| {
                #[allow(clippy::cast_possible_truncation, reason = "it is one already")]
                let single = x as f32;
                (if is_single::<D>() { single.classify() } else { x.classify() }) as u64
            });
            [FpCategory::Infinite, FpCategory::Zero, FpCategory::Subnormal, FpCategory::Normal]
                .into_iter()
                .find(|category| answer == Some(*category as u64))
                .unwrap_or(FpCategory::Nan)
        }
        #[inline]
        fn powi(self, n: i32) -> Self {
            Real::powi(self, n)
        }
        #[inline]
        fn clamp(self, low: Self, high: Self) -> Self {
            Real::clamp(self, low, high)
        }
        /// # Panics
        ///
        /// Always, since the digits of a number are hidden.
        fn integer_decode(self) -> (u64, i16, i8) {
            panic!("cannot decode a number: its digits have no derivative")
        }
    };
}

impl<D: RealDict + OrderedDict> FloatCore for Num<D> {
    core_of_float! {
        unary { floor ceil round trunc fract abs signum recip to_degrees to_radians }
        binary { max min }
        questions { is_nan is_infinite is_finite is_normal is_subnormal is_sign_positive is_sign_negative }
    }
}

impl<D: RealDict + OrderedDict> Float for Num<D> {
    core_of_float! {
        unary {
            floor ceil round trunc fract abs signum recip sqrt cbrt exp exp2 exp_m1 ln ln_1p log2 log10
            sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh to_degrees to_radians
        }
        binary { powf log max min hypot atan2 copysign }
        questions { is_nan is_infinite is_finite is_normal is_subnormal is_sign_positive is_sign_negative }
    }
    #[inline]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Real::mul_add(self, a, b)
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        Real::sin_cos(self)
    }
    #[inline]
    fn abs_sub(self, other: Self) -> Self {
        if self <= other { Self::zero() } else { self - other }
    }
}
