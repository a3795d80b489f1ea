//! Plain floats as arguments of functions that the macro cannot see. The parameter may be over numbers or fixed: rustc infers which.

mod tuples;

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Deref;

use alloc::vec::Vec;

use crate::Real;
use crate::adjoint::Slot;
use crate::number::class::Family;

/// An argument that may consist of plain floats.
///
/// ```text
/// convolve(fit(signal).fitted(&mut None), kernel)
/// ```
///
/// Method lookup decides, from the outermost type inwards: floats are converted to the type of the parameter, and any other value is
/// passed unchanged. A parameter of plain floats receives the data itself, any other one a copy.
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

/// A type that consists of plain floats, with data beside them.
pub trait Floats {}
impl Floats for f64 {}
impl<A: Floats> Floats for [A] {}
impl<T: Floats> Floats for Vec<T> {}
impl<A: Floats, const LENGTH: usize> Floats for [A; LENGTH] {}

/// The same, of an argument by value.
pub trait FloatsByValue {}
impl FloatsByValue for f64 {}
impl<A: FloatsByValue, const LENGTH: usize> FloatsByValue for [A; LENGTH] {}

/// A type into which plain floats fit as constants.
pub trait Constants<A>: Sized {
    /// The constants.
    fn constants(x: &A) -> Self;
    /// A container of floats as one of constants, if that needs no copy.
    fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<A>) -> Option<&'x F::Of<Self>>
    where
        A: 'x,
        Self: 'x;
}

impl<N: Real> Constants<f64> for N {
    #[inline]
    fn constants(x: &f64) -> N {
        N::constant(*x)
    }
    #[inline]
    fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<f64>) -> Option<&'x F::Of<N>>
    where
        f64: 'x,
        Self: 'x,
    {
        N::of_floats::<F>(x)
    }
}

/// `N`
struct Itself;
impl<'x> Family<'x> for Itself {
    type Of<N: 'x> = N;
}

/// `[N]`
struct Slice;
impl<'x> Family<'x> for Slice {
    type Of<N: 'x> = [N];
}

/// `F<Vec<N>>`
struct OfVec<F: ?Sized>(PhantomData<F>);
impl<'x, F: Family<'x> + ?Sized> Family<'x> for OfVec<F> {
    type Of<N: 'x> = F::Of<Vec<N>>;
}

impl<T: Constants<A>, A> Constants<Vec<A>> for Vec<T> {
    #[inline]
    fn constants(x: &Vec<A>) -> Self {
        x.iter().map(T::constants).collect()
    }
    #[inline]
    fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<Vec<A>>) -> Option<&'x F::Of<Self>>
    where
        Vec<A>: 'x,
        Self: 'x,
    {
        T::same::<OfVec<F>>(x)
    }
}

/// `F<[N; LENGTH]>`
struct OfArray<F: ?Sized, const LENGTH: usize>(PhantomData<F>);
impl<'x, F: Family<'x> + ?Sized, const LENGTH: usize> Family<'x> for OfArray<F, LENGTH> {
    type Of<N: 'x> = F::Of<[N; LENGTH]>;
}

impl<T: Constants<A>, A, const LENGTH: usize> Constants<[A; LENGTH]> for [T; LENGTH] {
    #[inline]
    fn constants(x: &[A; LENGTH]) -> Self {
        core::array::from_fn(|i| T::constants(&x[i]))
    }
    #[inline]
    fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<[A; LENGTH]>) -> Option<&'x F::Of<Self>>
    where
        [A; LENGTH]: 'x,
        Self: 'x,
    {
        T::same::<OfArray<F, LENGTH>>(x)
    }
}

/// The content of a reference to which plain floats fit.
pub trait Fits<A: ?Sized> {
    /// The place of the constants.
    type Memory;
    /// The floats themselves, or constants in `memory`.
    fn fitting<'m>(x: &'m A, memory: &'m mut Option<Self::Memory>) -> &'m Self;
}

#[inline]
fn one<'m, T: Constants<A>, A>(x: &'m A, memory: &'m mut Option<T>) -> &'m T {
    match T::same::<Itself>(x) {
        Some(x) => x,
        None => memory.insert(T::constants(x)),
    }
}

#[inline]
fn list<'m, T: Constants<A>, A>(x: &'m [A], memory: &'m mut Option<Vec<T>>) -> &'m [T] {
    match T::same::<Slice>(x) {
        Some(x) => x,
        None => memory.insert(x.iter().map(T::constants).collect()),
    }
}

