//! The modes of differentiation: each turns a dictionary into another.

pub mod adjoint;
pub(crate) mod capture;
pub mod forward;
pub(crate) mod reverse;
pub mod second_order;
pub(crate) mod strategy;
pub mod taylor;

/// The strategies, by the names that users have for them.
pub mod strategies {
    pub use super::adjoint;
    pub use super::forward;
    pub use super::reverse::strategies::*;
    pub use super::taylor;
}
