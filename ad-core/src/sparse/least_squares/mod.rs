//! Nonlinear least squares, as solvers see them: slices, and a sparse Jacobian of residuals.

mod loss;
mod whole;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::blocks::Blocks;
use super::branches::NewEntry;
use super::colouring::Pattern;
use super::problem::Unconstrained;
use super::sweep::ForwardSweeps;
use super::{AtPoint, Dependence};
use crate::{Argument, Differentiable, Exp, Flat, Of, Shape};

pub use loss::Loss;
use loss::Robust;
use whole::Whole;

/// Minimize ½·|r(x)|², or a [robust loss](LeastSquares::robust) of the residuals, subject to lower ≤ x ≤ upper.
///
/// The residuals r are results of expressions, and x has the shape `P`.
///
/// Solvers of other crates ask for its parts at slices. Residuals are stacked:
///
/// * [`residuals`](LeastSquares::residuals) appends the results of an expression of all parameters, whose pattern is found and coloured;
/// * [`blocks`](LeastSquares::blocks) appends those of many small expressions, each of a few parameters, such as the observation of a
///   point by a camera. Nothing is coloured.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::{LeastSquares, numbered};
///
/// /// The distance of two points on a line, minus the measured one.
/// #[exp(adjoint)]
/// fn distance(#[fixed] measured: f64, a: f64, b: f64) -> f64 {
///     b - a - measured
/// }
///
/// /// The points are expected at 0, 1, 2 …
/// #[exp(adjoint)]
/// fn expected(x: &[f64]) -> Vec<f64> {
///     x.iter().enumerate().map(|(i, x)| (x - i as f64).sin()).collect()
/// }
///
/// let start = vec![0.0, 1.0, 2.0];
/// let points = numbered::<Vec<f64>>(&start);
/// let measured = [(0, 1, 1.5), (0, 2, 2.5)];
/// let blocks = measured.map(|(i, j, measured)| (Distance { measured }, (points[i], points[j])));
/// let mut problem = LeastSquares::<Vec<f64>>::new(&start).blocks(blocks).residuals(Expected);
///
/// let mut residuals = [0.0; 5];
/// problem.residuals_into(&[0.0, 1.0, 2.0], &mut residuals);
/// assert_eq!(residuals, [-0.5, -0.5, 0.0, 0.0, 0.0]);
///
/// let mut gradient = [0.0; 3];
/// assert_eq!(problem.grad_into(&[0.0, 1.0, 2.0], &mut gradient), Ok(0.25));
/// assert_eq!(gradient, [1.0, -0.5, -0.5]);
///
/// let mut entries = [0.0; 7];
/// problem.jacobian_into(&[0.0, 1.0, 2.0], &mut entries).unwrap();
/// let triplets: Vec<_> = problem.jacobian_pattern().entries().zip(entries).collect();
/// assert_eq!(triplets, [
///     ((0, 0), -1.0), ((0, 1), 1.0),
///     ((1, 0), -1.0), ((1, 2), 1.0),
///     ((2, 0), 1.0), ((3, 1), 1.0), ((4, 2), 1.0),
/// ]);
/// ```
///
/// # Memory
///
/// After ten evaluations an evaluation allocates nothing, unless the expressions do or it [checks](super#values-outside-of-the-argument) the entries.
///
/// # Branches
///
/// A solver asks for the places of all entries once. An expression of all parameters that compares numbers may have further entries on
/// another branch. Such an evaluation returns a [`NewEntry`]. [`seen_at`](LeastSquares::seen_at) adds the entries at further points.
pub struct LeastSquares<'e, P: Shape> {
    flat: Flat<P>,
    start: Vec<f64>,
    bounds: [Vec<f64>; 2],
    parts: Vec<Part<'e>>,
    pattern: Pattern,
    /// Retained for the gradient.
    residuals: Vec<f64>,
    /// Retained for the Jacobian under a loss.
    uncorrected: Vec<f64>,
    entries: Vec<f64>,
}

/// Some residuals at slices, without the types of their expressions.
pub(super) trait Residuals {
    /// The number of residuals.
    fn count(&self) -> usize;
    /// Appends the rows of the Jacobian to a pattern.
    fn stack(&self, pattern: &mut Pattern);
    fn residuals_into(&mut self, x: &[f64], residuals: &mut [f64]);
    fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry>;
    /// Extends the pattern by the entries at `x`.
    fn see(&mut self, x: &[f64]);
    /// The numbers of residuals that belong together. Their rows have the same columns.
    fn groups(&self) -> Vec<usize>;
}

/// Some residuals, and the index of the first one.
struct Part<'e> {
    first: usize,
    residuals: Box<dyn Residuals + 'e>,
    robust: Option<Robust>,
}

impl Part<'_> {
    /// The indices of the residuals.
    fn rows(&self) -> Range<usize> {
        self.first..self.first + self.residuals.count()
    }
}

