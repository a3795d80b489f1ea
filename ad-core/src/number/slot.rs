//! Slots for adjoints: one for each number, in containers of the same structure as the numbers.
//!
//! The *shadow* of `x: [N; 3]` is a `[Slot<N>; 3]`, and the shadow of `&[N]` is a `&[Slot<N>]`. Slots are changed through shared
//! references. So the shadow of a view is the same view of the shadow, and two views cannot conflict. Only a callee that may change the
//! length of a list, or the variant of an option, receives an exclusive reference to the shadow.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Add;

use crate::number::erased::Collected;
use crate::number::memory;
use crate::{Failure, Of, Semiring, Shape};

mod beside;
mod collection;

/// The accumulated adjoint of one number. An empty slot is not zero, and is not propagated: a branch that was not taken cannot
/// contribute 0 · ∞.
///
/// ```
/// use ad::adjoint::Slot;
///
/// let slot = Slot::new();
/// assert_eq!(slot.take(), None);
/// slot.add(2.0);
/// slot.add(3.0);
/// assert_eq!(slot.take(), Some(5.0));
/// assert_eq!(slot.take(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Slot<N: Copy>(Cell<Option<N>>);

impl<N: Copy> Slot<N> {
    /// An empty slot.
    #[inline]
    pub const fn new() -> Self {
        Slot(Cell::new(None))
    }

    /// A slot with this adjoint, if there is one.
    #[inline]
    pub(crate) const fn of(d: Option<N>) -> Self {
        Slot(Cell::new(d))
    }

    /// The adjoint, if any; it stays.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get(&self) -> Option<N> {
        self.0.get()
    }

    /// Takes the adjoint, if there is one. The slot is empty afterwards.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn take(&self) -> Option<N> {
        self.0.take()
    }
}

impl<N: Copy> Default for Slot<N> {
    fn default() -> Self {
        Slot::new()
    }
}

// `Add` alone is checked faster than a class.
impl<N: Copy + Add<Output = N>> Slot<N> {
    /// Adds `d` to the adjoint.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn add(&self, d: N) {
        self.0.set(Some(match self.0.get() {
            None => d,
            Some(sum) => sum + d,
        }));
    }

    /// Adds `d` to the adjoint, if there is one.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn add_some(&self, d: Option<N>) {
        if let Some(d) = d {
            self.add(d);
        }
    }

    /// Takes the adjoint of another slot and adds it, if there is one.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn receive(&self, from: &Self) {
        if let Some(d) = from.0.take() {
            self.add(d);
        }
    }

    /// Takes the adjoint and passes it to `f`. An empty slot does nothing.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with(&self, pass: impl FnOnce(N)) {
        if let Some(d) = self.take() {
            pass(d);
        }
    }
}

/// The sum of the adjoints of one number of an argument. Nothing multiplies the adjoint of an argument, so an empty sum need not be told
/// from 0.
#[derive(Clone, Debug)]
pub struct Total<N: Copy>(Cell<N>);

impl<N: Copy> Total<N> {
    /// A sum that starts with `empty`.
    #[inline]
    pub(crate) const fn new(empty: N) -> Self {
        Total(Cell::new(empty))
    }

    /// The sum.
    #[inline]
    pub(crate) fn get(&self) -> N {
        self.0.get()
    }

    /// The sum, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut N {
        self.0.get_mut()
    }

    /// Takes the sum, and starts again with `empty`.
    #[inline]
    pub(crate) fn replace(&self, empty: N) -> N {
        self.0.replace(empty)
    }
}

/// In place of the adjoint of a number that nobody wants. It has no memory.
#[derive(Clone, Copy, Debug)]
pub struct Unwanted;

impl<N> Receive<N> for Unwanted {
    #[inline]
    fn add(&self, _: N) {}
}

/// A receiver for each number of a list whose adjoints nobody wants.
#[inline]
pub fn unwanted<N>(x: &[N]) -> Vec<Unwanted> {
    alloc::vec![Unwanted; x.len()]
}

/// A receiver of adjoints: a [`Slot`], a [`Total`], or one that forgets them.
pub trait Receive<N>: Clone {
    /// Adds `d` to the adjoint.
    fn add(&self, d: N);
    /// See [`Slot::add_some`].
    #[inline]
    fn add_some(&self, d: Option<N>) {
        if let Some(d) = d {
            self.add(d);
        }
    }
    /// See [`Slot::receive`].
    #[inline]
    fn receive(&self, from: &Slot<N>)
    where
        N: Copy,
    {
        if let Some(d) = from.take() {
            self.add(d);
        }
    }
}

