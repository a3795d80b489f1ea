//! Functions of `std` that call a function of the caller, and expressions of one shape. An unoptimized build compiles each once for a type,
//! and not once for each function or expression.
//!
//! An expression is compiled for each strategy, and each of its operations for each type of number, so the copies are many. An optimized
//! build inlines the function.

use alloc::vec::Vec;

use crate::{Dict, Exp, Num, Of, Shape};

/// The function `$f` by its type, in an unoptimized build.
macro_rules! erased {
    ($f:ident: $($ty:tt)+) => {
        #[cfg(debug_assertions)]
        let mut $f = $f;
        #[cfg(debug_assertions)]
        let $f: &mut dyn $($ty)+ = &mut $f;
    };
}

pub(crate) use erased;

/// The array `[f(0), f(1), …]`.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn made<T, const N: usize>(f: impl FnMut(usize) -> T) -> [T; N] {
    erased!(f: FnMut(usize) -> T);
    core::array::from_fn(f)
}

/// `f` of each element of an array.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn mapped<T, U, const N: usize>(x: [T; N], f: impl FnMut(T) -> U) -> [U; N] {
    erased!(f: FnMut(T) -> U);
    x.map(f)
}

/// `f` of each element of a list, in its memory if the elements have one size.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn converted<T, U>(x: Vec<T>, f: impl FnMut(T) -> U) -> Vec<U> {
    erased!(f: FnMut(T) -> U);
    x.into_iter().map(f).collect()
}

/// `f` of each element of a list and that of another one, in the memory of the first if the elements have one size.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn converted_with<T, X, U>(old: Vec<T>, x: &[X], f: impl FnMut((T, &X)) -> U) -> Vec<U> {
    erased!(f: FnMut((T, &X)) -> U);
    old.into_iter().zip(x).map(f).collect()
}

/// Expressions with arguments of the shape `I` and results of the shape `O`, under the dictionary `D`.
pub(crate) trait Applied<I: Shape, O: Shape, D: Dict> {
    fn applied(&self, dict: D, x: &Of<I, Num<D>>) -> Of<O, Num<D>>;
}

impl<E: Exp<D>, D: Dict> Applied<E::In, E::Out, D> for E {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn applied(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        self.apply(dict, x)
    }
}

/// Iterators that become lists.
pub(crate) trait Collected: Iterator + Sized {
    /// The same as `collect`, of which rustc compiles fifteen functions for each iterator.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn collected(self) -> Vec<Self::Item> {
        let elements = self;
        erased!(elements: Iterator<Item = Self::Item>);
        elements.collect()
    }
}

impl<I: Iterator> Collected for I {}

/// Appends to a vector that has room. The vector does not grow, so a loop of these is vectorized like `collect`, which rustc compiles as
/// ten functions for each closure.
#[inline]
pub(crate) fn push_in_room<T>(vector: &mut Vec<T>, element: T) {
    assert!(vector.len() < vector.capacity());
    vector.push(element);
}
