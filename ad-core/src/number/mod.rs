//! Numbers: number systems, values of number systems, and computations with them.

pub mod argument;
pub(crate) mod class;
pub(crate) mod destination;
pub(crate) mod dict;
pub(crate) mod erased;
pub(crate) mod exp;
pub mod flat;
pub(crate) mod level;
pub(crate) mod memory;
pub(crate) mod num;
pub(crate) mod print;
pub(crate) mod quadratic;
pub(crate) mod seeding;
pub(crate) mod shape;
pub(crate) mod shortcuts;
pub(crate) mod slot;
