//! The modes of differentiation: each turns a dictionary into another.

pub mod adjoint;
pub(crate) mod capture;
pub mod forward;
pub(crate) mod reverse;
pub mod second_order;
pub(crate) mod strategy;
pub mod taylor;
