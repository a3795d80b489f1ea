//! Operators composed of the strategies' operators: of higher order, and at plain floats.

pub(crate) mod by_mode;
pub mod call;
pub(crate) mod higher;
pub(crate) mod many;
pub(crate) mod mode;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg_attr(
    not(feature = "std"),
    allow(dead_code, reason = "without `std` there is no thread that could keep memory")
)]
pub(crate) mod pool;
pub(crate) mod prepared;
pub mod reverse;
mod second;
mod watch;
