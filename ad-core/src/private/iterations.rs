//! The saved values of the iterations of a loop: the forward sweep pushes a tuple for each, and the reverse sweep pops them.
//!
//! `Vec::push` calls a function that changes the vector if it is full. So its length and its address live in memory, and a
//! push waits for the previous one. Here a full list is replaced by a longer one, and `Vec::push` is called only if there is room.
//! The optimizer then removes the call, and all parts of the list live in registers. No function that is called borrows the list.

use alloc::vec::Vec;
use core::mem;

use crate::number::memory;

/// See the module.
#[derive(Clone, Debug)]
pub struct Iterations<T>(Vec<T>);

impl<T: Clone> Iterations<T> {
    /// No iterations, in memory of the thread.
    #[inline]
    pub fn begin() -> Self {
        Iterations(memory::empty())
    }

    /// Allocates memory for more iterations.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        if self.0.capacity() - self.0.len() < count {
            self.0 = roomy(mem::take(&mut self.0), count);
        }
    }

    /// Saves the values of an iteration.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push(&mut self, values: T) {
        if self.0.len() < self.0.capacity() {
            self.0.push(values);
        } else {
            // The clone lives in memory, and the values need not.
            self.0 = longer(mem::take(&mut self.0), values.clone());
        }
    }

    /// Saves the values of an iteration for which memory is reserved.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push_reserved(&mut self, values: T) {
        assert!(self.0.len() < self.0.capacity(), "there are more iterations than memory is reserved for");
        self.0.push(values);
    }

    /// Removes the saved values of the last iteration that is not reversed yet.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pop(&mut self) -> T {
        self.0.pop().expect("the reverse sweep has more iterations than the forward sweep")
    }

    /// The saved values of the last iterations that are not reversed yet. Their types have no destructors.
    #[inline]
    pub fn last(&self, count: usize) -> &[T] {
        &self.0[self.0.len() - count..]
    }

    /// Removes the saved values of the last iterations.
    #[inline]
    pub fn shorten(&mut self, count: usize) {
        self.0.truncate(self.0.len() - count);
    }

    /// Returns the memory to the thread.
    #[inline]
    pub fn end(self) {
        memory::keep(self.0);
    }
}

/// Allocates memory for more elements.
#[cold]
#[inline(never)]
fn roomy<T>(mut list: Vec<T>, count: usize) -> Vec<T> {
    list.reserve(count);
    list
}

/// Appends the values to a full list.
#[cold]
#[inline(never)]
fn longer<T>(mut list: Vec<T>, values: T) -> Vec<T> {
    list.push(values);
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::rc::Rc;

    #[test]
    fn what_was_pushed_is_popped() {
        let mut all = Iterations::begin();
        let mut expected = Vec::new();
        for i in 0..1000_u32 {
            all.push((i, f64::from(i)));
            expected.push((i, f64::from(i)));
            if i % 3 == 0 {
                assert_eq!(Some(all.pop()), expected.pop());
            }
        }
        let mut copy = all.clone();
        assert_eq!(all.last(7), &expected[expected.len() - 7..]);
        all.shorten(7);
        copy.shorten(7);
        expected.truncate(expected.len() - 7);
        for (a, b) in expected.iter().rev().zip((0..expected.len()).map(|_| all.pop())) {
            assert_eq!(*a, b);
            assert_eq!(*a, copy.pop());
        }
        all.end();
    }

    #[test]
    #[should_panic(expected = "more iterations")]
    fn an_iteration_too_many_is_noticed() {
        let mut all = Iterations::begin();
        all.push(1.0);
        all.pop();
        all.pop();
    }

    #[test]
    #[should_panic(expected = "memory is reserved for")]
    fn a_push_into_memory_that_is_not_reserved_is_noticed() {
        let mut all = Iterations(Vec::new());
        all.reserve(8);
        (0..=all.0.capacity()).for_each(|i| all.push_reserved(i));
    }

    #[test]
    fn values_with_destructors_are_dropped_once() {
        let shared = Rc::new(());
        let mut all = Iterations::begin();
        (0..10).for_each(|_| all.push(shared.clone()));
        assert_eq!(Rc::strong_count(&shared), 11);
        drop(all.pop());
        assert_eq!(Rc::strong_count(&shared), 10);
        let copy = all.clone();
        assert_eq!(Rc::strong_count(&shared), 19);
        all.end();
        copy.end();
        assert_eq!(Rc::strong_count(&shared), 1);
    }
}
