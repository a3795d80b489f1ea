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

/// Those of reverse mode, by the names that users have for them.
pub(crate) mod strategies {
    pub use super::backpropagator;
    #[cfg(coroutines)]
    pub use super::effects;
    pub use super::stack;
    #[cfg(not(coroutines))]
    pub use super::without_coroutines as effects;
}
