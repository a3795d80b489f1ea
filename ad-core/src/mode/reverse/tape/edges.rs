//! A recorded step: the vertices of its operands, and how an adjoint passes to each of them.
//!
//! A step `a × b` needs two vertices and two partial derivatives. `a + b` and `a - b` need only the vertices, and `sin a` one of
//! each. So a step is one word, and a separate stack contains its partial derivatives: none, one or two. A step of one operand
//! with the derivative 1, `a + 1` or, of floats, `1.0 * a`, is not recorded: its result has the vertex of `a`.
//!
//! A step may have many operands if their vertices are an arithmetic progression, as in a sum or one side of a scalar product.

#![allow(clippy::cast_possible_truncation, reason = "what is taken out of a word has fewer bits than it")]

use super::vertex::{Node, Vertex};
use crate::Dict;
use crate::function::Partial;

/// The operands of a step, at most two, and how an adjoint passes to each.
///
/// The word consists of the first vertex, the second vertex, and the kind of the step, from the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edges(u64);

/// How an adjoint passes to an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Factor<V> {
    /// Unchanged.
    One,
    /// Negated.
    Minus,
    /// Multiplied.
    Value(V),
}

impl<V: Copy> Factor<V> {
    #[inline]
    const fn code(self) -> u64 {
        match self {
            Factor::One => 0,
            Factor::Minus => 1,
            Factor::Value(_) => 2,
        }
    }
}

/// The kinds of steps: none, then from `SINGLE` on those of one operand, and from `PAIR` on those of two.
const SINGLE: u64 = 1;
const PAIR: u64 = 4;

impl Edges {
    /// The edges of a variable, which is not the result of a step.
    pub(crate) const NONE: Edges = Edges(0);

    /// A variable.
    pub(crate) const VARIABLE: u64 = 0;
    /// `a + b`
    pub(crate) const SUM: u64 = PAIR;
    /// `a - b`
    pub(crate) const DIFFERENCE: u64 = PAIR + 1;
    /// `a × b`
    pub(crate) const PRODUCT: u64 = PAIR + 8;
    /// `-a`
    pub(crate) const NEGATION: u64 = SINGLE + 1;
    /// A function of one operand.
    pub(crate) const FUNCTION: u64 = SINGLE + 2;

    /// The sum of the vertices of a progression.
    pub(crate) const RANGE: u64 = PAIR + 9;
    /// The same, with a partial derivative for each vertex.
    pub(crate) const WEIGHTED: u64 = PAIR + 10;
    /// No step: a checkpoint of `effects`.
    #[cfg(coroutines)]
    pub(crate) const CHECKPOINT: u64 = PAIR + 11;

    #[inline]
    const fn new(kind: u64, first: usize, second: usize) -> Self {
        Edges(kind << (2 * Vertex::BITS) | (second as u64) << Vertex::BITS | first as u64)
    }

    #[inline]
    pub(crate) fn single<V: Copy>(vertex: Vertex, factor: Factor<V>) -> Self {
        Edges::new(SINGLE + factor.code(), vertex.index(), 0)
    }

    #[inline]
    pub(crate) fn pair<V: Copy>((a, f): (Vertex, Factor<V>), (b, g): (Vertex, Factor<V>)) -> Self {
        Edges::new(PAIR + 3 * f.code() + g.code(), a.index(), b.index())
    }

    /// The edges of the sum of the vertices of a progression.
    pub(crate) fn range(of: Progression) -> Self {
        Edges::progression(Self::RANGE, of)
    }

    /// The same, with a partial derivative for each vertex.
    pub(crate) fn weighted(of: Progression) -> Self {
        Edges::progression(Self::WEIGHTED, of)
    }

    /// A checkpoint with a number of results, and of operands.
    #[cfg(coroutines)]
    pub(crate) const fn checkpoint(results: Vertex, operands: Vertex) -> Self {
        Edges::new(Self::CHECKPOINT, results.index(), operands.index())
    }

    fn progression(kind: u64, Progression { first, step, count }: Progression) -> Self {
        debug_assert!(step <= Progression::STEP && count <= Progression::COUNT);
        Edges::new(kind, first, step << Progression::COUNT_BITS | count)
    }

    /// The progression of vertices of a step, if it has one.
    #[inline]
    pub(crate) const fn vertices(self) -> Progression {
        let second = self.second();
        let (step, count) = (second >> Progression::COUNT_BITS, second & Progression::COUNT);
        Progression { first: self.first(), step, count }
    }

    /// The edge of a vertex that represents another one.
    #[cfg(feature = "numbers")]
    pub(crate) fn same(vertex: Vertex) -> Self {
        Edges::single(vertex, Factor::<()>::One)
    }

