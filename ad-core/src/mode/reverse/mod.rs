//! Reverse mode: three strategies that store the steps in different ways.

pub mod backpropagator;
#[cfg(coroutines)]
pub mod effects;
mod prepared;
pub(crate) mod pullback;
pub mod stack;
pub(crate) mod tape;
#[cfg(not(coroutines))]
pub mod without_coroutines;

/// The strategies of reverse mode, under the names for users.
pub(crate) mod strategies {
    pub use super::backpropagator;
    #[cfg(coroutines)]
    pub use super::effects;
    pub use super::stack;
    #[cfg(not(coroutines))]
    pub use super::without_coroutines as effects;
}
