//! The table of elementary functions: each with its value and its partial derivatives.
//!
//! A row is a type that implements [`Function`]. Its derivative is written with numbers of any class [`Real`], so it can be
//! differentiated again. All orders, modes and nestings follow from this one table. A user's function is another row (see
//! [`Function`]).
//!
//! # Kinks and edges
//!
//! One policy holds in all modes and orders:
//!
//! * **Structure before arithmetic.** A number that does not depend on the variable has no derivative, which differs from a
//!   derivative of 0. Steps without influence on the result are not visited. So a constant never contributes `0 · ∞`, and neither
//!   does a branch whose value is not used.
//! * **Elsewhere, IEEE arithmetic**: `0 · ∞` is NaN, and overflow gives ∞. Modes multiply in different orders. So they may differ
//!   in the last bit, in the sign of a zero, and where a product under- or overflows.
//! * **Far from 1**, a divisor is brought near by a power of two, as are the operands of reciprocals, powers and logarithms. So the
//!   derivative of `(1.0 / (1.0 + (-x).exp())).ln()` is right at -700, where that of the quotient is 10⁻⁶⁰⁸. An adjoint that no float
//!   holds, such as that of `1.0 / x` by x = 10⁻²⁰⁰, is infinite in the reverse modes.
//! * **At a kink**, the derivative is the mean of the two one-sided derivatives.
//! * **At a jump** of a piecewise constant function, the derivative is 0.
//! * **At the edge of its domain** a function has the limit of its derivative.
//! * **Outside its domain** a function and its derivatives are NaN.
//! * **Comparisons**, `==` included, inspect the primal only: a branch is differentiated as if it were the program.
//!
//! The table of [`EDGES`] lists all of them. Sources on programs that are not differentiable everywhere: W. Lee, H. Yu, X. Rival and H. Yang,
//! *On correctness of automatic differentiation for non-differentiable functions*, NeurIPS 2020; D. Mazza and M. Pagani, *Automatic
//! differentiation in PCF*, POPL 2021.
//!
//! # Accuracy
//!
//! Values are those of `std`, or of `libm` without the feature `std`. Special functions are those of `libm`, except the digamma
//! function, its derivatives, and `normal_cdf`, whose error is at most 7 ulp also in the tails. The table lists the errors on the tables of the test suite. One unit is the error that half an
//! ulp of the argument and half an ulp of the result make.
//!
//! | | units |
//! |---|---:|
//! | `std`, `erf`, `erfc` | 2.2 |
//! | `gamma`, `ln_gamma` | 3.8 |
//! | Bessel functions | 3.6 |
//! | `digamma` | 5.5 |
//! | derivatives to the second order | 6 |
//! | third derivatives | 8 |

use alloc::borrow::Cow;

use crate::Real;
use crate::number::erased::made;

mod arithmetic;
pub(crate) mod branchless;
#[cfg(any(feature = "enclosure", feature = "numbers"))]
pub(crate) mod constants;
pub(crate) mod guarded;
pub(crate) mod kinks;
#[cfg(not(feature = "std"))]
pub(crate) mod math;
mod polygamma;
mod question;
pub(crate) mod real;
mod recurrence;
pub(crate) mod scaled;
pub(crate) mod series;
pub(crate) mod special;
mod stumpff;
pub(crate) mod table;

#[doc(hidden)]
pub use question::Question;
pub use series::Series;
pub use table::*;

/// An elementary function of `K` numbers: one step of a computation.
///
/// Implement it to give the derivative of a function that cannot be differentiated, or that has a better derivative than its
/// code. The derivative holds in all modes and orders, because the partial derivatives are written with numbers.
///
/// ```
/// use std::borrow::Cow;
/// use ad::function::{Function, Partial};
/// use ad::{At, Real, exp, forward, stack};
///
/// /// ln(1 + eˣ), whose derivative 1 / (1 + e⁻ˣ) does not overflow.
/// #[derive(Clone, Copy)]
/// struct Softplus;
///
/// impl Function<1> for Softplus {
///     fn name(&self) -> Cow<'static, str> { "softplus".into() }
///     fn value(self, [x]: [f64; 1]) -> f64 { x.max(0.0) + (-x.abs()).exp().ln_1p() }
///     fn partial<N: Real>(self, _: usize, [x]: [N; 1], _: N) -> Partial<N> {
///         Partial::Value((1.0 + (-x).exp()).recip())
///     }
/// }
///
/// #[exp]
/// fn penalty(x: f64) -> f64 {
///     Real::function(Softplus, [x])
/// }
///
/// assert_eq!(forward::diff(Penalty).at(0.0), 0.5);
/// assert_eq!(stack::diff(forward::diff(Penalty)).at(0.0), 0.25);
/// assert_eq!(stack::diff(Penalty).at(1000.0), 1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an elementary function",
    label = "no elementary function",
    note = "elementary functions are types of `ad::function`, such as `Tanh`; apply another function in a loop"
)]
pub trait Function<const K: usize>: Copy {
    /// The printed name.
    fn name(&self) -> Cow<'static, str>;

