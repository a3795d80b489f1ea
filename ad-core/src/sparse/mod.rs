//! Sparse derivatives, by the structure of a Jacobian or Hessian.
//!
//! | you want | prepare | evaluate |
//! |---|---|---|
//! | the Jacobian of an expression with many results | [`jacobian`](fn@jacobian)`(e, &x)` | `.jacobian(&x)`: the value, and the matrix |
//! | the Hessian of an expression with one result | [`hessian`](fn@hessian)`(e, &x)` | `.hessian(&x)`: the gradient, and the matrix |
//! | it at a single point | | [`value_grad_hessian`]`(&e, &x)`: the value, the gradient, and the matrix |
//! | its diagonal | [`hessian_diagonal`]`(e, &x)` | `.diagonal(&x)`: the gradient, and second derivatives in the same shape |
//! | derivatives of a sum of terms with few parameters | [`Assembly`]`::new(&x)`, then its terms | `.gradient()`, `.hessian()` |
//! | values and the Jacobian of expressions with few parameters | [`Linearization`]`::new(&x)`, then its blocks | `.value_and_jacobian()`, once |
//! | the least sum of squares, by another crate | [`LeastSquares`]`::new(&start)`, then its residuals | residuals, Jacobian, gradient |
//! | a minimum under constraints, by another crate | [`Problem`]`::new(f, g, &start)` | values, gradient, Jacobian, Hessian of σ·f + λ·g |
//!
//! There are three steps. One evaluation on numbers that know their inputs finds the *pattern*, the entries that can differ from
//! 0. The *colours* are groups of columns or rows that can share a sweep, see [`colouring`]. Then each evaluation needs one sweep
//! for each colour, for any number of inputs.
//!
//! # Branches
//!
//! A pattern holds wherever comparisons of numbers have the same outcomes. So the prepared forms of `jacobian`, `hessian` and
//! `hessian_diagonal` record the outcomes. If the program takes a new path, the pattern of that path is found, and the current
//! pattern is extended by it. So every entry is right on every branch, and [`pattern`](Jacobian::pattern) may grow. A
//! [detached](crate::special::detached) float is part of the path, so a program with one has a new path at each point.
//!
//! # Records
//!
//! The ninth evaluation at the same branch follows a record of the tangents' operations. Equal operations on several parts of the data
//! are computed together, in vectors of the processor. The entries have the bits of forward mode with one tangent. A record costs as
//! much as some hundred evaluations of the expression. It is made if most of its operations occur many times, as in a sum over data or
//! a discretized equation. [`is_recorded`](Jacobian::is_recorded) tells whether there is a record, and
//! [`record_within`](Jacobian::record_within) limits its memory.
//!
//! In each evaluation the expression itself is evaluated too; a [`Problem`] evaluates it before. If it takes another branch, or if its
//! constants change, the entries come from sweeps. The same holds if a point lies on another side of a kink, such as that of `abs`. No
//! record is made of functions outside of the [table](crate::function), such as those of [`rule!`](crate::rule!), and of
//! [implicit](mod@crate::implicit) ones.
//!
//! # Values outside of the argument
//!
//! A constant may change from one evaluation to the next. But an integer or a `Cell` that chooses inputs or operations is neither a
//! constant nor a comparison of numbers, and so invisible to patterns and records:
//!
//! ```text
//! fn shifted(x: &[f64]) -> Vec<f64> {
//!     (0..x.len()).map(|i| x[i] * x[(i + shift()) % x.len()]).collect()
//! }
//! ```
//!
//! Prepare the derivative again after such a value has changed. The fourth evaluation checks this, then the 16th after it, the
//! 64th, and each 256th. A check sweeps along four random groups of columns, and compares a record with sweeps. It panics if a row depends
//! on an input outside of its pattern, or if the record differs. Rounding errors are no reason, so a program without such values
//! never panics here. Entries before the check may be wrong, and a check may miss a change of very few rows.
//!
//! A pattern of the caller, for [`with_pattern`](Jacobian::with_pattern) or [`of_gradient`](Hessian::of_gradient), is not
//! checked.

mod assembly;
mod blocks;
mod branches;
mod checks;
mod coloured;
pub mod colouring;
mod csr;
mod detect;
mod hessian;
mod jacobian;
mod least_squares;
mod linearization;
mod once;
mod problem;
mod slices;
mod sweep;
mod unseen;
mod vectorized;
mod witness;

