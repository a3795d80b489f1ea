//! What differentiation may leave out over a number system. It is speed alone: nobody who only wants a number system of
//! his own need know of it.

use crate::Dict;

/// What differentiation may leave out over a number system, because nobody can tell the difference there:
/// [`Dict::SHORTCUTS`].
///
/// All derivatives are right, and the same, without any: [`NONE`](Shortcuts::NONE) is what a dictionary has that says nothing.
/// Where 0 × v is 0 whatever v is, as for integers, [`EXACT`](Shortcuts::EXACT) lets a Jacobian in forward mode carry several tangents:
///
/// ```
/// use ad::{Dict, Exp, exp, forward, parts::Shortcuts};
///
/// /// Integers modulo 5.
/// #[derive(Clone, Copy, Default)]
/// struct Fifth;
///
/// impl Dict for Fifth {
///     type V = u8;
///     const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
///     fn zero(self) -> u8 { 0 }
///     fn one(self) -> u8 { 1 }
///     fn add(self, a: u8, b: u8) -> u8 { (a + b) % 5 }
///     fn mul(self, a: u8, b: u8) -> u8 { a * b % 5 }
/// }
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x[0] * x[1] * x[2]
/// }
///
/// assert_eq!(forward::grad(Product).eval(Fifth, [2, 3, 4]), [2, 3, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shortcuts<D: Dict> {
    /// Whether it is certain that `0 × v` is 0, as the laws want: not for the infinities and NaNs of floats.
    ///
    /// Forward mode with several tangents asks, to tell whether a tangent that is 0 by structure may have become NaN, and
    /// otherwise makes a pass for each input.
    pub annihilates: fn(D, D::V) -> bool,
    /// How an adjoint is told from none without an option around it: then reverse mode needs no more memory for it than
    /// for a value.
    pub untouched: Option<Untouched<D>>,
    /// `-v`, if nobody can tell it from `v × -1`: then reverse mode remembers of `a - b` only that there is a sign.
    pub negate: Option<fn(D::V) -> D::V>,
    /// Whether `v` is 1, and nobody can tell `v × a` from `a`: then reverse mode remembers nothing of such a step.
    pub is_unit: fn(D::V) -> bool,
}

/// A value that stands for an adjoint at which nothing has arrived, and that no adjoint can be: for floats, -0.
///
/// Integers of a narrow range, for example, can take one outside of it:
///
/// ```
/// use ad::parts::{Shortcuts, Untouched};
/// use ad::{Dict, Exp, exp, stack};
///
/// /// Integers modulo 5.
/// #[derive(Clone, Copy, Default)]
/// struct Fifth;
///
/// impl Dict for Fifth {
///     type V = u8;
///     const SHORTCUTS: Shortcuts<Self> = Shortcuts {
///         untouched: Some(Untouched {
///             value: 5,
///             is: |v| v == 5,
///             accumulate: |_, sum, term| (sum + term) % 5, // of 5 and a term, the term
///         }),
///         ..Shortcuts::EXACT
///     };
///     fn zero(self) -> u8 { 0 }
///     fn one(self) -> u8 { 1 }
///     fn add(self, a: u8, b: u8) -> u8 { (a + b) % 5 }
///     fn mul(self, a: u8, b: u8) -> u8 { a * b % 5 }
/// }
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(stack::diff(Cube).eval(Fifth, 3), 2); // 27
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Untouched<D: Dict> {
    /// This value, which counts as no term in [`accumulate`](Untouched::accumulate).
    pub value: D::V,
    /// Whether `v` is [`value`](Untouched::value), exactly.
    pub is: fn(D::V) -> bool,
    /// `sum + term`. What it has made of [`value`](Untouched::value) and of terms must not be that value.
    pub accumulate: fn(D, D::V, D::V) -> D::V,
}

impl<D: Dict> Shortcuts<D> {
    /// Nothing is left out.
    pub const NONE: Self =
        Shortcuts { annihilates: |_, _| false, untouched: None, negate: None, is_unit: |_| false };

    /// 0 × v is 0, whatever v is.
    pub const EXACT: Self = Shortcuts { annihilates: |_, _| true, ..Self::NONE };
}

/// [`Shortcuts::annihilates`]
#[inline]
pub(crate) fn annihilates<D: Dict>(dict: D, v: D::V) -> bool {
    (D::SHORTCUTS.annihilates)(dict, v)
}
