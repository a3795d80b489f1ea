//! The trait of expressions with an adjoint program, and the pullback as a value.

use crate::number::num::{as_numbers, as_values};
use crate::number::quadratic::{Assemble, Quadratic};
use crate::number::shape::assert_same_structure;
use crate::number::slot::{Slot, Total, total};
use crate::{Dict, Exp, Num, Of, Shape, Signature};

/// An expression with an adjoint program, which `#[exp(adjoint)]` writes.
///
/// By hand it is the value together with a closure. The closure receives the adjoints of the result and the argument again, and
/// adds to the adjoints of the argument:
///
/// ```
/// use ad::adjoint::{self, Adjoint, Slot};
/// use ad::{At, Dict, Exp, Num, Signature, forward};
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
/// assert_eq!(adjoint::diff(Square).at(3.0), 6.0);
/// assert_eq!(forward::diff(adjoint::diff(Square)).at(3.0), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no adjoint program under `{D}`",
    label = "no adjoint program",
    note = "write `#[exp(adjoint)]` on the function, or take `adjoint::record(e)`, which records a tape, or the strategy `stack`"
)]
pub trait Adjoint<D: Dict>: Exp<D> {
    /// The value at `x`, and the reverse sweep. The sweep receives the adjoints of the result and `x` again, and adds to the
    /// adjoints of `x`. An implementation by hand needs this method: without it, the build fails.
    #[inline]
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
    ) -> (
        Of<Self::Out, Num<D>>,
        impl FnOnce(&Of<Self::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
        + Clone
        + use<'a, Self, D>,
    ) {
        const { assert!(Self::LATE, "`impl Adjoint` is without `pullback`") };
        let (y, sweep) = self.sweeps(dict, x, false);
        (y, move |dy: &Of<Self::Out, _>, x: &Of<Self::In, _>, dx: &Of<Self::In, _>| _ = sweep(dy, x, dx))
    }

    /// [`pullback`](Adjoint::pullback) of an expression whose value may be `late`: if the reverse sweep returns it, the numbers of the
    /// first result are arbitrary. An implementation with [`LATE`](Adjoint::LATE) has this method in place of `pullback`.
    #[doc(hidden)]
    #[inline]
    fn sweeps<'a>(
        &'a self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        _late: bool,
    ) -> (
        Of<Self::Out, Num<D>>,
        impl FnOnce(
            &Of<Self::Out, Slot<Num<D>>>,
            &Of<Self::In, Num<D>>,
            &Of<Self::In, Slot<Num<D>>>,
        ) -> Option<Of<Self::Out, Num<D>>>
        + Clone
        + use<'a, Self, D>,
    ) {
        assert!(!Self::LATE, "`impl Adjoint` with `LATE` is without `sweeps`");
        let none = |_: &Of<Self::Out, _>, _: &Of<Self::In, _>, _: &Of<Self::In, _>| None;
        (self.apply(dict, x), none)
    }

    /// Both sweeps at once: returns the value at `x`, and adds to `dx` the adjoints of `x`.
    ///
    /// `seed` receives a result of the right [structure](Shape#structure), whose numbers may be arbitrary, and returns its adjoints. The
    /// value may come with the reverse sweep. A loop that only adds terms then runs once, in the memory of one iteration.
    #[inline]
    fn vjp(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &Of<Self::In, Slot<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        if Self::LATE {
            return late(self, dict, x, seed, dx);
        }
        let (y, sweep) = self.pullback(dict, x);
        sweep(&seed(&y), x, dx);
        y
    }

    /// Whether [`vjp`](Adjoint::vjp) has less to do than [`pullback`](Adjoint::pullback) and its sweep.
    #[doc(hidden)]
    const LATE: bool = false;

    /// Whether [`totals`](Adjoint::totals) has less to do than [`vjp`](Adjoint::vjp).
    const TOTALS: bool = false;

    /// [`vjp`](Adjoint::vjp) with sums in place of slots.
    #[inline]
    fn totals(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        let slots = slots::<D, Self::In>(x);
        let y = self.vjp(dict, x, seed, &slots);
        total::<Self::In, _>(&slots, dx);
        y
    }

    /// Whether [`given`](Adjoint::given) has less to do than [`totals`](Adjoint::totals).
    #[doc(hidden)]
    const GIVEN: bool = false;

    /// [`totals`](Adjoint::totals) without the adjoints of the first argument of several, whose sums may stay as they are.
    #[doc(hidden)]
    #[inline]
    fn given(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        self.totals(dict, x, seed, dx)
    }

    /// [`totals`](Adjoint::totals) as a part of the caller's code.
    #[doc(hidden)]
    #[inline]
    fn totals_in_place(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        self.totals(dict, x, seed, dx)
    }

    /// [`given`](Adjoint::given) as a part of the caller's code.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given_in_place(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        self.totals_in_place(dict, x, seed, dx)
    }

    /// See [`Exp::quadratic`].
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quadratic_program(&self, _x: &Of<Self::In, Num<D>>) -> Option<Quadratic<Self::In, Num<D>>> {
        None
    }

    /// See [`Exp::assemble`].
    #[doc(hidden)]
    #[inline]
    fn assemble_program<S: Assemble<Num<D>>>(
        &self,
        _x: &Of<Self::In, Num<D>>,
        _sink: &mut S,
    ) -> Option<Num<D>> {
        None
    }
}

