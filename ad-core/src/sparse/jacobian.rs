//! The sparse Jacobian.

use alloc::vec::Vec;

use super::branches::{Branches, NewEntry, write_known};
use super::colouring::{Bidirectional, Colouring, Pattern, Place, bidirectional, columns};
use super::sweep::{Columns, ForwardSweeps, Rows};
use super::{AtPoint, Csr, Dependence, fewest};
use crate::stack::Stack;
use crate::{Argument, Exp, F64, Of, Shape, Signature, Under};

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
/// let mut jacobian = sparse::jacobian(Products, &x);
/// assert_eq!(jacobian.sweeps(), (2, 0)); // forward and reverse, for 4 inputs and 3 results
/// let (y, entries) = jacobian.at(&x);
/// assert_eq!(y, [6.0, 15.0, 35.0]);
/// assert_eq!(entries, [3.0, 2.0, 5.0, 3.0, 7.0, 5.0]); // row by row
/// let triplets: Vec<_> = jacobian.pattern().entries().zip(entries).collect();
/// assert_eq!(triplets[2], ((1, 1), 5.0));
/// ```
#[derive(Clone, Debug)]
pub struct Jacobian<E: Signature> {
    e: E,
    branches: Branches<E>,
    pattern: Pattern,
    columns: Columns,
    rows: Rows,
    /// The index of each entry in the compressed columns, followed by the compressed rows.
    reads: Vec<usize>,
}

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
/// let mut jacobian = sparse::jacobian(Differences, &[1.0; 1000]);
/// assert_eq!(jacobian.sweeps(), (2, 0)); // instead of 1000
/// let (y, entries) = jacobian.at(&[2.0; 1000]);
/// assert_eq!((y[0], &entries[..2]), (2.0, &[-1.0, 4.0][..]));
/// ```
///
/// # Cost
///
/// One evaluation on sets of inputs, and some colourings: see `benches/README.md` in the repository. An evaluation needs
/// [`sweeps`](Jacobian::sweeps) sweeps.
pub fn jacobian<E, X, H>(e: E, x: &X) -> Jacobian<E>
where
    X: Argument<E::In, H> + ?Sized,
    E: ForwardSweeps + for<'t> Exp<Stack<'t, F64>> + for<'t> Exp<Dependence<'t, AtPoint>>,
{
    let (branches, pattern) = Branches::at(&e, x);
    Jacobian::new(e, branches, pattern)
}

/// The columns and rows to sweep, and the places of the entries.
fn coloured(pattern: &Pattern) -> (Columns, Rows, Vec<usize>) {
    let longest = (0..pattern.rows()).map(|i| pattern.row(i).len()).max().unwrap_or(0);
    let forward = fewest(|order| columns(pattern, order), Colouring::count, longest);
    let cost = |both: &Bidirectional| {
        let reverse = both.rows().count();
        both.columns().count() + if reverse > 0 { 8 + 4 * reverse } else { 0 }
    };
    let both = (forward.count() > 12).then(|| fewest(|order| bidirectional(pattern, order), cost, 13));
    if let Some(both) = both.filter(|both| cost(both) < forward.count()) {
        let (colours, inputs) = (both.columns().count(), pattern.columns());
        let behind = pattern.rows() * colours;
        let read = |place: &Place| match *place {
            Place::Column { row, colour } => row * colours + colour,
            Place::Row { colour, column } => behind + colour * inputs + column,
        };
        let reads = both.places().iter().map(read).collect();
        (Columns::new(both.columns().clone()), Rows::new(both.rows().clone()), reads)
    } else {
        let reads = pattern.entries().map(|(i, j)| i * forward.count() + forward.known(j)).collect();
        (Columns::new(forward), Rows::none(), reads)
    }
}

impl<E: ForwardSweeps + for<'t> Exp<Stack<'t, F64>>> Jacobian<E> {
    /// Prepares the Jacobian of `e` with a known pattern. All other entries are 0.
    ///
    /// Reverse sweeps are used if they save enough forward ones: the first counts as twelve, each further one as four.
    pub fn with_pattern(e: E, pattern: Pattern) -> Self {
        Jacobian::new(e, Branches::all(), pattern)
    }

