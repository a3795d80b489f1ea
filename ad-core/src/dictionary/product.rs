//! The product of two number systems.

use core::cmp::Ordering;
use core::fmt;

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Entry, Function, Partial, Question};
use crate::number::erased::made;
use crate::number::num::{each, numbers};
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, Num, OrderedDict, Pairs, RealDict, RingDict, Shortcuts};

/// Pairs of a number of `A` and a number of `B`. `A` leads: it decides comparisons, and it has the primal. `B` follows.
///
/// So `B` need not be ordered. A float can decide the branches of a program that is evaluated in exact arithmetic beside it.
///
/// ```
/// use ad::numbers::{Product, Rational, Rationals};
/// use ad::prelude::*;
///
/// #[exp(class = Field + Ordered)]
/// fn relu(x: f64) -> f64 {
///     if x > 0.0 { 0.1 * x } else { 0.0 }
/// }
///
/// let both = Product(F64, Rationals);
/// let (float, exact) = forward::diff(Relu).eval(both, (3.0, Rational::from(3)));
/// assert_eq!((float, exact), (0.1, Rational::new(1, 10)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Product<A, B>(pub A, pub B);

impl<A: Dict, B: Dict> Dict for Product<A, B> {
    type V = (A::V, B::V);
    type Level = Ground;

    const SHORTCUTS: Shortcuts<Self> = Shortcuts::pairs();

    #[inline]
    fn zero(self) -> Self::V {
        (self.0.zero(), self.1.zero())
    }
    #[inline]
    fn one(self) -> Self::V {
        (self.0.one(), self.1.one())
    }
    #[inline]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        (self.0.add(a.0, b.0), self.1.add(a.1, b.1))
    }
    #[inline]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        (self.0.mul(a.0, b.0), self.1.mul(a.1, b.1))
    }
    #[inline]
    fn natural(self, n: u64) -> Self::V {
        (self.0.natural(n), self.1.natural(n))
    }
    #[inline]
    fn power(self, a: Self::V, n: u32) -> Self::V {
        (self.0.power(a.0, n), self.1.power(a.1, n))
    }
    #[inline]
    fn empty_sum(self) -> Self::V {
        (self.0.empty_sum(), self.1.empty_sum())
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Product(self.0.join(other.0), self.1.join(other.1))
    }
    #[inline]
    fn adopt(self, value: Self::V) -> Self::V {
        (self.0.adopt(value.0), self.1.adopt(value.1))
    }
    /// Only `A` decides.
    #[inline]
    fn vary(self, varies: bool) -> bool {
        self.0.vary(varies)
    }
    /// The number of `A`.
    fn show(self, v: Self::V, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(v.0, format, f)
    }
}

impl<A: Dict, B: Dict> Pairs for Product<A, B> {
    type Left = A;
    type Right = B;
    #[inline]
    fn parts(self) -> (A, B) {
        (self.0, self.1)
    }
}

impl<A: RingDict, B: RingDict> RingDict for Product<A, B> {
    #[inline]
    fn neg(self, a: Self::V) -> Self::V {
        (self.0.neg(a.0), self.1.neg(a.1))
    }
    #[inline]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        (self.0.sub(a.0, b.0), self.1.sub(a.1, b.1))
    }
    #[inline]
    fn integer(self, n: i64) -> Self::V {
        (self.0.integer(n), self.1.integer(n))
    }
}

impl<A: FieldDict, B: FieldDict> FieldDict for Product<A, B> {
    #[inline]
    fn exponent(self, a: Self::V) -> Option<i32> {
        self.0.exponent(a.0)
    }
    #[inline]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        (self.0.div(a.0, b.0), self.1.div(a.1, b.1))
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Self::V {
        (self.0.decimal(literal), self.1.decimal(literal))
    }
}

// Closures inside of a function that is generic over `F` would be compiled for each `F`.

#[inline]
pub(crate) fn firsts<A: Copy, B: Copy, const K: usize>(x: [(A, B); K]) -> [A; K] {
    each(x, |x| x.0)
}

#[inline]
fn seconds<A: Copy, B: Copy, const K: usize>(x: [(A, B); K]) -> [B; K] {
    each(x, |x| x.1)
}

/// The primals, if all of them are known.
#[inline]
fn primals<D: RealDict, const K: usize>(dict: D, x: [D::V; K]) -> Option<[f64; K]> {
    let primals = each(x, |x| dict.primal(x));
    primals.iter().all(Option::is_some).then(|| each(primals, Option::unwrap_or_default))
}