impl<'e, P: Shape> LeastSquares<'e, P> {
    /// No residuals yet. The parameters are of the structure of `start`.
    pub fn new<X, H>(start: &X) -> Self
    where
        X: Argument<P, H> + ?Sized,
    {
        let flat = Flat::of(&Unconstrained::<P>::NONE, start);
        let start = flat.to_vec(start);
        let n = start.len();
        LeastSquares {
            flat,
            start,
            bounds: [vec![f64::NEG_INFINITY; n], vec![f64::INFINITY; n]],
            parts: Vec::new(),
            pattern: Pattern::empty(n),
            residuals: Vec::new(),
            uncorrected: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The same with the results of an expression of all parameters as further residuals.
    ///
    /// # Cost
    ///
    /// One evaluation on sets of inputs, and some colourings: see [`jacobian`](super::jacobian()).
    pub fn residuals<E>(self, e: E) -> Self
    where
        E: Differentiable<In = P> + ForwardSweeps + for<'t> Exp<Dependence<'t, AtPoint>> + 'e,
    {
        let flat = Flat::of(&e, &self.flat.at(&self.start));
        let whole = Whole::new(Arc::new(e), flat.clone(), &self.start);
        LeastSquares { flat, ..self }.with(Box::new(whole))
    }

    /// The same with the results of small expressions as further residuals. Each stands with the columns of its parameters: the
    /// [`numbered`](super::numbered()) ones, picked like the parameters themselves.
    ///
    /// Every row has an entry in each of the columns, even if it does not depend on that number. An expression has as many results at
    /// each point as at the start.
    ///
    /// # Panics
    ///
    /// Panics if an expression names a column twice, or one that does not exist.
    pub fn blocks<E, C, H>(self, blocks: impl IntoIterator<Item = (E, C)>) -> Self
    where
        E: Differentiable + 'e,
        C: Argument<E::In, H, usize>,
    {
        let mut list = Blocks::default();
        list.extend(&self.start, blocks.into_iter());
        self.with(Box::new(list))
    }

    fn with(mut self, residuals: Box<dyn Residuals + 'e>) -> Self {
        let first = self.pattern.rows();
        residuals.stack(&mut self.pattern);
        self.parts.push(Part { first, residuals, robust: None });
        self
    }

    /// The same with a robust [`Loss`] of the residuals that were added last. The results of a block are one group of residuals, and each
    /// result of an expression of all parameters is a group.
    ///
    /// The objective is then ½·Σ ρ(|rᵢ|²) over the groups. Residuals and rows of the Jacobian are multiplied by the root √ρ′ of the weight
    /// of their group, by Triggs. So Jᵀ·r is the gradient of the objective, and a step of Gauss–Newton is one of iteratively reweighted
    /// least squares. |r|² is not the objective, so a solver that judges a step asks for [`objective`](LeastSquares::objective).
    ///
    /// ```
    /// use ad::prelude::*;
    /// use ad::sparse::{LeastSquares, Loss};
    ///
    /// #[exp]
    /// fn differences(#[fixed] seen: &[f64], mean: f64) -> Vec<f64> {
    ///     seen.iter().map(|y| mean - y).collect()
    /// }
    ///
    /// // The mean of robust numbers, by steps of Gauss–Newton.
    /// let mut problem = LeastSquares::new(&0.0).residuals(Differences { seen: &[1.0, 2.0, 3.0, 1000.0] }).robust(Loss::Tukey(10.0));
    /// let (mut x, mut r, mut j) = ([0.0], [0.0; 4], [0.0; 4]);
    /// for _ in 0..20 {
    ///     problem.residuals_into(&x, &mut r);
    ///     problem.jacobian_into(&x, &mut j).unwrap();
    ///     x[0] -= ad::dot(&j, &r) / ad::dot(&j, &j);
    /// }
    /// assert!((x[0] - 2.0).abs() < 1e-12);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if no residuals were added, or if the threshold is not positive and finite.
    #[must_use]
    #[track_caller]
    pub fn robust(mut self, loss: Loss) -> Self {
        let last = self.parts.last_mut().expect("a loss is one of residuals, and there are none");
        last.robust = Some(Robust::new(loss, last.residuals.groups()));
        self
    }

    /// The same with lower and upper bounds of the parameters, in their order. An infinite bound is none.
    ///
    /// # Panics
    ///
    /// Panics if there is not a bound for each parameter.
    #[must_use]
    pub fn bounds(self, lower: &[f64], upper: &[f64]) -> Self {
        let n = self.start.len();
        assert!(
            lower.len() == n && upper.len() == n,
            "there are {n} parameters, and other numbers of bounds"
        );
        LeastSquares { bounds: [lower.to_vec(), upper.to_vec()], ..self }
    }

    /// The same with the entries of the Jacobian at another point, in addition to the known ones.
    ///
    /// # Panics
    ///
    /// Panics if `x` has another length than the start.
    #[must_use]
    pub fn seen_at(mut self, x: &[f64]) -> Self {
        self.pattern.clear();
        for part in &mut self.parts {
            part.residuals.see(x);
            part.residuals.stack(&mut self.pattern);
        }
        self
    }

    /// The start.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// The [names](Flat::names) of the parameters, as the last expression of all parameters has them.
    pub fn names(&self) -> Vec<String> {
        self.flat.names()
    }

    /// The lower and the upper bounds of the parameters.
    pub fn parameter_bounds(&self) -> &[Vec<f64>; 2] {
        &self.bounds
    }

    /// The parameters of a slice, in their container.
    ///
    /// # Panics
    ///
    /// Panics if `x` has another length than the start.
    pub fn parameters(&self, x: &[f64]) -> Of<P, f64> {
        self.flat.read(x)
    }

    /// The residuals at `x` go into `residuals`.
    ///
    /// # Panics
    ///
    /// Panics if a slice has another length.
    pub fn residuals_into(&mut self, x: &[f64], residuals: &mut [f64]) {
        let (found, m) = (residuals.len(), self.pattern.rows());
        assert!(found == m, "room for {found} residuals, and there are {m}");
        for part in &mut self.parts {
            let residuals = &mut residuals[part.rows()];
            part.residuals.residuals_into(x, residuals);
            if let Some(robust) = &part.robust {
                robust.correct(residuals);
            }
        }
    }

    /// The places of the entries of the Jacobian: a row for each residual, a column for each parameter.
    pub fn jacobian_pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The entries of the Jacobian go into `entries`, in the order of [`jacobian_pattern`](LeastSquares::jacobian_pattern).
    ///
    /// # Errors
    ///
    /// Returns an entry without a place, on another [branch](LeastSquares#branches).
    ///
    /// # Panics
    ///
    /// Panics if a slice has another length.
    pub fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry> {
        self.pattern.expect_entries(entries.len());
        let offsets = self.pattern.offsets();
        for part in &mut self.parts {
            let Range { start, end } = part.rows();
            let entries = &mut entries[offsets[start]..offsets[end]];
            let new = |new: NewEntry| NewEntry { row: start + new.row, ..new };
            if let Some(robust) = &part.robust {
                // The residuals first, since an expression of all parameters uses their path.
                let residuals = &mut self.uncorrected;
                residuals.resize(end - start, 0.0);
                part.residuals.residuals_into(x, residuals);
                part.residuals.jacobian_into(x, entries).map_err(new)?;
                let lengths = offsets[start..=end].windows(2).map(|offsets| offsets[1] - offsets[0]);
                robust.correct_rows(residuals, lengths, entries);
            } else {
                part.residuals.jacobian_into(x, entries).map_err(new)?;
            }
        }
        Ok(())
    }

    /// Half of the sum of the squares of the residuals at `x`, or of their [losses](LeastSquares::robust).
    ///
    /// # Panics
    ///
    /// Panics if `x` has another length than the start.
    pub fn objective(&mut self, x: &[f64]) -> f64 {
        // After a panic of an expression the lists are empty.
        let mut residuals = core::mem::take(&mut self.residuals);
        residuals.resize(self.pattern.rows(), 0.0);
        let mut sum = 0.0;
        for part in &mut self.parts {
            let residuals = &mut residuals[part.rows()];
            part.residuals.residuals_into(x, residuals);
            sum += match &part.robust {
                Some(robust) => robust.sum(residuals),
                None => residuals.iter().map(|r| r * r).sum(),
            };
        }
        self.residuals = residuals;
        sum / 2.0
    }

    /// Returns the [`objective`](LeastSquares::objective). Its gradient Jᵀ·r goes into `gradient`.
    ///
    /// # Errors
    ///
    /// Returns an entry without a place, on another [branch](LeastSquares#branches).
    ///
    /// # Panics
    ///
    /// Panics if a slice has another length.
    pub fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, NewEntry> {
        let n = self.start.len();
        assert!(gradient.len() == n, "a gradient has {n} entries");
        let objective = self.objective(x);
        for part in &mut self.parts {
            if let Some(robust) = &part.robust {
                robust.correct(&mut self.residuals[part.rows()]);
            }
        }
        let mut entries = core::mem::take(&mut self.entries);
        entries.resize(self.pattern.nonzeros(), 0.0);
        let found = self.jacobian_into(x, &mut entries);
        gradient.fill(0.0);
        // An entry of another branch is 0, and its product with a residual that is not finite would not be.
        for ((i, j), entry) in self.pattern.entries().zip(&entries).filter(|(_, entry)| **entry != 0.0) {
            gradient[j] += entry * self.residuals[i];
        }
        self.entries = entries;
        found.map(|()| objective)
    }
}
