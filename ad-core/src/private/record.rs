//! A call of a function without an adjoint program, in an adjoint program: `#[exp(adjoint, record(m::f))]`.
//!
//! The forward sweep calls the function for its value. The reverse sweep calls it again on a small tape, with variables for the
//! arguments, and reverses the tape from the adjoint of the result. So only the arguments are saved between the sweeps.

use alloc::vec::Vec;

use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::recompute::Release;
use crate::mode::reverse::tape::vertex::{Node, seeds};
use crate::mode::strategy::bound;
use crate::number::slot::{Cells, Shadow, Slot};
use crate::stack::Stack;
use crate::{Dict, Num, Number, Of, Semiring, Shape};

/// A tape for one call.
#[derive(Clone, Copy)]
pub struct Recording<'t, D: Dict> {
    tape: &'t Tape<'t, D>,
}

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

impl<N: Number, X: Shadow<Shape: Shape<Of<N> = X>>> Recordable<N> for X {
    type Shape = X::Shape;
    #[inline]
    fn over<T: Clone>(&self, f: &mut impl FnMut(&N) -> T) -> Of<X::Shape, T> {
        X::Shape::map(self, f)
    }
}

impl<N: Number, X: Shadow<Shape: Shape<Of<N> = X>>> Recordable<N> for [X] {
    type Shape = Vec<X::Shape>;
    fn over<T: Clone>(&self, f: &mut impl FnMut(&N) -> T) -> Of<Self::Shape, T> {
        self.iter().map(|x| X::Shape::map(x, f)).collect()
    }
}

/// The slots that receive the adjoint of such an argument.
pub trait Receives<From> {
    /// Adds it.
    fn receive(&self, from: &From);
}

impl<C: Cells> Receives<C> for C {
    #[inline]
    fn receive(&self, from: &C) {
        from.transfer(self);
    }
}

impl<C: Cells> Receives<Vec<C>> for [C] {
    fn receive(&self, from: &Vec<C>) {
        from.as_slice().transfer(self);
    }
}

/// Records a call. `call` converts the arguments, makes the call, and [`pull`](Recording::pull)s.
#[inline]
pub fn recording<N: Number>(call: impl for<'t> FnOnce(Recording<'t, N::Dict>)) {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    call(Recording { tape: &tape });
}

impl<'t, D: Dict> Recording<'t, D> {
    /// An argument as variables of the tape.
    #[inline]
    pub fn variables<N: Number<Dict = D>, X: Recordable<N> + ?Sized>(
        self,
        x: &X,
    ) -> Of<X::Shape, Num<Stack<'t, D>>> {
        x.over(&mut |x: &N| Num::new(Stack::new(x.dict(), self.tape), self.tape.variable(x.value())))
    }

    /// An argument that receives no adjoint.
    #[inline]
    pub fn constants<N: Number<Dict = D>, X: Recordable<N> + ?Sized>(
        self,
        x: &X,
    ) -> Of<X::Shape, Num<Stack<'t, D>>> {
        x.over(&mut |x: &N| Num::new(Stack::new(x.dict(), self.tape), Node::new(x.value(), None)))
    }

    /// The reverse sweep of the tape, from the adjoint of the result `y`.
    #[inline]
    pub fn pull<N, Y, DY>(self, y: &Y, dy: &DY) -> Pulled<D>
    where
        N: Semiring<Dict = D>,
        Y: Shadow<Shape: Shape<Of<Num<Stack<'t, D>>> = Y> + Shape<Of<Slot<N>> = DY>>,
    {
        let dict = bound::<_, Y::Shape>(Stack::default(), y);
        let mut arrived = Vec::new();
        Y::Shape::for_each(dy, &mut |slot: &Slot<N>| {
            arrived.push(slot.take().map(|d| Num::new(d.dict(), d.value()).value_under(dict)));
        });
        let y = Y::Shape::map(y, &mut |y: &Num<Stack<'t, D>>| y.value());
        let mut adjoints = Adjoints::none();
        let seeds = seeds::<Y::Shape, _>(&y, |i| arrived.get(i).copied().flatten());
        self.tape.backward(dict, seeds, &mut adjoints, false);
        Pulled { dict, adjoints }
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
    pub fn give<'t, N, X, DX>(&self, x: &X, dx: &DX)
    where
        D: 't,
        N: Semiring<Dict = D>,
        X: Shadow<Shape: Shape<Of<Num<Stack<'t, D>>> = X>>,
        DX: Receives<Of<X::Shape, Slot<N>>> + ?Sized,
    {
        dx.receive(&X::Shape::map(x, &mut |x: &Num<Stack<'t, D>>| {
            let slot = Slot::new();
            let arrived = x.value().vertex.and_then(|vertex| self.adjoints.get(vertex));
            arrived.into_iter().for_each(|d| slot.add(N::from_value(self.dict, d)));
            slot
        }));
    }
}
