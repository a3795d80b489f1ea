//! Counts allocations: memory on the heap, and stacks.

use crate::allocator;

/// The allocations of the current thread.
#[derive(Debug, PartialEq)]
pub(crate) struct Live {
    allocations: isize,
    /// The retained idle stacks, and their size.
    stacks: (usize, usize),
}

pub(crate) fn now() -> Live {
    #[cfg(feature = "effects")]
    let stacks = ad::paper::handler::idle();
    #[cfg(not(feature = "effects"))]
    let stacks = (0, 0);
    Live { allocations: allocator::live(), stacks }
}
