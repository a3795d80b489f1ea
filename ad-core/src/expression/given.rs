//! Derivatives inside an expression, of functions that depend on the outer variable.
//!
//! The first argument of the inner expression is the captured number. [`given`](Given::given) makes it a constant:
//!
//! ```
//! use ad::{At, Given, exp, forward, stack};
//!
//! #[exp]
//! fn plus(x: f64, y: f64) -> f64 {
//!     x + y
//! }
//!
//! /// x · d/dy (x + y) at y = 1
//! #[exp]
//! fn outer(x: f64) -> f64 {
//!     x * forward::diff(Plus.given(x)).at(1.0)
//! }
//! assert_eq!(stack::diff(Outer).at(1.0), 1.0); // and not 2, as when perturbations are confused
//! ```
//!
//! The inner strategy works on numbers over the outer numbers, which have another type. So `x` is not an inner number, and using
//! it as one is a type error. Perturbations cannot be confused. A lifetime in the type distinguishes two evaluations at the same
//! level.
//!
//! ```compile_fail,E0277
//! # use ad::{Dict, Num, forward::Forward};
//! fn confused<'t, D: Dict>(outer: Num<D>, inner: Num<Forward<'t, D>>) -> Num<Forward<'t, D>> {
//!     inner + outer
//! }
//! ```

use alloc::vec::Vec;

use crate::adjoint::{Adjoint, Slot};
use crate::{Dict, Exp, Num, Number, Of, Request, Seeding, Shape, Signature};

pub use crate::mode::capture::{Above, Capture, Here};

/// The arguments of an expression whose first argument can be given.
#[diagnostic::on_unimplemented(
    message = "cannot give the first argument of an expression of `{Self}`: it is the only one",
    label = "the function has one parameter",
    note = "`given`, `Many::terms` and operators such as `reverse::grad_given` need two parameters or more, of which the first is the datum"
)]
pub trait Arguments: Shape {
    /// The shape of the first argument.
    type First: Shape;
    /// The shape of the other arguments: a tuple if there are several.
    type Rest: Shape;
    /// All arguments.
    fn join<T: Clone>(first: Of<Self::First, T>, rest: Of<Self::Rest, T>) -> Of<Self, T>;
    /// The first argument and the others.
    fn split<T: Clone>(all: Of<Self, T>) -> (Of<Self::First, T>, Of<Self::Rest, T>);
    /// Applies `f` to each number of the other arguments, in order.
    fn map_rest<T: Clone, U: Clone>(all: &Of<Self, T>, f: &mut impl FnMut(&T) -> U) -> Of<Self::Rest, U>;
}

macro_rules! arguments {
    ($First:ident, $($S:ident $s:ident),+) => {
        impl<$First: Shape, $($S: Shape),+> Arguments for ($First, $($S),+) {
            type First = $First;
            #[allow(unused_parens, reason = "one argument is no tuple")]
            type Rest = ($($S),+);
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn join<T: Clone>(first: Of<$First, T>, ($($s),+): Of<Self::Rest, T>) -> Of<Self, T> {
                (first, $($s),+)
            }
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn split<T: Clone>((first, $($s),+): Of<Self, T>) -> (Of<$First, T>, Of<Self::Rest, T>) {
                (first, ($($s),+))
            }
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn map_rest<T: Clone, U: Clone>(
                (_, $($s),+): &Of<Self, T>,
                f: &mut impl FnMut(&T) -> U,
            ) -> Of<Self::Rest, U> {
                ($($S::map($s, f)),+)
            }
        }
    };
}

arguments!(A, B b);
arguments!(A, B b, C c);
arguments!(A, B b, C c, D d);
arguments!(A, B b, C c, D d, E e);
arguments!(A, B b, C c, D d, E e, F f);

/// Expressions whose first argument can be given: all with two or more arguments. The implementation is provided.
///
/// ```
/// use ad::{At, Given, exp, forward};
///
/// #[exp]
/// fn power(a: f64, x: f64) -> f64 {
///     x.powf(a)
/// }
///
/// // x ↦ x³: the first argument is held constant.
/// let cube = Power.given(3.0);
/// assert_eq!(cube.at(2.0), 8.0);
/// assert_eq!(forward::diff(Power.given(3.0)).at(2.0), 12.0);
/// ```
pub trait Given: Signature<In: Arguments> + Sized {
    /// The expression of the other arguments, with `first` as a constant: see the [module](self).
    ///
    /// `first` is a number, or a container of numbers, of the surrounding evaluation. No derivative with respect to the other
    /// arguments affects it. `Z` is inferred.
    #[inline]
    fn given<N: Number, Z>(self, first: Of<First<Self>, N>) -> PartiallyApplied<Self, N, Z> {
        let first = First::<Self>::map(&first, &mut |x| Num::new(x.dict(), x.value()));
        PartiallyApplied { e: self, first, depth: core::marker::PhantomData }
    }
}

impl<E: Signature<In: Arguments>> Given for E {}

/// The shape of the first argument of `E`.
type First<E> = <<E as Signature>::In as Arguments>::First;
/// The shape of the other arguments of `E`.
type Rest<E> = <<E as Signature>::In as Arguments>::Rest;

