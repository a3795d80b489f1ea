//! Number classes: what user code is bounded by.
//!
//! A function `fn f<N: Ring>(x: N) -> N` can be called with plain `f64`s, at no cost, and with numbers under a
//! dictionary. `#[exp]` chooses the least class that a body needs. A class implies the operators on references
//! as well, so that `&x * &y` needs no further clause.

use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use crate::adjoint::{Blank, Shadow};
use crate::function::{self, Function};
use crate::{Checked, Decimal, Dict, F32, F64, FieldDict, Num, OrderedDict, RealDict, RingDict};

mod imply {
    /// `Self: Imply<T, Is: Bound>` as a supertrait makes `T: Bound` an implied bound, which a where-clause of a
    /// trait is not. `Is` is always `T`.
    pub trait Imply<T>: ImplyInner<T, Is = T> {}
    impl<S: ?Sized, T> Imply<T> for S {}

    pub trait ImplyInner<T> {
        type Is;
    }
    impl<S: ?Sized, T> ImplyInner<T> for S {
        type Is = T;
    }
}
use imply::Imply;

/// A number that knows its dictionary: `f64` (under [`F64`]), an integer, or a [`Num`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "numbers are `f64`, `f32`, the integers, and `Num<D>` under a dictionary `D`"
)]
pub trait Number: Copy + Shadow<Form = Blank<Self>> {
    /// The dictionary.
    type Dict: Dict;
    /// The number with value `v`.
    fn from_value(dict: Self::Dict, v: <Self::Dict as Dict>::V) -> Self;
    /// The handle of the dictionary.
    fn dict(self) -> Self::Dict;
    /// The value.
    fn value(self) -> <Self::Dict as Dict>::V;
}

/// Numbers with `0`, `1`, `+` and `×`: the paper's expressions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be added and multiplied",
    label = "not a `Semiring`"
)]
pub trait Semiring:
    Number
    + Default
    + Add<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + AddAssign
    + for<'a> AddAssign<&'a Self>
    + Mul<Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + MulAssign
    + for<'a> MulAssign<&'a Self>
    + Sum
    + for<'a> Sum<&'a Self>
    + Product
    + for<'a> Product<&'a Self>
    + for<'a> Imply<
        &'a Self,
        Is: Add<Self, Output = Self>
                + for<'b> Add<&'b Self, Output = Self>
                + Mul<Self, Output = Self>
                + for<'b> Mul<&'b Self, Output = Self>,
    >
{
    /// The natural number `n`.
    fn natural(n: u64) -> Self;
}

/// A [`Semiring`] with subtraction.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be subtracted",
    label = "not a `Ring`",
    note = "what is called here subtracts; if the caller asserts its class, assert `class = Ring` or none at all"
)]
pub trait Ring:
    Semiring<Dict: RingDict>
    + Sub<Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + SubAssign
    + for<'a> SubAssign<&'a Self>
    + Neg<Output = Self>
    + for<'a> Imply<
        &'a Self,
        Is: Sub<Self, Output = Self> + for<'b> Sub<&'b Self, Output = Self> + Neg<Output = Self>,
    >
{
    /// The integer `n`.
    #[inline]
    fn integer(n: i64) -> Self {
        let dict = Self::Dict::default();
        Self::from_value(dict, dict.integer(n))
    }
}

/// A [`Ring`] with division and decimal literals.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be divided",
    label = "not a `Field`",
    note = "what is called here divides or has a decimal literal; if the caller asserts its class, assert `class = Field` or none at all"
)]
pub trait Field:
    Ring<Dict: FieldDict>
    + Div<Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
    + DivAssign
    + for<'a> DivAssign<&'a Self>
    + for<'a> Imply<&'a Self, Is: Div<Self, Output = Self> + for<'b> Div<&'b Self, Output = Self>>
{
    /// A decimal literal.
    fn decimal(literal: Decimal) -> Self;
}

/// Numbers that can be compared. Comparison looks at the primal only, and so does `==`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be compared",
    label = "not `Ordered`",
    note = "what is called here compares numbers; if the caller asserts its class, assert `class = … + Ordered`"
)]
pub trait Ordered: Number<Dict: OrderedDict> + PartialOrd {}

/// `Is` is a type that can be the left operand of a float operator whose right operand is `Self`.
macro_rules! mixed {
    ($($Op:ident),*; $($OpAssign:ident),*) => {
        /// Operators between a number and a plain `f64` or `&f64`, on either side, and `%`.
        pub trait Mixed:
            Number
            + Rem<Output = Self> + for<'a> Rem<&'a Self, Output = Self>
            + RemAssign + for<'a> RemAssign<&'a Self>
            $(+ $Op<f64, Output = Self> + for<'a> $Op<&'a f64, Output = Self>)*
            $(+ $OpAssign<f64> + for<'a> $OpAssign<&'a f64>)*
            + Imply<f64, Is: $($Op<Self, Output = Self> + for<'b> $Op<&'b Self, Output = Self> +)*>
            + for<'a> Imply<&'a f64, Is: $($Op<Self, Output = Self> + for<'b> $Op<&'b Self, Output = Self> +)*>
            + for<'a> Imply<&'a Self, Is: $($Op<f64, Output = Self> + for<'b> $Op<&'b f64, Output = Self> +)*
                Rem<Self, Output = Self> + for<'b> Rem<&'b Self, Output = Self>>
        {
        }
    };
}
mixed!(Add, Sub, Mul, Div, Rem; AddAssign, SubAssign, MulAssign, DivAssign, RemAssign);

