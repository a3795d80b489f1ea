//! Sums over data on all processors.

use alloc::vec::Vec;

use rayon::prelude::*;

use crate::terms::{Terms, terms};
use crate::{Differentiable, Of, Shape, call};

/// The number of parts of the data, for any number of processors.
const PARTS: usize = 64;

impl<'a, T, E, F> Terms<'a, T, F>
where
    T: Sync,
    F: Fn(&'a T) -> E + Sync,
    E: Differentiable<Out = f64>,
    Of<E::In, f64>: Send + Sync,
{
    /// The value at `x` and the gradient, on all processors (with the feature `rayon`, on its current pool).
    ///
    /// The sums of 64 parts are added in order. So the result is the same, to the last bit, for every number of processors.
    /// It differs from the result of `call::value_and_grad`, which groups the sum differently.
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
    /// assert_eq!(misfits.value_and_grad_in_parallel(&4.0), (17.0, 6.0));
    /// ```
    ///
    /// # Cost
    ///
    /// Each term costs an evaluation and a backward sweep. Each thread needs memory for the steps of one term.
    ///
    /// # Panics
    ///
    /// Panics if a term panics.
    pub fn value_and_grad_in_parallel(&self, x: &Of<E::In, f64>) -> (f64, Of<E::In, f64>) {
        let part = |data: &'a [T]| call::value_and_grad(&terms(data, &self.term), x);
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
