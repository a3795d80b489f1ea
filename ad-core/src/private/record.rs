//! A call of a function without an adjoint program, in an adjoint program: `#[exp(adjoint, record(m::f))]`, and the companion of a
//! function that is itself recorded: `#[exp(adjoint = record)]`.
//!
//! The forward sweep makes the call on a small tape, with variables for the arguments, and saves the steps. The reverse sweep
//! reverses them, from the adjoint of the result.

use alloc::vec::Vec;
use core::cell::Cell;

use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::checkpoints::Release;
use crate::mode::reverse::tape::edges::Edges;
use crate::mode::reverse::tape::vertex::{Node, Vertex};
use crate::mode::strategy::bound;
use crate::number::erased::Collected;
use crate::number::slot::{Shadow, Shadowed, Slot};
use crate::stack::Stack;
use crate::{Dict, Num, Number, Of, Semiring, Shape};

/// A tape for one call, and the handle of its results.
pub struct Recording<'t, D: Dict> {
    tape: &'t Tape<'t, D>,
    dict: Cell<D>,
}

/// A number of such a tape.
pub type OnTape<'t, N> = Num<Stack<'t, <N as Number>::Dict>>;

/// The argument of a recorded call: a container of numbers `N`, or a slice of containers.
#[diagnostic::on_unimplemented(
    message = "cannot pass `{Self}` to a recorded call",
    label = "not a container of the numbers of this function",
    note = "pass numbers, arrays, slices, `Vec`s, tuples or structs marked `#[exp]`, by value or by `&`"
)]
pub trait Recordable<N: Number> {
    /// Its shape. For a slice it is that of a `Vec`.
    type Shape: Shape;
    /// The same over other numbers.
    fn over<T: Clone>(&self, f: &mut impl FnMut(&N) -> T) -> Of<Self::Shape, T>;
}

impl<N: Number, X: Shadowed<Shape: Shape<Of<N> = X>>> Recordable<N> for X {
    type Shape = X::Shape;
    #[inline]
    fn over<T: Clone>(&self, f: &mut impl FnMut(&N) -> T) -> Of<X::Shape, T> {
        X::Shape::map(self, f)
    }
}

impl<N: Number, X: Shadowed<Shape: Shape<Of<N> = X>>> Recordable<N> for [X] {
    type Shape = Vec<X::Shape>;
    fn over<T: Clone>(&self, f: &mut impl FnMut(&N) -> T) -> Of<Self::Shape, T> {
        self.iter().map(|x| X::Shape::map(x, f)).collected()
    }
}

/// Slots that exchange adjoints with slots of the same structure.
pub trait Exchange<Slots> {
    /// Adds the adjoints of these slots.
    fn receive(&self, from: &Slots);
    /// Moves the adjoints to these slots.
    fn send(&self, to: &Slots);
}

impl<C: Shadow> Exchange<C> for C {
    #[inline]
    fn receive(&self, from: &C) {
        from.transfer(self);
    }
    #[inline]
    fn send(&self, to: &C) {
        self.transfer(to);
    }
}

impl<C: Shadow> Exchange<Vec<C>> for [C] {
    fn receive(&self, from: &Vec<C>) {
        from.as_slice().transfer(self);
    }
    fn send(&self, to: &Vec<C>) {
        self.transfer(to.as_slice());
    }
}

/// The place of a number on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Place(Option<Vertex>);

/// The places of the numbers of an argument or a result.
pub struct Places<S: Shape>(Of<S, Place>);

impl<S: Shape> Clone for Places<S> {
    fn clone(&self) -> Self {
        Places(S::map(&self.0, &mut |place| *place))
    }
}

/// The steps of a call.
pub struct Recorded<D: Dict> {
    dict: D,
    steps: Vec<Edges>,
    partials: Vec<D::V>,
}

impl<D: Dict> Clone for Recorded<D> {
    fn clone(&self) -> Self {
        Recorded { dict: self.dict, steps: self.steps.clone(), partials: self.partials.clone() }
    }
}

/// Records a call. `call` makes the variables, calls the function, and returns the value, and the places of arguments and results.
#[inline]
pub fn recording<N: Number, Y, P>(
    call: impl for<'t> FnOnce(&Recording<'t, N::Dict>) -> (Y, P),
) -> (Y, (P, Recorded<N::Dict>)) {
    let tape = Tape::whole();
    let _release = Release(&tape.checkpoints);
    let recording = Recording { tape: &tape, dict: Cell::default() };
    let (y, places) = call(&recording);
    let (steps, partials) = tape.steps();
    (y, (places, Recorded { dict: recording.dict.get(), steps, partials }))
}

