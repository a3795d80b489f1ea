//! The operators, made of `Adjoint::totals`, `Adjoint::vjp` and `Adjoint::pullback`.

use super::offer::{is_few, unit};
use super::prepared::adjoint_of;
use super::program::{Adjoint, adjoints, bound, into_adjoints, slots};
use crate::mode::reverse::pullback::operators_from_pullback;
use crate::number::shape::assert_same_structure;
use crate::number::slot::{Slot, Total};
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature};

/// One forward sweep and one reverse sweep.
#[inline]
fn pullback<D: Dict, E: Adjoint<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    mut seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let mut i = 0;
    let mut next = || {
        i += 1;
        Slot::of(seed(i - 1).map(|d| Num::new(dict, d)))
    };
    let seed = |y: &_| E::Out::map(y, &mut |_| next());
    let before = dict.vary(true);
    if E::TOTALS
        && let Some(untouched) = D::SHORTCUTS.untouched
    {
        let mut dx = E::In::map(x, &mut |_| Total::new(Num::new(dict, untouched.value)));
        let y = e.totals(dict, x, seed, &mut dx);
        dict.vary(before);
        let dict = bound::<D, E::Out>(dict, &y);
        let mut adjoint = |sum: Total<Num<D>>| Num::new(dict, adjoint_of(dict, sum.get().value_under(dict)));
        return (y, E::In::into_map(dx, &mut adjoint));
    }
    let dx = slots::<D, E::In>(x);
    let y = e.vjp(dict, x, seed, &dx);
    dict.vary(before);
    let dict = bound::<D, E::Out>(dict, &y);
    (y, into_adjoints::<D, E::In>(dict, dx))
}

/// One forward sweep, and a reverse sweep for each row. Slots of one row, which nobody else sees, stay in registers.
#[inline]
fn rows<D: Dict, E: Adjoint<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    let before = dict.vary(true);
    let (y, sweep) = e.pullback(dict, x);
    let dict = bound::<D, E::Out>(dict, &y);
    // `map` of an array would pass the sweep through a function of the standard library without `#[inline]`.
    if is_few::<E::In>() && is_few::<E::Out>() {
        let row = E::In::map(x, &mut |_| Num::new(dict, dict.zero()));
        let mut rows = E::Out::map(&y, &mut |_| row.clone());
        let mut i = 0;
        E::Out::for_each_mut(&mut rows, &mut |row| {
            let (dy, dx) = (unit::<D, E::Out>(dict, i, &y), slots::<D, E::In>(x));
            sweep.clone()(&dy, x, &dx);
            *row = adjoints::<D, E::In>(dict, &dx);
            i += 1;
        });
        dict.vary(before);
        return (y, rows);
    }
    let (seeds, dx) = (slots::<D, E::Out>(&y), slots::<D, E::In>(x));
    let rows = E::Out::map(&seeds, &mut |slot| {
        slot.add(Num::new(dict, dict.one()));
        sweep.clone()(&seeds, x, &dx);
        slot.take();
        adjoints::<D, E::In>(dict, &dx)
    });
    dict.vary(before);
    (y, rows)
}

operators_from_pullback!("adjoint" "#[exp(adjoint)]", D, Adjoint<D>);
