//! The reverse sweeps of a program for a caller that does not know the type of its closure.

use super::program::{Adjoint, adjoint, slots};
use crate::number::slot::{Slot, Total};
use crate::{Dict, Exp, Num, Of, Request, Seeding, Shape};

/// Runs the program of `e` for a caller that chooses between it and the tape: an implementation of [`Exp::program`](crate::Exp::program).
///
/// ```
/// use ad::adjoint::{self, Adjoint, Slot};
/// use ad::{At, Dict, Exp, Num, Seeding, Signature, reverse};
///
/// struct Square;
///
/// impl Signature for Square {
///     type In = f64;
///     type Out = f64;
/// }
///
/// impl<D: Dict> Exp<D> for Square {
///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> { x * x }
///     fn has_program(&self) -> bool { true }
///     fn program(&self, dict: D, x: &Num<D>, seeding: &mut dyn Seeding<f64, f64, D>) {
///         adjoint::offer(self, dict, x, seeding);
///     }
/// }
///
/// impl<D: Dict> Adjoint<D> for Square {
///     fn pullback<'a>(
///         &'a self,
///         _: D,
///         x: &Num<D>,
///     ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Num<D>, &Slot<Num<D>>) + Clone + use<'a, D>) {
///         (x * x, |dy: &Slot<Num<D>>, x: &Num<D>, dx: &Slot<Num<D>>| {
///             dy.with(|d| { dx.add(d * x); dx.add(d * x) });
///         })
///     }
/// }
///
/// assert_eq!(reverse::grad(Square).at(3.0), 6.0); // by the program
/// ```
#[inline]
pub fn offer<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, E::Out, D>,
) {
    let before = dict.vary(true);
    let request = seeding.request();
    // The sweep for the seed 1 is faster, also if the adjoints are multiplied by the seed afterwards.
    let one = E::Out::COUNT == Some(1);
    let few = is_few::<E::In>();
    if E::TOTALS
        && one
        && request == Request::Gradient
        && let Some(mut dx) = seeding.totals(x)
    {
        let y = e.totals(dict, x, |y| ones::<D, E::Out>(dict, y), &mut dx);
        seeding.value(&y);
        seeding.total(dx);
    } else if matches!(request, Request::Gradient | Request::Vjp) && (one || E::LATE || !few) {
        let dx = seeding.slots().unwrap_or_else(|| slots::<D, E::In>(x));
        let seed = |y: &_| {
            if one {
                return ones::<D, E::Out>(dict, y);
            }
            let dy = slots::<D, E::Out>(y);
            seeding.seed(0, &dy);
            dy
        };
        let y = e.vjp(dict, x, seed, &dx);
        seeding.value(&y);
        if one && request == Request::Vjp {
            let dy = slots::<D, E::Out>(&y);
            seeding.seed(0, &dy);
            multiply::<D, E::In, E::Out>(&dx, &dy);
        }
        seeding.adjoints(0, &dx);
        seeding.retain(dx);
    } else if few {
        few_adjoints(e, dict, x, seeding);
    } else {
        many_adjoints(e, dict, x, seeding);
    }
    dict.vary(before);
}

/// Whether the type determines the count of numbers, and their adjoints stay on the stack.
#[inline]
pub(crate) fn is_few<S: Shape>() -> bool {
    S::COUNT.is_some_and(|n| n <= 64)
}

/// A sweep for each seed. LLVM inlines a sweep that is called in one place. Its slots and saved values stay in registers, since nobody
/// else sees them.
#[inline]
fn few_adjoints<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, E::Out, D>,
) {
    let (y, sweep) = e.pullback(dict, x);
    for i in 0..seeding.value(&y) {
        let (dy, row) = match seeding.row(i) {
            Some(row) => (unit::<D, E::Out>(dict, i, &y), Some(row)),
            None => {
                let dy = slots::<D, E::Out>(&y);
                seeding.seed(i, &dy);
                (E::Out::map(&dy, &mut |slot| Slot::of(slot.take())), None)
            }
        };
        let dx = slots::<D, E::In>(x);
        sweep.clone()(&dy, x, &dx);
        match row {
            Some(row) => {
                let mut entries = row.iter_mut();
                E::In::for_each(&dx, &mut |slot| {
                    let entry = entries.next().expect("it has an entry for each number");
                    *entry = adjoint(dict, slot).value();
                });
            }
            None => seeding.adjoints(i, &E::In::map(&dx, &mut |slot| Slot::of(slot.take()))),
        }
    }
}

