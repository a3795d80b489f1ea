//! Real numbers: the dictionaries and the class that have constants and elementary functions.

use core::num::ParseFloatError;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};
use core::str::FromStr;

use super::table::{row, table};
use super::{Entry, Function, Partial, Question};
use crate::function;
use crate::number::class::imply::Imply;
use crate::number::dict::by_squaring;
use crate::number::num::{each, joined, numbers};
use crate::number::slot::Active;
use crate::{Capture, Field, FieldDict, Ground, Num, Number, Ordered};

/// The real numbers or a model of them: a [`FieldDict`] with constants and elementary functions.
///
/// ```
/// use ad::function::Sqrt;
/// use ad::{Dict, F64, RealDict};
///
/// fn distance<D: RealDict>(dict: D, [x, y]: [D::V; 2]) -> D::V {
///     dict.function(Sqrt, [dict.add(dict.mul(x, x), dict.mul(y, y))])
/// }
///
/// assert_eq!(distance(F64, [3.0, 4.0]), 5.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the dictionary `{Self}` has no real functions",
    label = "this needs a `RealDict`",
    note = "the expression uses `sin`, `sqrt`, a plain `f64` or calls a function that may do so; if it does not, assert its class: `#[exp(class = Ring)]`",
    note = "a strategy is as capable as the dictionary beneath it: `Forward<I64>` as `I64`"
)]
pub trait RealDict: FieldDict {
    /// The number that is nearest to `c`.
    fn constant(self, c: f64) -> Self::V;

    /// A real number that is no double, such as π, within two units in the last place of `c`.
    ///
    /// `#[exp]` calls this method for the constants of `f64::consts`. Derivative rules call it for factors such as ln 2. All
    /// other plain floats are exact: they are passed to [`constant`](RealDict::constant), which is also the default. A number
    /// system that knows about rounding returns an enclosure, or more digits.
    ///
    /// ```
    /// use ad::enclosure::{Interval, Intervals};
    /// use ad::numbers::RealDict;
    /// use std::f64::consts::PI;
    ///
    /// // π is a little larger than its double.
    /// assert_eq!(Intervals::default().rounded(PI), Interval::new(PI, PI.next_up()));
    /// assert_eq!(Intervals::default().constant(PI), Interval::from(PI));
    /// ```
    #[inline]
    fn rounded(self, c: f64) -> Self::V {
        self.constant(c)
    }

    /// A constant that was computed in floats, out of the doubles beneath other numbers. An exact number system beside the floats does not
    /// know it.
    #[doc(hidden)]
    #[inline]
    fn inferred(self, c: f64) -> Self::V {
        self.constant(c)
    }

    /// A constant of an expression that later evaluations exchange, with its number among them.
    #[doc(hidden)]
    #[inline]
    fn parameter(self, _i: usize, c: f64) -> Self::V {
        self.constant(c)
    }

