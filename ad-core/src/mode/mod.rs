//! The modes of differentiation: each makes a dictionary of another.

pub mod adjoint;
pub mod forward;
pub(crate) mod reverse;
pub mod second_order;
pub(crate) mod strategy;
pub mod taylor;

/// The strategies, under the names for users.
pub mod strategies {
    pub use super::adjoint;
    pub use super::forward;
    pub use super::reverse::strategies::*;
    pub use super::taylor;
}