impl<N: Copy + Add<Output = N>> Receive<N> for Slot<N> {
    #[inline]
    fn add(&self, d: N) {
        Slot::add(self, d);
    }
}

impl<N: Semiring> Receive<N> for Total<N> {
    #[inline]
    fn add(&self, d: N) {
        self.0.set(self.0.get() + d);
    }
}

/// Adds the adjoints of slots to sums.
#[inline]
pub fn total<S: Shape, N: Semiring>(slots: &Of<S, Slot<N>>, totals: &mut Of<S, Total<N>>) {
    S::zip_mut(totals, slots, &mut |total: &mut Total<N>, slot: &Slot<N>| slot.with(|d| total.add(d)));
}

/// Values with a shadow: numbers, and containers of numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shadow",
    label = "the adjoint program would need slots of this structure",
    note = "numbers, arrays, `Vec`s, tuples and structs marked `#[exp]` have one"
)]
pub trait Shadowed {
    /// The structure, without the numbers.
    type Structure: Structure;
    /// The shape of this type, over numbers.
    type Shape: Shape;
    /// The structure of this value.
    fn structure(&self) -> Self::Structure;
}

/// A structure without its numbers, which can make a shadow. It is zero-sized if the type determines the structure, as for
/// `[N; 3]`. For a `Vec` it is the length.
pub trait Structure: Clone {
    /// The same structure, with slots for numbers.
    type Slots: Shadow;
    /// The slots, all empty.
    fn slots(&self) -> Self::Slots;
}

/// The place of a number.
impl<N: Copy + Add<Output = N>> Structure for PhantomData<N> {
    type Slots = Slot<N>;
    #[inline]
    fn slots(&self) -> Slot<N> {
        Slot::new()
    }
}

/// A shadow: slots in the structure of a value.
pub trait Shadow {
    /// Moves the adjoints of these slots to other slots.
    ///
    /// # Panics
    ///
    /// May panic if the structures differ, and an adjoint would be lost.
    fn transfer(&self, to: &Self);
    /// Empties the slots. Returns whether one had an adjoint.
    fn clear(&self) -> bool;
    /// Consumes slots. The memory of a list is retained for the next slots.
    #[inline]
    fn end(self)
    where
        Self: Sized,
    {
    }
}

impl<N: Copy + Add<Output = N>> Shadow for Slot<N> {
    #[inline]
    fn transfer(&self, to: &Self) {
        self.with(|d| to.add(d));
    }
    #[inline]
    fn clear(&self) -> bool {
        self.take().is_some()
    }
}

impl<S: Shadowed> Shadowed for Vec<S> {
    type Structure = Vec<S::Structure>;
    type Shape = Vec<S::Shape>;
    #[inline]
    fn structure(&self) -> Self::Structure {
        self.iter().map(S::structure).collected()
    }
}

impl<F: Structure> Structure for Vec<F> {
    type Slots = Vec<F::Slots>;
    #[inline]
    fn slots(&self) -> Self::Slots {
        let mut slots = memory::empty();
        slots.extend(self.iter().map(F::slots));
        slots
    }
}

impl<S: Shadowed, const K: usize> Shadowed for [S; K] {
    type Structure = [S::Structure; K];
    type Shape = [S::Shape; K];
    #[inline]
    fn structure(&self) -> Self::Structure {
        self.each_ref().map(S::structure)
    }
}

impl<F: Structure, const K: usize> Structure for [F; K] {
    type Slots = [F::Slots; K];
    #[inline]
    fn slots(&self) -> Self::Slots {
        self.each_ref().map(F::slots)
    }
}

impl<S: Shadowed> Shadowed for Option<S> {
    type Structure = Option<S::Structure>;
    type Shape = Option<S::Shape>;
    fn structure(&self) -> Self::Structure {
        self.as_ref().map(S::structure)
    }
}

impl<F: Structure> Structure for Option<F> {
    type Slots = Option<F::Slots>;
    fn slots(&self) -> Self::Slots {
        self.as_ref().map(F::slots)
    }
}

impl<S: Shadowed, E: Failure> Shadowed for Result<S, E> {
    type Structure = Result<S::Structure, E>;
    type Shape = Result<S::Shape, E>;
    fn structure(&self) -> Self::Structure {
        self.as_ref().map(S::structure).map_err(E::clone)
    }
}

impl<F: Structure, E: Failure> Structure for Result<F, E> {
    type Slots = Result<F::Slots, E>;
    fn slots(&self) -> Self::Slots {
        self.as_ref().map(F::slots).map_err(E::clone)
    }
}

impl<S: Shadowed> Shadowed for Box<S> {
    type Structure = Box<S::Structure>;
    type Shape = Box<S::Shape>;
    fn structure(&self) -> Self::Structure {
        Box::new((**self).structure())
    }
}

