//! The idle buffers of a thread.
//!
//! The element type of a stack cannot be named in a static. So the buffer of a vector is retained by its address, on a shelf for the
//! layout of its elements.

use alloc::vec::Vec;
use core::alloc::Layout;
use core::cell::RefCell;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

/// The number of bytes that a thread retains by default.
pub(crate) const KEPT: usize = 256 << 20;

/// The buffer of an empty vector.
///
/// Safe code would collect an empty iterator over the one vector into the other. The standard library does not guarantee that this
/// reuses memory, and rustc compiles 14 functions for each type.
struct Buffer {
    start: NonNull<u8>,
    capacity: usize,
    element: Layout,
}

impl Buffer {
    /// The buffer of a vector, if it is allocated.
    fn of<T>(mut vector: Vec<T>) -> Option<Self> {
        vector.clear();
        if vector.capacity() * size_of::<T>() == 0 {
            return None;
        }
        let mut vector = ManuallyDrop::new(vector);
        let start = NonNull::new(vector.as_mut_ptr())?.cast();
        Some(Buffer { start, capacity: vector.capacity(), element: Layout::new::<T>() })
    }

    /// An empty vector with this buffer.
    fn into_vector<T>(self) -> Vec<T> {
        assert_eq!(self.element, Layout::new::<T>(), "a buffer has one layout of elements");
        let buffer = ManuallyDrop::new(self);
        // SAFETY: By `of`, the buffer was that of a vector of this capacity, whose elements had the size and the alignment of `T`. So
        // the global allocator allocated it, with the layout that a `Vec<T>` of this capacity has. The vector was not dropped, and
        // neither is the buffer, so the new vector is its only owner. Its length is 0, so no element need be initialized.
        unsafe { Vec::from_raw_parts(buffer.start.cast().as_ptr(), 0, buffer.capacity) }
    }

    fn bytes(&self) -> usize {
        self.capacity * self.element.size()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let layout =
            Layout::from_size_align(self.bytes(), self.element.align()).expect("a vector had this layout");
        // SAFETY: The buffer owns the allocation of a vector, as in `into_vector`. A vector allocates its capacity times the size of an
        // element, which is a multiple of the alignment, so this is its layout. It is not 0, by `of`.
        unsafe { std::alloc::dealloc(self.start.as_ptr(), layout) }
    }
}

/// The idle buffers for one layout of elements.
struct Shelf {
    element: Layout,
    idle: Vec<Buffer>,
    /// The number of vectors in use. Vectors from elsewhere, such as clones, are not retained, so that the pool does not grow.
    taken: usize,
}

struct Memory {
    /// The retained bytes, and their bound.
    bytes: usize,
    capacity: usize,
    /// The shelf that was used last is the first one, and a program has few.
    shelves: Vec<Shelf>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory::keeping(KEPT)) };
}

/// See [`empty`](super::empty).
pub(super) fn take<T>() -> Vec<T> {
    match buffer(Layout::new::<T>()) {
        Some(buffer) => buffer.into_vector(),
        None => Vec::new(),
    }
}

/// See [`keep`](super::keep).
pub(super) fn give<T>(vector: Vec<T>) {
    if let Some(buffer) = Buffer::of(vector) {
        retain(buffer);
    }
}

// Neither depends on a type, so they are compiled once. A thread that is torn down retains nothing.

fn buffer(element: Layout) -> Option<Buffer> {
    MEMORY.try_with(|memory| memory.borrow_mut().take(element)).ok().flatten()
}

fn retain(buffer: Buffer) {
    let _ = MEMORY.try_with(|memory| memory.borrow_mut().give(buffer));
}

/// Counts memory that is retained elsewhere, if the bound permits it.
pub(crate) fn reserve(bytes: usize) -> bool {
    let reserved = MEMORY.try_with(|memory| {
        let mut memory = memory.borrow_mut();
        let fits = memory.bytes + bytes <= memory.capacity;
        memory.bytes += if fits { bytes } else { 0 };
        fits
    });
    reserved.unwrap_or(false)
}

/// Counts memory no longer that [`reserve`] counted.
pub(crate) fn release(bytes: usize) {
    let _ = MEMORY.try_with(|memory| memory.borrow_mut().bytes -= bytes);
}

/// Sets the number of bytes that the current thread retains, and frees the retained memory.
pub(crate) fn keep_memory(bytes: usize) {
    let _ = MEMORY.try_with(|memory| *memory.borrow_mut() = Memory::keeping(bytes));
}

impl Memory {
    const fn keeping(capacity: usize) -> Self {
        Memory { bytes: 0, capacity, shelves: Vec::new() }
    }

    #[inline]
    fn shelf(&mut self, element: Layout) -> &mut Shelf {
        if self.shelves.first().is_none_or(|shelf| shelf.element != element) {
            self.bring(element);
        }
        &mut self.shelves[0]
    }

    /// Makes the shelf for this layout the first one.
    #[cold]
    fn bring(&mut self, element: Layout) {
        let found = self.shelves.iter().position(|shelf| shelf.element == element);
        let i = found.unwrap_or_else(|| {
            self.shelves.push(Shelf { element, idle: Vec::new(), taken: 0 });
            self.shelves.len() - 1
        });
        self.shelves.swap(0, i);
    }

    fn take(&mut self, element: Layout) -> Option<Buffer> {
        let shelf = self.shelf(element);
        shelf.taken += 1;
        let buffer = shelf.idle.pop()?;
        self.bytes -= buffer.bytes();
        Some(buffer)
    }

    fn give(&mut self, buffer: Buffer) {
        let bytes = self.bytes + buffer.bytes();
        let fits = bytes <= self.capacity;
        let shelf = self.shelf(buffer.element);
        let taken = shelf.taken;
        shelf.taken = taken.saturating_sub(1);
        if taken > 0 && fits {
            shelf.idle.push(buffer);
            self.bytes = bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{empty, keep};
    use super::*;

    /// The same memory serves other element types of the same size. The content of a vector is dropped once.
    #[test]
    fn memory_goes_from_vector_to_vector() {
        let mut first: Vec<(f64, usize)> = empty();
        first.resize(100, (1.0, 1));
        let place = first.as_ptr().addr();
        keep(first);
        assert_eq!(empty::<[f32; 4]>().capacity(), 0, "another alignment");
        let again: Vec<Option<f64>> = empty();
        assert_eq!((again.as_ptr().addr(), again.capacity(), again.len()), (place, 100, 0));
        assert_eq!(empty::<Option<f64>>().capacity(), 0, "it is in use");
        keep(again);
        keep_memory(0);
        assert_eq!(empty::<(f64, f64)>().capacity(), 0, "what was kept is freed");
        keep(vec![1.0_f64]);
        assert_eq!(empty::<f64>().capacity(), 0, "nothing is to be kept");
        keep_memory(KEPT);
        keep(vec![1.0_f64]);
        assert_eq!(empty::<f64>().capacity(), 0, "it was not taken from here");

        let shared = std::rc::Rc::new(());
        keep(vec![shared.clone(); 3]);
        assert_eq!(std::rc::Rc::strong_count(&shared), 1);
    }
}