    #[inline]
    pub(crate) const fn kind(self) -> u64 {
        self.0 >> (2 * Vertex::BITS)
    }

    /// The vertex of the first operand, or 0.
    #[inline]
    pub(crate) const fn first(self) -> usize {
        (self.0 & Vertex::MASK) as usize
    }

    /// The vertex of the second operand, or 0.
    #[inline]
    pub(crate) const fn second(self) -> usize {
        (self.0 >> Vertex::BITS & Vertex::MASK) as usize
    }

    /// The codes of the factors.
    #[inline]
    pub(crate) const fn factors(self) -> [Option<Factor<()>>; 2] {
        const FACTORS: [Factor<()>; 3] = [Factor::One, Factor::Minus, Factor::Value(())];
        let kind = self.kind();
        if kind < SINGLE || kind > Self::PRODUCT {
            [None, None]
        } else if kind < PAIR {
            [Some(FACTORS[(kind - SINGLE) as usize]), None]
        } else {
            let pair = (kind - PAIR) as usize;
            [Some(FACTORS[pair / 3]), Some(FACTORS[pair % 3])]
        }
    }

    /// The number of partial derivatives.
    #[inline]
    pub(crate) const fn values(self) -> usize {
        /// Two bits for each kind.
        const VALUES: u64 = {
            let mut table = 1 << (2 * Edges::FUNCTION);
            let mut pair = 0;
            while pair < 9 {
                let values = (pair / 3 == 2) as u64 + (pair % 3 == 2) as u64;
                table |= values << (2 * (PAIR + pair));
                pair += 1;
            }
            table
        };
        if self.kind() == Self::WEIGHTED {
            return self.vertices().count;
        }
        (VALUES >> (2 * self.kind()) & 3) as usize
    }
}

/// Vertices first, first + step, …, as many as `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progression {
    pub(crate) first: usize,
    pub(crate) step: usize,
    pub(crate) count: usize,
}

impl Progression {
    const COUNT_BITS: u32 = 20;
    /// The largest count that fits into a word.
    const COUNT: usize = (1 << Self::COUNT_BITS) - 1;
    /// The largest step that fits into a word.
    const STEP: usize = (1 << (Vertex::BITS - Self::COUNT_BITS)) - 1;

    /// One vertex.
    #[inline]
    pub(crate) const fn of(vertex: Vertex) -> Self {
        Progression { first: vertex.index(), step: 1, count: 1 }
    }

    /// The progression with `vertex` as one more at the end, if it fits.
    #[inline]
    pub(crate) fn with(self, vertex: Vertex) -> Option<Self> {
        let Progression { first, step, count } = self;
        let step = if count == 1 { vertex.index().checked_sub(first)? } else { step };
        let fits = (1..=Self::STEP).contains(&step) && count < Self::COUNT;
        (fits && vertex.index() == first + count * step).then_some(Progression {
            first,
            step,
            count: count + 1,
        })
    }
}

/// A store of steps until they are reversed: a tape, or a handler.
pub(crate) trait Remember<D: Dict> {
    /// Stores a step with these partial derivatives, at most two, and returns its vertex.
    fn remember(&self, edges: Edges, partials: &[D::V]) -> Vertex;
}

/// Stores a step with `K` operands. Returns its vertex, or `None` if it is a constant.
///
/// A step of more than two operands is stored as several, each of which adds one operand.
// Most of it folds away where the constant operands are known. Without the optimizer, inlining would only add code: a copy for
// each operation of each nesting.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
pub(crate) fn record<D: Dict, const K: usize>(
    dict: D,
    operands: [Node<'_, D::V>; K],
    partial: impl Fn(usize) -> Partial<D::V>,
    steps: &impl Remember<D>,
) -> Option<Vertex> {
    let edge = |i: usize| edge::<D>(operands.get(i)?.vertex?, partial(i));
    let mut result = sum(dict, steps, edge(0), edge(1));
    for i in 2..K {
        result = sum(dict, steps, result.map(|sum| (sum, Factor::One)), edge(i));
    }
    result
}

/// An operand, and how an adjoint passes to it.
type Edge<V> = (Vertex, Factor<V>);

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::inline_always, reason = "as for `record`")]
fn edge<D: Dict>(vertex: Vertex, partial: Partial<D::V>) -> Option<Edge<D::V>> {
    match partial {
        Partial::Zero => None,
        Partial::One => Some((vertex, Factor::One)),
        Partial::MinusOne(p) if D::SHORTCUTS.negate.is_none() => Some((vertex, Factor::Value(p))),
        Partial::MinusOne(_) => Some((vertex, Factor::Minus)),
        Partial::Value(p) => Some((vertex, Factor::Value(p))),
    }
}

