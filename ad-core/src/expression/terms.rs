//! Sums over data, differentiated term by term.
//!
//! A tape of a sum over many data grows with them, and is slow where it no longer fits into the processor's cache. But
//! the gradient of a sum is the sum of gradients. So the stack strategy records one term, undoes it, and forgets it
//! before it comes to the next: of each sum it remembers the gradient, as one step.
//!
//! ```
//! use ad::{At, call, exp, stack, terms};
//!
//! /// The square of the distance from a line to a point, which is fixed.
//! #[exp]
//! fn misfit(#[fixed] point: [f64; 2], line: [f64; 2]) -> f64 {
//!     let distance = line[0] * point[0] + line[1] - point[1];
//!     distance * distance
//! }
//!
//! let points = [[0.0, 1.0], [1.0, 3.0], [2.0, 4.0]];
//! let misfits = terms(&points, |point| Misfit { point: *point });
//! assert_eq!(misfits.at([1.0, 1.0]), 2.0);
//! assert_eq!(call::gradient(&misfits, &[1.0, 1.0]), [-6.0, -4.0]);
//! assert_eq!(stack::grad(misfits).at([1.0, 1.0]), [-6.0, -4.0]);
//! ```
//!
//! # Where it makes a difference
//!
//! Under the stack strategy, over whatever dictionary: `stack::grad(e)`, `call::gradient`, and Hessians forward over
//! reverse. All others evaluate the sum as it stands. A term should be some hundred operations: each costs an operation or
//! two for each number of the argument besides its own. What all terms have in common is computed before, and is part of
//! their argument.
//!
//! # What is the same
//!
//! Values, to the last bit: the terms are added from the left. Derivatives are the same sums in another order, for the
//! terms of an adjoint are added in the order of the data, and multiplied by the adjoint of the sum afterwards. What no
//! term depends on is not visited, as always. A term that panics is a panic of the sum.

use crate::{Dict, Exp, Num, Of, Signature};

/// The sum of `term(d)` at one argument, over all `d` in `data`: x ↦ Σ term(d)(x). See the [module](mod@crate::terms).
///
/// A term is an expression of what all terms have in common, and has its own data as fields. It may borrow.
pub fn terms<'a, T, E: Signature<Out = f64>, F: Fn(&'a T) -> E>(data: &'a [T], term: F) -> Terms<'a, T, F> {
    Terms { data, term }
}

/// What [`terms`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a, T, F> {
    data: &'a [T],
    term: F,
}

impl<'a, T, E: Signature<Out = f64>, F: Fn(&'a T) -> E> Signature for Terms<'a, T, F> {
    type In = E::In;
    type Out = f64;
}

impl<'a, T, D: Dict, E: Exp<D> + Signature<Out = f64>, F: Fn(&'a T) -> E> Exp<D> for Terms<'a, T, F> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Num<D> {
        dict.terms(self.data.iter().map(&self.term), x)
    }
}
