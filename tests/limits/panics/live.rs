//! Counts what is allocated: memory on the heap, and stacks.

use crate::allocator;

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
    Live { allocations: allocator::live(), stacks }
}