    /// The value of an elementary function of `K` numbers. By default it is that of [`row`](RealDict::row).
    ///
    /// # Panics
    ///
    /// The default panics with the name of a function that `row` does not know, such as one of [`rule!`](crate::rule!).
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Self::V; K]) -> Self::V {
        let known = f.entry().and_then(|entry| self.row(entry, &x));
        known.unwrap_or_else(|| {
            panic!("this dictionary does not know `{}`: add the function to `RealDict::row`", f.name())
        })
    }

    /// The value of a function of the table, for a number system that is not made of doubles. `None` if it does not know the function.
    ///
    /// ```
    /// use ad::function::Entry;
    /// use ad::numbers::{Dict, Ground, FieldDict, RealDict, RingDict};
    /// use ad::prelude::*;
    ///
    /// /// Integer multiples of 2⁻¹⁶.
    /// #[derive(Clone, Copy, Default)]
    /// struct Fixed;
    ///
    /// impl Dict for Fixed {
    ///     type V = i64;
    ///     type Level = Ground;
    ///     fn zero(self) -> i64 { 0 }
    ///     fn one(self) -> i64 { 1 << 16 }
    ///     fn add(self, a: i64, b: i64) -> i64 { a + b }
    ///     fn mul(self, a: i64, b: i64) -> i64 { (a * b) >> 16 }
    /// }
    /// impl RingDict for Fixed {
    ///     fn neg(self, a: i64) -> i64 { -a }
    /// }
    /// impl FieldDict for Fixed {
    ///     fn div(self, a: i64, b: i64) -> i64 { (a << 16) / b }
    /// }
    /// impl RealDict for Fixed {
    ///     fn constant(self, c: f64) -> i64 { (c * 65536.0) as i64 }
    ///     fn row(self, f: Entry, x: &[i64]) -> Option<i64> {
    ///         match (f, x) {
    ///             (Entry::Sqrt(_), [x]) => Some((x << 16).isqrt()),
    ///             (Entry::Recip(_), [x]) => Some(self.div(self.one(), *x)),
    ///             _ => None,
    ///         }
    ///     }
    ///     fn primal(self, _: i64) -> Option<f64> { None }
    ///     fn order(self) -> usize { 0 }
    /// }
    ///
    /// #[exp]
    /// fn root(x: f64) -> f64 {
    ///     x.sqrt()
    /// }
    /// assert_eq!(Root.eval(Fixed, 9 << 16), 3 << 16);
    /// assert_eq!(forward::diff(Root).eval(Fixed, 4 << 16), 1 << 14);
    /// ```
    #[inline]
    fn row(self, _f: Entry, _x: &[Self::V]) -> Option<Self::V> {
        None
    }

    /// [`function`](RealDict::function) beside a leading number system, with the doubles of the operands there: see
    /// [`Product`](crate::Product).
    #[doc(hidden)]
    #[inline]
    fn follow<F: Function<K>, const K: usize>(self, f: F, x: [Self::V; K], _: [f64; K]) -> Self::V {
        self.function(f, x)
    }

    /// A leading number system evaluates a function at these doubles. [`testing::check`](crate::testing::check) judges its rule.
    #[doc(hidden)]
    #[inline]
    fn meet<F: Function<K>, const K: usize>(self, _f: F, _x: [f64; K], _y: f64) {}

    /// The value and the partial derivatives of a function that computes them together.
    #[doc(hidden)]
    #[inline]
    fn with_partials<F: Function<K>, const K: usize>(
        self,
        f: F,
        x: [Self::V; K],
    ) -> (Self::V, [Partial<Self::V>; K]) {
        let y = self.function(f, x);
        (y, f.with_partials(numbers(self, x)).1.map(|p| p.map(Num::value)))
    }

    /// The double beneath `a`, which comparisons inspect. It is `None` if there is none, as for symbols.
    ///
    /// Derivative rules use it to find the side of a kink. Solvers use it as well.
    fn primal(self, a: Self::V) -> Option<f64>;

    /// An observation of the double beneath `a`: whether it is finite, for example. The default uses
    /// [`primal`](RealDict::primal).
    ///
    /// A dictionary that hides its doubles from derivative rules answers all the same, and one may remember the answer.
    #[inline]
    fn answer(self, a: Self::V, question: impl Fn(f64) -> u64) -> Option<u64> {
        self.primal(a).map(question)
    }

    /// An observation of the doubles beneath `x` by a derivative rule: the side of a kink, for example. The default uses
    /// [`primal`](RealDict::primal).
    ///
    /// A dictionary with several doubles beneath a number ([`Lanes`](crate::Lanes)) asks the question of each of them.
    #[doc(hidden)]
    #[inline]
    fn inspect<const K: usize>(self, x: [Self::V; K], question: Question) -> Option<u64> {
        doubles(x, |x| self.primal(x)).map(|x| question.ask(x))
    }

    /// The constant `f` of the doubles beneath `x`, if there are any. It is for constants whose choice does not affect a derivative.
    #[doc(hidden)]
    #[inline]
    fn still<const K: usize>(self, x: [Self::V; K], f: impl Fn([f64; K]) -> f64) -> Option<Self::V> {
        doubles(x, |x| self.primal(x)).map(|x| self.constant(f(x)))
    }

    /// The adjoint that a kink passes from its result, `d`, to operand `i`, if doubles beneath the operands lie on several sides of it. The
    /// reverse sweeps of adjoint programs ask for it before the partial derivative.
    #[doc(hidden)]
    #[inline]
    fn pass<F: Function<K>, const K: usize>(
        self,
        _f: F,
        _i: usize,
        _x: [Self::V; K],
        _d: Self::V,
    ) -> Option<Self::V> {
        None
    }

    /// The order of the current derivatives. It is 0 for plain numbers. Each strategy adds one, and a dictionary of series of
    /// degree `n` adds `n`.
    ///
    /// [Implicit functions](mod@crate::implicit) use it as their number of corrections.
    fn order(self) -> usize;
}

/// The doubles beneath `x`, if each number has one.
#[inline]
fn doubles<X: Copy, const K: usize>(x: [X; K], primal: impl Fn(X) -> Option<f64>) -> Option<[f64; K]> {
    let mut doubles = [0.0; K];
    for (double, x) in doubles.iter_mut().zip(x) {
        *double = primal(x)?;
    }
    Some(doubles)
}