pub use assembly::{Assembly, numbered};
pub use branches::NewEntry;
pub use colouring::Pattern;
pub use csr::Csr;
pub use detect::{Dependence, Dependent};
pub use hessian::{Diagonal, Hessian, hessian, hessian_diagonal};
pub use jacobian::{Jacobian, jacobian};
pub use least_squares::{LeastSquares, Loss};
pub use linearization::Linearization;
pub use once::value_grad_hessian;
pub use problem::{Along, GradientSweeps, Lagrangian, Problem, Unconstrained};
pub use sweep::ForwardSweeps;
pub use unseen::{AtPoint, Everywhere};
pub use vectorized::{Stepped, Steps};
pub use witness::Witness;

use colouring::Order;

use crate::operator::reverse;
use crate::stack::Stack;
use crate::{Argument, Exp, Signature};

/// The pattern of the Jacobian of `e` at `x`: a row for each result, a column for each input.
///
/// It has an entry if the result can depend on the input on the path that the program takes at `x`. It holds at every point at
/// which comparisons have the same outcomes. For other outcomes, find the pattern there as well and take the
/// [union](Pattern::union). Values do not matter otherwise: max(a, b) depends on both.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn products(x: &[f64]) -> Vec<f64> {
///     x.windows(2).map(|w| w[0] * w[1]).collect()
/// }
///
/// let pattern = sparse::pattern(&Products, &[0.0; 4]);
/// assert_eq!((pattern.rows(), pattern.columns()), (3, 4));
/// assert_eq!(pattern.row(1), [1, 2]);
/// ```
///
/// # Cost
///
/// One evaluation on sets of inputs, and memory for each step.
pub fn pattern<E, X, H>(e: &E, x: &X) -> Pattern
where
    E: for<'t> Exp<Dependence<'t, AtPoint>>,
    X: Argument<E::In, H> + ?Sized,
{
    detect::pattern(e, AtPoint, &x.to_container())
}

/// The pattern of the Jacobian of an expression that compares no numbers: it holds at every point.
///
/// Only the shape of `x` counts, such as the lengths of its vectors. An expression that compares numbers does not compile here.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp(class = Real)]
/// fn sums(x: &[f64]) -> Vec<f64> {
///     x.windows(2).map(|w| w[0] + w[1].sin()).collect()
/// }
///
/// let pattern = sparse::pattern_everywhere(&Sums, &[0.0; 3]);
/// assert_eq!(pattern.row(1), [1, 2]);
/// ```
///
/// # Cost
///
/// The cost of [`pattern`].
pub fn pattern_everywhere<E, X, H>(e: &E, x: &X) -> Pattern
where
    E: for<'t> Exp<Dependence<'t, Everywhere>>,
    X: Argument<E::In, H> + ?Sized,
{
    detect::pattern(e, Everywhere, &x.map_numbers(&mut |_| ()))
}

/// The pattern of the Hessian of `e` at `x`: that of the Jacobian of its gradient, see [`pattern`].
///
/// ```
/// use ad::{exp, sparse};
///
/// /// The sum of the products of neighbours, plus x₀.
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1]).sum::<f64>() + x[0]
/// }
///
/// let pattern = sparse::hessian_pattern(&Chain, &[0.0; 4]);
/// assert_eq!(pattern.row(0), [1]);
/// assert_eq!(pattern.row(1), [0, 2]);
/// ```
///
/// # Cost
///
/// One gradient in [reverse mode](crate::reverse) on sets of inputs.
pub fn hessian_pattern<E, X, H>(e: &E, x: &X) -> Pattern
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<Dependence<'t, AtPoint>>
        + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
{
    detect::pattern(&reverse::grad(e), AtPoint, &x.to_container())
}

/// The best result of `colour` over all orders, the first of equal ones. It stops when the cost is `least`, a lower bound.
fn fewest<C>(colour: impl Fn(Order) -> C, cost: impl Fn(&C) -> usize, least: usize) -> C {
    let [first, others @ ..] = Order::ALL;
    let mut best = colour(first);
    for order in others {
        if cost(&best) <= least {
            break;
        }
        let found = colour(order);
        if cost(&found) < cost(&best) {
            best = found;
        }
    }
    best
}
