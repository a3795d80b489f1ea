//! Stack segments for handled computations and their handlers. Each thread retains idle ones, up to a bound: mapping a fresh
//! segment costs ten microseconds, and reusing one a few nanoseconds. The operating system commits their memory as it is touched.

use std::cell::RefCell;

use corosensei::stack::{DefaultStack, Stack, StackPointer};

/// The least room for a computation: twice the main stack of most systems, since its numbers may be wider than floats.
const COMPUTATION: usize = 16 << 20;
/// Room of a handler's first segment. Each further segment has twice the room of the previous one …
const SMALLEST: usize = 1 << 20;
/// … up to this size.
const LARGEST: usize = 64 << 20;
/// Stack below the room of a segment. Functions that a handler calls may reach this far below the limit at which the next effect
/// opens another segment. A computation that reaches it needs some of it to panic. It costs addresses, and memory only where it
/// is used.
const RESERVE: usize = 16 << 20;
/// Idle room that a thread retains by default, beside one stack of a computation.
const KEPT: usize = 240 << 20;

/// A stack in use. Dropped, it returns to the pool of its thread. It is one word wide, since it moves often, and consecutive wide
/// moves wait for each other.
pub(super) struct Segment(Option<Box<Mapping>>);

struct Mapping {
    stack: DefaultStack,
    room: usize,
}

/// The addresses of a segment's room, in which a handler may start another frame.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    low: usize,
    room: usize,
}

struct Pool {
    #[expect(clippy::vec_box, reason = "the boxes are those of `Segment`")]
    idle: Vec<Box<Mapping>>,
    room: usize,
    /// The user's setting.
    capacity: Option<usize>,
    /// The room of a computation, if it is known.
    computation: Option<usize>,
}

thread_local! {
    static POOL: RefCell<Pool> =
        const { RefCell::new(Pool { idle: Vec::new(), room: 0, capacity: None, computation: None }) };
}

impl Segment {
    /// A segment with this much room, from the pool if possible.
    fn take(room: usize) -> Self {
        Self(Some(Self::used(room).unwrap_or_else(|| Box::new(Mapping::new(room)))))
    }

    fn used(room: usize) -> Option<Box<Mapping>> {
        // A thread that is torn down has no pool, but it may still handle effects.
        POOL.try_with(|pool| pool.borrow_mut().take(room)).ok().flatten()
    }

    /// A segment for a computation, as large as the thread's own stack or as the user's setting.
    pub(super) fn for_computation() -> Self {
        let room = POOL.try_with(|pool| *pool.borrow_mut().computation.get_or_insert_with(of_thread));
        let room = room.unwrap_or(COMPUTATION);
        Self(Some(Self::used(room).unwrap_or_else(|| Box::new(Mapping::largest(room)))))
    }

    /// The addresses below the room of this segment.
    pub(super) fn reserve(&self) -> Extent {
        Extent { low: self.extent().low - RESERVE, room: RESERVE }
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

// SAFETY: every method is `DefaultStack`'s. The segment owns that stack until `drop`. It has a guard page, is larger than the
// minimum, and does not move when the segment moves.
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
        match DefaultStack::new(room.saturating_add(RESERVE)) {
            Ok(stack) => Self { stack, room },
            Err(error) => panic!("cannot map another stack of {} MiB: {error}", room >> 20),
        }
    }

    /// A stack with this much room. If the system refuses, it has half as much, and so on.
    #[cold]
    fn largest(mut room: usize) -> Self {
        while room > COMPUTATION && DefaultStack::new(room.saturating_add(RESERVE)).is_err() {
            room /= 2;
        }
        let _ = POOL.try_with(|pool| pool.borrow_mut().computation = Some(room));
        Self::new(room)
    }
}

impl Extent {
    /// Contains no address.
    pub(super) const EMPTY: Self = Self { low: 0, room: 0 };

    #[inline]
    pub(super) fn contains(self, address: usize) -> bool {
        address.wrapping_sub(self.low) < self.room
    }

    /// The size as text, as "16 MiB".
    pub(super) fn size(self) -> String {
        if self.room < 1 << 20 {
            format!("{} KiB", self.room >> 10)
        } else {
            format!("{} MiB", self.room >> 20)
        }
    }

    /// The segment to use when this one is full.
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

