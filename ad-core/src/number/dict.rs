//! Dictionaries: the number systems under which an expression can be evaluated.
//!
//! A dictionary is a small `Copy` handle that can add and multiply values of one type. In the paper it is a record
//! `{ zero; one; add; mul }`. The bounds of an expression state its requirements: [`Dict`] is a commutative semiring,
//! [`RingDict`] can subtract, [`FieldDict`] can divide, [`RealDict`] has the elementary functions, [`OrderedDict`] can compare.

use core::fmt;

use super::exp::Repeatable;
use super::shortcuts::Shortcuts;
use crate::number::print::Format;
use crate::{Exp, Level, Num, Of, Signature};

/// A commutative semiring: values that can be added and multiplied.
///
/// A number system consists of a type of values, its [`Level`](Dict::Level) and four operations. All other items are provided, and correct by default. An
/// override can be faster ([`natural`](Dict::natural), [`power`](Dict::power), [`sum`](Dict::sum), [`dot`](Dict::dot),
/// [`SHORTCUTS`](Dict::SHORTCUTS)). It can serve handles with data ([`join`](Dict::join), [`adopt`](Dict::adopt)), or printing ([`show`](Dict::show)).
///
/// # The handle
///
/// A dictionary is passed by value. It is zero-sized if nothing varies at run time ([`F64`](crate::F64)). Otherwise it is a
/// reference or a small number, such as a tape or a modulus. [`Default`] gives the *unbound* handle, which can make constants
/// before the tape or modulus is known. [`join`](Dict::join) chooses the bound handle of two. [`adopt`](Dict::adopt) brings a
/// constant of the unbound handle under a bound one.
///
/// # Laws
///
/// `add` and `mul` are associative and commutative, and `mul` distributes over `add`. `zero` and `one` are their neutral
/// elements, and `zero` annihilates. Floating-point numbers satisfy the laws up to rounding. Under a dictionary without them, forward and
/// reverse mode differ. [`testing::laws`](crate::testing::laws) checks them on samples.
///
/// # Example
///
/// The Boolean semiring, which decides whether the result is reachable at all:
///
/// ```
/// use ad::{Dict, Exp, Ground, paper::{pow, Var}};
///
/// #[derive(Clone, Copy, Default)]
/// struct Reachable;
///
/// impl Dict for Reachable {
///     type V = bool;
///     type Level = Ground;
///     fn zero(self) -> bool { false }
///     fn one(self) -> bool { true }
///     fn add(self, a: bool, b: bool) -> bool { a || b }
///     fn mul(self, a: bool, b: bool) -> bool { a && b }
/// }
///
/// assert!(!pow(3, Var).eval(Reachable, false));
/// assert!(pow(0, Var).eval(Reachable, false)); // x⁰ = 1
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dictionary",
    note = "a dictionary is a number system to evaluate under, such as `F64`, `I64`, `Symbolic`"
)]
pub trait Dict: Copy + Default {
    /// The values.
    type V: Copy;

    /// How many strategies are nested in this dictionary: [`Ground`](crate::Ground) for a number system.
    type Level: Level;

    /// Shortcuts of differentiation over this number system; none by default.
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::NONE;

    /// Whether operators compile an adjoint program into their own code, instead of calling it. See
    /// [`Exp::in_place`](crate::Exp::in_place).
    #[doc(hidden)]
    const IN_PLACE: bool = false;

    /// Whether [`dot`](Dict::dot) records one step, and not each product.
    #[doc(hidden)]
    const RECORDS_DOT: bool = false;

    /// Conversions from and to plain floats, if the values are plain floats.
    #[doc(hidden)]
    const FLOATS: Option<Floats<Self::V>> = None;

