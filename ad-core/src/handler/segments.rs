//! Stack segments: what handled computations and their handlers run on. Each thread keeps those that are
//! idle, up to a bound, since mapping a fresh one costs ten microseconds and reusing one a few nanoseconds.
//! The operating system commits their memory as it is touched.

use std::cell::RefCell;

use corosensei::stack::{DefaultStack, Stack, StackPointer};

/// The least room for a computation: twice the main stack of most systems, for its numbers may be wider than floats.
const COMPUTATION: usize = 16 << 20;
/// Room of a handler's first segment; each further one has twice the room of the one before …
const SMALLEST: usize = 1 << 20;
/// … up to this much.
const LARGEST: usize = 64 << 20;
/// Stack that a segment has below its room. Whatever a handler calls may reach this far past the limit at which the next
/// effect opens another segment; and a computation that has reached it says so, for which it needs some. It costs
/// addresses, and memory only where it is used.
const RESERVE: usize = 16 << 20;
/// Idle room that a thread keeps unless told otherwise, beside one stack of a computation.
const KEPT: usize = 240 << 20;

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
    /// What the user has set.
    capacity: Option<usize>,
    /// The room of a computation, once it is known.
    computation: Option<usize>,
}

thread_local! {
    static POOL: RefCell<Pool> =
        const { RefCell::new(Pool { idle: Vec::new(), room: 0, capacity: None, computation: None }) };
}

impl Segment {
    /// A segment with this much room, a used one if there is one.
    fn take(room: usize) -> Self {
        Self(Some(Self::used(room).unwrap_or_else(|| Box::new(Mapping::new(room)))))
    }

    fn used(room: usize) -> Option<Box<Mapping>> {
        // While a thread is torn down it has no pool any more, but it may still handle effects.
        POOL.try_with(|pool| pool.borrow_mut().take(room)).ok().flatten()
    }

    /// A segment for a computation: with as much room as the thread's own stack has, or as much as has been set.
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
        match DefaultStack::new(room.saturating_add(RESERVE)) {
            Ok(stack) => Self { stack, room },
            Err(error) => panic!("cannot map another stack of {} MiB: {error}", room >> 20),
        }
    }

    /// With this much room or, where the system refuses that, half as much, and so on.
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

    /// How large it is, in words.
    pub(super) fn size(self) -> String {
        if self.room < 1 << 20 {
            format!("{} KiB", self.room >> 10)
        } else {
            format!("{} MiB", self.room >> 20)
        }
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

    /// Keeps `mapping` if there is room for it, or can be made by giving up what is needed less: larger ones.
    ///
    /// A deep computation gives back its largest segments first. If they were kept rather than the smaller ones, which every
    /// computation needs, each of the next ones would map those anew.
    fn put(&mut self, mapping: Box<Mapping>) {
        let computation = self.computation.unwrap_or(COMPUTATION);
        let capacity = self.capacity.unwrap_or(KEPT + computation);
        let stacks = self.idle.iter().filter(|idle| idle.room == computation).count();
        // Of the stacks of a computation, one is needed each time.
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

/// Sets how many bytes of stack the current thread keeps for its next computations once they are idle: by default one
/// stack of a computation and 240 MiB, which two to three million effects of a reverse sweep fit in. Any excess is unmapped, the
/// largest stacks first.
///
/// While the thread is torn down (in the destructor of a thread-local variable) it keeps none, and this does nothing.
///
/// ```
/// use ad::handler;
///
/// handler::keep_idle(0); // give all of it back, and keep nothing
/// handler::keep_idle(64 << 20);
/// ```
pub fn keep_idle(bytes: usize) {
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.borrow_mut();
        pool.capacity = Some(bytes);
        pool.room = 0;
        for mapping in std::mem::take(&mut pool.idle) {
            pool.put(mapping);
        }
    });
}

/// Sets how much stack the next computations of the current thread have. By default it is as much as the thread itself
/// has, but at least 16 MiB. It is reserved, and becomes memory only where it is used.
///
/// ```
/// use ad::{Exp, F64, Var, effects, handler::set_stack_size};
/// set_stack_size(256 << 20); // for a recursion of great depth
/// assert_eq!(effects::diff(Var).eval(F64, 3.0), 1.0);
/// ```
///
/// A computation that has used it up panics when it next performs an effect. While the thread is torn down this does
/// nothing.
pub fn set_stack_size(bytes: usize) {
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.borrow_mut();
        // Stacks of the old size are of no use any more.
        let old = pool.computation.replace(bytes.max(1 << 16));
        while let Some(stack) = old.and_then(|old| pool.take(old)) {
            drop(stack);
        }
    });
}

/// The room of a computation on this thread, unless it is set.
fn of_thread() -> usize {
    thread_stack().unwrap_or(0).clamp(COMPUTATION, 1 << 40)
}

/// How large the stack of the current thread is.
#[cfg(target_os = "linux")]
fn thread_stack() -> Option<usize> {
    let mut attributes = std::mem::MaybeUninit::uninit();
    // SAFETY: the attributes are written by the first call, which says whether it has, and read and destroyed after it.
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

/// How large the stack of the current thread is.
#[cfg(target_os = "macos")]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may not be known")]
fn thread_stack() -> Option<usize> {
    // SAFETY: both take nothing but a live thread, which the current one is.
    Some(unsafe { libc::pthread_get_stacksize_np(libc::pthread_self()) })
}

/// How large the stack of the current thread is: not known here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn thread_stack() -> Option<usize> {
    None
}

/// The number of idle stacks that the current thread keeps, and their room in bytes.
#[doc(hidden)]
pub fn idle() -> (usize, usize) {
    let idle = |pool: &RefCell<Pool>| (pool.borrow().idle.len(), pool.borrow().room);
    POOL.try_with(idle).unwrap_or_default()
}
