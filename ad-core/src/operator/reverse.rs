//! Reverse mode, by the best strategy that an expression has: its [adjoint program](crate::adjoint), else the tape of
//! [`stack`](crate::stack).
//!
//! ```
//! use ad::prelude::*;
//!
//! #[exp(adjoint)]
//! fn by_program(x: &[f64]) -> f64 {
//!     x.iter().product()
//! }
//!
//! #[exp]
//! fn by_tape(x: &[f64]) -> f64 {
//!     x.iter().product()
//! }
//!
//! let x = vec![2.0, 3.0, 5.0];
//! assert_eq!(reverse::grad(ByProgram).at(x.clone()), [15.0, 10.0, 6.0]);
//! assert_eq!(reverse::grad(ByTape).at(x), [15.0, 10.0, 6.0]);
//! ```

use alloc::vec::Vec;

use crate::adjoint::{adjoint_of, is_few, sums_in_place};
use crate::given::Arguments;
use crate::mode::reverse::pullback::{arranged, operators_from_pullback};
use crate::number::shape::assert_same_structure;
use crate::number::slot::{Slot, Total};
use crate::stack::{self, Stack};
use crate::{Dict, Exp, Given, Matrix, Num, Of, Request, Seeding, Shape, Signature};

/// The value and the adjoints of the argument, of all sweeps in order.
struct RowSweeps<I: Shape, O: Shape, D: Dict, S> {
    dict: D,
    /// The number of sweeps. `None` is one for each number of the result.
    count: Option<usize>,
    /// The adjoint of number `j` of the result in sweep `i`.
    seed: S,
    y: Option<Of<O, Num<D>>>,
    rows: Vec<Of<I, Num<D>>>,
}

impl<I: Shape, O: Shape, D: Dict, S> Seeding<I, O, D> for RowSweeps<I, O, D, S>
where
    S: FnMut(usize, usize) -> Option<D::V>,
{
    fn request(&self) -> Request {
        if self.count == Some(1) { Request::Vjp } else { Request::Rows }
    }
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize {
        let (y, m) = all_under::<O, D>(&mut self.dict, y);
        self.y = Some(y);
        self.count.unwrap_or(m)
    }
    fn seed(&mut self, i: usize, dy: &Of<O, Slot<Num<D>>>) {
        let mut j = 0;
        O::for_each(dy, &mut |slot: &Slot<Num<D>>| {
            if let Some(d) = (self.seed)(i, j) {
                slot.add(Num::new(self.dict, d));
            }
            j += 1;
        });
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Num<D>>>) {
        self.rows.push(all_slots::<I, D>(self.dict, dx));
    }
}

/// The value and the Jacobian, if the types determine that both are small: no memory is allocated.
struct FewRows<I: Shape, O: Shape, D: Dict> {
    dict: D,
    /// A row.
    zeros: Of<I, Num<D>>,
    found: Option<(Of<O, Num<D>>, Of<Matrix<O, I>, Num<D>>)>,
}

impl<I: Shape, O: Shape, D: Dict> Seeding<I, O, D> for FewRows<I, O, D> {
    #[inline]
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize {
        let (y, m) = all_under::<O, D>(&mut self.dict, y);
        let rows = O::map(&y, &mut |_| self.zeros.clone());
        self.found = Some((y, rows));
        m
    }
    #[inline]
    fn seed(&mut self, i: usize, dy: &Of<O, Slot<Num<D>>>) {
        let mut j = 0;
        O::for_each(dy, &mut |slot: &Slot<Num<D>>| {
            if i == j {
                slot.add(Num::new(self.dict, self.dict.one()));
            }
            j += 1;
        });
    }
    #[inline]
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        let Some((_, rows)) = &mut self.found else { return };
        let mut j = 0;
        O::for_each_mut(rows, &mut |row| {
            if i == j {
                *row = all_slots::<I, D>(self.dict, dx);
            }
            j += 1;
        });
    }
}

/// The numbers of `y` under the handle of all, which `dict` becomes, and their number.
#[inline]
fn all_under<O: Shape, D: Dict>(dict: &mut D, y: &Of<O, Num<D>>) -> (Of<O, Num<D>>, usize) {
    let mut m = 0;
    O::for_each(y, &mut |y| {
        m += 1;
        *dict = dict.join(y.dict());
    });
    (O::map(y, &mut |y| under(*dict, *y)), m)
}

/// The value and the gradient, in a container `R` that `read` makes.
struct GradientSweep<I: Shape, D: Dict, R> {
    dict: D,
    y: Option<Num<D>>,
    dx: Option<R>,
    read: Read<I, D, R>,
}

