//! The dictionary under which a caller requests an adjoint program.

use core::cmp::Ordering;
use core::fmt;

use crate::function::{Function, Partial, Question};
use crate::mode::capture::{Above, Capture};
use crate::number::dict::Floats;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Num, OrderedDict, RealDict, RingDict, Shortcuts, Untouched};

/// The number system `D`, as high above itself as a strategy over it: it attaches nothing to a value.
///
/// A caller that chooses between an adjoint program and the tape asks for `Exp<Primal<D>>` and `Exp<Stack<D>>`. Both capture
/// the numbers of [`given`](crate::Given::given) at the same depth.
///
/// ```
/// use ad::{Exp, F64, Primal, paper::{Var, pow}};
/// assert_eq!(pow(3, Var).eval(Primal(F64), 2.0), 8.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Primal<D>(pub D);

impl<D: Dict> Primal<D> {
    fn below(x: Num<Self>) -> Num<D> {
        Num::new(x.dict().0, x.value())
    }

    fn above(x: Num<D>) -> Num<Self> {
        Num::new(Primal(x.dict()), x.value())
    }
}

impl<D: Dict> Dict for Primal<D> {
    type V = D::V;

    const IN_PLACE: bool = D::IN_PLACE;
    const DEPTH: usize = 1 + D::DEPTH;
    const FLOATS: Option<Floats<D::V>> = D::FLOATS;

    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        annihilates: |dict, v| (D::SHORTCUTS.annihilates)(dict.0, v),
        untouched: match D::SHORTCUTS.untouched {
            None => None,
            Some(untouched) => Some(Untouched {
                value: untouched.value,
                is: untouched.is,
                accumulate: |dict, sum, term| match D::SHORTCUTS.untouched {
                    Some(untouched) => (untouched.accumulate)(dict.0, sum, term),
                    None => dict.add(sum, term),
                },
            }),
        },
        negate: D::SHORTCUTS.negate,
        is_unit: |dict, v| (D::SHORTCUTS.is_unit)(dict.0, v),
    };

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero(self) -> D::V {
        self.0.zero()
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(self) -> D::V {
        self.0.one()
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, a: D::V, b: D::V) -> D::V {
        self.0.add(a, b)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(self, a: D::V, b: D::V) -> D::V {
        self.0.mul(a, b)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn natural(self, n: u64) -> D::V {
        self.0.natural(n)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn power(self, a: D::V, n: u32) -> D::V {
        self.0.power(a, n)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times_constant(self, a: D::V, c: D::V, first: bool) -> D::V {
        self.0.times_constant(a, c, first)
    }
    #[inline]
    fn empty_sum(self) -> D::V {
        self.0.empty_sum()
    }
    #[inline]
    fn sum(numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        Self::above(D::sum(numbers.map(Self::below)))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(self, other: Self) -> Self {
        Primal(self.0.join(other.0))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adopt(self, value: D::V) -> D::V {
        self.0.adopt(value)
    }
    #[inline]
    fn incoming(self, d: D::V, partial: bool) -> D::V {
        self.0.incoming(d, partial)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vary(self, varies: bool) -> bool {
        self.0.vary(varies)
    }
    fn show(self, v: D::V, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(v, format, f)
    }
}

impl<D: RingDict> RingDict for Primal<D> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(self, a: D::V) -> D::V {
        self.0.neg(a)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, a: D::V, b: D::V) -> D::V {
        self.0.sub(a, b)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn integer(self, n: i64) -> D::V {
        self.0.integer(n)
    }
}

impl<D: FieldDict> FieldDict for Primal<D> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn div(self, a: D::V, b: D::V) -> D::V {
        self.0.div(a, b)
    }
    #[inline]
    fn exponent(self, a: D::V) -> Option<i32> {
        self.0.exponent(a)
    }
    #[inline]
    fn scale(self, a: D::V) -> Option<D::V> {
        self.0.scale(a)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decimal(self, literal: Decimal) -> D::V {
        self.0.decimal(literal)
    }
}

impl<D: RealDict> RealDict for Primal<D> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(self, c: f64) -> D::V {
        self.0.constant(c)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rounded(self, c: f64) -> D::V {
        self.0.rounded(c)
    }
    #[inline]
    fn inferred(self, c: f64) -> D::V {
        self.0.inferred(c)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [D::V; K]) -> D::V {
        self.0.function(f, x)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_partials<F: Function<K>, const K: usize>(self, f: F, x: [D::V; K]) -> (D::V, [Partial<D::V>; K]) {
        self.0.with_partials(f, x)
    }
    #[inline]
    fn primal(self, a: D::V) -> Option<f64> {
        self.0.primal(a)
    }
    #[inline]
    fn answer(self, a: D::V, question: impl Fn(f64) -> u64) -> Option<u64> {
        self.0.answer(a, question)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inspect<const K: usize>(self, x: [D::V; K], question: Question) -> Option<u64> {
        self.0.inspect(x, question)
    }
    #[inline]
    fn still<const K: usize>(self, x: [D::V; K], f: impl Fn([f64; K]) -> f64) -> Option<D::V> {
        self.0.still(x, f)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<F: Function<K>, const K: usize>(self, f: F, i: usize, x: [D::V; K], d: D::V) -> Option<D::V> {
        self.0.pass(f, i, x, d)
    }
    #[inline]
    fn order(self) -> usize {
        self.0.order()
    }
}

impl<D: OrderedDict> OrderedDict for Primal<D> {
    #[inline]
    fn eq(self, a: D::V, b: D::V) -> bool {
        self.0.eq(a, b)
    }
    #[inline]
    fn partial_cmp(self, a: D::V, b: D::V) -> Option<Ordering> {
        self.0.partial_cmp(a, b)
    }
    #[inline]
    fn lt(self, a: D::V, b: D::V) -> bool {
        self.0.lt(a, b)
    }
    #[inline]
    fn le(self, a: D::V, b: D::V) -> bool {
        self.0.le(a, b)
    }
}

impl<B: Dict, D: Capture<B, Z>, Z> Capture<B, Above<Z>> for Primal<D> {
    #[inline]
    fn capture(self, x: Num<B>) -> Num<Self> {
        Self::above(self.0.capture(x))
    }
}
