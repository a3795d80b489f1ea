//! Sums over data on all processors.

use alloc::vec::Vec;

use rayon::prelude::*;

use crate::operator::watch::Watch;
use crate::terms::{Terms, terms};
use crate::{Differentiable, Of, Shape, call};

/// The number of parts of the data, for any number of processors.
const PARTS: usize = 64;

/// Other threads begin only after some microseconds.
const WAKES: u128 = 30_000;

/// Whether so many evaluations, of which `one` is the first, are done before other threads begin.
pub(crate) fn are_short(count: usize, one: impl FnOnce()) -> bool {
    let watch = Watch::start();
    if count > 0 {
        one();
    }
    watch.nanoseconds().is_some_and(|one| one * (count as u128) < WAKES)
}

/// The result of each part, in order: on all processors, unless the parts `are_short`. A processor that is slower than others, as under
/// load, gets fewer parts.
pub(crate) fn in_parallel<T: Send, R: Send>(
    parts: Vec<T>,
    are_short: bool,
    result: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    if are_short || rayon::current_num_threads() == 1 {
        return parts.into_iter().map(result).collect();
    }
    parts.into_par_iter().with_max_len(1).map(result).collect()
}

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
    /// Each term costs an evaluation and a backward sweep, and the first one costs two. Each thread needs memory for the steps of one term.
    ///
    /// # Panics
    ///
    /// Panics if a term panics.
    pub fn value_and_grad_in_parallel(&self, x: &Of<E::In, f64>) -> (f64, Of<E::In, f64>) {
        let part = |data: &'a [T]| call::value_and_grad(&terms(data, &self.term), x);
        let size = self.data.len().div_ceil(PARTS).max(1);
        let parts: Vec<_> = self.data.chunks(size).collect();
        let are_short = are_short(self.data.len(), || _ = part(&self.data[..1]));
        let mut sums = in_parallel(parts, are_short, part).into_iter();
        let Some((mut y, mut gradient)) = sums.next() else { return part(self.data) };
        for (term, slopes) in sums {
            y += term;
            E::In::zip_mut(&mut gradient, &slopes, &mut |sum, slope| *sum += slope);
        }
        (y, gradient)
    }
}
