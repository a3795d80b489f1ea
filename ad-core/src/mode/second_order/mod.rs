//! Second derivatives from one recording over floats: the Hessian, and its products with vectors.
//!
//! [`call::hessian`](crate::call::hessian), [`call::hvp`](crate::call::hvp) and [`Prepared`](crate::Prepared) use it for expressions
//! without an adjoint program.
//!
//! Every step is recorded with its first partial derivatives and, unless it is linear, its second ones. So the evaluation needs
//! no arithmetic on wide numbers. The recording gives:
//!
//! * H = Σ w̄·pᵢⱼ·gᵢgⱼᵀ over all nonlinear steps. Here w̄ is the adjoint of the step, pᵢⱼ its second partial derivatives, and gᵢ
//!   the gradient of its operand i by the inputs. Only operands of nonlinear steps need a gradient, and only the entries from their
//!   first to their last input. For x₄ in x₄·x₅ there is one entry. So a sparse Hessian is cheap. Up to eight inputs, a gradient is
//!   an array of two, four, six or eight numbers (`few.rs`). This is faster for dense Hessians and not slower for sparse ones.
//! * A sparse H, by edges from vertex to vertex (`edges.rs`).
//! * H·v needs a tangent for each step, and an adjoint with its tangent.
//!
//! A multiple of a number, as `2.0 * x`, or its sum with a constant, as `1.0 - x`, is no step. A number is a vertex and a factor
//! of the vertex's derivatives. The partial derivatives of a step contain the factors of its operands.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, section 7.3 (Hessians by
//! second-order adjoints); R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*, Optimization
//! Methods and Software 27(2), 2012, for the sum over steps.
//!
//! A 0 between the first and the last input, or in an adjoint, is a number here. Forward over reverse mode knows that there is no
//! dependence. The difference shows only in `0 · ∞`. If a result is not finite, the caller repeats it by forward over reverse mode.

mod dictionary;
#[cfg(feature = "sparse")]
mod edges;
mod few;
mod hessian;
mod partials;
mod prepared;
mod steps;
mod sweep;

pub use dictionary::{Active, SecondOrder};
pub(crate) use partials::{Partials, partials};
pub(crate) use prepared::{Variables, Workspace};