    fn new(e: E, branches: Branches<E>, pattern: Pattern) -> Self {
        let (columns, rows, reads) = coloured(&pattern);
        Jacobian { e, branches, pattern, columns, rows, reads }
    }

    /// All sweeps at `x`, and the value of `e`. If the program takes a new path, the pattern is extended.
    fn sweep(&mut self, x: &Of<E::In, f64>) -> Of<E::Out, f64> {
        self.pattern.expect_columns(E::In::count(x));
        let (y, way) = self.columns.evaluate(&self.e, x);
        self.pattern.expect_rows(E::Out::count(&y));
        if let Some(wider) = self.branches.wider(&self.e, x, way, &self.pattern) {
            (self.columns, self.rows, self.reads) = coloured(&wider);
            self.pattern = wider;
            self.columns.evaluate(&self.e, x);
        }
        self.rows.evaluate(&self.e, x);
        y
    }

    /// The entries at `x` in the order of a `known` pattern. Entries elsewhere must be 0.
    pub(super) fn known_entries_into<X, H>(
        &mut self,
        x: &X,
        known: &Pattern,
        entries: &mut [f64],
    ) -> Result<(), NewEntry>
    where
        X: Argument<E::In, H> + ?Sized,
    {
        known.expect_entries(entries.len());
        self.sweep(&x.to_container());
        if self.pattern == *known {
            self.write(entries);
            return Ok(());
        }
        let mut all = vec![0.0; self.pattern.nonzeros()];
        self.write(&mut all);
        write_known(&all, &self.pattern, known, entries)
    }

    /// Writes the entries at the point of the last sweep.
    fn write(&self, entries: &mut [f64]) {
        let (columns, rows) = (self.columns.matrix(), self.rows.matrix());
        for (entry, &read) in entries.iter_mut().zip(&self.reads) {
            *entry = read.checked_sub(columns.len()).map_or_else(|| columns[read], |read| rows[read]);
        }
    }

    /// The value of `e` at `x`. The entries of its Jacobian are written to `entries`, row by row in the order of the
    /// [`pattern`](Jacobian::pattern): the values of a matrix in the CSR format.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Jacobian::sweeps) sweeps, up to 16 forward ones in one evaluation.
    ///
    /// # Panics
    ///
    /// Panics if `entries` has another length, or if `x` or the result do not match the pattern's columns or rows in number.
    /// It also panics if the pattern grows at `x`: see [Branches](super#branches).
    pub fn evaluate_into<X, H>(&mut self, x: &X, entries: &mut [f64]) -> <E as Under<F64>>::Value
    where
        X: Argument<E::In, H> + ?Sized,
    {
        self.pattern.expect_entries(entries.len());
        let y = self.sweep(&x.to_container());
        self.pattern.expect_room(entries.len());
        self.write(entries);
        y
    }

    /// The value of `e` at `x`, and the entries of its Jacobian: see [`evaluate_into`](Jacobian::evaluate_into).
    ///
    /// # Cost
    ///
    /// The cost of [`evaluate_into`](Jacobian::evaluate_into), and two containers.
    ///
    /// # Panics
    ///
    /// Panics if `x` or the result do not match the pattern's columns or rows in number.
    pub fn at<X, H>(&mut self, x: &X) -> (<E as Under<F64>>::Value, Vec<f64>)
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let y = self.sweep(&x.to_container());
        let mut entries = vec![0.0; self.pattern.nonzeros()];
        self.write(&mut entries);
        (y, entries)
    }

    /// The Jacobian of `e` at `x` as a matrix, for crates of linear algebra.
    ///
    /// # Cost
    ///
    /// The cost of [`at`](Jacobian::at), and a copy of the pattern.
    ///
    /// # Panics
    ///
    /// Panics if `x` or the result do not match the pattern's columns or rows in number.
    pub fn matrix_at<X, H>(&mut self, x: &X) -> Csr
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (_, entries) = self.at(x);
        Csr::new(self.pattern.clone(), entries)
    }
}

impl<E: Signature> Jacobian<E> {
    /// The places of the entries, and their order.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The numbers of forward sweeps, up to 16 at a time, and of reverse sweeps in an evaluation.
    pub fn sweeps(&self) -> (usize, usize) {
        (self.columns.count(), self.rows.count())
    }
}