macro_rules! real {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $function:expr;)*) => {
        /// A [`Field`] with constants and all of `f64`'s mathematics, under its own names. Its methods are stable
        /// methods of `f64`, and no others: special functions are functions, in [`special`](crate::special).
        ///
        /// Each function is a row of the table in [`function`], where its derivative and what happens at its
        /// kinks and edges stand.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a real number",
            label = "not a `Real`",
            note = "what is called here uses real functions or plain floats, or is assumed to; if the caller asserts its class, assert `class = Real` or none at all"
        )]
        pub trait Real: Field<Dict: RealDict> + Mixed + From<f64> {
            /// The number nearest to `c`.
            fn constant(c: f64) -> Self;

            /// The value of an elementary function, a user's own included.
            fn function<F: Function<K>, const K: usize>(f: F, x: [Self; K]) -> Self;

            /// The double beneath, if there is one. For derivative rules: an expression does not inspect its numbers.
            #[doc(hidden)]
            fn primal(self) -> Option<f64>;

            $($(#[$doc])*
            #[inline]
            fn $name(self $(, $arg: Self)*) -> Self {
                Self::function($function, [self $(, $arg)*])
            })*

            /// `self` raised to an integer power.
            #[inline]
            fn powi(self, n: i32) -> Self {
                Self::function(function::Powi(n), [self])
            }
            /// Sine and cosine.
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }
            /// The logarithm to the given base.
            #[inline]
            fn log(self, base: Self) -> Self {
                self.ln() / base.ln()
            }
            /// `self` restricted to the interval from `low` to `high`.
            ///
            /// # Panics
            ///
            /// Panics if `low > high` or one of them is NaN, as `f64::clamp` does.
            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                Self::function(function::Clamp, [self, low, high])
            }
            /// Whether the primal is NaN.
            #[inline]
            fn is_nan(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_nan)
            }
            /// Whether the primal is finite.
            #[inline]
            fn is_finite(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_finite)
            }
            /// Whether the primal is ∞ or -∞.
            #[inline]
            fn is_infinite(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_infinite)
            }
            /// Whether the primal is neither 0, subnormal, infinite nor NaN.
            #[inline]
            fn is_normal(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_normal)
            }
            /// Whether the primal is subnormal.
            #[inline]
            fn is_subnormal(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_subnormal)
            }
            /// Whether the primal has a negative sign, that of `-0.0` included.
            #[inline]
            fn is_sign_negative(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_sign_negative)
            }
            /// Whether the primal has a positive sign.
            #[inline]
            fn is_sign_positive(self) -> bool where Self: Ordered {
                self.primal().is_some_and(f64::is_sign_positive)
            }
        }
    };
}

real! {
    /// The square root.
    sqrt() = function::Sqrt;
    /// The cubic root.
    cbrt() = function::Cbrt;
    /// e to the power `self`.
    exp() = function::Exponential;
    /// 2 to the power `self`.
    exp2() = function::Exp2;
    /// e to the power `self`, minus 1.
    exp_m1() = function::ExpM1;
    /// The natural logarithm.
    ln() = function::Ln;
    /// The natural logarithm of 1 + `self`.
    ln_1p() = function::Ln1p;
    /// The logarithm to base 2.
    log2() = function::Log2;
    /// The logarithm to base 10.
    log10() = function::Log10;
    /// The sine.
    sin() = function::Sin;
    /// The cosine.
    cos() = function::Cos;
    /// The tangent.
    tan() = function::Tan;
    /// The inverse sine.
    asin() = function::Asin;
    /// The inverse cosine.
    acos() = function::Acos;
    /// The inverse tangent.
    atan() = function::Atan;
    /// The angle of the point (`x`, `self`).
    atan2(x) = function::Atan2;
    /// The hyperbolic sine.
    sinh() = function::Sinh;
    /// The hyperbolic cosine.
    cosh() = function::Cosh;
    /// The hyperbolic tangent.
    tanh() = function::Tanh;
    /// The inverse hyperbolic sine.
    asinh() = function::Asinh;
    /// The inverse hyperbolic cosine.
    acosh() = function::Acosh;
    /// The inverse hyperbolic tangent.
    atanh() = function::Atanh;
    /// `self` raised to the power `exponent`.
    powf(exponent) = function::Powf;
    /// √(`self`² + `other`²), without overflow.
    hypot(other) = function::Hypot;
    /// 1 / `self`.
    recip() = function::Recip;
    /// The absolute value.
    abs() = function::Abs;
    /// 1 or -1, by the sign.
    signum() = function::Signum;
    /// The magnitude of `self` with the sign of `sign`.
    copysign(sign) = function::Copysign;
    /// The largest integer not above `self`.
    floor() = function::Floor;
    /// The smallest integer not below `self`.
    ceil() = function::Ceil;
    /// The nearest integer, halves away from 0.
    round() = function::Round;
    /// The nearest integer, halves to the even one.
    round_ties_even() = function::RoundTiesEven;
    /// The integer part.
    trunc() = function::Trunc;
    /// The fractional part.
    fract() = function::Fract;
    /// The remainder of Euclidean division.
    rem_euclid(divisor) = function::RemEuclid;
    /// The quotient of Euclidean division.
    div_euclid(divisor) = function::DivEuclid;
    /// The larger of two numbers.
    max(other) = function::Max;
    /// The smaller of two numbers.
    min(other) = function::Min;
    /// (`self` + `other`) / 2, without overflow.
    midpoint(other) = function::Midpoint;
    /// `self` × `factor` + `summand`, rounded once.
    mul_add(factor, summand) = function::MulAdd;
    /// Degrees to radians.
    to_radians() = function::ToRadians;
    /// Radians to degrees.
    to_degrees() = function::ToDegrees;
}