impl<'t, D: Dict> Recording<'t, D> {
    /// An argument as variables of the tape, and their places.
    #[inline]
    pub fn variables<N: Number<Dict = D>, X: Recordable<N> + ?Sized>(
        &self,
        x: &X,
    ) -> (Of<X::Shape, Num<Stack<'t, D>>>, Places<X::Shape>) {
        let x = x.over(&mut |x: &N| Num::new(Stack::new(x.dict(), self.tape), self.tape.variable(x.value())));
        let places = X::Shape::map(&x, &mut |x: &Num<Stack<'t, D>>| Place(x.value().vertex));
        (x, Places(places))
    }

    /// An argument that receives no adjoint.
    #[inline]
    pub fn constants<N: Number<Dict = D>, X: Recordable<N> + ?Sized>(
        &self,
        x: &X,
    ) -> Of<X::Shape, Num<Stack<'t, D>>> {
        x.over(&mut |x: &N| Num::new(Stack::new(x.dict(), self.tape), Node::new(x.value(), None)))
    }

    /// The value of a result, or of an argument that the call has changed, and its places.
    #[inline]
    pub fn result<N, Y>(&self, y: &Y) -> (Of<Y::Shape, N>, Places<Y::Shape>)
    where
        N: Number<Dict = D>,
        Y: Shadowed<Shape: Shape<Of<Num<Stack<'t, D>>> = Y>>,
    {
        let dict = self.dict.get().join(bound::<_, Y::Shape>(Stack::default(), y));
        self.dict.set(dict);
        let value = Y::Shape::map(y, &mut |y: &Num<Stack<'t, D>>| {
            let Node { v, vertex, .. } = y.value();
            N::from_value(dict, if vertex.is_none() { dict.adopt(v) } else { v })
        });
        let places = Y::Shape::map(y, &mut |y: &Num<Stack<'t, D>>| Place(y.value().vertex));
        (value, Places(places))
    }
}

impl<D: Dict> Recorded<D> {
    /// The reverse sweep of the steps, from the adjoints that `seed` adds.
    #[inline]
    pub fn pull(self, seed: impl FnOnce(&mut ResultAdjoints<D>)) -> Pulled<D> {
        let Recorded { dict, steps, partials } = self;
        let mut seeds = ResultAdjoints { dict, seeds: Vec::new() };
        seed(&mut seeds);
        let mut adjoints = Adjoints::none();
        adjoints.seed(dict, steps.len(), seeds.seeds);
        adjoints.undo(dict, 0, &steps, &partials);
        Pulled { dict, adjoints }
    }
}

/// The adjoints of the results.
pub struct ResultAdjoints<D: Dict> {
    dict: D,
    seeds: Vec<(Vertex, D::V)>,
}

impl<D: Dict> ResultAdjoints<D> {
    /// Takes the adjoint of a result.
    #[inline]
    pub fn take<N, S, DY>(&mut self, places: &Places<S>, dy: &DY)
    where
        N: Semiring<Dict = D>,
        S: Shape,
        DY: Exchange<Of<S, Slot<N>>> + ?Sized,
    {
        let slots = S::map(&places.0, &mut |_| Slot::<N>::new());
        dy.send(&slots);
        let mut adjoints = Vec::new();
        S::for_each(&slots, &mut |slot: &Slot<N>| adjoints.push(slot.take()));
        let (mut adjoints, dict) = (adjoints.into_iter(), self.dict);
        S::for_each(&places.0, &mut |place: &Place| {
            let d = adjoints.next().flatten();
            self.seeds.extend(place.0.zip(d.map(|d| Num::new(d.dict(), d.value()).value_under(dict))));
        });
    }
}

/// The adjoints of a tape.
pub struct Pulled<D: Dict> {
    dict: D,
    adjoints: Adjoints<D>,
}

impl<D: Dict> Pulled<D> {
    /// Adds the adjoint of an argument.
    #[inline]
    pub fn give<N, S, DX>(&self, places: &Places<S>, dx: &DX)
    where
        N: Semiring<Dict = D>,
        S: Shape,
        DX: Exchange<Of<S, Slot<N>>> + ?Sized,
    {
        dx.receive(&S::map(&places.0, &mut |place: &Place| {
            let slot = Slot::new();
            let adjoints = place.0.and_then(|vertex| self.adjoints.get(vertex));
            adjoints.into_iter().for_each(|d| slot.add(N::from_value(self.dict, d)));
            slot
        }));
    }
}
