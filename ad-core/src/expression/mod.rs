//! Expressions that are more than functions: they know something of their own derivative.

pub mod checkpoint;
pub mod given;
pub mod implicit;
pub mod linear;
pub(crate) mod paper;
#[cfg(feature = "std")]
pub mod replay;
pub mod rule;
pub mod terms;
