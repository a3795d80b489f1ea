//! Stack segments: what handled computations and their handlers run on. Each thread keeps those that are
//! idle, up to a bound, since mapping a fresh one costs ten microseconds and reusing one a few nanoseconds.
//! The operating system commits their memory as it is touched.

use std::cell::RefCell;

use corosensei::stack::{DefaultStack, Stack, StackPointer};

/// Room for a computation: twice the main stack of most systems, for its numbers may be wider than floats.
pub(super) const COMPUTATION: usize = 16 << 20;
/// Room of a handler's first segment; each further one has twice the room of the one before …
const SMALLEST: usize = 1 << 20;
/// … up to this much.
const LARGEST: usize = 64 << 20;
/// Stack that a segment has below its room: whatever a handler calls, a panic that prints a backtrace
/// included, may reach this far past the limit at which the next effect opens another segment.
pub(super) const RED_ZONE: usize = 256 << 10;
/// Idle room that a thread keeps unless told otherwise.
const KEPT: usize = 256 << 20;

/// A stack in use. Dropped, it goes back to the pool of its thread. One word wide: it moves often, and wide
/// moves that follow one another closely wait for each other.
pub(super) struct Segment(Option<Box<Mapping>>);

struct Mapping {
    stack: DefaultStack,
    room: usize,
}

/// The addresses of a segment's room: where a handler may start another frame.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    low: usize,
    room: usize,
}

struct Pool {
    #[expect(clippy::vec_box, reason = "the boxes are those of `Segment`")]
    idle: Vec<Box<Mapping>>,
    room: usize,
    capacity: usize,
}

thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool { idle: Vec::new(), room: 0, capacity: KEPT }) };
}

impl Segment {
    /// A segment with this much room, a used one if there is one.
    pub(super) fn take(room: usize) -> Self {
        // While a thread is torn down it has no pool any more, but it may still handle effects.
        let used = POOL.try_with(|pool| pool.borrow_mut().take(room)).ok().flatten();
        Self(Some(used.unwrap_or_else(|| Box::new(Mapping::new(room)))))
    }

    pub(super) fn extent(&self) -> Extent {
        let Mapping { stack, room } = self.mapping();
        Extent { low: stack.base().get() - room, room: *room }
    }

    #[inline]
    fn mapping(&self) -> &Mapping {
        self.0.as_ref().expect("only `drop` empties a segment")
    }

    #[cfg(windows)]
    fn mapping_mut(&mut self) -> &mut Mapping {
        self.0.as_mut().expect("only `drop` empties a segment")
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        if let Some(mapping) = self.0.take() {
            // Without a pool (see `take`) the closure is dropped, and the mapping with it.
            let _ = POOL.try_with(|pool| pool.borrow_mut().put(mapping));
        }
    }
}

// SAFETY: every method is `DefaultStack`'s, for a stack that the segment owns until `drop`: it has a guard
// page, is larger than the minimum, and does not move when the segment does.
unsafe impl Stack for Segment {
    #[inline]
    fn base(&self) -> StackPointer {
        self.mapping().stack.base()
    }

    #[inline]
    fn limit(&self) -> StackPointer {
        self.mapping().stack.limit()
    }

    #[cfg(windows)]
    fn teb_fields(&self) -> corosensei::stack::StackTebFields {
        self.mapping().stack.teb_fields()
    }

    #[cfg(windows)]
    fn update_teb_fields(&mut self, stack_limit: usize, guaranteed_stack_bytes: usize) {
        self.mapping_mut().stack.update_teb_fields(stack_limit, guaranteed_stack_bytes);
    }
}

impl Mapping {
    #[cold]
    fn new(room: usize) -> Self {
        match DefaultStack::new(room + RED_ZONE) {
            Ok(stack) => Self { stack, room },
            Err(error) => panic!("cannot map another stack of {} MiB: {error}", room >> 20),
        }
    }
}

impl Extent {
    /// Contains no address.
    pub(super) const EMPTY: Self = Self { low: 0, room: 0 };

    #[inline]
    pub(super) fn contains(self, address: usize) -> bool {
        address.wrapping_sub(self.low) < self.room
    }

    /// A segment to continue on when this one is full.
    pub(super) fn next(self) -> Segment {
        Segment::take((2 * self.room).clamp(SMALLEST, LARGEST))
    }
}

impl Pool {
    fn take(&mut self, room: usize) -> Option<Box<Mapping>> {
        let last = self.idle.iter().rposition(|mapping| mapping.room == room)?;
        self.room -= room;
        Some(self.idle.swap_remove(last))
    }

    fn put(&mut self, mapping: Box<Mapping>) {
        if self.room + mapping.room <= self.capacity {
            self.room += mapping.room;
            self.idle.push(mapping);
        }
    }
}

/// Sets how many bytes of stack the current thread keeps for its next computations once they are idle: 256
/// MiB by default, which two to three million effects of a reverse sweep fit in. Any excess is unmapped.
///
/// While the thread is torn down (in the destructor of a thread-local variable) it keeps none, and this does nothing.
pub fn keep_idle(bytes: usize) {
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.borrow_mut();
        pool.capacity = bytes;
        pool.room = 0;
        for mapping in std::mem::take(&mut pool.idle) {
            pool.put(mapping);
        }
    });
}

/// The number of idle stacks that the current thread keeps, and their room in bytes.
#[doc(hidden)]
pub fn idle() -> (usize, usize) {
    let idle = |pool: &RefCell<Pool>| (pool.borrow().idle.len(), pool.borrow().room);
    POOL.try_with(idle).unwrap_or_default()
}
