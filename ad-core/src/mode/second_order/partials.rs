//! The first and second partial derivatives of an elementary function, at floats.

use core::array;

use crate::forward::{Dual, Forward};
use crate::function::{Function, Partial};
use crate::{F64, Num};

/// The derivatives of an elementary function by its `K` operands.
pub(super) struct Partials<const K: usize> {
    /// Whether it depends on each operand, by structure.
    pub(super) depends: [bool; K],
    /// 0 for a constant operand.
    pub(super) first: [f64; K],
    /// By pairs of operands. `None` is a structural 0. Of two equal entries, only one may be present.
    pub(super) second: [[Option<f64>; K]; K],
}

/// The partial derivatives of `f` by its varying operands, where `y` is the value of `f`.
///
/// The second ones are the derivatives of the first.
#[inline]
pub(super) fn partials<F: Function<K>, const K: usize>(
    f: F,
    x: [f64; K],
    y: f64,
    varies: [bool; K],
) -> Partials<K> {
    let mut first = [0.0; K];
    for i in 0..K {
        if varies[i] {
            first[i] = match f.partial(i, x.map(|v| Num::new(F64, v)), Num::new(F64, y)) {
                Partial::Zero => continue,
                Partial::One => 1.0,
                Partial::Value(p) | Partial::MinusOne(p) => p.value(),
            };
        }
    }
    let dual = Forward::<F64, K>::default();
    let operands: [Num<Forward<'_, F64, K>>; K] = array::from_fn(|i| {
        let unit = array::from_fn(|j| f64::from(u8::from(i == j)));
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
                Partial::Value(p) | Partial::MinusOne(p) => rows[i] = p.value().d,
            }
        }
    }
    let entry = |i: usize, j: usize| rows[i].map(|row: [f64; K]| row[j]);
    let second = array::from_fn(|i| array::from_fn(|j| entry(i, j).or(entry(j, i))));
    Partials { depends, first, second }
}
