//! The saved values of the iterations of a loop: the forward sweep pushes a tuple for each, and the reverse sweep pops them.
//!
//! `Vec::push` calls a function that changes the vector if it is full. So its length and its address live in memory, and a
//! push waits for the previous one. Here elements up to the length of a buffer are overwritten, and a longer buffer is a new
//! value. So all parts of the buffer live in registers.

use alloc::vec::Vec;
use core::mem;

use crate::number::memory;

/// See the module.
#[derive(Debug)]
pub struct Iterations<T> {
    /// Elements from number `len` on are copies of others. If elements have destructors, there are none.
    buffer: Vec<T>,
    len: usize,
}

impl<T: Clone> Clone for Iterations<T> {
    fn clone(&self) -> Self {
        let buffer = self.buffer[..self.len].to_vec();
        Iterations { buffer, len: self.len }
    }
}

impl<T: Clone> Iterations<T> {
    /// Whether `Vec` pushes and pops the elements: those with destructors, and large ones, whose copies take longer than the wait.
    const LISTED: bool = mem::needs_drop::<T>() || mem::size_of::<T>() > 128;

    /// No iterations, in memory of the thread.
    #[inline]
    pub fn begin() -> Self {
        Iterations { buffer: memory::empty(), len: 0 }
    }

    /// Allocates memory for more iterations.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        self.buffer.reserve(count);
    }

    /// Saves the values of an iteration.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push(&mut self, values: T) {
        if Self::LISTED {
            self.buffer.push(values);
        } else if let Some(place) = self.buffer.get_mut(self.len) {
            *place = values;
        } else {
            // The clone lives in memory, and the values need not.
            self.buffer = longer(mem::take(&mut self.buffer), values.clone());
        }
        self.len += 1;
    }

    /// Removes the saved values of the last iteration that is not reversed yet.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pop(&mut self) -> T {
        self.len = self.len.wrapping_sub(1);
        let values = if Self::LISTED { self.buffer.pop() } else { self.buffer.get(self.len).cloned() };
        values.expect("the reverse sweep has more iterations than the forward sweep")
    }

    /// The saved values of the last iterations that are not reversed yet. Their types have no destructors.
    #[inline]
    pub fn last(&self, count: usize) -> &[T] {
        &self.buffer[..self.len][self.len - count..]
    }

    /// Removes the saved values of the last iterations.
    #[inline]
    pub fn shorten(&mut self, count: usize) {
        self.len -= count;
        if Self::LISTED {
            self.buffer.truncate(self.len);
        }
    }

    /// Returns the memory to the thread.
    #[inline]
    pub fn end(self) {
        memory::keep(self.buffer);
    }
}

/// Appends the values, and copies of them: as many as there are elements, within these bounds.
#[cold]
#[inline(never)]
fn longer<T: Clone>(mut buffer: Vec<T>, values: T) -> Vec<T> {
    /// In bytes, so that a short loop needs one buffer, and the copies are still in a cache when they are overwritten.
    const BOUNDS: (usize, usize) = (128, 2048);
    let elements = |bytes: usize| (bytes / mem::size_of::<T>().max(1)).max(1);
    let count = buffer.len().clamp(elements(BOUNDS.0), elements(BOUNDS.1));
    buffer.resize(buffer.len() + count, values);
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::rc::Rc;
    use alloc::vec;

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

    /// Also where a longer buffer contains copies.
    #[test]
    #[should_panic(expected = "more iterations")]
    fn an_iteration_too_many_with_a_destructor_is_noticed() {
        let mut all = Iterations::begin();
        all.push(vec![1.0]);
        all.pop();
        all.pop();
    }

    #[test]
    fn values_with_destructors_are_not_copied() {
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