    /// 0
    fn zero(self) -> Self::V;
    /// 1
    fn one(self) -> Self::V;
    /// `a + b`
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a × b`
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;

    /// `c × a` if the constant comes `first`, else `a × c`. A strategy need not find out that `c` is a constant.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times_constant(self, a: Self::V, c: Self::V, first: bool) -> Self::V {
        if first { self.mul(c, a) } else { self.mul(a, c) }
    }

    /// The natural number `n`, that is `1 + 1 + … + 1`. The default needs about `2 log₂ n` additions.
    fn natural(self, n: u64) -> Self::V {
        match n {
            0 => self.zero(),
            1 => self.one(),
            _ => {
                let half = self.natural(n / 2);
                let even = self.add(half, half);
                if n % 2 == 0 { even } else { self.add(even, self.one()) }
            }
        }
    }

    /// `a` to the power `n`, by repeated squaring. Every number to the power 0 is 1.
    ///
    /// The default needs at most 2 log₂ `n` multiplications.
    ///
    /// ```
    /// use ad::{Dict, F64, I64};
    ///
    /// assert_eq!(I64.power(-2, 3), -8);
    /// assert_eq!(F64.power(1.1, 7).to_bits(), 1.1_f64.powi(7).to_bits());
    /// ```
    #[inline]
    fn power(self, a: Self::V, n: u32) -> Self::V {
        by_squaring(self, a, n)
    }

    /// The empty sum. It is 0, and -0.0 for floats, since 0.0 + -0.0 is not -0.0.
    #[inline]
    fn empty_sum(self) -> Self::V {
        self.zero()
    }

    /// The sum of some numbers, from the left. Of no numbers it is [`empty_sum`](Dict::empty_sum).
    ///
    /// A dictionary that records steps may record this as one.
    #[inline]
    fn sum(numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        numbers.reduce(|a, b| a + b).unwrap_or_else(|| Num::unbound(Self::empty_sum))
    }

    /// The scalar product Σ aᵢ·bᵢ, from the left. Both sides have the same length.
    ///
    /// A dictionary that records steps may record this as one.
    #[inline]
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        Self::sum(a.iter().zip(b).map(|(a, b)| a * b))
    }

    /// The bound handle of two handles that meet in an operation.
    ///
    /// # Panics
    ///
    /// May panic if both are bound and differ, as when a number modulo 7 meets a number modulo 11.
    #[inline]
    fn join(self, _other: Self) -> Self {
        self
    }

    /// Brings a constant of the unbound handle under this handle.
    #[inline]
    fn adopt(self, value: Self::V) -> Self::V {
        value
    }

    /// The adjoint `d` as the result of a reverse sweep, or as a `partial` derivative of a step. Zero has no sign there.
    #[doc(hidden)]
    #[inline]
    fn incoming(self, d: Self::V, partial: bool) -> Self::V {
        _ = partial;
        d
    }

    /// Whether the next comparisons and functions are those of numbers that vary. Then a tie or a jump has no certain outcome. Returns the
    /// previous answer, which the caller restores.
    ///
    /// An enclosure of a derivative needs this: `x == 0.0` holds at a point, and not beside it.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vary(self, varies: bool) -> bool {
        varies
    }

    /// Prints a value for debugging. `println!` in an annotated function shows it. By default it is a placeholder.
    ///
    /// ```
    /// use ad::{Dict, Format, Ground, Num};
    /// use std::fmt;
    ///
    /// #[derive(Clone, Copy, Default)]
    /// struct Reachable;
    ///
    /// impl Dict for Reachable {
    ///     type V = bool;
    ///     type Level = Ground;
    ///     fn zero(self) -> bool { false }
    ///     fn one(self) -> bool { true }
    ///     fn add(self, a: bool, b: bool) -> bool { a || b }
    ///     fn mul(self, a: bool, b: bool) -> bool { a && b }
    ///     fn show(self, v: bool, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    ///         f.write_str(if v { "reachable" } else { "unreachable" })
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the formatter.
    fn show(self, _v: Self::V, _format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }

    /// The sum of `terms` at `x`, from the left. A dictionary that records steps may discard the steps of a term before the next
    /// one: see [`terms`](mod@crate::terms).
    #[doc(hidden)]
    #[inline]
    fn terms<E>(self, terms: impl Iterator<Item = E>, x: &Of<E::In, Num<Self>>) -> Num<Self>
    where
        E: Exp<Self> + Signature<Out = f64>,
    {
        Self::sum(terms.map(|term| term.apply(self, x)))
    }

    /// `e` at `x`. A dictionary that records steps may discard these, if it can evaluate the expression again: see
    /// [`checkpoint`](mod@crate::checkpoint).
    #[doc(hidden)]
    #[inline]
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        e.apply(self, x)
    }
}

