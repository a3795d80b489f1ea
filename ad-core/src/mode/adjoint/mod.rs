//! Adjoint programs: reverse mode without a tape.
//!
//! `#[exp(adjoint)]` writes, beside the generic function, the program of its reverse sweep: plain Rust, which LLVM
//! optimizes like any other code, and which keeps only the values that the reverse sweep needs. An expression that
//! has one implements [`Adjoint`]; the operators here are made from it, expression → expression like those of the
//! other strategies, and generic over the dictionary, so that they nest in all of them. Source of the
//! transformation: L. Hascoët and V. Pascual, *The Tapenade automatic differentiation tool*, ACM TOMS 39(3), 2013.
//!
//! # The order of operations
//!
//! The forward sweep performs the user's operations once and in order (a `sum` starts with 0, a `product` with 1).
//! The reverse sweep differs from that of the other strategies: values that are cheap are computed again instead of
//! being kept, partial derivatives are computed when they are needed, and the adjoint of `a / b` with respect to `a`
//! is `d / b` and not `d · (1 / b)`.

mod call;
pub(crate) mod companions;
mod operators;
mod prepared;
mod program;
mod recorded;

pub use crate::number::slot::{Blank, Cells, Form, Shadow, Slot};
pub use call::{gradient, value_and_gradient};
pub use operators::{Grad, Jacobian, ValueAndGrad, Vjp, diff, grad, jacobian, pullback, value_and_grad, vjp};
pub use prepared::Prepared;
pub use program::{Adjoint, Pullback, Sweep};
pub use recorded::{Recorded, recorded};
