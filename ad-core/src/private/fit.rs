//! Plain floats as arguments of functions that the macro cannot see. The parameter may be over numbers or fixed: rustc infers which.

use core::cell::Cell;
use core::ops::Deref;

use alloc::vec::Vec;

use crate::Real;
use crate::adjoint::Slot;

/// An argument that may consist of plain floats.
///
/// ```text
/// convolve(fit(signal).fitted(&mut None), kernel)
/// ```
///
/// Method lookup decides, from the outermost type inwards: floats are converted to the type of the parameter, and any other value is
/// passed unchanged.
pub fn fit<T>(x: T) -> Fit<T> {
    Fit(ByValue(Other(Cell::new(Some(x)))))
}

/// See [`fit`].
pub struct Fit<T>(ByValue<T>);
/// See [`fit`].
pub struct ByValue<T>(Other<T>);
/// See [`fit`].
pub struct Other<T>(Cell<Option<T>>);

impl<T> Other<T> {
    fn take(&self) -> T {
        self.0.take().expect("an argument is passed once")
    }

    /// Unchanged.
    #[inline]
    pub fn fitted(&self, _: &mut Option<()>) -> T {
        self.take()
    }
}

impl<T> Deref for Fit<T> {
    type Target = ByValue<T>;
    #[inline]
    fn deref(&self) -> &ByValue<T> {
        &self.0
    }
}

impl<T> Deref for ByValue<T> {
    type Target = Other<T>;
    #[inline]
    fn deref(&self) -> &Other<T> {
        &self.0
    }
}

impl<'a, A: Floats + ?Sized> Fit<&'a A> {
    /// Borrowed floats, or constants in `memory`.
    #[inline]
    pub fn fitted<'m, P: Fits<A> + ?Sized>(&self, memory: &'m mut Option<P::Memory>) -> &'m P
    where
        'a: 'm,
    {
        P::fitting(self.take(), memory)
    }
}

impl<A: FloatsByValue> ByValue<A> {
    /// The floats themselves, or constants.
    #[inline]
    pub fn fitted<P: Constants<A>>(&self, _: &mut Option<()>) -> P {
        P::constants(&self.take())
    }
}

/// A type that consists of plain floats.
pub trait Floats {}
impl Floats for f64 {}
impl Floats for [f64] {}
impl Floats for Vec<f64> {}
impl<const LENGTH: usize> Floats for [f64; LENGTH] {}

/// The same, of an argument by value.
pub trait FloatsByValue {}
impl FloatsByValue for f64 {}
impl<const LENGTH: usize> FloatsByValue for [f64; LENGTH] {}
impl<A: FloatsByValue, B: FloatsByValue> FloatsByValue for (A, B) {}

/// A type into which plain floats fit as constants.
pub trait Constants<A> {
    /// The constants.
    fn constants(x: &A) -> Self;
}

impl<N: Real> Constants<f64> for N {
    #[inline]
    fn constants(x: &f64) -> N {
        N::constant(*x)
    }
}

impl<T: Constants<A>, A, const LENGTH: usize> Constants<[A; LENGTH]> for [T; LENGTH] {
    #[inline]
    fn constants(x: &[A; LENGTH]) -> Self {
        core::array::from_fn(|i| T::constants(&x[i]))
    }
}

impl<T: Constants<A>, U: Constants<B>, A, B> Constants<(A, B)> for (T, U) {
    #[inline]
    fn constants((x, y): &(A, B)) -> Self {
        (T::constants(x), U::constants(y))
    }
}

/// The content of a reference to which plain floats fit.
pub trait Fits<A: ?Sized> {
    /// The place of the constants.
    type Memory;
    /// The floats themselves, or constants in `memory`.
    fn fitting<'m>(x: &'m A, memory: &'m mut Option<Self::Memory>) -> &'m Self;
}

/// The constants for a list of floats.
#[inline]
fn list<'m, N: Real>(x: &'m [f64], memory: &'m mut Option<Vec<N>>) -> &'m [N] {
    match N::borrowed(x) {
        Some(x) => x,
        None => memory.insert(x.iter().map(|x| N::constant(*x)).collect()),
    }
}

impl<N: Real> Fits<f64> for N {
    type Memory = N;
    #[inline]
    fn fitting<'m>(x: &'m f64, memory: &'m mut Option<N>) -> &'m N {
        memory.insert(N::constant(*x))
    }
}

impl<N: Real> Fits<[f64]> for [N] {
    type Memory = Vec<N>;
    #[inline]
    fn fitting<'m>(x: &'m [f64], memory: &'m mut Option<Vec<N>>) -> &'m [N] {
        list(x, memory)
    }
}