/// Stores a step of at most two operands.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::inline_always, reason = "as for `record`")]
fn sum<D: Dict>(
    dict: D,
    steps: &impl Remember<D>,
    a: Option<Edge<D::V>>,
    b: Option<Edge<D::V>>,
) -> Option<Vertex> {
    match (a, b) {
        (None, None) => None,
        (Some((vertex, Factor::One)), None) | (None, Some((vertex, Factor::One))) => Some(vertex),
        (Some((vertex, Factor::Value(p))), None) | (None, Some((vertex, Factor::Value(p))))
            if (D::SHORTCUTS.is_unit)(dict, p) =>
        {
            Some(vertex)
        }
        (Some((vertex, factor)), None) | (None, Some((vertex, factor))) => {
            let edges = Edges::single(vertex, factor);
            Some(match factor {
                Factor::Value(p) => steps.remember(edges, &[p]),
                Factor::One | Factor::Minus => steps.remember(edges, &[]),
            })
        }
        (Some(a), Some(b)) => {
            let edges = Edges::pair(a, b);
            Some(match (a.1, b.1) {
                (Factor::Value(p), Factor::Value(q)) => steps.remember(edges, &[p, q]),
                (Factor::Value(p), _) | (_, Factor::Value(p)) => steps.remember(edges, &[p]),
                _ => steps.remember(edges, &[]),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edges, Factor, Progression};
    use crate::mode::reverse::tape::vertex::Vertex;

    #[test]
    fn a_word_preserves_its_fields() {
        let last = Vertex::MASK as usize;
        let vertices = [1, 2, 12_345, last].map(Vertex::new);
        let factors = [Factor::One, Factor::Minus, Factor::Value(7)];
        let values = |f: Factor<i32>| usize::from(matches!(f, Factor::Value(_)));
        assert_eq!((Edges::NONE.values(), Edges::NONE.factors().map(|f| f.is_some())), (0, [false; 2]));
        for a in vertices {
            for f in factors {
                let single = Edges::single(a, f);
                assert_eq!((single.first(), single.second(), single.values()), (a.index(), 0, values(f)));
                let [Some(code), None] = single.factors() else { panic!("one operand") };
                assert_eq!(code.code(), f.code());
                for b in vertices {
                    for g in factors {
                        let pair = Edges::pair((a, f), (b, g));
                        assert_eq!((pair.first(), pair.second()), (a.index(), b.index()));
                        assert_eq!(pair.values(), values(f) + values(g));
                        let [Some(first), Some(second)] = pair.factors() else { panic!("two operands") };
                        assert_eq!((first.code(), second.code()), (f.code(), g.code()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_word_holds_a_progression_and_no_other() {
        let last =
            Progression { first: Vertex::LIMIT - 1, step: Progression::STEP, count: Progression::COUNT };
        for of in [last, Progression { first: 7, step: 3, count: 4 }, Progression::of(Vertex::new(1))] {
            assert_eq!((Edges::range(of).vertices(), Edges::range(of).values()), (of, 0));
            assert_eq!((Edges::weighted(of).vertices(), Edges::weighted(of).values()), (of, of.count));
        }
        let [five, eight, nine, eleven] = [5, 8, 9, 11].map(Vertex::new);
        let pair = Progression::of(five).with(eight).expect("5, 8");
        assert_eq!(pair, Progression { first: 5, step: 3, count: 2 });
        assert_eq!(pair.with(eleven), Some(Progression { first: 5, step: 3, count: 3 }));
        assert_eq!(
            (pair.with(nine), pair.with(eight), Progression::of(nine).with(eight)),
            (None, None, None)
        );
        assert_eq!(Progression::of(nine).with(nine), None);
        assert_eq!(Progression::of(five).with(Vertex::new(5 + Progression::STEP + 1)), None);
        let full = Progression { first: 1, step: 1, count: Progression::COUNT };
        assert_eq!(full.with(Vertex::new(1 + Progression::COUNT)), None);
    }

    #[test]
    fn frequent_kinds_have_their_names() {
        let v = Vertex::new(1);
        let (one, minus, value) = ((v, Factor::One), (v, Factor::Minus), (v, Factor::Value(7_i32)));
        assert_eq!(Edges::pair::<i32>(one, one).kind(), Edges::SUM);
        assert_eq!(Edges::pair::<i32>(one, minus).kind(), Edges::DIFFERENCE);
        assert_eq!(Edges::pair(value, value).kind(), Edges::PRODUCT);
        assert_eq!(Edges::single(v, Factor::Value(7)).kind(), Edges::FUNCTION);
    }
}