// Numbers under a dictionary

impl<D: Dict> Number for Num<D> {
    type Dict = D;
    #[inline]
    fn from_value(dict: D, v: D::V) -> Self {
        Num::new(dict, v)
    }
    #[inline]
    fn dict(self) -> D {
        Num::dict(self)
    }
    #[inline]
    fn value(self) -> D::V {
        Num::value(self)
    }
}

impl<D: Dict> Shadow for Num<D> {
    type Form = Blank<Self>;
    #[inline]
    fn form(&self) -> Blank<Self> {
        Blank::new()
    }
}

impl<D: Dict> Semiring for Num<D> {
    #[inline]
    fn natural(n: u64) -> Self {
        Num::unbound(|d: D| d.natural(n))
    }
}

impl<D: RingDict> Ring for Num<D> {}

impl<D: FieldDict> Field for Num<D> {
    #[inline]
    fn decimal(literal: Decimal) -> Self {
        Num::unbound(|d: D| d.decimal(literal))
    }
}

impl<D: OrderedDict> Ordered for Num<D> {}
impl<D: RealDict> Mixed for Num<D> {}

impl<D: RealDict> Real for Num<D> {
    #[inline]
    fn constant(c: f64) -> Self {
        Num::unbound(|d: D| d.constant(c))
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(f: F, x: [Self; K]) -> Self {
        let dict = x.iter().fold(D::default(), |dict, x| dict.join(x.dict()));
        Num::new(dict, dict.function(f, x.map(Num::value)))
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        self.dict().primal(self.value())
    }
}

// Plain floats and integers

macro_rules! number {
    ($($T:ty: $D:ty = $dict:expr, $natural:expr;)*) => {$(
        impl Number for $T {
            type Dict = $D;
            #[inline]
            fn from_value(_: $D, v: $T) -> $T {
                v
            }
            #[inline]
            fn dict(self) -> $D {
                $dict
            }
            #[inline]
            fn value(self) -> $T {
                self
            }
        }
        impl Shadow for $T {
            type Form = Blank<$T>;
            #[inline]
            fn form(&self) -> Blank<$T> {
                Blank::new()
            }
        }
        impl Semiring for $T {
            #[inline]
            fn natural(n: u64) -> $T {
                $natural(n)
            }
        }
        impl Ordered for $T {}
    )*};
}

number! {
    f64: F64 = F64, |n| F64.natural(n);
    f32: F32 = F32, |n| F32.natural(n);
}

impl Ring for f64 {}
impl Ring for f32 {}

impl Field for f64 {
    #[inline]
    fn decimal(literal: Decimal) -> f64 {
        literal.nearest
    }
}

impl Field for f32 {
    #[inline]
    fn decimal(literal: Decimal) -> f32 {
        F32.decimal(literal)
    }
}

impl Mixed for f64 {}

impl Real for f64 {
    #[inline]
    fn constant(c: f64) -> f64 {
        c
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(f: F, x: [f64; K]) -> f64 {
        f.value(x)
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        Some(self)
    }
}

macro_rules! integers {
    ($($T:ty)*) => {$(
        number! { $T: Checked<$T> = Checked::new(), |n| <$T>::try_from(n).expect("a constant is too large for its integer type"); }
    )*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Ring for i8 {}
impl Ring for i16 {}
impl Ring for i32 {}
impl Ring for i64 {}
impl Ring for i128 {}
impl Ring for isize {}
