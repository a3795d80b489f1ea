//! Shortcuts of differentiation over a number system. They only affect speed, and a dictionary may ignore them.

use crate::Dict;

/// Shortcuts of differentiation over a number system that nobody can observe there: [`Dict::SHORTCUTS`].
///
/// Derivatives are the same without them: [`NONE`](Shortcuts::NONE) is the default. If 0 × v is 0 for every v, as for integers,
/// [`EXACT`](Shortcuts::EXACT) permits several tangents at once for a Jacobian in forward mode:
///
/// ```
/// use ad::{Dict, Exp, Ground, Shortcuts, exp, forward};
///
/// /// Integers modulo 5.
/// #[derive(Clone, Copy, Default)]
/// struct Fifth;
///
/// impl Dict for Fifth {
///     type V = u8;
///     type Level = Ground;
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
    /// Whether `0 × v` is 0, as the laws require. It is not for the infinities and NaNs of floats.
    ///
    /// Forward mode with several tangents uses it to find out whether a structurally zero tangent may be NaN. If so, it makes one
    /// pass for each input.
    pub annihilates: fn(D, D::V) -> bool,
    /// The mark of an empty adjoint, without an option. Then reverse mode needs no more memory for an adjoint than for a value.
    pub untouched: Option<Untouched<D>>,
    /// `-v`, if nobody can distinguish it from `v × -1`. Then reverse mode records only the sign of `a - b`.
    pub negate: Option<fn(D::V) -> D::V>,
    /// Whether `v` is 1, and nobody can distinguish `v × a` from `a`. Then reverse mode records no step for the product.
    pub is_unit: fn(D, D::V) -> bool,
}

/// A value that marks an empty adjoint, and that no adjoint can have: for floats, -0.
///
/// Integers of a narrow range can use one outside of the range:
///
/// ```
/// use ad::{Shortcuts, Untouched};
/// use ad::{Dict, Exp, Ground, exp, stack};
///
/// /// Integers modulo 5.
/// #[derive(Clone, Copy, Default)]
/// struct Fifth;
///
/// impl Dict for Fifth {
///     type V = u8;
///     type Level = Ground;
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
    /// The mark. [`accumulate`](Untouched::accumulate) does not count it as a term.
    pub value: D::V,
    /// Whether `v` is [`value`](Untouched::value), exactly.
    pub is: fn(D::V) -> bool,
    /// `sum + term`. The result for [`value`](Untouched::value) and terms must not be that value.
    pub accumulate: fn(D, D::V, D::V) -> D::V,
}

impl<D: Dict> Shortcuts<D> {
    /// No shortcuts.
    pub const NONE: Self =
        Shortcuts { annihilates: |_, _| false, untouched: None, negate: None, is_unit: |_, _| false };

    /// 0 × v is 0 for every v.
    pub const EXACT: Self = Shortcuts { annihilates: |_, _| true, ..Self::NONE };
}

/// A number system of pairs, which has the [`Shortcuts::pairs`].
///
/// [`Product`](crate::Product) is one. Another one may differ in its comparisons or its text:
///
/// ```
/// use ad::numbers::{Dict, Ground, Pairs, Shortcuts};
/// use ad::{Exp, F32, F64, paper::{Var, pow}, stack};
///
/// /// A number in both precisions.
/// #[derive(Clone, Copy, Default)]
/// struct Precisions;
///
/// impl Dict for Precisions {
///     type V = (f64, f32);
///     type Level = Ground;
///     const SHORTCUTS: Shortcuts<Self> = Shortcuts::pairs();
///     fn zero(self) -> Self::V { (0.0, 0.0) }
///     fn one(self) -> Self::V { (1.0, 1.0) }
///     fn add(self, a: Self::V, b: Self::V) -> Self::V { (a.0 + b.0, a.1 + b.1) }
///     fn mul(self, a: Self::V, b: Self::V) -> Self::V { (a.0 * b.0, a.1 * b.1) }
/// }
///
/// impl Pairs for Precisions {
///     type Left = F64;
///     type Right = F32;
///     fn parts(self) -> (F64, F32) { (F64, F32) }
/// }
///
/// assert_eq!(stack::diff(pow(3, Var)).eval(Precisions, (0.5, 0.5)), (0.75, 0.75));
/// ```
///
/// The operations must be those of the parts, number by number.
pub trait Pairs: Dict<V = (<Self::Left as Dict>::V, <Self::Right as Dict>::V)> {
    /// The number system of the first numbers.
    type Left: Dict;
    /// The number system of the second numbers.
    type Right: Dict;

    /// Both.
    fn parts(self) -> (Self::Left, Self::Right);
}

impl<D: Pairs> Shortcuts<D> {
    /// The shortcuts that both parts have, number by number.
    #[must_use]
    pub const fn pairs() -> Self {
        Shortcuts {
            annihilates: |dict, v| {
                let (left, right) = dict.parts();
                annihilates(left, v.0) && annihilates(right, v.1)
            },
            untouched: match (untouched::<D::Left>(), untouched::<D::Right>()) {
                (Some(a), Some(b)) => Some(Untouched {
                    value: (a.value, b.value),
                    is: |v| {
                        untouched::<D::Left>().is_some_and(|a| (a.is)(v.0))
                            && untouched::<D::Right>().is_some_and(|b| (b.is)(v.1))
                    },
                    accumulate: |dict, sum, term| {
                        let (left, right) = dict.parts();
                        (accumulate(left, sum.0, term.0), accumulate(right, sum.1, term.1))
                    },
                }),
                _ => None,
            },
            negate: match (D::Left::SHORTCUTS.negate, D::Right::SHORTCUTS.negate) {
                (Some(_), Some(_)) => Some(|v| (negate::<D::Left>(v.0), negate::<D::Right>(v.1))),
                _ => None,
            },
            is_unit: |dict, v| {
                let (left, right) = dict.parts();
                (D::Left::SHORTCUTS.is_unit)(left, v.0) && (D::Right::SHORTCUTS.is_unit)(right, v.1)
            },
        }
    }
}

const fn untouched<D: Dict>() -> Option<Untouched<D>> {
    D::SHORTCUTS.untouched
}

#[inline]
fn accumulate<D: Dict>(dict: D, sum: D::V, term: D::V) -> D::V {
    match untouched::<D>() {
        Some(untouched) => (untouched.accumulate)(dict, sum, term),
        None => dict.add(sum, term),
    }
}

#[inline]
fn negate<D: Dict>(v: D::V) -> D::V {
    D::SHORTCUTS.negate.map_or(v, |negate| negate(v))
}

/// [`Shortcuts::annihilates`]
#[inline]
pub(crate) fn annihilates<D: Dict>(dict: D, v: D::V) -> bool {
    (D::SHORTCUTS.annihilates)(dict, v)
}
