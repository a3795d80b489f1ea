//! Expressions with knowledge of their own derivative.

pub mod checkpoint;
pub(crate) mod erased;
pub mod given;
pub mod implicit;
pub mod linear;
pub(crate) mod paper;
#[cfg(feature = "std")]
pub mod replay;
pub mod rule;
pub mod terms;