    /// Retains `mapping` if there is room for it. Larger mappings, which are needed less, are dropped to make room.
    ///
    /// A deep computation returns its largest segments first. Every computation needs the small ones, so dropping those would
    /// make each of the next computations map them again.
    fn put(&mut self, mapping: Box<Mapping>) {
        let computation = self.computation.unwrap_or(COMPUTATION);
        let capacity = self.capacity.unwrap_or(KEPT + computation);
        let stacks = self.idle.iter().filter(|idle| idle.room == computation).count();
        // Each computation needs one stack of this size.
        let rank = |room: usize, others: usize| if room == computation && others == 0 { 0 } else { room };
        let own = rank(mapping.room, stacks);
        let needed_less = |idle: &Mapping| rank(idle.room, stacks.saturating_sub(1)) > own;
        let needed: usize = self.idle.iter().filter(|idle| !needed_less(idle)).map(|idle| idle.room).sum();
        if needed + mapping.room > capacity {
            return;
        }
        while self.room + mapping.room > capacity {
            let rooms = self.idle.iter().enumerate().filter(|(_, idle)| needed_less(idle));
            let Some((largest, _)) = rooms.max_by_key(|(_, idle)| idle.room) else { return };
            self.room -= self.idle.swap_remove(largest).room;
        }
        self.room += mapping.room;
        self.idle.push(mapping);
    }
}

/// Sets the bytes of idle stack that the current thread retains. The default is one stack of a computation and 240 MiB, enough
/// for two to three million effects of a reverse sweep. The excess is unmapped, the largest stacks first.
///
/// While the thread is torn down (in the destructor of a thread-local variable) this does nothing.
///
/// ```
/// use ad::paper::handler;
///
/// handler::keep_stacks(0); // give all of it back, and keep nothing
/// handler::keep_stacks(64 << 20);
/// ```
pub fn keep_stacks(bytes: usize) {
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.borrow_mut();
        pool.capacity = Some(bytes);
        pool.room = 0;
        for mapping in std::mem::take(&mut pool.idle) {
            pool.put(mapping);
        }
    });
}

/// Sets the stack size of the next computations of the current thread. The default is the size of the thread's stack, but at
/// least 16 MiB. The stack is reserved, and becomes memory only where it is used.
///
/// ```
/// use ad::{Exp, F64, effects, paper::{Var, handler::set_stack_size}};
/// set_stack_size(256 << 20); // for a recursion of great depth
/// assert_eq!(effects::diff(Var).eval(F64, 3.0), 1.0);
/// ```
///
/// A computation that has used it up panics at its next effect. While the thread is torn down this does nothing.
pub fn set_stack_size(bytes: usize) {
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.borrow_mut();
        // Stacks of the old size are useless now.
        let old = pool.computation.replace(bytes.max(1 << 16));
        while let Some(stack) = old.and_then(|old| pool.take(old)) {
            drop(stack);
        }
    });
}

/// The room of a computation on this thread, without a setting.
fn of_thread() -> usize {
    thread_stack().unwrap_or(0).clamp(COMPUTATION, 1 << 40)
}

/// The stack size of the current thread.
#[cfg(target_os = "linux")]
fn thread_stack() -> Option<usize> {
    let mut attributes = std::mem::MaybeUninit::uninit();
    // SAFETY: the first call initializes the attributes if it returns 0. They are read and destroyed only then.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let (mut low, mut size) = (std::ptr::null_mut(), 0);
        let failed = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut low, &raw mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (failed == 0).then_some(size)
    }
}

/// The stack size of the current thread.
#[cfg(target_os = "macos")]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may not be known")]
fn thread_stack() -> Option<usize> {
    // SAFETY: both functions require only a live thread, and the current thread is live.
    Some(unsafe { libc::pthread_get_stacksize_np(libc::pthread_self()) })
}

/// The stack size of the current thread, which is unknown here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn thread_stack() -> Option<usize> {
    None
}

/// The number of idle stacks of the current thread, and their room in bytes.
#[doc(hidden)]
pub fn idle() -> (usize, usize) {
    let idle = |pool: &RefCell<Pool>| (pool.borrow().idle.len(), pool.borrow().room);
    POOL.try_with(idle).unwrap_or_default()
}
