//! Operators that are made of the strategies' own: of higher order, and at plain floats.

pub mod call;
pub(crate) mod higher;
pub(crate) mod pool;
