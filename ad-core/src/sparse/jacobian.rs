//! The sparse Jacobian.

use super::branches::{Branches, NewEntry};
use super::coloured::{Coloured, Plan, Recovery};
use super::colouring::{Bidirectional, Colouring, Pattern, Place, bidirectional, columns};
use super::slices::Paths;
use super::sweep::{ColumnSweeps, ForwardSweeps, Memory, RowSweeps};
use super::vectorized::Recordable;
use super::witness::Way;
use super::{AtPoint, Csr, Dependence, fewest};
use crate::number::erased::Collected;
use crate::{Argument, Differentiable, Exp, F64, Of, Signature, Under};

/// The Jacobian of an expression, prepared for evaluation at many points: its pattern is known, and its rows and columns are
/// coloured.
///
/// Columns that share no row are swept together in forward mode, up to 16 colours at a time. A few long rows may be swept in
/// reverse mode instead.
///
/// ```
/// use ad::{exp, sparse};
///
/// /// Products of neighbours.
/// #[exp]
/// fn products(x: &[f64]) -> Vec<f64> {
///     x.windows(2).map(|w| w[0] * w[1]).collect()
/// }
///
/// let x = [2.0, 3.0, 5.0, 7.0];
/// let mut products = sparse::jacobian(Products, &x);
/// assert_eq!(products.sweeps(), (2, 0)); // forward and reverse, for 4 inputs and 3 results
/// let (y, matrix) = products.jacobian(&x);
/// assert_eq!(y, [6.0, 15.0, 35.0]);
/// assert_eq!(matrix.entries(), [3.0, 2.0, 5.0, 3.0, 7.0, 5.0]); // row by row
/// assert_eq!(matrix.triplets().nth(2), Some((1, 1, 5.0)));
/// ```
#[derive(Clone, Debug)]
pub struct Jacobian<E: Signature>(pub(super) Coloured<E>);

/// Prepares the Jacobian of `e`, with its [pattern](super::pattern()) at `x`. [`Jacobian`] has an example.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn differences(x: &[f64]) -> Vec<f64> {
///     x.windows(2).map(|w| w[1] * w[1] - w[0]).collect()
/// }
///
/// let mut differences = sparse::jacobian(Differences, &[1.0; 1000]);
/// assert_eq!(differences.sweeps(), (2, 0)); // instead of 1000
/// let (y, matrix) = differences.jacobian(&[2.0; 1000]);
/// assert_eq!((y[0], &matrix.entries()[..2]), (2.0, &[-1.0, 4.0][..]));
/// ```
///
/// # Cost
///
/// One evaluation on sets of inputs, and some colourings: see `benches/README.md` in the repository. An evaluation needs
/// [`sweeps`](Jacobian::sweeps) sweeps.
pub fn jacobian<E, X, H>(e: E, x: &X) -> Jacobian<E>
where
    X: Argument<E::In, H> + ?Sized,
    E: Differentiable + ForwardSweeps + for<'t> Exp<Dependence<'t, AtPoint>>,
{
    let (branches, pattern) = Branches::at(&e, x);
    Jacobian::new(e, branches, pattern)
}

/// The columns and rows to sweep, and the places of the entries. A reverse sweep costs as much as several forward ones, the `FIRST`
/// of them further ones more.
fn coloured<const FIRST: usize, const EACH: usize>(pattern: &Pattern) -> Plan {
    let longest = (0..pattern.rows()).map(|i| pattern.row(i).len()).max().unwrap_or(0);
    let forward = fewest(|order| columns(pattern, order), Colouring::count, longest);
    let cost = |both: &Bidirectional| {
        let reverse = both.rows().count();
        both.columns().count() + if reverse > 0 { FIRST + EACH * reverse } else { 0 }
    };
    let least = FIRST + EACH;
    let both =
        (forward.count() > least).then(|| fewest(|order| bidirectional(pattern, order), cost, least + 1));
    if let Some(both) = both.filter(|both| cost(both) < forward.count()) {
        let (colours, inputs) = (both.columns().count(), pattern.columns());
        let behind = pattern.rows() * colours;
        let read = |place: &Place| match *place {
            Place::Column { row, colour } => row * colours + colour,
            Place::Row { colour, column } => behind + colour * inputs + column,
        };
        let recovery = Recovery::Direct(both.places().iter().map(read).collected());
        let (columns, rows) =
            (ColumnSweeps::new(both.columns().clone()), RowSweeps::new(both.rows().clone()));
        Plan { columns, rows, recovery }
    } else {
        let reads = pattern.entries().map(|(i, j)| i * forward.count() + forward.known(j)).collected();
        Plan::forward(ColumnSweeps::new(forward), Recovery::Direct(reads))
    }
}

