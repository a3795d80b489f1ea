//! Second derivatives from one recording over floats: the Hessian, and its products with vectors.
//!
//! Every step is remembered with its first and, unless it is linear, its second partial derivatives. Then no arithmetic
//! on wide numbers is needed while the expression runs. From the recording,
//!
//! * H = Σ w̄·pᵢⱼ·gᵢgⱼᵀ over all steps that are not linear, where w̄ is the adjoint of the step, pᵢⱼ its second partial
//!   derivatives and gᵢ the gradient of its operand i by the inputs. An adjoint is a number, and a gradient is computed only
//!   of what a step that is not linear is made of, and only between the first and the last input that go into it: so a
//!   sparse Hessian costs little, whatever the number of inputs.
//! * H·v takes a tangent for each step, and an adjoint and its tangent.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, section 7.3 (Hessians by
//! second-order adjoints); R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*, Optimization
//! Methods and Software 27(2), 2012, for the sum over steps.
//!
//! A 0 between the first and the last input, or in an adjoint, is a number here where forward over reverse mode knows that
//! there is no dependence. The difference shows only in `0 · ∞`: a result that is not finite is not to be trusted, and
//! whoever sees one asks forward over reverse mode.

mod dictionary;
mod prepared;
mod sweep;

pub use dictionary::{Recorded, SecondOrder};
pub(crate) use prepared::Memory;
pub use prepared::Prepared;
