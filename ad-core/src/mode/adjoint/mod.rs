//! Adjoint programs: reverse mode without a tape.
//!
//! `#[exp(adjoint)]` also writes the program of the function's reverse sweep: plain Rust, which LLVM optimizes like other code.
//! It saves only the values that the reverse sweep needs. An expression with a program implements [`Adjoint`]. The operators here
//! are expression → expression like those of the other strategies, and generic over the dictionary, so they nest in all of them.
//! Source of the transformation: L. Hascoët and V. Pascual, *The Tapenade automatic differentiation tool*, ACM TOMS 39(3), 2013. A. Radul,
//! A. Paszke, R. Frostig, M. J. Johnson and D. Maclaurin, *You only linearize once: tangents transpose to gradients*, POPL 2023, divide
//! programs in the same way into a forward part and a linear part.
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
//! The forward sweep performs the user's operations once and in order (a `sum` starts with the empty sum, a `product` with 1). The reverse
//! sweep differs from that of the other strategies. Cheap values are recomputed instead of saved, and partial derivatives are
//! computed when they are needed. The adjoint of `a / b` with respect to `a` is `d / b` and not `d · (1 / b)`.
//!
//! # Cost
//!
//! A gradient with its value costs 1.9 to 5.8 times the value on the programs of `benches/README.md` in the repository. The memory is
//! that of the saved values, and a sum over data needs the memory of one term. At plain floats, [`call::grad`](crate::call::grad) is
//! shorter.
//!
//! # Second derivatives
//!
//! A function of at most six numbers without loops, and a sum of such terms, also have a program of second order: value, gradient and
//! Hessian at once. It carries the tangents of the inputs on which a value depends, and scalar adjoints. [`hessian`](fn@crate::hessian),
//! [`call::hessian`](crate::call::hessian) and [`Prepared`](crate::Prepared) use it. Source: R. H. F. Jackson and G. P. McCormick, *The polyadic structure of factorable
//! function tensors with applications to high-order minimization techniques*, JOTA 51(1), 1986.
//!
//! # Sums over data
//!
//! A loop has *independent iterations* if each of them reads data and buffers of its own and only adds to sums, as in a likelihood.
//! If the rest of the function needs these sums for no partial derivative, the reverse sweep runs each iteration forward and reverses it
//! at once. The forward sweep leaves the loop out. So value and gradient cost one pass over the data, with the memory of one
//! iteration. The value is the same to the last bit.
//!
//! This is so for all operators that take one reverse sweep, and where a program calls another and needs its value for no
//! partial derivative. [`pullback`] and [`jacobian`] compute the value first: then the loop runs twice. A function must give
//! the same result each time.
//!
//! A panic in such a loop, as for an index out of bounds, is met in the reverse sweep.

pub(crate) mod companions;
mod offer;
mod operators;
mod prepared;
mod program;
mod record;

pub use crate::number::slot::{Shadow, Shadowed, Slot, Structure, Total};
pub(crate) use offer::{is_few, sums_in_place};
pub use offer::{offer, offer_given, offer_in_place};
pub use operators::{Grad, Jacobian, ValueAndGrad, Vjp, diff, grad, jacobian, value_and_grad, vjp};
pub(crate) use prepared::{Programmed, adjoint_of, zips_in_place};
pub use program::{Adjoint, Pullback, Sweep, pullback};
pub use record::{Record, record};
