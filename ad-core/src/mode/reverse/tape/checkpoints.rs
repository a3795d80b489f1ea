//! The list of the checkpoints of an evaluation.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::mem::ManuallyDrop;

/// The checkpoints of an evaluation, in order.
///
/// They contain expressions under the dictionary that refers to this list, so they must not be dropped with it. Whoever makes a list
/// also makes a [`Release`] after it, which empties the list first.
pub(crate) struct Checkpoints<T>(RefCell<Vec<ManuallyDrop<T>>>);

impl<T> Checkpoints<T> {
    pub(crate) fn new() -> Self {
        Checkpoints(RefCell::default())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub(crate) fn push(&self, checkpoint: T) {
        self.0.borrow_mut().push(ManuallyDrop::new(checkpoint));
    }

    /// Removes those from number `first` on.
    pub(crate) fn forget(&self, first: usize) {
        while self.pop_from(first).is_some() {}
    }

    /// Removes the last one, if its number is at least `first`.
    pub(crate) fn pop_from(&self, first: usize) -> Option<T> {
        let mut checkpoints = self.0.borrow_mut();
        if checkpoints.len() > first { checkpoints.pop().map(ManuallyDrop::into_inner) } else { None }
    }
}

/// Drops the checkpoints of an evaluation, also after a panic.
pub(crate) struct Release<'a, T>(pub(crate) &'a Checkpoints<T>);

impl<T> Drop for Release<'_, T> {
    fn drop(&mut self) {
        self.0.forget(0);
    }
}
