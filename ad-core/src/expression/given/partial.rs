//! Expressions of which a part of the argument is constant.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Arguments;
use crate::adjoint::{Adjoint, Slot};
use crate::number::exp::callable;
use crate::number::quadratic::{Assemble, Quadratic};
use crate::{Captures, Dict, Exp, Num, Number, Of, Request, Seeding, Semiring, Shape, Signature};

/// A part of an argument of the shape `I`.
pub trait Constants<I: Shape> {
    /// The shape of the other part.
    type Others: Shape;
    /// Whether the part is the first one of several parameters.
    const FIRST: bool;
    /// Applies `f` to each number of the other part, in order.
    fn map_others<T: Clone, U: Clone>(
        &self,
        all: &Of<I, T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Of<Self::Others, U>;
    /// The names of the numbers of the other part, if they do not follow from its parameters.
    fn names(&self) -> Option<Vec<String>> {
        None
    }
}

/// The part of an argument under the dictionary `D`.
pub trait Holds<I: Shape, D: Dict>: Constants<I> {
    /// All numbers of the argument, under a handle that is returned with them.
    fn all(&self, dict: D, others: &Of<Self::Others, Num<D>>) -> (D, Of<I, Num<D>>);
}

/// The first one of several parameters.
pub struct First<I: Arguments, N: Number>(pub(super) Of<I::First, N>);

impl<I: Arguments, N: Number> Clone for First<I, N> {
    fn clone(&self) -> Self {
        First(self.0.clone())
    }
}

impl<I: Arguments, N: Number> Constants<I> for First<I, N> {
    type Others = I::Rest;
    const FIRST: bool = true;
    #[inline]
    fn map_others<T: Clone, U: Clone>(&self, all: &Of<I, T>, f: &mut impl FnMut(&T) -> U) -> Of<I::Rest, U> {
        I::map_rest(all, f)
    }
}

impl<I: Arguments, N: Number, D: Captures<N>> Holds<I, D> for First<I, N> {
    #[inline]
    fn all(&self, dict: D, rest: &Of<I::Rest, Num<D>>) -> (D, Of<I, Num<D>>) {
        let mut dict = dict;
        let first = I::First::map(&self.0, &mut |x| {
            let x = dict.captured(*x);
            dict = dict.join(x.dict());
            x
        });
        (dict, I::join(first, rest.clone()))
    }
}

/// An expression of which a part of the argument is constant: the result of [`given`](super::Given::given).
#[derive(Clone, Debug)]
pub struct PartiallyApplied<E, C> {
    pub(crate) e: E,
    pub(crate) constants: C,
}

callable!([E, C] PartiallyApplied<E, C>);

impl<E: Signature, C: Constants<E::In>> Signature for PartiallyApplied<E, C> {
    type In = C::Others;
    type Out = E::Out;
    fn parameter_names(&self) -> &'static [&'static str] {
        if C::FIRST { self.e.parameter_names().get(1..).unwrap_or_default() } else { &[] }
    }
    fn entry_names(&self) -> Option<Vec<String>> {
        self.constants.names()
    }
    fn documentation(&self) -> &'static str {
        self.e.documentation()
    }
}

impl<D: Dict, E: Exp<D>, C: Holds<E::In, D>> Exp<D> for PartiallyApplied<E, C> {
    #[inline]
    fn apply(&self, dict: D, others: &Of<Self::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let (dict, x) = self.constants.all(dict, others);
        self.e.apply(dict, &x)
    }

    #[inline]
    fn has_program(&self) -> bool {
        self.e.has_program()
    }

    #[inline]
    fn program(
        &self,
        dict: D,
        others: &Of<Self::In, Num<D>>,
        seeding: &mut dyn Seeding<Self::In, E::Out, D>,
    ) {
        let (dict, x) = self.constants.all(dict, others);
        let mut seeding = ByTheOthers { constants: &self.constants, seeding };
        if C::FIRST {
            self.e.program_given(dict, &x, &mut seeding);
        } else {
            self.e.program(dict, &x, &mut seeding);
        }
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quadratic(&self, others: &Of<Self::In, Num<D>>) -> Option<Quadratic<Self::In, Num<D>>> {
        let (_, x) = self.constants.all(joined::<Self::In, D>(others), others);
        let (y, gradient, hessian) = self.e.quadratic(&x)?;
        let mut same = |d: &Num<D>| *d;
        let row = &mut |row: &Of<E::In, Num<D>>| self.constants.map_others(row, &mut |d: &Num<D>| *d);
        Some((y, self.constants.map_others(&gradient, &mut same), self.constants.map_others(&hessian, row)))
    }

    fn assemble<S: Assemble<Num<D>>>(&self, others: &Of<Self::In, Num<D>>, sink: &mut S) -> Option<Num<D>> {
        let (_, x) = self.constants.all(joined::<Self::In, D>(others), others);
        let mut count = 0;
        let numbered = E::In::map(&x, &mut |_| {
            count += 1;
            count - 1
        });
        let mut places = vec![None; count];
        let kept = self.constants.map_others(&numbered, &mut |i: &usize| *i);
        let mut place = 0;
        Self::In::for_each(&kept, &mut |i| {
            places[*i] = Some(place);
            place += 1;
        });
        self.e.assemble(&x, &mut ByTheRest { places, sink })
    }
}

/// The common handle of numbers.
fn joined<S: Shape, D: Dict>(x: &Of<S, Num<D>>) -> D {
    let mut dict = D::default();
    S::for_each(x, &mut |x| dict = dict.join(x.dict()));
    dict
}

/// Receives the derivatives of terms by all numbers, and passes those by the others on.
struct ByTheRest<'a, S> {
    /// The places among the others.
    places: Vec<Option<usize>>,
    sink: &'a mut S,
}