/// [`Dict::power`] as one step of the table of functions.
#[inline]
pub(crate) fn power<D: RealDict>(dict: D, a: D::V, n: u32) -> D::V {
    match i32::try_from(n) {
        Ok(n) => dict.function(function::Powi(n), [a]),
        Err(_) => by_squaring(dict, a, n),
    }
}

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

/// A class of numbers with the rows of the table as methods, and the tokens before its body.
macro_rules! class {
    ({ $($head:tt)* } {
        $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($x:ident $(, $operand:ident)*) $rule:tt $edges:tt)*
    }) => {
        $($head)* {
            /// The number nearest to `c`.
            fn constant(c: f64) -> Self;

            /// A real number close to `c`, such as ln 2: see [`RealDict::rounded`].
            #[inline]
            fn rounded(c: f64) -> Self {
                Self::constant(c)
            }

            /// See [`RealDict::inferred`].
            #[doc(hidden)]
            #[inline]
            fn inferred(c: f64) -> Self {
                Self::constant(c)
            }

            /// Plain floats as constants, if that needs no copy.
            #[doc(hidden)]
            #[inline]
            fn borrowed(_: &[f64]) -> Option<&[Self]> {
                None
            }

            /// The value of an elementary function or of a user's function.
            fn function<F: Function<K>, const K: usize>(f: F, x: [Self; K]) -> Self;

            /// The double beneath, if there is one. It is for derivative rules, since an expression does not inspect its numbers.
            #[doc(hidden)]
            fn primal(self) -> Option<f64>;

            /// An observation of the double beneath: see [`RealDict::answer`].
            #[doc(hidden)]
            #[inline]
            fn answer(self, question: impl Fn(f64) -> u64) -> Option<u64> {
                self.primal().map(question)
            }

            /// An observation by a derivative rule: see [`RealDict::inspect`].
            #[doc(hidden)]
            #[inline]
            fn inspect<const K: usize>(x: [Self; K], question: Question) -> Option<u64> {
                doubles(x, Self::primal).map(|x| question.ask(x))
            }

            /// A constant: see [`RealDict::still`].
            #[doc(hidden)]
            #[inline]
            fn still<const K: usize>(x: [Self; K], f: impl Fn([f64; K]) -> f64) -> Option<Self> {
                doubles(x, Self::primal).map(|x| Self::constant(f(x)))
            }

            $($(#[$doc])*
            #[inline]
            fn $name(self $(, $n: $T)? $(, $operand: Self)*) -> Self {
                Self::function(row!($Row $($n)?), [self $(, $operand)*])
            })*

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
            /// Whether the primal is NaN.
            #[inline]
            fn is_nan(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_nan().into()) == Some(1)
            }
            /// Whether the primal is finite.
            #[inline]
            fn is_finite(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_finite().into()) == Some(1)
            }
            /// Whether the primal is ∞ or -∞.
            #[inline]
            fn is_infinite(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_infinite().into()) == Some(1)
            }
            /// Whether the primal is neither 0, subnormal, infinite nor NaN.
            #[inline]
            fn is_normal(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_normal().into()) == Some(1)
            }
            /// Whether the primal is subnormal.
            #[inline]
            fn is_subnormal(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_subnormal().into()) == Some(1)
            }
            /// Whether the primal has a negative sign, also for `-0.0`.
            #[inline]
            fn is_sign_negative(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_sign_negative().into()) == Some(1)
            }
            /// The order of primals as that of [`f64::total_cmp`], where all NaN of one sign are equal.
            #[inline]
            fn total_cmp(&self, other: &Self) -> core::cmp::Ordering where Self: Ordered {
                let (a, b) = (*self, *other);
                let rank = |x: Self| if !x.is_nan() { 1 } else if x.is_sign_negative() { 0 } else { 2 };
                match a.partial_cmp(&b) {
                    None => rank(a).cmp(&rank(b)),
                    Some(core::cmp::Ordering::Equal) => b.is_sign_negative().cmp(&a.is_sign_negative()),
                    Some(order) => order,
                }
            }
            /// Whether the primal has a positive sign.
            #[inline]
            fn is_sign_positive(self) -> bool where Self: Ordered {
                self.answer(|x| x.is_sign_positive().into()) == Some(1)
            }
        }
    };
}

macro_rules! real {
    (methods $methods:tt $($others:tt)*) => {
        class! { {
            /// A [`Field`] with constants and the stable methods of `f64`, under their own names. Special functions are functions in
            /// [`special`](crate::special).
            ///
            /// Each method is a row of the table of functions. `self` is its first operand, called x or a. [`EDGES`](function::EDGES)
            /// lists the behaviour at kinks and edges.
            #[diagnostic::on_unimplemented(
                message = "`{Self}` is not a real number",
                label = "not a `Real`",
                note = "the callee uses real functions or plain floats, or is assumed to; if the caller asserts its \
                    class, write `class = Real`, or no class"
            )]
            pub trait Real: Field<Dict: RealDict> + Active + Mixed + From<f64> + FromStr<Err = ParseFloatError>
        } $methods }
    };
}
table!(real);

