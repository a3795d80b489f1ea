//! Adjoint programs: reverse mode without a tape.
//!
//! `#[exp(adjoint)]` also writes the program of the function's reverse sweep: plain Rust, which LLVM optimizes like other code.
//! It saves only the values that the reverse sweep needs. An expression with a program implements [`Adjoint`]. The operators here
//! are expression → expression like those of the other strategies, and generic over the dictionary, so they nest in all of them.
//! Source of the transformation: L. Hascoët and V. Pascual, *The Tapenade automatic differentiation tool*, ACM TOMS 39(3), 2013.
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
//! The forward sweep performs the user's operations once and in order (a `sum` starts with 0, a `product` with 1). The reverse
//! sweep differs from that of the other strategies. Cheap values are recomputed instead of saved, and partial derivatives are
//! computed when they are needed. The adjoint of `a / b` with respect to `a` is `d / b` and not `d · (1 / b)`.
//!
//! # Where nobody asks for the value
//!
//! [`grad`], [`diff`] and [`jacobian`] give derivatives without the value. Their forward sweep skips the loops that only the
//! value needs: counted loops without exits, of arithmetic and reads. An example is `for t in times { sum += rate * t * t; }`,
//! for which only the reverse sweep runs. The loop of `decay` above is not skipped: the exponential is a factor of the
//! derivative, and is saved. The derivatives are the same to the last bit.
//!
//! Loops with other effects are not skipped: assertions, calls, output. An index out of bounds in a skipped loop panics in the
//! reverse sweep instead. It does not panic if the reverse sweep does not reach it, as in a callee whose result does not affect
//! the derivatives. Likewise, arithmetic that can panic, such as checked integers, does not panic in a skipped loop.

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