impl<N: Semiring, S: Assemble<N>> Assemble<N> for ByTheRest<'_, S> {
    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        mut gradient: [N; K],
        mut triangle: [N; T],
    ) {
        let places = at.map(|i| self.places[i]);
        let Some(other) = places.iter().copied().flatten().next() else { return };
        // A derivative by a constant is 0, at the place of another.
        let mut entries = triangle.iter_mut();
        for j in 0..K {
            if places[j].is_none() {
                gradient[j] = N::natural(0);
            }
            for i in 0..=j {
                let entry = entries.next().expect("an entry for each pair");
                if places[i].is_none() || places[j].is_none() {
                    *entry = N::natural(0);
                }
            }
        }
        self.sink.add(places.map(|place| place.unwrap_or(other)), gradient, triangle);
    }

    fn scale(&mut self, factor: N) {
        self.sink.scale(factor);
    }
}

/// The requested sweeps of a partially applied expression, by all numbers of the argument.
struct ByTheOthers<'a, 'b, C: Constants<I>, I: Shape, O: Shape, D: Dict> {
    constants: &'a C,
    seeding: &'a mut (dyn Seeding<C::Others, O, D> + 'b),
}

impl<C: Constants<I>, I: Shape, O: Shape, D: Dict> Seeding<I, O, D> for ByTheOthers<'_, '_, C, I, O, D> {
    fn request(&self) -> Request {
        self.seeding.request()
    }
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize {
        self.seeding.value(y)
    }
    fn seed(&mut self, i: usize, dy: &Of<O, Slot<Num<D>>>) {
        self.seeding.seed(i, dy);
    }
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        let others = self.constants.map_others(dx, &mut |slot: &Slot<Num<D>>| Slot::of(slot.take()));
        I::for_each(dx, &mut |slot: &Slot<Num<D>>| _ = slot.take());
        self.seeding.adjoints(i, &others);
    }
}

impl<D: Dict, E: Adjoint<D>, C: Holds<E::In, D>> Adjoint<D> for PartiallyApplied<E, C> {
    #[inline]
    fn pullback<'a>(
        &'a self,
        dict: D,
        others: &Of<Self::In, Num<D>>,
    ) -> (
        Of<E::Out, Num<D>>,
        impl FnOnce(&Of<E::Out, Slot<Num<D>>>, &Of<Self::In, Num<D>>, &Of<Self::In, Slot<Num<D>>>)
        + Clone
        + use<'a, E, C, D>,
    ) {
        let (dict, x) = self.constants.all(dict, others);
        let (y, sweep) = self.e.pullback(dict, &x);
        (
            y,
            move |dy: &Of<E::Out, Slot<Num<D>>>,
                  _: &Of<Self::In, Num<D>>,
                  to: &Of<Self::In, Slot<Num<D>>>| {
                let dx = E::In::map(&x, &mut |_| Slot::new());
                sweep(dy, &x, &dx);
                self.pass_on(&dx, to);
            },
        )
    }

    #[inline]
    fn vjp(
        &self,
        dict: D,
        others: &Of<Self::In, Num<D>>,
        seed: impl FnOnce(&Of<E::Out, Num<D>>) -> Of<E::Out, Slot<Num<D>>>,
        to: &Of<Self::In, Slot<Num<D>>>,
    ) -> Of<E::Out, Num<D>> {
        let (dict, x) = self.constants.all(dict, others);
        let dx = E::In::map(&x, &mut |_| Slot::new());
        let y = self.e.vjp(dict, &x, seed, &dx);
        self.pass_on(&dx, to);
        y
    }
}

impl<E: Signature, C: Constants<E::In>> PartiallyApplied<E, C> {
    /// Adds the adjoints of the numbers that are not constant to `to`.
    #[inline]
    fn pass_on<D: Dict>(&self, dx: &Of<E::In, Slot<Num<D>>>, to: &Of<C::Others, Slot<Num<D>>>) {
        // The first few need no memory.
        let (mut few, mut more, mut i) = ([None; 8], Vec::new(), 0);
        self.constants.map_others(dx, &mut |slot: &Slot<Num<D>>| {
            match few.get_mut(i) {
                Some(d) => *d = slot.take(),
                None => more.push(slot.take()),
            }
            i += 1;
        });
        let mut found = few.into_iter().take(i).chain(more);
        C::Others::for_each(to, &mut |slot| {
            found.next().flatten().into_iter().for_each(|d| slot.add(d));
        });
    }
}