/// Makes a container of adjoints out of slots, and out of sums.
struct Read<I: Shape, D: Dict, R> {
    slots: fn(D, &Of<I, Slot<Num<D>>>) -> R,
    totals: fn(D, &Of<I, Total<Num<D>>>) -> R,
}

impl<I: Shape, D: Dict, R> Seeding<I, f64, D> for GradientSweep<I, D, R> {
    fn request(&self) -> Request {
        Request::Gradient
    }
    fn value(&mut self, y: &Num<D>) -> usize {
        self.dict = self.dict.join(y.dict());
        self.y = Some(Num::new(self.dict, y.value_under(self.dict)));
        1
    }
    fn totals(&mut self, x: &Of<I, Num<D>>) -> Option<Of<I, Total<Num<D>>>> {
        let empty = Num::new(self.dict, D::SHORTCUTS.untouched?.value);
        Some(I::map(x, &mut |_| Total::new(empty)))
    }
    fn total(&mut self, dx: Of<I, Total<Num<D>>>) {
        self.dx = Some((self.read.totals)(self.dict, &dx));
    }
    fn seed(&mut self, _: usize, dy: &Slot<Num<D>>) {
        dy.add(Num::new(self.dict, self.dict.one()));
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Num<D>>>) {
        self.dx = Some((self.read.slots)(self.dict, dx));
    }
}

/// `y` under the handle of both: see [`Dict::join`].
#[inline]
fn under<D: Dict>(dict: D, y: Num<D>) -> Num<D> {
    let dict = dict.join(y.dict());
    Num::new(dict, y.value_under(dict))
}

/// The adjoint in a slot, or 0.
#[inline]
fn slot<D: Dict>(dict: D, slot: &Slot<Num<D>>) -> Num<D> {
    let d = slot.take().map(|d| dict.incoming(d.value_under(dict), false));
    Num::new(dict, d.unwrap_or_else(|| dict.zero()))
}

/// The sum of adjoints.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<D: Dict>(dict: D, total: &Total<Num<D>>) -> Num<D> {
    Num::new(dict, adjoint_of(dict, total.get().value_under(dict)))
}

fn all_slots<S: Shape, D: Dict>(dict: D, dx: &Of<S, Slot<Num<D>>>) -> Of<S, Num<D>> {
    S::map(dx, &mut |d| slot(dict, d))
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn all_sums<S: Shape, D: Dict>(dict: D, dx: &Of<S, Total<Num<D>>>) -> Of<S, Num<D>> {
    S::map(dx, &mut |d| sum(dict, d))
}

/// The value and the gradient by the program of `e`. As a part of its caller's unit, it shares the sweeps of callees with code in place.
#[inline]
fn gradient_by_program<D: Dict, E: Signature<Out = f64> + Exp<D>, R>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    read: Read<E::In, D, R>,
    run: impl FnOnce(&E, D, &Of<E::In, Num<D>>, &mut dyn Seeding<E::In, f64, D>),
) -> (Num<D>, R) {
    let mut gradient = GradientSweep { dict, y: None, dx: None, read };
    run(e, dict, x, &mut gradient);
    gradient.y.zip(gradient.dx).expect(PASSED)
}

/// A program passes on its value and makes the sweeps that are requested.
const PASSED: &str = "a program has a value and sweeps";

/// The value and the rows by the program of `e`.
fn by_program<D: Dict, E: Exp<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    count: Option<usize>,
    seed: impl FnMut(usize, usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Vec<Of<E::In, Num<D>>>) {
    let mut sweeps = RowSweeps::<E::In, E::Out, D, _> { dict, count, seed, y: None, rows: Vec::new() };
    e.program(dict, x, &mut sweeps);
    (sweeps.y.expect(PASSED), sweeps.rows)
}

pub(crate) fn pullback<D: Dict, E: Exp<D> + for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let seed = core::cell::RefCell::new(seed);
    let seed = |j| (seed.borrow_mut())(j);
    <E as Exp<D>>::choose(
        e,
        || {
            let (y, mut rows) = by_program(e, dict, x, Some(1), |_, j| seed(j));
            (y, rows.pop().expect(PASSED))
        },
        || stack::pullback(e, dict, x, seed),
    )
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gradient<D: Dict, E: Signature<Out = f64> + Exp<D> + for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Num<D>, Of<E::In, Num<D>>) {
    match sums_in_place(e, dict, x, false) {
        Some((y, sums)) => {
            let y = under(dict, y);
            (y, all_sums::<E::In, D>(y.dict(), &sums))
        }
        None => gradient_apart(e, dict, x),
    }
}

