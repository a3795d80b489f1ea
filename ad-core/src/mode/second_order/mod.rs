//! Second derivatives from one recording over floats: the Hessian, and its products with vectors.
//!
//! [`call::hessian`](crate::call::hessian), [`call::value_gradient_hessian`](crate::call::value_gradient_hessian) and
//! [`call::hvp`](crate::call::hvp) use it. A prepared form repeats the computation in the same memory:
//!
//! ```
//! use ad::{exp, second_order};
//!
//! #[exp]
//! fn product(x: &[f64]) -> f64 {
//!     x.iter().product()
//! }
//!
//! let mut prepared = second_order::Prepared::new(Product);
//! let mut along = vec![0.0; 3];
//! prepared.hvp_into(&[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0], &mut along);
//! assert_eq!(along, [0.0, 5.0, 3.0]);
//! ```
//!
//! Every step is recorded with its first partial derivatives and, unless it is linear, its second ones. So the evaluation needs
//! no arithmetic on wide numbers. The recording gives:
//!
//! * H = Σ w̄·pᵢⱼ·gᵢgⱼᵀ over all nonlinear steps. Here w̄ is the adjoint of the step, pᵢⱼ its second partial derivatives, and gᵢ
//!   the gradient of its operand i by the inputs. Only operands of nonlinear steps need a gradient, and only the entries from
//!   their first to their last input: for x₄ in x₄·x₅ that is one entry. So a sparse Hessian is cheap. Up to eight inputs, a
//!   gradient is an array of two, four, six or eight numbers (`few.rs`), which is faster for dense Hessians and not slower for
//!   sparse ones.
//! * H·v needs a tangent for each step, and an adjoint with its tangent.
//!
//! A multiple of a number, as `2.0 * x`, or its sum with a constant, as `1.0 - x`, is no step. A number is a vertex and a factor
//! of the vertex's derivatives. The partial derivatives of a step contain the factors of its operands.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, section 7.3 (Hessians by
//! second-order adjoints); R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*, Optimization
//! Methods and Software 27(2), 2012, for the sum over steps.
//!
//! A 0 between the first and the last input, or in an adjoint, is a number here, whereas forward over reverse mode knows that
//! there is no dependence. The difference shows only in `0 · ∞`. If a result is not finite, the caller repeats it by forward over
//! reverse mode.

mod dictionary;
mod few;
mod hessian;
mod partials;
mod prepared;
mod steps;
mod sweep;

pub use dictionary::{Active, SecondOrder};
pub use prepared::Prepared;
pub(crate) use prepared::Workspace;

use crate::forward::Forward;
use crate::stack::Stack;
use crate::{Exp, F64, Signature};

/// Expressions with second derivatives over floats: those that can be evaluated under all dictionaries that the operators use.
/// Every expression of `#[exp]` is one.
///
/// ```
/// use ad::{call, exp, second_order::TwiceDifferentiable};
///
/// /// The trace of the Hessian.
/// fn trace<E: TwiceDifferentiable<In = [f64; 2]>>(e: &E, x: [f64; 2]) -> f64 {
///     let [[a, _], [_, b]] = call::hessian(e, &x);
///     a + b
/// }
///
/// #[exp]
/// fn volume(x: [f64; 2]) -> f64 {
///     x[0] * x[0] * x[1]
/// }
/// assert_eq!(trace(&Volume, [3.0, 5.0]), 10.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "second derivatives of `{Self}` cannot be taken",
    label = "not an expression of real numbers with one real number as its result, under every dictionary"
)]
pub trait TwiceDifferentiable:
    Signature<Out = f64>
    + for<'t> Exp<SecondOrder<'t>>
    + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
    + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, 8>>>
{
}

impl<E> TwiceDifferentiable for E where
    E: Signature<Out = f64>
        + for<'t> Exp<SecondOrder<'t>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, 8>>>
        + ?Sized
{
}
