//! Memory that a thread retains between convenience calls.
//!
//! The system provides fresh memory page by page, so a tape in fresh memory costs twice as much. Only memory is retained. A call
//! that panics frees its own.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::RefCell;

#[cfg(feature = "std")]
use crate::number::memory;
use crate::{F64, second_order, stack};

pub(crate) struct Pool {
    gradients: Vec<stack::TapeMemory<F64>>,
    second_order: Vec<second_order::Workspace>,
}

impl Pool {
    const EMPTY: Self = Pool { gradients: Vec::new(), second_order: Vec::new() };
}

// The bytes are counted together with those of adjoint programs and replays.
#[cfg(feature = "std")]
thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool::EMPTY) };
}

/// Memory that can be retained.
pub(crate) trait Reusable: Default {
    fn bytes(&self) -> usize;
    fn idle(pool: &mut Pool) -> &mut Vec<Self>;
}

impl Reusable for stack::TapeMemory<F64> {
    fn bytes(&self) -> usize {
        self.bytes()
    }
    fn idle(pool: &mut Pool) -> &mut Vec<Self> {
        &mut pool.gradients
    }
}

impl Reusable for second_order::Workspace {
    fn bytes(&self) -> usize {
        self.bytes()
    }
    fn idle(pool: &mut Pool) -> &mut Vec<Self> {
        &mut pool.second_order
    }
}

/// Runs `f` in reused memory if there is any. `f` returns the memory beside its result.
#[cfg(feature = "std")]
pub(crate) fn with_kept<M: Reusable, R>(f: impl FnOnce(M) -> (M, R)) -> R {
    // A thread that is torn down has no pool.
    let used = POOL.try_with(|pool| {
        let used = M::idle(&mut pool.borrow_mut()).pop()?;
        memory::release(used.bytes());
        Some(used)
    });
    let (used, result) = f(used.ok().flatten().unwrap_or_default());
    let _ = POOL.try_with(|pool| {
        if memory::reserve(used.bytes()) {
            M::idle(&mut pool.borrow_mut()).push(used);
        }
    });
    result
}

/// Runs `f` in fresh memory.
#[cfg(not(feature = "std"))]
pub(crate) fn with_kept<M: Reusable, R>(f: impl FnOnce(M) -> (M, R)) -> R {
    f(M::default()).1
}

/// Sets how many bytes the current thread retains for its next calls, adjoint programs and replays: 256 MiB by default. The retained
/// memory is freed.
///
/// ```
/// use ad::{call, paper::{Var, pow}};
/// call::keep_idle(0); // keep nothing
/// assert_eq!(call::grad(&pow(3, Var), &2.0), 12.0);
/// ```
#[cfg(feature = "std")]
pub fn keep_idle(bytes: usize) {
    let _ = POOL.try_with(|pool| *pool.borrow_mut() = Pool::EMPTY);
    memory::keep_idle(bytes);
}
