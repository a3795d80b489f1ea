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

/// The buffer of an empty vector, and the number of elements that it has room for.
///
/// Safe code would collect an empty iterator over the one vector into the other. The standard library does not guarantee that this
/// reuses memory, and rustc compiles 14 functions for each type.
///
/// The shelf has the layout of the elements. A buffer with it would be passed in memory, and the processor waits where such parts
/// are stored one by one and loaded together.
#[derive(Clone, Copy)]
struct Buffer {
    start: NonNull<u8>,
    capacity: usize,
}

impl Buffer {
    fn bytes(&self, element: Layout) -> usize {
        self.capacity * element.size()
    }

    /// Frees the buffer.
    ///
    /// # Safety
    ///
    /// It was the buffer of a vector whose elements had this layout.
    #[cold]
    unsafe fn free(self, element: Layout) {
        let layout = Layout::from_size_align(self.bytes(element), element.align());
        let layout = layout.expect("a vector had this layout");
        // SAFETY: A vector allocates its capacity times the size of an element, which is a multiple of the alignment, so this is its
        // layout. It is not 0, by `give`.
        unsafe { std::alloc::dealloc(self.start.as_ptr(), layout) }
    }
}

/// The idle buffers for one layout of elements.
struct Shelf {
    element: Layout,
    /// The buffers of vectors whose elements had this layout.
    idle: Vec<Buffer>,
    /// The number of vectors in use. Vectors from elsewhere, such as clones, are not retained, so that the pool does not grow.
    taken: usize,
}

impl Drop for Shelf {
    fn drop(&mut self) {
        for buffer in self.idle.drain(..) {
            // SAFETY: By the invariant of `idle`, this is the layout of the elements.
            unsafe { buffer.free(self.element) }
        }
    }
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
#[inline]
pub(super) fn take<T>() -> Vec<T> {
    match buffer(Layout::new::<T>()) {
        // SAFETY: By the invariant of `Shelf::idle`, this was the buffer of a vector of this capacity, whose elements had the size and
        // the alignment of `T`. So the global allocator allocated it, with the layout that a `Vec<T>` of this capacity has. That
        // vector was forgotten, and the shelf no longer has the buffer, so the new vector is its only owner. Its length is 0, so
        // no element need be initialized.
        Some(Buffer { start, capacity }) => unsafe {
            Vec::from_raw_parts(start.cast().as_ptr(), 0, capacity)
        },
        None => Vec::new(),
    }
}

/// See [`keep`](super::keep).
#[inline]
pub(super) fn give<T>(mut vector: Vec<T>) {
    vector.clear();
    let capacity = vector.capacity();
    if capacity * size_of::<T>() > 0
        && let Some(start) = NonNull::new(ManuallyDrop::new(vector).as_mut_ptr())
    {
        // SAFETY: This is the buffer of a vector that was forgotten, and the layout of its elements.
        unsafe { retain(Layout::new::<T>(), Buffer { start: start.cast(), capacity }) }
    }
}

// Neither depends on a type, so they are compiled once. A thread that is torn down retains nothing.

fn buffer(element: Layout) -> Option<Buffer> {
    MEMORY.try_with(|memory| memory.borrow_mut().take(element)).ok().flatten()
}

/// # Safety
///
/// It was the buffer of a vector whose elements had this layout, and has no other owner.
unsafe fn retain(element: Layout, buffer: Buffer) {
    let kept = MEMORY.try_with(|memory| memory.borrow_mut().give(element, buffer));
    if !kept.unwrap_or(false) {
        // SAFETY: As above, and no shelf has it.
        unsafe { buffer.free(element) }
    }
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
        self.bytes -= buffer.bytes(element);
        Some(buffer)
    }

    /// Whether the shelf takes the buffer.
    fn give(&mut self, element: Layout, buffer: Buffer) -> bool {
        let bytes = self.bytes + buffer.bytes(element);
        let fits = bytes <= self.capacity;
        let shelf = self.shelf(element);
        let kept = shelf.taken > 0 && fits;
        shelf.taken = shelf.taken.saturating_sub(1);
        if kept {
            shelf.idle.push(buffer);
            self.bytes = bytes;
        }
        kept
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
