//! The values at many points, in several layouts.

use alloc::vec::Vec;
use core::ops::Range;

use super::points::{ByColumn, Columns, Containing, length};
use crate::argument::Itself;
use crate::number::shape::assert_same_structure;
use crate::{Of, Shape};

/// Room for the values of many points, which have the shape `S`: a slice or a `Vec` of containers, or [`Columns`].
///
/// `How` distinguishes these cases, and is inferred.
///
/// ```
/// use ad::{Columns, Many, exp};
///
/// #[exp]
/// fn on_a_circle(angle: f64) -> [f64; 2] {
///     [angle.cos(), angle.sin()]
/// }
///
/// let angles = [0.0, 0.5, 1.0];
/// let mut columns = Columns([vec![0.0; 3], vec![0.0; 3]]);
/// Many::new(OnACircle).values_into(&angles, &mut columns);
/// assert_eq!(columns.0[1], angles.map(f64::sin));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no room for results of the shape `{S}`",
    note = "results are a slice of containers, or `Columns` with a `Vec` for each number"
)]
pub trait Results<S: Shape, How> {
    /// The number of results.
    fn count(&self) -> usize;

    /// Writes result `i`, of which `float` gives each number.
    ///
    /// # Panics
    ///
    /// Panics if `y` and the container differ in [structure](Shape#structure).
    fn put<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64);

    /// Writes the results of a range, as they come. Checks of bounds are made once.
    #[doc(hidden)]
    #[inline]
    fn put_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        range.zip(y).for_each(|(i, y)| self.put(i, &y, float));
    }

    /// Writes results `i` to `i + W`, of which `floats` gives each number.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn put_lanes<T: Clone, const W: usize>(
        &mut self,
        i: usize,
        y: &Of<S, T>,
        floats: impl Fn(&T) -> &[f64; W],
    ) {
        for lane in 0..W {
            self.put(i + lane, y, |y| floats(y)[lane]);
        }
    }
}

impl<S: Shape<Of<f64> = X>, X: Clone> Results<S, Itself> for [X] {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn put<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        assert_same_structure::<S, T, f64>(("result", y), ("container for it", &self[i]));
        S::zip_mut(&mut self[i], y, &mut |into, y| *into = float(y));
    }
    #[inline]
    fn put_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        for (into, y) in self[range].iter_mut().zip(y) {
            assert_same_structure::<S, T, f64>(("result", &y), ("container for it", into));
            S::zip_mut(into, &y, &mut |into, y| *into = float(y));
        }
    }
}

impl<S: Shape<Of<f64> = X>, X: Clone, const N: usize> Results<S, Itself> for [X; N] {
    #[inline]
    fn count(&self) -> usize {
        N
    }
    #[inline]
    fn put<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        Results::<S, Itself>::put(self.as_mut_slice(), i, y, float);
    }
    #[inline]
    fn put_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        Results::<S, Itself>::put_each(self.as_mut_slice(), range, y, float);
    }
}

impl<S: Shape<Of<f64> = X>, X: Clone> Results<S, Itself> for Vec<X> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn put<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        Results::<S, Itself>::put(self.as_mut_slice(), i, y, float);
    }
    #[inline]
    fn put_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        Results::<S, Itself>::put_each(self.as_mut_slice(), range, y, float);
    }
}

impl<S: Shape, C: Containing<S>> Results<S, ByColumn> for Columns<C> {
    fn count(&self) -> usize {
        length::<S>(self.0.columns()).unwrap_or(0)
    }
    #[inline]
    fn put<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        let columns = self.0.columns_mut();
        assert_same_structure::<S, T, Vec<f64>>(("result", y), ("columns for it", columns));
        S::zip_mut(columns, y, &mut |column: &mut Vec<f64>, y| column[i] = float(y));
    }
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn put_lanes<T: Clone, const W: usize>(
        &mut self,
        i: usize,
        y: &Of<S, T>,
        floats: impl Fn(&T) -> &[f64; W],
    ) {
        let columns = self.0.columns_mut();
        assert_same_structure::<S, T, Vec<f64>>(("result", y), ("columns for it", columns));
        S::zip_mut(columns, y, &mut |column: &mut Vec<f64>, y| {
            column[i..i + W].copy_from_slice(floats(y));
        });
    }
}