    /// Its value at `x`.
    fn value(self, x: [f64; K]) -> f64;

    /// Its value at single-precision floats: that of the method of `f32`, if there is one.
    #[doc(hidden)]
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the value in double precision is rounded")]
    fn single(self, x: [f32; K]) -> f32 {
        self.value(x.map(f64::from)) as f32
    }

    /// Its derivative with respect to operand `i < K`, at `x`, for the value `y`.
    ///
    /// It is called only if operand `i` depends on a variable.
    fn partial<N: Real>(self, i: usize, x: [N; K], y: N) -> Partial<N>;

    /// Whether strategies call [`with_partials`](Function::with_partials), because value and derivatives share most of their
    /// work.
    #[doc(hidden)]
    const TOGETHER: bool = false;

    /// Its value and its derivatives with respect to its operands.
    #[doc(hidden)]
    #[inline]
    fn with_partials<N: Real>(self, x: [N; K]) -> (N, [Partial<N>; K]) {
        let y = N::function(self, x);
        (y, made(|i| self.partial(i, x, y)))
    }

    /// Whether it has [`factors`](Function::factors).
    #[doc(hidden)]
    const SPLITS: bool = false;

    /// Two factors whose product is its derivative with respect to the first operand, bit by bit. It may leave the range of floats.
    #[doc(hidden)]
    #[inline]
    fn factors<N: Real>(self, _x: [N; K], _y: N) -> Option<[N; 2]> {
        None
    }

    /// Its value by its own program, if it has one. An exact number system has no other value of a user's function.
    #[doc(hidden)]
    #[inline]
    fn composed<N: Real>(self, _x: [N; K]) -> Option<N> {
        None
    }

    /// Its Taylor series up to the given order, at series `x`, at least one of which is not constant.
    ///
    /// The default uses the partial derivatives. It costs O(order²) if they depend on `x` only, and O(order³) if they depend on
    /// `y`.
    #[inline]
    fn series<N: Real, S: Series<N>>(self, x: [&[N]; K], order: usize) -> S {
        S::from_partials(self, x, order)
    }

    /// Its entry in the table, if it is a row: its identity for a number system that is not made of doubles.
    #[inline]
    fn entry(self) -> Option<Entry> {
        None
    }
}

/// The derivative of a step with respect to one of its operands.
///
/// Return `Zero` if the step does not depend on the operand, `One` if the derivative is 1, and otherwise `Value`. Structural
/// knowledge costs nothing.
///
/// ```
/// use ad::function::Partial;
///
/// assert_eq!(Partial::Value(2.0).map(|p| p * 10.0), Partial::Value(20.0));
/// assert_eq!(Partial::<f64>::One.map(|p| p * 10.0), Partial::One);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partial<N> {
    /// The step does not depend on the operand: nothing is propagated.
    Zero,
    /// The derivative is 1: the incoming adjoint or tangent passes unchanged.
    One,
    /// The derivative is -1. If negation is equivalent, the incoming adjoint or tangent is negated; otherwise it is multiplied by
    /// this.
    MinusOne(N),
    /// The factor of the incoming adjoint or tangent.
    Value(N),
}

use Partial::{One, Value, Zero};

impl<N> Partial<N> {
    /// Applies `f` to the factor, if there is one.
    #[inline]
    pub fn map<M>(self, f: impl FnOnce(N) -> M) -> Partial<M> {
        match self {
            Zero => Zero,
            One => One,
            Partial::MinusOne(p) => Partial::MinusOne(f(p)),
            Value(p) => Value(f(p)),
        }
    }
}
