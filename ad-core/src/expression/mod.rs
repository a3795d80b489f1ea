//! Expressions that are more than functions: they know something of their own derivative.

pub mod checkpoint;
pub mod given;
pub mod implicit;
pub mod linear;
pub(crate) mod paper;
pub mod rule;
pub mod terms;
