//! Counts what is allocated: memory on the heap, and stacks.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What the current thread holds.
#[derive(Debug, PartialEq)]
pub(crate) struct Live {
    allocations: isize,
    /// The idle stacks that are kept for reuse, and their size.
    stacks: (usize, usize),
}

pub(crate) fn now() -> Live {
    #[cfg(feature = "effects")]
    let stacks = ad::handler::idle();
    #[cfg(not(feature = "effects"))]
    let stacks = (0, 0);
    Live { allocations: ALLOCATIONS.get(), stacks }
}

thread_local! {
    static ALLOCATIONS: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: it is the system's allocator. The counter allocates nothing and needs no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATIONS.set(ALLOCATIONS.get() - 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
