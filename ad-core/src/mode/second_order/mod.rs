//! Second derivatives from one recording over floats: the Hessian, and its products with vectors.
//!
//! [`call::hessian`](crate::call::hessian), [`call::value_gradient_hessian`](crate::call::value_gradient_hessian) and
//! [`call::hvp`](crate::call::hvp) take it from here; to do so again and again in the same memory, prepare:
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
//! Every step is remembered with its first and, unless it is linear, its second partial derivatives. Then no arithmetic
//! on wide numbers is needed while the expression runs. From the recording,
//!
//! * H = Σ w̄·pᵢⱼ·gᵢgⱼᵀ over all steps that are not linear, where w̄ is the adjoint of the step, pᵢⱼ its second partial
//!   derivatives and gᵢ the gradient of its operand i by the inputs. Such a gradient is computed only of the operands
//!   of steps that are not linear, and of each only the entries from the first input that goes into it to the last: of x₄ in
//!   x₄·x₅ that is one entry, however many inputs there are. So a sparse Hessian costs little. Up to eight inputs, a gradient
//!   is an array of two, four, six or eight numbers instead (`few.rs`), which is faster unless most of them are 0, and not
//!   slower then.
//! * H·v takes a tangent for each step, and an adjoint and its tangent.
//!
//! A multiple of a number, as `2.0 * x`, or its sum with a constant, as `1.0 - x`, is no step: a number is the vertex that it
//! was made from, and a factor that its derivatives are multiplied by. A step has the factors of its operands in its partial derivatives.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, section 7.3 (Hessians by
//! second-order adjoints); R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*, Optimization
//! Methods and Software 27(2), 2012, for the sum over steps.
//!
//! A 0 between the first and the last input, or in an adjoint, is a number here where forward over reverse mode knows that
//! there is no dependence. The difference shows only in `0 · ∞`: a result that is not finite is not to be trusted, and
//! whoever sees one asks forward over reverse mode.

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

/// Expressions of which second derivatives can be taken over floats: those that can be evaluated under all
/// dictionaries that are used for that. What `#[exp]` makes of a function is one.
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