/// The same as a function of its own.
#[inline]
fn gradient_apart<D: Dict, E: Signature<Out = f64> + Exp<D> + for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Num<D>, Of<E::In, Num<D>>) {
    let read = Read::<E::In, D, _> { slots: all_slots::<E::In, D>, totals: all_sums::<E::In, D> };
    <E as Exp<D>>::choose(
        e,
        || gradient_by_program(e, dict, x, read, |e, dict, x, gradient| e.program(dict, x, gradient)),
        || stack::pullback(e, dict, x, |_| Some(dict.one())),
    )
}

pub(crate) fn rows<D: Dict, E: Exp<D> + for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    <E as Exp<D>>::choose(e, || rows_by_program(e, dict, x), || stack::rows(e, dict, x))
}

fn rows_by_program<D: Dict, E: Exp<D>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    if is_few::<E::In>() && is_few::<E::Out>() {
        let zeros = E::In::map(x, &mut |_| Num::new(dict, dict.zero()));
        let mut few = FewRows::<E::In, E::Out, D> { dict, zeros, found: None };
        e.program(dict, x, &mut few);
        return few.found.expect(PASSED);
    }
    let (y, rows) = by_program(e, dict, x, None, |i, j| (i == j).then(|| dict.one()));
    let rows = arranged::<D, E::In, E::Out>(&y, rows);
    (y, rows)
}

operators_from_pullback!(by gradient: "reverse" "#[exp]", D, Exp<D> + for<'t> Exp<Stack<'t, D>>);

/// The gradient of `e` by all parameters but the first, which is [given](crate::Given::given): data, for example.
///
/// ```
/// use ad::prelude::*;
/// use ad::Many;
///
/// #[exp(adjoint)]
/// fn misfit(point: [f64; 2], line: [f64; 2]) -> f64 {
///     let distance = line[0] * point[0] + line[1] - point[1];
///     distance * distance
/// }
///
/// let points = [[0.0, 1.0], [1.0, 3.0], [2.0, 4.0]];
/// let slopes = Many::new(reverse::grad_given(Misfit)).values(&(&points, &ad::Same([1.0, 1.0])));
/// assert_eq!(slopes, [[0.0, 0.0], [-2.0, -2.0], [-4.0, -2.0]]);
/// ```
pub fn grad_given<E: Signature<In: Arguments, Out = f64>>(e: E) -> GradGiven<E> {
    GradGiven(e)
}

/// The value of `e`, and the gradient by all parameters but the first: see [`grad_given`].
pub fn value_and_grad_given<E: Signature<In: Arguments, Out = f64>>(e: E) -> ValueAndGradGiven<E> {
    ValueAndGradGiven(e)
}

/// The result of [`grad_given`].
#[derive(Clone, Copy, Debug)]
pub struct GradGiven<E>(E);

/// The result of [`value_and_grad_given`].
#[derive(Clone, Copy, Debug)]
pub struct ValueAndGradGiven<E>(E);

crate::number::exp::callable!([E] GradGiven<E>, [E] ValueAndGradGiven<E>);

impl<E: Signature<In: Arguments>> Signature for GradGiven<E> {
    type In = E::In;
    type Out = <E::In as Arguments>::Rest;
}

impl<E: Signature<In: Arguments>> Signature for ValueAndGradGiven<E> {
    type In = E::In;
    type Out = (f64, <E::In as Arguments>::Rest);
}

impl<D: Dict, E> Exp<D> for GradGiven<E>
where
    E: Signature<In: Arguments, Out = f64> + Exp<D> + for<'t> Exp<Stack<'t, D>>,
{
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        ValueAndGradGiven(&self.0).apply(dict, x).1
    }
}

impl<D: Dict, E> Exp<D> for ValueAndGradGiven<E>
where
    E: Signature<In: Arguments, Out = f64> + Exp<D> + for<'t> Exp<Stack<'t, D>>,
{
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        if let Some((y, sums)) = sums_in_place(&self.0, dict, x, true) {
            let y = under(dict, y);
            return (y, E::In::map_rest(&sums, &mut |d| sum(y.dict(), d)));
        }
        let read = Read::<E::In, D, _> {
            slots: |dict, dx| E::In::map_rest(dx, &mut |d| slot(dict, d)),
            totals: |dict, dx| E::In::map_rest(dx, &mut |d| sum(dict, d)),
        };
        let run = |e: &E, dict, x: &_, gradient: &mut dyn Seeding<E::In, f64, D>| {
            e.program_given(dict, x, gradient);
        };
        <E as Exp<D>>::choose(
            &self.0,
            || gradient_by_program(&self.0, dict, x, read, run),
            || {
                let (first, rest) = E::In::split(x.clone());
                stack::value_and_grad((&self.0).given(first)).apply(dict, &rest)
            },
        )
    }
}
