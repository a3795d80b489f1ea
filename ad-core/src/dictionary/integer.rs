//! The dictionaries of native integers: wrapping and checked.
//!
//! Integers modulo 2⁶⁴ are a commutative ring. So derivatives in them are exact, and all strategies must agree to the last bit.

use core::cmp::Ordering;
use core::fmt::{self, Display};
use core::marker::PhantomData;

use num_traits::{
    CheckedAdd, CheckedMul, CheckedNeg, CheckedSub, PrimInt, WrappingAdd, WrappingMul, WrappingNeg,
    WrappingSub,
};

use crate::number::print::Format;
use crate::{Dict, Ground, OrderedDict, RingDict, Shortcuts};

/// Integers that wrap around at the boundary of their type: the ring ℤ/2ⁿ.
///
/// ```
/// use ad::{Exp, Wrapping, paper::{Var, pow}};
///
/// assert_eq!(pow(3, Var).eval(Wrapping::<u8>::new(), 7), 87); // 343 - 256
/// ```
///
/// # Cost
///
/// The cost of the integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wrapping<T>(PhantomData<T>);

/// Integers that panic if a result does not fit into their type. The message names the operation.
///
/// ```
/// use ad::{Checked, Exp, paper::{Var, pow}};
///
/// assert_eq!(pow(3, Var).eval(Checked::<u16>::new(), 7), 343);
/// assert!(std::panic::catch_unwind(|| pow(3, Var).eval(Checked::<u8>::new(), 7)).is_err());
/// ```
///
/// # Cost
///
/// The cost of the integers, and a test and a branch for each operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checked<T>(PhantomData<T>);

impl<T> Wrapping<T> {
    /// The dictionary, under which an expression is evaluated: `e.eval(Wrapping::<u8>::new(), 7)`.
    #[inline]
    pub const fn new() -> Self {
        Wrapping(PhantomData)
    }
}

impl<T> Checked<T> {
    /// The dictionary, under which an expression is evaluated: `e.eval(Wrapping::<u8>::new(), 7)`.
    #[inline]
    pub const fn new() -> Self {
        Checked(PhantomData)
    }
}

/// `i64` modulo 2⁶⁴.
///
/// ```
/// use ad::{Exp, I64, Signature, paper::{Var, pow}};
///
/// fn at_ten<E: Exp<I64> + Signature<In = f64, Out = f64>>(e: &E) -> i64 {
///     e.eval(I64, 10)
/// }
///
/// assert_eq!(at_ten(&pow(2, Var)), 100);
/// ```
pub type I64 = Wrapping<i64>;
/// `i64` modulo 2⁶⁴: a ring, so derivatives of polynomials are exact in it.
///
/// ```
/// use ad::{Exp, I64, exp, forward};
///
/// #[exp]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(forward::diff(Square).eval(I64, 1 << 40), 1 << 41);
/// assert_eq!(Square.eval(I64, 1 << 40), 0); // 2⁸⁰
/// ```
pub const I64: I64 = Wrapping::new();

/// `i64` with a panic on overflow.
///
/// ```
/// use ad::{CHECKED_I64, CheckedI64, Exp, Signature, paper::{Var, pow}};
///
/// fn at_ten<E: Exp<CheckedI64> + Signature<In = f64, Out = f64>>(e: &E) -> i64 {
///     e.eval(CHECKED_I64, 10)
/// }
///
/// assert_eq!(at_ten(&pow(2, Var)), 100);
/// ```
pub type CheckedI64 = Checked<i64>;
/// `i64` with a panic on overflow.
///
/// ```should_panic
/// use ad::{CHECKED_I64, Exp, exp};
///
/// #[exp]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(Square.eval(CHECKED_I64, 3), 9);
/// Square.eval(CHECKED_I64, 1 << 40);
/// ```
pub const CHECKED_I64: CheckedI64 = Checked::new();

impl<T: PrimInt + WrappingAdd + WrappingMul> Dict for Wrapping<T> {
    type V = T;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
    #[inline]
    fn zero(self) -> T {
        T::zero()
    }
    #[inline]
    fn one(self) -> T {
        T::one()
    }
    #[inline]
    fn add(self, a: T, b: T) -> T {
        a.wrapping_add(&b)
    }
    #[inline]
    fn mul(self, a: T, b: T) -> T {
        a.wrapping_mul(&b)
    }
    fn show(self, v: T, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(v, format, f)
    }
}

impl<T: PrimInt + WrappingAdd + WrappingMul + WrappingNeg + WrappingSub> RingDict for Wrapping<T> {
    #[inline]
    fn neg(self, a: T) -> T {
        a.wrapping_neg()
    }
    #[inline]
    fn sub(self, a: T, b: T) -> T {
        a.wrapping_sub(&b)
    }
}

impl<T: PrimInt + CheckedAdd + CheckedMul + Display> Dict for Checked<T> {
    type V = T;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
    #[inline]
    fn zero(self) -> T {
        T::zero()
    }
    #[inline]
    fn one(self) -> T {
        T::one()
    }
    #[inline]
    fn add(self, a: T, b: T) -> T {
        a.checked_add(&b).unwrap_or_else(|| overflow::<T>(format_args!("{a} + {b}")))
    }
    #[inline]
    fn mul(self, a: T, b: T) -> T {
        a.checked_mul(&b).unwrap_or_else(|| overflow::<T>(format_args!("{a} × {b}")))
    }
    #[inline]
    fn natural(self, n: u64) -> T {
        T::from(n).unwrap_or_else(|| overflow::<T>(format_args!("the constant {n}")))
    }
    fn show(self, v: T, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(v, format, f)
    }
}

/// All integers except the upper half of `u128` fit into an `i128`.
fn show(v: impl PrimInt, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (v.to_i128(), v.to_u128()) {
        (Some(v), _) => format.print(&v, f),
        (None, Some(v)) => format.print(&v, f),
        (None, None) => f.write_str("_"),
    }
}

impl<T: PrimInt + CheckedAdd + CheckedMul + CheckedNeg + CheckedSub + Display> RingDict for Checked<T> {
    #[inline]
    fn neg(self, a: T) -> T {
        a.checked_neg().unwrap_or_else(|| overflow::<T>(format_args!("-({a})")))
    }
    #[inline]
    fn sub(self, a: T, b: T) -> T {
        a.checked_sub(&b).unwrap_or_else(|| overflow::<T>(format_args!("{a} - {b}")))
    }
    /// The magnitude of the least integer does not fit into its type.
    #[inline]
    fn integer(self, n: i64) -> T {
        T::from(n).unwrap_or_else(|| overflow::<T>(format_args!("the constant {n}")))
    }
}

#[cold]
fn overflow<T>(operation: core::fmt::Arguments<'_>) -> T {
    panic!("overflow in checked integers: {operation} does not fit into `{}`", core::any::type_name::<T>())
}

macro_rules! default_and_order {
    ($Name:ident) => {
        impl<T> Default for $Name<T> {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }

        impl<T: PrimInt> OrderedDict for $Name<T>
        where
            Self: Dict<V = T>,
        {
            #[inline]
            fn eq(self, a: T, b: T) -> bool {
                a == b
            }
            #[inline]
            fn partial_cmp(self, a: T, b: T) -> Option<Ordering> {
                Some(a.cmp(&b))
            }
        }
    };
}
default_and_order!(Wrapping);
default_and_order!(Checked);
