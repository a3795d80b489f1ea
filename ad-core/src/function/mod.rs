//! The table of elementary functions: each with its value and its partial derivatives.
//!
//! A row is a type that implements [`Function`]. The derivative is written with numbers of any class
//! [`Real`], so it can be differentiated again: all orders, modes and nestings come from this one table. A
//! user's own function is another row (see [`Function`]).
//!
//! # Kinks and edges
//!
//! One policy, the same in all modes and orders:
//!
//! * **Structure before arithmetic.** A number that does not depend on the variable has no derivative at all,
//!   not a derivative that happens to be 0; what the result does not depend on is not visited. So a constant
//!   never contributes `0 · ∞`, and neither does a branch whose value was computed and not used.
//! * **Elsewhere, IEEE arithmetic**: `0 · ∞` is NaN, and overflow gives ∞. Modes multiply in different orders, so
//!   where a product under- or overflows on the way, as in the last bit and in the sign of a zero, they may differ.
//! * **At a kink**, the derivative is the mean of the two one-sided ones.
//! * **At a jump** of a piecewise constant function, it is 0, as everywhere else.
//! * **At the edge of its domain** a function has the limit of its derivative.
//! * **Outside its domain** a function and its derivatives are NaN.
//! * **Comparisons**, `==` among them, look at the primal only: a branch is differentiated as if it were the program.
//!
//! All of them stand in the table of [`EDGES`].
//!
//! # Accuracy
//!
//! Values are those of `std` (without the feature `std`, those of `libm`), the special functions' those of `libm` (the digamma function and its derivatives are our
//! own). On the tables of the test suite, where one unit is the error that half an ulp of the argument and half an ulp of
//! the result make, `std` and `erf`, `erfc` are good to 2.2 units, `gamma` and `ln_gamma` to 3.8, the Bessel functions to
//! 3.6 and `digamma` to 5.5. All derivatives to the second order are good to 6 and those of the third to 8 units.

use alloc::borrow::Cow;

use crate::Real;

mod arithmetic;
mod kinks;
#[cfg(not(feature = "std"))]
pub(crate) mod math;
mod polygamma;
pub(crate) mod real;
mod recurrence;
pub(crate) mod series;
pub(crate) mod special;
pub(crate) mod table;

pub use series::Series;
pub use table::*;

/// An elementary function of `K` numbers: a step of a computation that is not made of smaller ones.
///
/// Implement it to give the derivative of a function that cannot be differentiated, or that has a better
/// derivative than the one its code would lead to. It holds in all modes and orders, because the partial
/// derivatives are themselves written with numbers.
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
pub trait Function<const K: usize>: Copy {
    /// What to call it when it is printed.
    fn name(&self) -> Cow<'static, str>;

    /// Its value at `x`.
    fn value(self, x: [f64; K]) -> f64;

    /// Its derivative with respect to operand `i < K`, at `x`, where its value is `y`.
    ///
    /// It is asked for only where operand `i` depends on a variable.
    fn partial<N: Real>(self, i: usize, x: [N; K], y: N) -> Partial<N>;

    /// Whether [`with_partials`](Function::with_partials) is asked, since what all have in common is most of the work.
    #[doc(hidden)]
    const TOGETHER: bool = false;

    /// Its value and its derivatives with respect to its operands.
    #[doc(hidden)]
    #[inline]
    fn with_partials<N: Real>(self, x: [N; K]) -> (N, [Partial<N>; K]) {
        let y = N::function(self, x);
        (y, core::array::from_fn(|i| self.partial(i, x, y)))
    }

    /// Whether its value and its derivative, both of a float, take less time in one place than in two, as sine and cosine do,
    /// which one call of the system's library gives.
    #[doc(hidden)]
    #[inline]
    fn shares_work(self) -> bool {
        false
    }

    /// Its Taylor series up to the given order, at series `x` of which at least one is no constant.
    ///
    /// By default it is made from the partial derivatives, at a cost of O(order²) if they depend on `x` only and of
    /// O(order³) if they depend on `y`.
    #[inline]
    fn series<N: Real, S: Series<N>>(self, x: [&[N]; K], order: usize) -> S {
        S::from_partials(self, x, order)
    }

    /// Its entry in the table, if it is a row of it: what [`replay`](mod@crate::replay) writes down.
    #[doc(hidden)]
    #[inline]
    fn entry(self) -> Option<Entry> {
        None
    }
}

/// The derivative of a step with respect to one of its operands.
///
/// Say `Zero` where there is none, `One` where it is 1, and else `Value`: what is known by structure costs nothing.
///
/// ```
/// use ad::function::Partial;
///
/// assert_eq!(Partial::Value(2.0).map(|p| p * 10.0), Partial::Value(20.0));
/// assert_eq!(Partial::<f64>::One.map(|p| p * 10.0), Partial::One);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partial<N> {
    /// The step does not depend on that operand: nothing is propagated.
    Zero,
    /// What arrives is passed on as it is.
    One,
    /// What arrives is multiplied by this, which is -1. Where that makes no difference it is negated instead.
    MinusOne(N),
    /// What arrives is multiplied.
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