impl<A: RealDict, B: RealDict> RealDict for Product<A, B> {
    #[inline]
    fn constant(self, c: f64) -> Self::V {
        (self.0.constant(c), self.1.constant(c))
    }
    #[inline]
    fn rounded(self, c: f64) -> Self::V {
        (self.0.rounded(c), self.1.rounded(c))
    }
    #[inline]
    fn inferred(self, c: f64) -> Self::V {
        (self.0.inferred(c), self.1.inferred(c))
    }

    /// `B` follows the primals of `A`, since a function such as `max` or `floor` decides something.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Self::V; K]) -> Self::V {
        if let Some(y) = f.composed(numbers(self, x)) {
            return y.value();
        }
        let y = self.0.function(f, firsts(x));
        let followed = seconds(x);
        let (Some(leading), Some(leaders)) = (self.0.primal(y), primals(self.0, firsts(x))) else {
            return (y, self.1.function(f, followed));
        };
        self.1.meet(f, leaders, leading);
        let decided = f.entry().and_then(|entry| decided(self.1, entry, &followed, &leaders, leading));
        (y, decided.unwrap_or_else(|| self.1.follow(f, followed, leaders)))
    }

    /// By [`Function::partial`], so that all strategies compute a derivative by one formula.
    fn with_partials<F: Function<K>, const K: usize>(
        self,
        f: F,
        x: [Self::V; K],
    ) -> (Self::V, [Partial<Self::V>; K]) {
        let y = self.function(f, x);
        let partial = |i| f.partial(i, numbers(self, x), Num::new(self, y)).map(Num::value);
        (y, made(partial))
    }

    #[inline]
    fn primal(self, a: Self::V) -> Option<f64> {
        self.0.primal(a.0)
    }
    #[inline]
    fn answer(self, a: Self::V, question: impl Fn(f64) -> u64) -> Option<u64> {
        self.0.answer(a.0, question)
    }
    #[inline]
    fn inspect<const K: usize>(self, x: [Self::V; K], question: Question) -> Option<u64> {
        self.0.inspect(firsts(x), question)
    }
    #[inline]
    fn order(self) -> usize {
        self.0.order()
    }
}

impl<A: OrderedDict, B: Dict> OrderedDict for Product<A, B> {
    #[inline]
    fn eq(self, a: Self::V, b: Self::V) -> bool {
        self.0.eq(a.0, b.0)
    }
    #[inline]
    fn partial_cmp(self, a: Self::V, b: Self::V) -> Option<Ordering> {
        self.0.partial_cmp(a.0, b.0)
    }
    #[inline]
    fn lt(self, a: Self::V, b: Self::V) -> bool {
        self.0.lt(a.0, b.0)
    }
    #[inline]
    fn le(self, a: Self::V, b: Self::V) -> bool {
        self.0.le(a.0, b.0)
    }
}

/// The functions that inspect their operands, by the operands and the value in the leading number system.
pub(crate) fn decided<D: RealDict>(
    dict: D,
    entry: Entry,
    x: &[D::V],
    leaders: &[f64],
    y: f64,
) -> Option<D::V> {
    let signed = |x: D::V, negative: bool| if negative { dict.neg(x) } else { x };
    let is_y = |leader: &f64| leader.to_bits() == y.to_bits();
    Some(match (entry, x, leaders) {
        (Entry::Abs(_), [x], [leader]) => signed(*x, leader.is_sign_negative()),
        (Entry::Copysign(_), [a, _], [leader, sign]) => {
            signed(*a, leader.is_sign_negative() != sign.is_sign_negative())
        }
        (Entry::Max(_) | Entry::Min(_) | Entry::Clamp(_), ..) => x[leaders.iter().position(is_y)?],
        (
            Entry::Signum(_)
            | Entry::Floor(_)
            | Entry::Ceil(_)
            | Entry::Round(_)
            | Entry::RoundTiesEven(_)
            | Entry::Trunc(_)
            | Entry::DivEuclid(_)
            | Entry::Heaviside(_),
            ..,
        ) => dict.constant(y),
        (Entry::Fract(_), [x], [leader]) => dict.sub(*x, dict.constant(leader - y)),
        (Entry::Rem(_) | Entry::RemEuclid(_), [a, b], [leader, divisor]) => {
            let quotient = dict.constant(((leader - y) / divisor).round());
            dict.sub(*a, dict.mul(*b, quotient))
        }
        _ => return None,
    })
}