/// Conversions of values that are plain floats.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Floats<V> {
    pub(crate) from: fn(V) -> f64,
    pub(crate) to: fn(f64) -> V,
}

/// aⁿ, in the order of the compiler's own function for `f64`.
#[inline]
pub(crate) fn by_squaring<D: Dict>(dict: D, a: D::V, n: u32) -> D::V {
    let (mut square, mut rest, mut product) = (a, n, None);
    loop {
        if rest % 2 == 1 {
            product = Some(product.map_or(square, |product| dict.mul(product, square)));
        }
        rest /= 2;
        if rest == 0 {
            return product.unwrap_or_else(|| dict.one());
        }
        square = dict.mul(square, square);
    }
}

/// A commutative ring: a [`Dict`] with subtraction.
///
/// ```
/// use ad::{Dict, Exp, Ground, RingDict, exp};
///
/// /// The integers modulo 2, with `true` for 1.
/// #[derive(Clone, Copy, Default)]
/// struct Parity;
///
/// impl Dict for Parity {
///     type V = bool;
///     type Level = Ground;
///     fn zero(self) -> bool { false }
///     fn one(self) -> bool { true }
///     fn add(self, a: bool, b: bool) -> bool { a != b }
///     fn mul(self, a: bool, b: bool) -> bool { a && b }
/// }
///
/// impl RingDict for Parity {
///     fn neg(self, a: bool) -> bool { a }
/// }
///
/// #[exp]
/// fn before(n: f64) -> f64 {
///     n * n - 1.0
/// }
///
/// assert_eq!(Before.eval(Parity, true), false);
/// ```
#[diagnostic::on_unimplemented(
    message = "the dictionary `{Self}` cannot subtract",
    label = "this needs a `RingDict`",
    note = "the expression subtracts or negates, so it can only be evaluated under a ring such as `F64` or `I64`",
    note = "a strategy is as capable as the dictionary beneath it: `Forward<I64>` as `I64`"
)]
pub trait RingDict: Dict {
    /// `-a`
    fn neg(self, a: Self::V) -> Self::V;

    /// `a - b`
    #[inline]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        self.add(a, self.neg(b))
    }

    /// The integer `n`. By default it is [`natural`](Dict::natural) or the negative.
    #[inline]
    fn integer(self, n: i64) -> Self::V {
        let magnitude = self.natural(n.unsigned_abs());
        if n < 0 { self.neg(magnitude) } else { magnitude }
    }
}

/// A field: a [`RingDict`] with division.
///
/// ```
/// use ad::{Dict, F64, FieldDict, Rational, Rationals};
///
/// fn half<D: FieldDict>(dict: D, x: D::V) -> D::V {
///     dict.div(x, dict.natural(2))
/// }
///
/// assert_eq!(half(F64, 3.0), 1.5);
/// assert_eq!(half(Rationals, Rational::from(3)), Rational::new(3, 2));
/// ```
#[diagnostic::on_unimplemented(
    message = "the dictionary `{Self}` cannot divide",
    label = "this needs a `FieldDict`",
    note = "the expression divides or has a decimal literal, so it can only be evaluated under a field such as `F64` or `Rationals`",
    note = "a strategy is as capable as the dictionary beneath it: `Forward<I64>` as `I64`"
)]
pub trait FieldDict: RingDict {
    /// `a / b`
    fn div(self, a: Self::V, b: Self::V) -> Self::V;

