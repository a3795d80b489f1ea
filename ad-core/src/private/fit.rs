//! Plain floats as arguments of functions that the macro cannot see. The parameter may be over numbers or fixed: rustc infers which.

mod tuples;

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Deref;

use alloc::vec::Vec;

use crate::Real;
use crate::adjoint::Slot;
use crate::function::real::Elementary;
use crate::number::class::Family;
use crate::number::erased::{Collected, made};

/// An argument that may consist of plain floats.
///
/// ```text
/// convolve(fit(signal).fitted(&mut None), kernel)
/// ```
///
/// Method lookup decides, from the outermost type inwards: floats are converted to the type of the parameter, and any other value is
/// passed unchanged. A parameter of plain floats receives the data itself, any other one a copy.
pub fn fit<T>(x: T) -> Fit<T, false> {
    Fit::new(x)
}

/// See [`fit`]. `SINGLE` says whether the floats are `f32`.
pub struct Fit<T, const SINGLE: bool>(ByValue<T, SINGLE>);
/// See [`fit`].
pub struct ByValue<T, const SINGLE: bool>(Other<T>);
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

impl<T, const SINGLE: bool> Fit<T, SINGLE> {
    pub(super) fn new(x: T) -> Self {
        Fit(ByValue(Other(Cell::new(Some(x)))))
    }
}

impl<T, const SINGLE: bool> Deref for Fit<T, SINGLE> {
    type Target = ByValue<T, SINGLE>;
    #[inline]
    fn deref(&self) -> &ByValue<T, SINGLE> {
        &self.0
    }
}

impl<T, const SINGLE: bool> Deref for ByValue<T, SINGLE> {
    type Target = Other<T>;
    #[inline]
    fn deref(&self) -> &Other<T> {
        &self.0
    }
}

impl<'a, A: Floats<SINGLE> + ?Sized, const SINGLE: bool> Fit<&'a A, SINGLE> {
    /// Borrowed floats, or constants in `memory`.
    #[inline]
    pub fn fitted<'m, P: Fits<A> + ?Sized>(&self, memory: &'m mut Option<P::Memory>) -> &'m P
    where
        'a: 'm,
    {
        P::fitting(self.take(), memory)
    }
}

impl<A: FloatsByValue<SINGLE>, const SINGLE: bool> ByValue<A, SINGLE> {
    /// The floats themselves, or constants.
    #[inline]
    pub fn fitted<P: Constants<A>>(&self, _: &mut Option<()>) -> P {
        P::constants(&self.take())
    }
}

/// A type that consists of plain floats, with data beside them.
pub trait Floats<const SINGLE: bool> {}
impl<A: Floats<SINGLE>, const SINGLE: bool> Floats<SINGLE> for [A] {}
impl<T: Floats<SINGLE>, const SINGLE: bool> Floats<SINGLE> for Vec<T> {}
impl<A: Floats<SINGLE>, const SINGLE: bool, const LENGTH: usize> Floats<SINGLE> for [A; LENGTH] {}

/// The same, of an argument by value.
pub trait FloatsByValue<const SINGLE: bool> {}
impl<A: FloatsByValue<SINGLE>, const SINGLE: bool, const LENGTH: usize> FloatsByValue<SINGLE>
    for [A; LENGTH]
{
}

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
        x.iter().map(T::constants).collected()
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
        made(|i| T::constants(&x[i]))
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
        None => memory.insert(x.iter().map(T::constants).collected()),
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

impl<S: Slots<A>, A> Slots<Vec<A>> for Vec<S> {
    #[inline]
    fn slots(x: &Vec<A>) -> Self {
        x.iter().map(S::slots).collected()
    }
}

impl<S: Slots<A>, A, const LENGTH: usize> Slots<[A; LENGTH]> for [S; LENGTH] {
    #[inline]
    fn slots(x: &[A; LENGTH]) -> Self {
        made(|i| S::slots(&x[i]))
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

impl<S: Slots<A>, A> Dropped<[A]> for [S] {
    type Memory = Vec<S>;
    #[inline]
    fn dropping<'m>(x: &[A], memory: &'m mut Option<Vec<S>>) -> &'m [S] {
        memory.insert(x.iter().map(S::slots).collected())
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
        memory.insert(x.iter().map(S::slots).collected())
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

/// One float.
macro_rules! one {
    ($Float:ty, $single:literal, $Real:ident, $of_floats:ident) => {
        impl Floats<$single> for $Float {}
        impl FloatsByValue<$single> for $Float {}

        impl<N: $Real> Constants<$Float> for N {
            #[inline]
            fn constants(x: &$Float) -> N {
                N::constant((*x).into())
            }
            #[inline]
            fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<$Float>) -> Option<&'x F::Of<N>>
            where
                $Float: 'x,
                Self: 'x,
            {
                N::$of_floats::<F>(x)
            }
        }

        impl<N: $Real> Fits<$Float> for N {
            type Memory = N;
            #[inline]
            fn fitting<'m>(x: &'m $Float, memory: &'m mut Option<N>) -> &'m N {
                one(x, memory)
            }
        }

        impl<N: $Real> Slots<$Float> for Slot<N> {
            #[inline]
            fn slots(_: &$Float) -> Self {
                Slot::new()
            }
        }

        impl<N: $Real> Dropped<$Float> for Slot<N> {
            type Memory = Slot<N>;
            #[inline]
            fn dropping<'m>(x: &$Float, memory: &'m mut Option<Slot<N>>) -> &'m Slot<N> {
                memory.insert(Slot::slots(x))
            }
        }
    };
}
one!(f64, false, Real, of_floats);
one!(f32, true, Elementary, of_singles);