macro_rules! elementary {
    (methods $methods:tt $($others:tt)*) => {
        class! { {
            /// A [`Field`] with constants and the stable methods of floats. It is [`Real`] without operators between a number and a plain
            /// `f64`, so `f32` is one, too. A function over `f32` with `#[exp]` needs it.
            ///
            /// ```
            /// use ad::numbers::Elementary;
            ///
            /// fn length<N: Elementary>(x: N, y: N) -> N {
            ///     (x * x + y * y).sqrt()
            /// }
            ///
            /// assert_eq!(length(3.0_f32, 4.0), 5.0_f32);
            /// ```
            #[diagnostic::on_unimplemented(
                message = "`{Self}` is not a number with elementary functions",
                label = "not `Elementary`",
                note = "the callee is over `f32`, and uses functions such as `sqrt`, or plain floats; if the caller asserts its \
                    class, write `class = Real`, or no class"
            )]
            pub trait Elementary:
                Field<Dict: RealDict>
                + Active
                + FromStr<Err = ParseFloatError>
                + Rem<Output = Self>
                + for<'a> Rem<&'a Self, Output = Self>
                + RemAssign
                + for<'a> RemAssign<&'a Self>
                + for<'a> Imply<&'a Self, Is: Rem<Self, Output = Self> + for<'b> Rem<&'b Self, Output = Self>>
        } $methods }
    };
}
table!(elementary);

impl<N: Real> Elementary for N {
    #[inline]
    fn constant(c: f64) -> N {
        Real::constant(c)
    }
    #[inline]
    fn rounded(c: f64) -> N {
        Real::rounded(c)
    }
    #[inline]
    fn inferred(c: f64) -> N {
        Real::inferred(c)
    }
    #[inline]
    fn borrowed(x: &[f64]) -> Option<&[N]> {
        Real::borrowed(x)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function<F: Function<K>, const K: usize>(f: F, x: [N; K]) -> N {
        Real::function(f, x)
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        Real::primal(self)
    }
    #[inline]
    fn answer(self, question: impl Fn(f64) -> u64) -> Option<u64> {
        Real::answer(self, question)
    }
    #[inline]
    fn inspect<const K: usize>(x: [N; K], question: Question) -> Option<u64> {
        Real::inspect(x, question)
    }
    #[inline]
    fn still<const K: usize>(x: [N; K], f: impl Fn([f64; K]) -> f64) -> Option<N> {
        Real::still(x, f)
    }
}

impl<D: RealDict> Mixed for Num<D> {}

/// A parsed number is a constant.
impl<D: RealDict> FromStr for Num<D> {
    type Err = ParseFloatError;

    fn from_str(text: &str) -> Result<Self, ParseFloatError> {
        text.parse().map(<Self as Real>::constant)
    }
}

impl<D: RealDict> Capture<f64, Ground> for D {
    #[inline]
    fn capture(self, x: f64) -> Num<D> {
        Num::new(self, self.constant(x))
    }
}

impl<D: RealDict> Capture<f32, Ground> for D {
    #[inline]
    fn capture(self, x: f32) -> Num<D> {
        self.capture(f64::from(x))
    }
}

impl<D: RealDict> Real for Num<D> {
    #[inline]
    fn constant(c: f64) -> Self {
        Num::unbound(|d: D| d.constant(c))
    }
    #[inline]
    fn rounded(c: f64) -> Self {
        Num::unbound(|d: D| d.rounded(c))
    }
    #[inline]
    fn inferred(c: f64) -> Self {
        Num::unbound(|d: D| d.inferred(c))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function<F: Function<K>, const K: usize>(f: F, x: [Self; K]) -> Self {
        let dict = joined(&x);
        Num::new(dict, dict.function(f, each(x, Num::value)))
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        self.dict().primal(self.value())
    }
    #[inline]
    fn answer(self, question: impl Fn(f64) -> u64) -> Option<u64> {
        self.dict().answer(self.value(), question)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inspect<const K: usize>(x: [Self; K], question: Question) -> Option<u64> {
        joined(&x).inspect(x.map(Num::value), question)
    }
    #[inline]
    fn still<const K: usize>(x: [Self; K], f: impl Fn([f64; K]) -> f64) -> Option<Self> {
        let dict = joined(&x);
        dict.still(x.map(Num::value), f).map(|v| Num::new(dict, v))
    }
}