impl<N: Real> Fits<f64> for N {
    type Memory = N;
    #[inline]
    fn fitting<'m>(x: &'m f64, memory: &'m mut Option<N>) -> &'m N {
        one(x, memory)
    }
}

impl<T: Constants<A>, A> Fits<[A]> for [T] {
    type Memory = Vec<T>;
    #[inline]
    fn fitting<'m>(x: &'m [A], memory: &'m mut Option<Vec<T>>) -> &'m [T] {
        list(x, memory)
    }
}

impl<T: Constants<A>, A> Fits<Vec<A>> for [T] {
    type Memory = Vec<T>;
    #[inline]
    fn fitting<'m>(x: &'m Vec<A>, memory: &'m mut Option<Vec<T>>) -> &'m [T] {
        list(x, memory)
    }
}

impl<T: Constants<A>, A, const LENGTH: usize> Fits<[A; LENGTH]> for [T] {
    type Memory = Vec<T>;
    #[inline]
    fn fitting<'m>(x: &'m [A; LENGTH], memory: &'m mut Option<Vec<T>>) -> &'m [T] {
        list(x, memory)
    }
}

impl<T: Constants<A>, A> Fits<Vec<A>> for Vec<T> {
    type Memory = Vec<T>;
    #[inline]
    fn fitting<'m>(x: &'m Vec<A>, memory: &'m mut Option<Vec<T>>) -> &'m Vec<T> {
        one(x, memory)
    }
}

impl<T: Constants<A>, A, const LENGTH: usize> Fits<[A; LENGTH]> for [T; LENGTH] {
    type Memory = [T; LENGTH];
    #[inline]
    fn fitting<'m>(x: &'m [A; LENGTH], memory: &'m mut Option<Self::Memory>) -> &'m Self {
        one(x, memory)
    }
}

/// Slots for plain floats.
pub trait Slots<A> {
    /// Empty slots for these floats.
    fn slots(x: &A) -> Self;
}

impl<N: Real> Slots<f64> for Slot<N> {
    #[inline]
    fn slots(_: &f64) -> Self {
        Slot::new()
    }
}

impl<S: Slots<A>, A> Slots<Vec<A>> for Vec<S> {
    #[inline]
    fn slots(x: &Vec<A>) -> Self {
        x.iter().map(S::slots).collect()
    }
}

impl<S: Slots<A>, A, const LENGTH: usize> Slots<[A; LENGTH]> for [S; LENGTH] {
    #[inline]
    fn slots(x: &[A; LENGTH]) -> Self {
        core::array::from_fn(|i| S::slots(&x[i]))
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
    fn dropping<'m>(x: &f64, memory: &'m mut Option<Slot<N>>) -> &'m Slot<N> {
        memory.insert(Slot::slots(x))
    }
}

impl<S: Slots<A>, A> Dropped<[A]> for [S] {
    type Memory = Vec<S>;
    #[inline]
    fn dropping<'m>(x: &[A], memory: &'m mut Option<Vec<S>>) -> &'m [S] {
        memory.insert(x.iter().map(S::slots).collect())
    }
}

impl<S: Slots<A>, A> Dropped<Vec<A>> for [S] {
    type Memory = Vec<S>;
    #[inline]
    fn dropping<'m>(x: &Vec<A>, memory: &'m mut Option<Vec<S>>) -> &'m [S] {
        memory.insert(Vec::slots(x))
    }
}

impl<S: Slots<A>, A, const LENGTH: usize> Dropped<[A; LENGTH]> for [S] {
    type Memory = Vec<S>;
    #[inline]
    fn dropping<'m>(x: &[A; LENGTH], memory: &'m mut Option<Vec<S>>) -> &'m [S] {
        memory.insert(x.iter().map(S::slots).collect())
    }
}

impl<S: Slots<A>, A> Dropped<Vec<A>> for Vec<S> {
    type Memory = Vec<S>;
    #[inline]
    fn dropping<'m>(x: &Vec<A>, memory: &'m mut Option<Vec<S>>) -> &'m Vec<S> {
        memory.insert(Vec::slots(x))
    }
}

impl<S: Slots<A>, A, const LENGTH: usize> Dropped<[A; LENGTH]> for [S; LENGTH] {
    type Memory = [S; LENGTH];
    #[inline]
    fn dropping<'m>(x: &[A; LENGTH], memory: &'m mut Option<Self::Memory>) -> &'m Self {
        memory.insert(<[S; LENGTH]>::slots(x))
    }
}