/// The result of [`given`](Given::given).
pub struct PartiallyApplied<E: Signature<In: Arguments>, N: Number, Z> {
    e: E,
    first: Of<First<E>, Num<N::Dict>>,
    depth: core::marker::PhantomData<Z>,
}

impl<E: Signature<In: Arguments>, N: Number, Z> Signature for PartiallyApplied<E, N, Z> {
    type In = <E::In as Arguments>::Rest;
    type Out = E::Out;
    fn parameter_names(&self) -> &'static [&'static str] {
        self.e.parameter_names().get(1..).unwrap_or_default()
    }
    fn documentation(&self) -> &'static str {
        self.e.documentation()
    }
}

impl<E: Signature<In: Arguments>, N: Number, Z> PartiallyApplied<E, N, Z> {
    /// All arguments as numbers of one handle, which is returned with them.
    #[inline]
    fn arguments<D: Capture<N::Dict, Z>>(
        &self,
        dict: D,
        rest: &Of<Rest<E>, Num<D>>,
    ) -> (D, Of<E::In, Num<D>>) {
        let mut dict = dict;
        let first = First::<E>::map(&self.first, &mut |x| {
            let x = dict.capture(*x);
            dict = dict.join(x.dict());
            x
        });
        (dict, E::In::join(first, rest.clone()))
    }
}

impl<E, N: Number, D: Capture<N::Dict, Z>, Z> Exp<D> for PartiallyApplied<E, N, Z>
where
    E: Exp<D> + Signature<In: Arguments>,
{
    #[inline]
    fn apply(&self, dict: D, rest: &Of<Self::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let (dict, x) = self.arguments(dict, rest);
        self.e.apply(dict, &x)
    }

    #[inline]
    fn has_program(&self) -> bool {
        self.e.has_program()
    }

    #[inline]
    fn program(&self, dict: D, rest: &Of<Self::In, Num<D>>, seeding: &mut dyn Seeding<Self::In, E::Out, D>) {
        let (dict, x) = self.arguments(dict, rest);
        self.e.program(dict, &x, &mut ByTheOthers(seeding));
    }
}

/// The requested sweeps of a partially applied expression, by all arguments.
pub(crate) struct ByTheOthers<'a, I: Arguments, O: Shape, D: Dict>(
    pub(crate) &'a mut dyn Seeding<I::Rest, O, D>,
);

impl<I: Arguments, O: Shape, D: Dict> Seeding<I, O, D> for ByTheOthers<'_, I, O, D> {
    fn request(&self) -> Request {
        self.0.request()
    }
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize {
        self.0.value(y)
    }
    fn seed(&mut self, i: usize, dy: &Of<O, Slot<Num<D>>>) {
        self.0.seed(i, dy);
    }
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        let dx = I::map(dx, &mut |slot: &Slot<Num<D>>| slot.take());
        self.0.adjoints(i, &I::Rest::map(&I::split(dx).1, &mut |d| Slot::of(*d)));
    }
}

impl<E, N: Number, D: Capture<N::Dict, Z>, Z> Adjoint<D> for PartiallyApplied<E, N, Z>
where
    E: Adjoint<D> + Signature<In: Arguments>,
{
    #[inline]
    fn pullback<'a>(
        &'a self,
        dict: D,
        rest: &Of<Self::In, Num<D>>,
    ) -> (
        Of<E::Out, Num<D>>,
        impl FnOnce(&Of<E::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
        + Clone
        + use<'a, E, N, D, Z>,
    ) {
        let (dict, x) = self.arguments(dict, rest);
        let (y, sweep) = self.e.pullback(dict, &x);
        (
            y,
            move |dy: &Of<E::Out, Slot<Num<D>>>,
                  _: &Of<Self::In, Num<D>>,
                  to: &Of<Self::In, Slot<Num<D>>>| {
                let dx = E::In::map(&x, &mut |_| Slot::new());
                sweep(dy, &x, &dx);
                pass_on::<E, D>(dx, to);
            },
        )
    }

    #[inline]
    fn vjp(
        &self,
        dict: D,
        rest: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<E::Out, Num<D>>) -> Of<E::Out, Slot<Num<D>>>,
        to: &Of<Self::In, Slot<Num<D>>>,
    ) -> Of<E::Out, Num<D>> {
        let (dict, x) = self.arguments(dict, rest);
        let dx = E::In::map(&x, &mut |_| Slot::new());
        let y = self.e.vjp(dict, &x, seed, &dx);
        pass_on::<E, D>(dx, to);
        y
    }
}

/// Adds the adjoints of all arguments but the first to those of the rest.
#[inline]
fn pass_on<E: Signature<In: Arguments>, D: Dict>(
    dx: Of<E::In, Slot<Num<D>>>,
    to: &Of<Rest<E>, Slot<Num<D>>>,
) {
    let (_, rest) = E::In::split(dx);
    // The first few need no memory.
    let (mut few, mut more, mut i) = ([None; 8], Vec::new(), 0);
    Rest::<E>::for_each(&rest, &mut |slot: &Slot<Num<D>>| {
        match few.get_mut(i) {
            Some(d) => *d = slot.take(),
            None => more.push(slot.take()),
        }
        i += 1;
    });
    let mut found = few.into_iter().take(i).chain(more);
    Rest::<E>::for_each(to, &mut |slot| {
        found.next().flatten().into_iter().for_each(|d| slot.add(d));
    });
}