impl<N: Real> Fits<Vec<f64>> for [N] {
    type Memory = Vec<N>;
    #[inline]
    fn fitting<'m>(x: &'m Vec<f64>, memory: &'m mut Option<Vec<N>>) -> &'m [N] {
        list(x, memory)
    }
}

impl<N: Real, const LENGTH: usize> Fits<[f64; LENGTH]> for [N] {
    type Memory = Vec<N>;
    #[inline]
    fn fitting<'m>(x: &'m [f64; LENGTH], memory: &'m mut Option<Vec<N>>) -> &'m [N] {
        list(x, memory)
    }
}

impl<N: Real> Fits<Vec<f64>> for Vec<N> {
    type Memory = Vec<N>;
    #[inline]
    fn fitting<'m>(x: &'m Vec<f64>, memory: &'m mut Option<Vec<N>>) -> &'m Vec<N> {
        memory.insert(x.iter().map(|x| N::constant(*x)).collect())
    }
}

impl<N: Real, const LENGTH: usize> Fits<[f64; LENGTH]> for [N; LENGTH] {
    type Memory = [N; LENGTH];
    #[inline]
    fn fitting<'m>(x: &'m [f64; LENGTH], memory: &'m mut Option<Self::Memory>) -> &'m Self {
        match N::borrowed(x).and_then(|x| x.try_into().ok()) {
            Some(x) => x,
            None => memory.insert(x.map(N::constant)),
        }
    }
}

/// The shadow of an argument of plain floats: nothing, or slots whose content is dropped.
pub trait Dropped<A: ?Sized> {
    /// The place of the slots.
    type Memory;
    /// The slots.
    fn dropping<'m>(x: &A, memory: &'m mut Option<Self::Memory>) -> &'m Self;
}

/// The shadow of an argument that [`fit`] made.
#[inline]
pub fn dropped<'m, S: Dropped<A> + ?Sized, A: ?Sized>(x: &A, memory: &'m mut Option<S::Memory>) -> &'m S {
    S::dropping(x, memory)
}

impl<A: ?Sized> Dropped<A> for () {
    type Memory = ();
    #[inline]
    fn dropping<'m>(_: &A, memory: &'m mut Option<()>) -> &'m () {
        memory.insert(())
    }
}

impl<N: Real> Dropped<f64> for Slot<N> {
    type Memory = Slot<N>;
    #[inline]
    fn dropping<'m>(_: &f64, memory: &'m mut Option<Slot<N>>) -> &'m Slot<N> {
        memory.insert(Slot::new())
    }
}

#[inline]
fn slots<N: Real>(count: usize, memory: &mut Option<Vec<Slot<N>>>) -> &mut Vec<Slot<N>> {
    memory.insert((0..count).map(|_| Slot::new()).collect())
}

impl<N: Real> Dropped<[f64]> for [Slot<N>] {
    type Memory = Vec<Slot<N>>;
    #[inline]
    fn dropping<'m>(x: &[f64], memory: &'m mut Option<Vec<Slot<N>>>) -> &'m [Slot<N>] {
        slots(x.len(), memory)
    }
}

impl<N: Real> Dropped<Vec<f64>> for [Slot<N>] {
    type Memory = Vec<Slot<N>>;
    #[inline]
    fn dropping<'m>(x: &Vec<f64>, memory: &'m mut Option<Vec<Slot<N>>>) -> &'m [Slot<N>] {
        slots(x.len(), memory)
    }
}

impl<N: Real, const LENGTH: usize> Dropped<[f64; LENGTH]> for [Slot<N>] {
    type Memory = Vec<Slot<N>>;
    #[inline]
    fn dropping<'m>(_: &[f64; LENGTH], memory: &'m mut Option<Vec<Slot<N>>>) -> &'m [Slot<N>] {
        slots(LENGTH, memory)
    }
}

impl<N: Real> Dropped<Vec<f64>> for Vec<Slot<N>> {
    type Memory = Vec<Slot<N>>;
    #[inline]
    fn dropping<'m>(x: &Vec<f64>, memory: &'m mut Option<Vec<Slot<N>>>) -> &'m Vec<Slot<N>> {
        slots(x.len(), memory)
    }
}

impl<N: Real, const LENGTH: usize> Dropped<[f64; LENGTH]> for [Slot<N>; LENGTH] {
    type Memory = [Slot<N>; LENGTH];
    #[inline]
    fn dropping<'m>(_: &[f64; LENGTH], memory: &'m mut Option<Self::Memory>) -> &'m Self {
        memory.insert(core::array::from_fn(|_| Slot::new()))
    }
}