    /// The exponent of a power of two that multiplies `a` to a number near 1, if derivatives of 1 / `a` may leave the range of floats.
    #[doc(hidden)]
    #[inline]
    fn exponent(self, _a: Self::V) -> Option<i32> {
        None
    }

    /// That power of two.
    #[doc(hidden)]
    #[inline]
    fn scale(self, a: Self::V) -> Option<Self::V> {
        self.exponent(a).map(|exponent| {
            let power = self.power(self.natural(2), exponent.unsigned_abs());
            if exponent < 0 { self.div(self.one(), power) } else { power }
        })
    }

    /// A decimal literal, exactly: `0.1` is one tenth here, not the nearest double.
    ///
    /// The default is the quotient of two naturals.
    ///
    /// # Panics
    ///
    /// The default panics if the digits or the power of ten do not fit into 64 bits.
    fn decimal(self, literal: Decimal) -> Self::V {
        let digits = u64::try_from(literal.digits).ok();
        let scale = 10u64.checked_pow(literal.exponent.unsigned_abs());
        let (Some(digits), Some(scale)) = (digits, scale) else {
            panic!("the literal {literal} is too long to be exact in this dictionary")
        };
        let (digits, scale) = (self.natural(digits), self.natural(scale));
        if literal.exponent < 0 { self.div(digits, scale) } else { self.mul(digits, scale) }
    }
}

/// A decimal literal `digits × 10^exponent`, together with the double nearest to it.
///
/// ```
/// use ad::{Decimal, F64, FieldDict, Rational, Rationals};
///
/// let tenth = Decimal { digits: 1, exponent: -1, nearest: 0.1 };
/// assert_eq!(F64.decimal(tenth), 0.1);
/// assert_eq!(Rationals.decimal(tenth), Rational::new(1, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal {
    /// The digits, without the point.
    pub digits: u128,
    /// The power of ten that multiplies the digits.
    pub exponent: i32,
    /// The double that rustc makes of the literal.
    pub nearest: f64,
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.nearest)
    }
}

/// A dictionary whose values can be compared.
///
/// A comparison, `==` included, inspects primals only. Two numbers with equal primals are equal, although they may vary
/// differently. A branch on `x == 2.0` is differentiated as if it were the whole program. An expression without this bound cannot
/// inspect its numbers, as in the paper.
///
/// ```
/// use ad::{F64, OrderedDict};
/// use std::cmp::Ordering;
///
/// fn larger<D: OrderedDict>(dict: D, a: D::V, b: D::V) -> D::V {
///     if dict.partial_cmp(a, b) == Some(Ordering::Less) { b } else { a }
/// }
///
/// assert_eq!(larger(F64, 2.0, 3.0), 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the numbers of the dictionary `{Self}` cannot be compared",
    label = "this needs an `OrderedDict`",
    note = "the expression branches on a number, which is impossible for symbols or integers modulo m",
    note = "a strategy is as capable as the dictionary beneath it: `Forward<I64>` as `I64`"
)]
pub trait OrderedDict: Dict {
    /// Whether `a` and `b` are equal.
    fn eq(self, a: Self::V, b: Self::V) -> bool;
    /// The order of `a` and `b`, or `None` for NaN.
    fn partial_cmp(self, a: Self::V, b: Self::V) -> Option<core::cmp::Ordering>;
    /// Whether `a` is less than `b`.
    #[inline]
    fn lt(self, a: Self::V, b: Self::V) -> bool {
        self.partial_cmp(a, b).is_some_and(core::cmp::Ordering::is_lt)
    }
    /// Whether `a` is at most `b`.
    #[inline]
    fn le(self, a: Self::V, b: Self::V) -> bool {
        self.partial_cmp(a, b).is_some_and(core::cmp::Ordering::is_le)
    }
}
