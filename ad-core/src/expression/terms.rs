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
//! On all processors, outside of an expression and with the feature `rayon`:
//! `Terms::value_and_gradient_in_parallel`.
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
///
/// ```
/// use ad::{call, exp, terms};
///
/// #[exp]
/// fn squared_distance(#[fixed] point: f64, x: f64) -> f64 {
///     (x - point) * (x - point)
/// }
///
/// let points = [1.0, 2.0, 6.0];
/// let sum = terms(&points, |point| SquaredDistance { point: *point });
/// assert_eq!(call::value_and_gradient(&sum, &4.0), (17.0, 6.0));
/// ```
///
/// # Cost
///
/// Under [`stack`](crate::stack) memory for the steps of one term, and a sum of as many entries as there are numbers in the argument; elsewhere that
/// of a loop.
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

#[cfg(feature = "rayon")]
mod parallel {
    use rayon::prelude::*;

    use super::{Terms, terms};
    use crate::stack::{self, Stack};
    use crate::{Exp, F64, Of, Shape, Signature};

    /// Into so many parts the data are divided, however many processors there are.
    const PARTS: usize = 64;

    impl<'a, T, E, F> Terms<'a, T, F>
    where
        T: Sync,
        F: Fn(&'a T) -> E + Sync,
        E: Signature<Out = f64> + for<'t> Exp<Stack<'t, F64>>,
        Of<E::In, f64>: Send + Sync,
    {
        /// The value at `x` and the gradient, on all processors (with the feature `rayon`, on its current pool).
        ///
        /// The data are divided into 64 parts, whose sums are added in their order: so the result does not depend on how
        /// many processors there are, to the last bit. It differs from what one of them computes, since the sums are
        /// grouped in another way.
        ///
        /// ```
        /// use ad::{exp, terms};
        ///
        /// #[exp]
        /// fn misfit(#[fixed] point: f64, x: f64) -> f64 {
        ///     (x - point) * (x - point)
        /// }
        ///
        /// let points = [1.0, 2.0, 6.0];
        /// let misfits = terms(&points, |point| Misfit { point: *point });
        /// assert_eq!(misfits.value_and_gradient_in_parallel(&4.0), (17.0, 6.0));
        /// ```
        ///
        /// # Cost
        ///
        /// An evaluation and a sweep backwards for each term, and memory for the steps of one term in each thread.
        ///
        /// # Panics
        ///
        /// Panics if a term does.
        pub fn value_and_gradient_in_parallel(&self, x: &Of<E::In, f64>) -> (f64, Of<E::In, f64>) {
            let part = |data: &'a [T]| {
                let mut gradient = x.clone();
                let y = stack::Prepared::new(terms(data, &self.term), F64).gradient_into(x, &mut gradient);
                (y, gradient)
            };
            let size = self.data.len().div_ceil(PARTS).max(1);
            let parts: Vec<_> = self.data.par_chunks(size).map(part).collect();
            let mut sums = parts.into_iter();
            let Some((mut y, mut gradient)) = sums.next() else { return part(self.data) };
            for (term, slopes) in sums {
                y += term;
                E::In::zip_mut(&mut gradient, &slopes, &mut |sum, slope| *sum += slope);
            }
            (y, gradient)
        }
    }
}