impl<F: Structure> Structure for Box<F> {
    type Slots = Box<F::Slots>;
    fn slots(&self) -> Self::Slots {
        Box::new((**self).slots())
    }
}

/// Reports that adjoints would be lost.
///
/// # Panics
///
/// Always.
#[cold]
pub fn structures_differ() -> ! {
    panic!(
        "cannot pass adjoints on: an `Option`, `Result` or enum of adjoints has another variant, or a map other keys, than the numbers"
    )
}

/// Reports that lists of adjoints and of numbers have different lengths.
///
/// # Panics
///
/// Always.
#[cold]
fn lengths_differ(found: usize, expected: usize) -> ! {
    panic!("cannot pass adjoints on: a list of {found} adjoints meets a list of {expected} numbers")
}

impl<C: Shadow> Shadow for [C] {
    #[inline]
    fn transfer(&self, to: &Self) {
        if self.len() != to.len() {
            lengths_differ(self.len(), to.len());
        }
        self.iter().zip(to).for_each(|(from, to)| from.transfer(to));
    }
    #[inline]
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, cells| cells.clear() | found)
    }
}

impl<C: Shadow> Shadow for Vec<C> {
    #[inline]
    fn transfer(&self, to: &Self) {
        self.as_slice().transfer(to);
    }
    #[inline]
    fn clear(&self) -> bool {
        self.as_slice().clear()
    }
    #[inline]
    fn end(mut self) {
        self.drain(..).for_each(C::end);
        memory::keep(self);
    }
}

impl<C: Shadow, const K: usize> Shadow for [C; K] {
    #[inline]
    fn transfer(&self, to: &Self) {
        self.iter().zip(to).for_each(|(from, to)| from.transfer(to));
    }
    #[inline]
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, cells| cells.clear() | found)
    }
}

impl<C: Shadow> Shadow for Option<C> {
    fn transfer(&self, to: &Self) {
        match (self, to) {
            (Some(from), Some(to)) => from.transfer(to),
            (Some(lost), None) if lost.clear() => structures_differ(),
            (Some(_), None) | (None, _) => {}
        }
    }
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, cells| cells.clear() | found)
    }
}

impl<C: Shadow, E> Shadow for Result<C, E> {
    fn transfer(&self, to: &Self) {
        match (self, to) {
            (Ok(from), Ok(to)) => from.transfer(to),
            (Ok(lost), Err(_)) if lost.clear() => structures_differ(),
            (Ok(_), Err(_)) | (Err(_), _) => {}
        }
    }
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, cells| cells.clear() | found)
    }
}

impl<C: Shadow> Shadow for Box<C> {
    fn transfer(&self, to: &Self) {
        (**self).transfer(to);
    }
    fn clear(&self) -> bool {
        (**self).clear()
    }
}

/// Numbers that have adjoints: all but the integers, which are data beside other numbers.
pub trait Active: Semiring + Shadowed<Structure = PhantomData<Self>, Shape = f64> {}
impl<N: Semiring + Shadowed<Structure = PhantomData<N>, Shape = f64>> Active for N {}

impl Shadowed for () {
    type Structure = ();
    type Shape = ();
    #[inline]
    fn structure(&self) {}
}

impl Structure for () {
    type Slots = ();
    #[inline]
    fn slots(&self) {}
}

impl Shadow for () {
    #[inline]
    fn transfer(&self, (): &()) {}
    #[inline]
    fn clear(&self) -> bool {
        false
    }
}

macro_rules! tuples {
    ($($($T:ident $i:tt),+;)*) => {$(
        impl<$($T: Shadowed),+> Shadowed for ($($T,)+) {
            type Structure = ($($T::Structure,)+);
            type Shape = ($($T::Shape,)+);
            #[inline]
            fn structure(&self) -> Self::Structure {
                ($(self.$i.structure(),)+)
            }
        }

        impl<$($T: Structure),+> Structure for ($($T,)+) {
            type Slots = ($($T::Slots,)+);
            #[inline]
            fn slots(&self) -> Self::Slots {
                ($(self.$i.slots(),)+)
            }
        }

        impl<$($T: Shadow),+> Shadow for ($($T,)+) {
            #[inline]
            fn transfer(&self, to: &Self) {
                $(self.$i.transfer(&to.$i);)+
            }
            #[inline]
            fn clear(&self) -> bool {
                false $(| self.$i.clear())+
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, E 3;
    A 0, B 1, C 2, E 3, F 4;
    A 0, B 1, C 2, E 3, F 4, G 5;
    A 0, B 1, C 2, E 3, F 4, G 5, H 6;
    A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7;
}
