//! Memory that a thread keeps from one adjoint program to the next: that of vectors, by the size of their elements.
//!
//! What the sweeps keep and the slots of lists are as long as the loops are, and fresh memory costs as much again as what
//! is computed in it, for the system gives it page by page. So a vector is taken from here and given back, empty. Without
//! `std` there are no threads to ask: vectors are allocated and freed.

use alloc::vec::Vec;

#[cfg(feature = "std")]
mod threads;
#[cfg(feature = "std")]
pub(crate) use threads::{KEPT, keep_idle};

/// An empty vector, in memory that was used before if there is some.
#[inline]
pub fn empty<T>() -> Vec<T> {
    #[cfg(feature = "std")]
    if size_of::<T>() > 0 {
        return threads::take();
    }
    Vec::new()
}

/// Keeps the memory of a vector for the next one of elements of this size.
#[inline]
pub fn keep<T>(mut vector: Vec<T>) {
    vector.clear();
    #[cfg(feature = "std")]
    if size_of::<T>() > 0 {
        threads::give(vector);
    }
}
