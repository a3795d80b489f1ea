//! A list that grows behind a shared reference: the memory of a tape.

use std::cell::UnsafeCell;

/// An append-only list of `Copy` values.
///
/// `RefCell<Vec<T>>` would do the same, but its bookkeeping is a sixth of the time of a reverse sweep (see
/// `benches/README.md`). No method runs foreign code while it refers to the list, so none is needed.
#[derive(Debug)]
pub(crate) struct Memory<T>(UnsafeCell<Vec<T>>);

impl<T: Copy> Memory<T> {
    pub(crate) const fn new() -> Self {
        Memory(UnsafeCell::new(Vec::new()))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        // SAFETY: `Memory` is not `Sync`, and every reference that is made to the vector ends in the method that made
        // it, so there is no other one now. (All are private, and none is returned.)
        unsafe { &*self.0.get() }.len()
    }

    #[inline]
    pub(crate) fn push(&self, value: T) {
        // SAFETY: as in `len`. Growing calls the allocator, which has no way to reach this list.
        unsafe { &mut *self.0.get() }.push(value);
    }

    /// Reads all values. What is pushed meanwhile is forgotten, and so is everything if `read` panics.
    #[inline]
    pub(crate) fn read<R>(&self, read: impl FnOnce(&[T]) -> R) -> R {
        // The list is empty while foreign code runs, so nothing refers to it.
        let values = self.replace(Vec::new());
        let result = read(&values);
        self.replace(values);
        result
    }

    #[inline]
    fn replace(&self, values: Vec<T>) -> Vec<T> {
        // SAFETY: as in `len`.
        std::mem::replace(unsafe { &mut *self.0.get() }, values)
    }

    /// Forgets all but the first `len` values.
    pub(crate) fn truncate(&self, len: usize) {
        // SAFETY: as in `len`. The values are `Copy`, so none is dropped.
        unsafe { &mut *self.0.get() }.truncate(len);
    }

    /// Takes the values and the memory.
    pub(crate) fn take(&self) -> Self {
        Memory(UnsafeCell::new(self.replace(Vec::new())))
    }

    /// Forgets all values and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn what_is_pushed_behind_shared_references_is_there() {
        let memory = Memory::new();
        let (a, b) = (&memory, &memory);
        for i in 0..100 {
            a.push(i);
            b.push(i + 1000);
        }
        let last = a.read(|values| {
            b.push(7);
            values[199]
        });
        assert_eq!((memory.len(), last), (200, 1099));
        memory.truncate(3);
        assert_eq!(memory.read(<[i32]>::to_vec), [0, 1000, 1]);
        let mut memory = memory.take();
        assert_eq!(memory.len(), 3);
        memory.clear();
        assert_eq!(memory.len(), 0);
    }

    #[test]
    fn a_reader_that_panics_leaves_an_empty_list() {
        let memory = Memory::new();
        memory.push(1);
        let read = std::panic::AssertUnwindSafe(|| memory.read(|values| values[1]));
        assert!(std::panic::catch_unwind(read).is_err());
        assert_eq!(memory.len(), 0);
    }
}