/// The adjoint 1 for number `i` of `y`.
#[inline]
pub(super) fn unit<D: Dict, S: Shape>(dict: D, i: usize, y: &Of<S, Num<D>>) -> Of<S, Slot<Num<D>>> {
    let mut j = 0;
    S::map(y, &mut |_| {
        j += 1;
        Slot::of((j == i + 1).then(|| Num::new(dict, dict.one())))
    })
}

/// A sweep for each seed, in slots that the caller may retain.
#[inline]
fn many_adjoints<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, E::Out, D>,
) {
    let (y, sweep) = e.pullback(dict, x);
    let count = seeding.value(&y);
    let dx = seeding.slots().unwrap_or_else(|| slots::<D, E::In>(x));
    let dy = slots::<D, E::Out>(&y);
    for i in 1..count {
        seeding.seed(i - 1, &dy);
        sweep.clone()(&dy, x, &dx);
        seeding.adjoints(i - 1, &dx);
    }
    if let Some(last) = count.checked_sub(1) {
        seeding.seed(last, &dy);
        sweep(&dy, x, &dx);
        seeding.adjoints(last, &dx);
    }
    seeding.retain(dx);
}

/// Runs the program of `e` for a caller that does not want the adjoints of the first argument: an implementation of
/// [`Exp::program_given`](crate::Exp::program_given).
#[inline]
pub fn offer_given<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, E::Out, D>,
) {
    if E::GIVEN
        && E::Out::COUNT == Some(1)
        && seeding.request() == Request::Gradient
        && let Some(mut dx) = seeding.totals(x)
    {
        let before = dict.vary(true);
        let y = e.given(dict, x, |y| ones::<D, E::Out>(dict, y), &mut dx);
        dict.vary(before);
        seeding.value(&y);
        seeding.total(dx);
    } else {
        offer(e, dict, x, seeding);
    }
}

/// The value and the sums of adjoints by the program of `e`, as a part of the caller's code: an implementation of
/// [`Exp::in_place`](crate::Exp::in_place).
///
/// Under lanes, all of the program is. Otherwise LLVM decides: the program may be large.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn offer_in_place<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    sums: &mut Of<E::In, Total<Num<D>>>,
    given: bool,
) -> Option<Of<E::Out, Num<D>>> {
    if E::Out::COUNT != Some(1) {
        return None;
    }
    let seed = |y: &_| ones::<D, E::Out>(dict, y);
    let before = dict.vary(true);
    let y = match (D::IN_PLACE, given) {
        (true, true) => e.given_in_place(dict, x, seed, sums),
        (true, false) => e.totals_in_place(dict, x, seed, sums),
        (false, true) => e.given(dict, x, seed, sums),
        (false, false) => e.totals(dict, x, seed, sums),
    };
    dict.vary(before);
    Some(y)
}

/// The value and the sums of adjoints by the program of `e`, as a part of the caller's code: see [`Exp::in_place`](crate::Exp::in_place).
/// `None` if `e` has no such program, or if the argument may be large and the numbers are scalars: then a call costs little beside its work.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn sums_in_place<D: Dict, E: Exp<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    given: bool,
) -> Option<(Of<E::Out, Num<D>>, Of<E::In, Total<Num<D>>>)> {
    if !(D::IN_PLACE || is_few::<E::In>()) {
        return None;
    }
    let empty = Num::new(dict, D::SHORTCUTS.untouched?.value);
    let mut sums = E::In::map(x, &mut |_| Total::new(empty));
    let y = e.in_place(dict, x, &mut sums, given)?;
    Some((y, sums))
}

/// The adjoint 1 for each number of `y`.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn ones<D: Dict, S: Shape>(dict: D, y: &Of<S, Num<D>>) -> Of<S, Slot<Num<D>>> {
    S::map(y, &mut |_| Slot::of(Some(Num::new(dict, dict.one()))))
}

/// Multiplies the adjoints `dx` by the only one of `dy`.
fn multiply<D: Dict, I: Shape, O: Shape>(dx: &Of<I, Slot<Num<D>>>, dy: &Of<O, Slot<Num<D>>>) {
    let mut seed = None;
    O::for_each(dy, &mut |slot| seed = slot.take());
    I::for_each(dx, &mut |slot| {
        if let (Some(slope), Some(seed)) = (slot.take(), seed) {
            slot.add(seed * slope);
        }
    });
}