impl<E: Differentiable + ForwardSweeps> Jacobian<E> {
    /// Prepares the Jacobian of `e` with a known pattern. All other entries are 0.
    ///
    /// Reverse sweeps are used if they save enough forward ones. By the tape, the first counts as twelve and each further one as four.
    /// By an adjoint program, the first counts as five and each further one as one.
    pub fn with_pattern(e: E, pattern: Pattern) -> Self {
        Jacobian::new(e, Branches::all(), pattern)
    }

    fn new(e: E, branches: Branches<E>, pattern: Pattern) -> Self {
        let by_program = <E as Exp<F64>>::has_program(&e);
        let colour = if by_program { coloured::<4, 1> } else { coloured::<8, 4> };
        Jacobian(Coloured::new(e, branches, pattern, colour, RowSweeps::evaluate, Recordable::new()))
    }

    /// The value of `e` at `x`, after writing the entries of the Jacobian to `entries`.
    ///
    /// The entries are in the order of the [`pattern`](Jacobian::pattern), row by row: they are the values of a matrix in the CSR
    /// format.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Jacobian::sweeps) sweeps, up to 16 forward ones in one evaluation. Reverse sweeps are those of
    /// [`reverse`](crate::reverse).
    ///
    /// # Panics
    ///
    /// Panics if `entries` has another length, or if `x` or the result do not match the pattern's columns or rows in number.
    /// It also panics if the pattern grows at `x`: see [Branches](super#branches), or if a
    /// [check](super#values-outside-of-the-argument) fails.
    pub fn jacobian_into<X, H>(&mut self, x: &X, entries: &mut [f64]) -> <E as Under<F64>>::Value
    where
        X: Argument<E::In, H> + ?Sized,
    {
        self.0.entries_into(&x.to_container(), entries)
    }

    /// The value of `e` at `x`, and its Jacobian.
    ///
    /// # Cost
    ///
    /// The cost of [`jacobian_into`](Jacobian::jacobian_into), two containers, and a copy of the pattern.
    ///
    /// # Panics
    ///
    /// Panics if `x` or the result do not match the pattern's columns or rows in number, or if a
    /// [check](super#values-outside-of-the-argument) fails.
    pub fn jacobian<X, H>(&mut self, x: &X) -> (<E as Under<F64>>::Value, Csr)
    where
        X: Argument<E::In, H> + ?Sized,
    {
        self.0.matrix(&x.to_container())
    }
}

impl<E: ForwardSweeps> Jacobian<E> {
    /// The entries at a slice, in the order of a `known` pattern, by the record if it holds: see
    /// [`recorded_entries_into`](Coloured::recorded_entries_into).
    pub(super) fn entries_at<const K: usize>(
        &mut self,
        paths: &mut Paths<E::In, K>,
        x: &[f64],
        way: impl FnOnce(&mut Paths<E::In, K>) -> Way,
        known: &Pattern,
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        if self.0.recorded_entries_into(x, || way(paths), known, entries) {
            return Ok(());
        }
        let (_, x) = paths.at(x);
        self.0.swept_entries_into(x, sweeps(x), known, entries)
    }

    pub(super) fn limit_records(&mut self, bytes: usize) {
        self.0.limit_records(bytes);
    }

    /// The pattern at `x` and at all points before.
    pub(super) fn pattern_at(&mut self, x: &Of<E::In, f64>) -> &Pattern {
        self.0.pattern_at(x, sweeps(x))
    }
}

/// Sweeps along all columns at `x`, which return the path.
fn sweeps<E: ForwardSweeps>(x: &Of<E::In, f64>) -> impl FnMut(&mut ColumnSweeps, &mut Memory<E>, &E) -> Way {
    |columns, memory, e| columns.evaluate(memory, e, x, false).1
}

impl<E: Signature> Jacobian<E> {
    /// The places of the entries, and their order.
    pub fn pattern(&self) -> &Pattern {
        self.0.pattern()
    }

    /// The same with [records](super#records) of at most so many bytes: 16 for each operation, 256 MiB by default, and none for 0. To make
    /// one takes some times as much.
    #[must_use]
    pub fn record_within(self, bytes: usize) -> Self {
        Jacobian(self.0.record_within(bytes))
    }

    /// Whether evaluations use a [record](super#records) of the operations.
    pub fn is_recorded(&self) -> bool {
        self.0.is_recorded()
    }

    /// The numbers of forward sweeps, up to 16 at a time, and of reverse sweeps in an evaluation.
    pub fn sweeps(&self) -> (usize, usize) {
        self.0.count()
    }
}