impl<'e, D: Dict, E: Adjoint<D> + ?Sized> Adjoint<D> for &'e E {
    #[inline]
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
    ) -> (
        Of<Self::Out, Num<D>>,
        impl FnOnce(&Of<Self::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
        + Clone
        + use<'a, 'e, E, D>,
    ) {
        E::pullback(*self, dict, x)
    }

    #[inline]
    fn vjp(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &Of<Self::In, Slot<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        E::vjp(*self, dict, x, seed, dx)
    }

    const LATE: bool = E::LATE;

    const TOTALS: bool = E::TOTALS;

    #[inline]
    fn totals(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        E::totals(*self, dict, x, seed, dx)
    }

    const GIVEN: bool = E::GIVEN;

    #[inline]
    fn given(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        E::given(*self, dict, x, seed, dx)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn totals_in_place(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        E::totals_in_place(*self, dict, x, seed, dx)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given_in_place(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<Self::Out, Num<D>>) -> Of<Self::Out, Slot<Num<D>>>,
        dx: &mut Of<Self::In, Total<Num<D>>>,
    ) -> Of<Self::Out, Num<D>> {
        E::given_in_place(*self, dict, x, seed, dx)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quadratic_program(&self, x: &Of<Self::In, Num<D>>) -> Option<Quadratic<Self::In, Num<D>>> {
        E::quadratic_program(*self, x)
    }

    #[inline]
    fn assemble_program<S: Assemble<Num<D>>>(
        &self,
        x: &Of<Self::In, Num<D>>,
        sink: &mut S,
    ) -> Option<Num<D>> {
        E::assemble_program(*self, x, sink)
    }
}

/// A reverse sweep, as [`Adjoint::pullback`] returns it.
pub trait Sweep<E: Signature, D: Dict>:
    FnOnce(&Of<E::Out, Slot<Num<D>>>, &Of<E::In, Num<D>>, &Of<E::In, Slot<Num<D>>>) + Clone
{
}

impl<E: Signature, D: Dict, F> Sweep<E, D> for F where
    F: FnOnce(&Of<E::Out, Slot<Num<D>>>, &Of<E::In, Num<D>>, &Of<E::In, Slot<Num<D>>>) + Clone
{
}

/// The pullback of an expression at a point, as a value: the result of [`pullback`].
///
/// The forward sweep is done. Each [`apply`](Pullback::apply) is a reverse sweep on a copy of the saved values.
///
/// ```
/// use ad::{F64, adjoint, exp};
///
/// #[exp(adjoint)]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// let (point, pullback) = adjoint::pullback(&Polar, F64, (2.0, 0.0));
/// assert_eq!(point, [2.0, 0.0]);
/// assert_eq!(pullback.apply(&[1.0, 0.0]), (1.0, 0.0)); // the rows of the Jacobian, one by one
/// assert_eq!(pullback.apply(&[0.0, 1.0]), (0.0, 2.0));
/// ```
pub struct Pullback<E: Signature, D: Dict, F> {
    pub(super) dict: D,
    pub(super) x: Of<E::In, Num<D>>,
    pub(super) y: Of<E::Out, Num<D>>,
    pub(super) sweep: F,
}

impl<E: Signature, D: Dict, F: Clone> Clone for Pullback<E, D, F> {
    fn clone(&self) -> Self {
        Pullback { dict: self.dict, x: self.x.clone(), y: self.y.clone(), sweep: self.sweep.clone() }
    }
}

impl<E: Signature, D: Dict, F: Sweep<E, D>> Pullback<E, D, F> {
    /// The adjoint of the argument, x̄ = ȳ·J(x), for the adjoint `dy` of the result: one reverse sweep.
    ///
    /// # Panics
    ///
    /// Panics if `dy` and the result differ in [structure](Shape#structure).
    pub fn apply(&self, dy: &Of<E::Out, D::V>) -> Of<E::In, D::V> {
        let dy = as_numbers::<E::Out, D>(self.dict, dy);
        let dx = slots::<D, E::In>(&self.x);
        let before = self.dict.vary(true);
        self.sweep.clone()(&seeds::<D, E::Out>(&self.y, &dy), &self.x, &dx);
        self.dict.vary(before);
        adjoint_values::<D, E::In>(self.dict, &dx)
    }
}

/// The value of `e` at `x`, and its pullback, which can be applied many times after one forward sweep.
///
/// ```
/// use ad::{F64, adjoint, paper::{Var, pow}};
/// let e = pow(3, Var);
/// let (y, pullback) = adjoint::pullback(&e, F64, 2.0);
/// assert_eq!(y, 8.0);
/// assert_eq!(pullback.apply(&1.0), 12.0);
/// assert_eq!(pullback.clone().apply(&0.5), 6.0);
/// ```
///
/// # Cost
///
/// One forward sweep, which saves values for the reverse sweep. Each application is a reverse sweep.
pub fn pullback<D: Dict, E: Adjoint<D>>(
    e: &E,
    dict: D,
    x: Of<E::In, D::V>,
) -> (Of<E::Out, D::V>, Pullback<E, D, impl Sweep<E, D>>) {
    let x = E::In::into_map(x, &mut |v| Num::new(dict, v));
    let before = dict.vary(true);
    let (y, sweep) = e.pullback(dict, &x);
    dict.vary(before);
    let dict = bound::<D, E::Out>(dict, &y);
    let value = as_values::<E::Out, D>(dict, &y);
    (value, Pullback { dict, x, y, sweep })
}

/// The adjoints `dy` of the result `y` in slots.
///
/// # Panics
///
/// Panics if they differ in [structure](Shape#structure).
fn seeds<D: Dict, S: Shape>(y: &Of<S, Num<D>>, dy: &Of<S, Num<D>>) -> Of<S, Slot<Num<D>>> {
    assert_same_structure::<S, _, _>(("result", y), ("adjoint", dy));
    S::map(dy, &mut |d| Slot::of(Some(*d)))
}

/// [`Adjoint::vjp`] where the value may be late. A loop that is inlined into a larger function keeps its sums in memory.
#[inline(never)]
fn late<D: Dict, E: Adjoint<D> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnOnce(&Of<E::Out, Num<D>>) -> Of<E::Out, Slot<Num<D>>>,
    dx: &Of<E::In, Slot<Num<D>>>,
) -> Of<E::Out, Num<D>> {
    let (y, sweep) = e.sweeps(dict, x, true);
    let dy = seed(&y);
    sweep(&dy, x, dx).unwrap_or(y)
}

/// The empty slots of a shape.
#[inline]
pub(super) fn slots<D: Dict, S: Shape>(x: &Of<S, Num<D>>) -> Of<S, Slot<Num<D>>> {
    S::map(x, &mut |_| Slot::new())
}

/// The adjoint in a slot, or 0.
#[inline]
pub(super) fn adjoint<D: Dict>(dict: D, slot: &Slot<Num<D>>) -> Num<D> {
    Num::new(dict, slot.take().map_or_else(|| dict.zero(), |d| dict.incoming(d.value_under(dict), false)))
}

/// The adjoints in slots, as numbers under `dict`, with 0 for an empty slot.
#[inline]
pub(super) fn adjoints<D: Dict, S: Shape>(dict: D, dx: &Of<S, Slot<Num<D>>>) -> Of<S, Num<D>> {
    S::map(dx, &mut |slot| adjoint(dict, slot))
}

/// The values of the adjoints.
fn adjoint_values<D: Dict, S: Shape>(dict: D, dx: &Of<S, Slot<Num<D>>>) -> Of<S, D::V> {
    S::map(dx, &mut |slot| adjoint(dict, slot).value())
}

/// The same, consuming the slots, whose memory the numbers reuse.
#[inline]
pub(super) fn into_adjoints<D: Dict, S: Shape>(dict: D, dx: Of<S, Slot<Num<D>>>) -> Of<S, Num<D>> {
    S::into_map(dx, &mut |slot: Slot<Num<D>>| adjoint(dict, &slot))
}

/// The handle of a result: `dict`, unless only captured numbers were bound.
#[inline]
pub(super) fn bound<D: Dict, S: Shape>(dict: D, y: &Of<S, Num<D>>) -> D {
    let mut joined = dict;
    S::for_each(y, &mut |y| joined = joined.join(y.dict()));
    joined
}
