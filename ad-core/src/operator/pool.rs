//! Memory that a thread retains between convenience calls.
//!
//! The system provides fresh memory page by page, so a tape in fresh memory costs twice as much. Only memory is retained. A call
//! that panics frees its own.

#[cfg(feature = "std")]
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::RefCell;

#[cfg(feature = "std")]
use crate::number::memory;
use crate::{F32, F64, second_order, stack};

/// The memory of tapes, for expressions and arguments of any type.
#[derive(Default)]
pub struct Tapes {
    pub(crate) first: stack::TapeMemory<F64>,
    pub(crate) single: stack::TapeMemory<F32>,
    pub(crate) second: second_order::Workspace,
}

// The bytes are counted together with those of adjoint programs and replays.
#[cfg(feature = "std")]
thread_local! {
    static IDLE: RefCell<Vec<Tapes>> = const { RefCell::new(Vec::new()) };
}

/// Runs `f` in reused memory if there is any.
#[cfg(feature = "std")]
pub(crate) fn with_tapes<R>(f: impl FnOnce(&mut Tapes) -> R) -> R {
    let bytes = |tapes: &Tapes| tapes.first.bytes() + tapes.single.bytes() + tapes.second.bytes();
    // A thread that is torn down has no pool.
    let mut tapes = IDLE.try_with(|idle| idle.borrow_mut().pop()).ok().flatten().unwrap_or_default();
    memory::release(bytes(&tapes));
    let result = f(&mut tapes);
    let _ = IDLE.try_with(|idle| {
        if memory::reserve(bytes(&tapes)) {
            idle.borrow_mut().push(tapes);
        }
    });
    result
}

/// Runs `f` in fresh memory.
#[cfg(not(feature = "std"))]
pub(crate) fn with_tapes<R>(f: impl FnOnce(&mut Tapes) -> R) -> R {
    f(&mut Tapes::default())
}

/// Sets how many bytes the current thread retains for its next calls, adjoint programs and replays: 256 MiB by default. The retained
/// memory is freed.
///
/// ```
/// use ad::{call, paper::{Var, pow}};
/// call::keep_memory(0); // keep nothing
/// assert_eq!(call::grad(&pow(3, Var), &2.0), 12.0);
/// ```
#[cfg(feature = "std")]
pub fn keep_memory(bytes: usize) {
    let _ = IDLE.try_with(|idle| idle.borrow_mut().clear());
    memory::keep_memory(bytes);
}
