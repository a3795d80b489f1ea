//! Parts of lists whose bounds are checked once.

use alloc::collections::VecDeque;
use core::ops::Index;

/// A list that has parts. Slices, and all that dereferences to them, have slices.
pub trait Parts {
    /// The part of a list.
    type Part<'a>
    where
        Self: 'a;

    /// The elements from number `from` on, `count` of them.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer.
    fn __part(&self, from: usize, count: usize) -> Self::Part<'_>;
}

impl<T> Parts for [T] {
    type Part<'a>
        = &'a [T]
    where
        T: 'a;

    #[inline]
    fn __part(&self, from: usize, count: usize) -> &[T] {
        &self[from..from + count]
    }
}

/// The part of a [`VecDeque`].
#[derive(Clone, Copy, Debug)]
pub struct PartOfDeque<'a, T> {
    list: &'a VecDeque<T>,
    from: usize,
}

impl<T> Index<usize> for PartOfDeque<'_, T> {
    type Output = T;
    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.list[self.from + i]
    }
}

impl<T> Parts for VecDeque<T> {
    type Part<'a>
        = PartOfDeque<'a, T>
    where
        T: 'a;

    #[inline]
    fn __part(&self, from: usize, _: usize) -> PartOfDeque<'_, T> {
        PartOfDeque { list: self, from }
    }
}
