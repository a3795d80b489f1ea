//! Memory that a thread retains between adjoint programs: vectors, by the layout of their elements.
//!
//! Saved values and slots of lists are as long as the loops. The system provides fresh memory page by page, which costs as much
//! as the computation itself. So a vector is taken from a pool and returned empty. Without `std` there are no threads, and
//! vectors are allocated and freed.

use alloc::vec::Vec;

#[cfg(feature = "std")]
#[expect(unsafe_code, reason = "one memory for vectors of types that cannot be named in a static")]
mod threads;
#[cfg(feature = "std")]
pub(crate) use threads::{keep_memory, release, reserve};

/// An empty vector, in reused memory if there is any.
#[inline]
pub fn empty<T>() -> Vec<T> {
    #[cfg(feature = "std")]
    if size_of::<T>() > 0 {
        return threads::take();
    }
    Vec::new()
}

/// Returns the memory of a vector to the pool.
#[inline]
pub fn keep<T>(vector: Vec<T>) {
    #[cfg(feature = "std")]
    threads::give(vector);
    #[cfg(not(feature = "std"))]
    drop(vector);
}
