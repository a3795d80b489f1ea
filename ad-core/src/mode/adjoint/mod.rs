//! Adjoint programs: reverse mode without a tape.
//!
//! `#[exp(adjoint)]` writes, beside the generic function, the program of its reverse sweep: plain Rust, which LLVM
//! optimizes like any other code, and which keeps only the values that the reverse sweep needs. An expression that
//! has one implements [`Adjoint`]; the operators here are made from it, expression → expression like those of the
//! other strategies, and generic over the dictionary, so that they nest in all of them. Source of the
//! transformation: L. Hascoët and V. Pascual, *The Tapenade automatic differentiation tool*, ACM TOMS 39(3), 2013.
//!
//! ```
//! use ad::prelude::*;
//!
//! #[exp(adjoint)]
//! fn decay(times: &[f64], rate: f64) -> f64 {
//!     let mut sum = 0.0;
//!     for t in times {
//!         sum += (-rate * t).exp();
//!     }
//!     sum
//! }
//!
//! // A gradient has the shape of the argument: of a function of two parameters, a pair.
//! let (by_times, by_rate) = adjoint::grad(Decay).at((vec![0.0, 1.0], 2.0));
//! assert_eq!(by_times, [-2.0, -2.0 * (-2f64).exp()]);
//! assert_eq!(by_rate, -(-2f64).exp());
//! ```
//!
//! # The order of operations
//!
//! The forward sweep performs the user's operations once and in order (a `sum` starts with 0, a `product` with 1).
//! The reverse sweep differs from that of the other strategies: values that are cheap are computed again instead of
//! being kept, partial derivatives are computed when they are needed, and the adjoint of `a / b` with respect to `a`
//! is `d / b` and not `d · (1 / b)`.
//!
//! # Where nobody asks for the value
//!
//! [`grad`], [`diff`] and [`jacobian`] give derivatives without the value. For them the
//! forward sweep leaves out the loops that compute nothing else: counted ones without a way out, of arithmetic and reads, whose results
//! only the value is made of. Such is `for t in times { sum += rate * t * t; }`, of which the reverse sweep alone is done. The loop of
//! `decay` above is not left out: the exponential is a factor of the derivative, and is kept. The derivatives are the same to the last bit.
//!
//! What does anything else stays: a loop with an assertion, with a call, or one that prints. An index that is out of bounds is met in the
//! reverse sweep instead. It is not met where the forward sweep alone would have come: in a function that a program calls, and whose
//! result has no part in what is differentiated. Likewise, arithmetic over a number system that can panic, as one that checks for
//! overflow, does not panic where it is left out.

pub(crate) mod companions;
mod operators;
mod prepared;
mod program;
mod recorded;

pub use crate::number::slot::{Blank, Cells, Form, Shadow, Slot};
pub use operators::{Grad, Jacobian, ValueAndGrad, Vjp, diff, grad, jacobian, pullback, value_and_grad, vjp};
pub(crate) use prepared::Programmed;
pub use program::{Adjoint, Pullback, Sweep, offer};
pub use recorded::{Recorded, recorded};
