//! Reverse mode: three strategies that differ in how they remember the steps.

pub mod backpropagator;
#[cfg(coroutines)]
pub mod effects;
mod prepared;
mod pullback;
pub mod stack;
pub(crate) mod tape;
#[cfg(not(coroutines))]
pub mod without_coroutines;
