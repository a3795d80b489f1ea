//! The first and second partial derivatives of an elementary function.

use crate::forward::{Dual, Forward};
use crate::function::{Function, Partial};
use crate::number::erased::made;
use crate::{Num, RealDict};

/// The derivatives of an elementary function by its `K` operands.
pub(crate) struct Partials<V, const K: usize> {
    /// Whether it depends on each operand, by structure.
    pub(crate) depends: [bool; K],
    /// 0 for a constant operand.
    pub(crate) first: [V; K],
    /// By pairs of operands. `None` is a structural 0. Of two equal entries, only one may be present.
    pub(crate) second: [[Option<V>; K]; K],
}

/// The partial derivatives of `f` by its varying operands, where `y` is the value of `f`.
///
/// The second ones are the derivatives of the first.
#[inline]
pub(crate) fn partials<D: RealDict, F: Function<K>, const K: usize>(
    dict: D,
    f: F,
    x: [D::V; K],
    y: D::V,
    varies: [bool; K],
) -> Partials<D::V, K> {
    let (zero, one) = (dict.zero(), dict.one());
    let mut first = [zero; K];
    for i in 0..K {
        if varies[i] {
            first[i] = match f.partial(i, x.map(|v| Num::new(dict, v)), Num::new(dict, y)) {
                Partial::Zero => continue,
                Partial::One => one,
                Partial::Value(p) | Partial::MinusOne(p) => p.value_under(dict),
            };
        }
    }
    let dual = Forward::<D, K>::new(dict);
    let operands: [Num<Forward<'_, D, K>>; K] = made(|i| {
        let unit = made(|j| if i == j { one } else { zero });
        Num::new(dual, Dual { v: x[i], d: varies[i].then_some(unit) })
    });
    let value = Num::new(dual, Dual { v: y, d: Some(first) });
    let mut depends = varies;
    let mut rows = [None; K];
    for i in 0..K {
        if varies[i] {
            match f.partial(i, operands, value) {
                Partial::Zero => depends[i] = false,
                Partial::One => {}
                Partial::Value(p) | Partial::MinusOne(p) => rows[i] = p.value_under(dual).d,
            }
        }
    }
    let entry = |i: usize, j: usize| rows[i].map(|row: [D::V; K]| row[j]);
    let second = made(|i| made(|j| entry(i, j).or(entry(j, i))));
    Partials { depends, first, second }
}
