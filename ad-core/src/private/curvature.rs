//! The partial derivatives of the steps of programs of second order.

use crate::adjoint::Slot;
use crate::forward::{Dual, Forward};
use crate::function::Function;
use crate::function::real::Elementary;
use crate::number::erased::made;
use crate::second_order::{Partials, partials};
use crate::{Dict, FieldDict as _, Num, Number, Semiring, Strategy};

/// The first and second partial derivatives of a step with `K` operands.
pub type Curved<N, const K: usize> = ([N; K], [[N; K]; K]);

/// The first and second partial derivatives of an elementary function, of value `y`, by the operands that vary.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn curvature<N: Elementary, F: Function<K>, const K: usize>(
    f: F,
    x: [N; K],
    y: N,
    varies: [bool; K],
) -> Curved<N, K> {
    let dict = x.iter().fold(y.dict(), |dict, x| dict.join(x.dict()));
    // The rule's own functions are not steps of the program.
    let before = dict.vary(false);
    let Partials { first, second, .. } = partials(dict, f, x.map(N::value), y.value(), varies);
    dict.vary(before);
    let number = |v| N::from_value(dict, v);
    // Far from 1, a product of factors may be a float where one of them is not. The caller repeats a result that is not finite.
    if const { F::SPLITS } && dict.exponent(x[0].value()).is_some() {
        let unknown = N::constant(f64::NAN);
        return ([unknown; K], [[unknown; K]; K]);
    }
    (first.map(number), second.map(|row| row.map(|entry| number(entry.unwrap_or_else(|| dict.zero())))))
}

/// The first and second derivative of `x` to the power `n`.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn curvature_of_power<N: Semiring>(n: u32, x: N) -> (N, N) {
    let times = |factor: u64, exponent: Option<u32>| match exponent {
        None => N::natural(0),
        Some(0) => N::natural(factor),
        Some(exponent) => x.power(exponent) * N::natural(factor),
    };
    let n64 = u64::from(n);
    (times(n64, n.checked_sub(1)), times(n64 * n64.saturating_sub(1), n.checked_sub(2)))
}

/// A number of the program of a callee.
type Inner<N, const K: usize> = Forward<'static, <N as Number>::Dict, K>;

/// The arguments of a call as dual numbers, each with a tangent of its own if it varies.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn duals<N: Elementary, const K: usize>(x: [N; K], varies: [bool; K]) -> [Num<Inner<N, K>>; K] {
    let dict = x.iter().fold(N::Dict::default(), |dict, x| dict.join(x.dict()));
    let unit = |i: usize| made(|j| if i == j { dict.one() } else { dict.zero() });
    made(|i| Num::new(Forward::new(dict), Dual { v: x[i].value(), d: varies[i].then(|| unit(i)) }))
}

/// The adjoint 1 of the result of a call.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn seed<M: Semiring, const K: usize>(_: &[M; K]) -> Slot<M> {
    unit()
}

/// The adjoint 1.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unit<M: Semiring>() -> Slot<M> {
    Slot::of(Some(M::natural(1)))
}

/// Empty slots for the arguments of a call.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn receivers<M: Semiring, const K: usize>(_: &[M; K]) -> [Slot<M>; K] {
    made(|_| Slot::new())
}

/// The value of a call and its partial derivatives, from its result and the adjoints of its arguments.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn local<N: Elementary, const K: usize>(
    y: Num<Inner<N, K>>,
    slots: &[Slot<Num<Inner<N, K>>>; K],
) -> (N, [N; K], [[N; K]; K]) {
    let forward = y.dict();
    let dict = forward.base();
    let number = |v| N::from_value(dict, v);
    let adjoints: [Option<Dual<_, K>>; K] =
        made(|i| slots[i].take().map(|adjoint| adjoint.value_under(forward)));
    let first = made(|i| adjoints[i].as_ref().map_or_else(|| dict.zero(), |dual| dual.v));
    let second = made(|i| {
        let row = adjoints[i].as_ref().and_then(|dual| dual.d);
        row.unwrap_or_else(|| [dict.zero(); K]).map(number)
    });
    (number(y.value().v), first.map(number), second)
}
