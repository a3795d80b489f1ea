//! The allocator of this binary, which counts for each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The number of allocations of the current thread.
pub(crate) fn requests() -> usize {
    REQUESTS.get()
}

/// The bytes that the current thread has asked for.
pub(crate) fn bytes() -> usize {
    BYTES.get()
}

/// How many allocations the current thread has made and not given back.
pub(crate) fn live() -> isize {
    LIVE.get()
}

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every method passes its arguments to the system's allocator, whose contract is the same. Counting neither allocates
// (the counters are const-initialised and have no destructor) nor touches the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        BYTES.set(BYTES.get() + layout.size());
        LIVE.set(LIVE.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        BYTES.set(BYTES.get() + size);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
