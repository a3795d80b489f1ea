//! Blocks: data whose items depend on few parameters, such as the observation of a point by a camera.

use alloc::vec::Vec;

use super::colouring::Pattern;
use crate::{Argument, Differentiable, F64, Num, Of, Shape, call};

/// The numbers of `x`, each replaced by the number of its column in a Jacobian: 0, 1, 2 … in the order of the shape.
///
/// ```
/// use ad::sparse::numbered;
/// assert_eq!(numbered::<(f64, Vec<f64>)>(&(0.5, vec![0.1, 0.2])), (0, vec![1, 2]));
/// ```
pub fn numbered<P: Shape>(x: &Of<P, f64>) -> Of<P, usize> {
    let mut column = 0;
    P::map(x, &mut |_| {
        column += 1;
        column - 1
    })
}

/// A Jacobian of dense blocks: the rows of one term of the data, at the columns of its parameters.
///
/// Each term is an expression. The columns of its argument are picked from the [`numbered`] parameters, in the same way as the
/// numbers themselves.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn product([a, b]: [f64; 2]) -> f64 {
///     a * b
/// }
///
/// let x = vec![2.0, 3.0, 5.0, 7.0];
/// let columns = sparse::numbered::<Vec<f64>>(&x);
/// let mut blocks = sparse::Blocks::new::<Vec<f64>>(&x);
/// for (i, j) in [(0, 3), (2, 1)] {
///     let value = blocks.push(&Product, &[columns[i], columns[j]]);
///     assert_eq!(value, x[i] * x[j]);
/// }
/// let (pattern, entries) = blocks.finish();
/// let triplets: Vec<_> = pattern.entries().zip(entries).collect();
/// assert_eq!(triplets, [((0, 0), 7.0), ((0, 3), 2.0), ((1, 1), 5.0), ((1, 2), 3.0)]);
/// ```
#[derive(Clone, Debug)]
pub struct Blocks {
    parameters: Vec<f64>,
    pattern: Pattern,
    entries: Vec<f64>,
    /// The columns of the current block, ascending, and the number of its argument for each column, unless the order is the same.
    columns: Vec<usize>,
    order: Vec<usize>,
}

impl Blocks {
    /// A matrix without rows, and with a column for each number of `parameters`.
    pub fn new<P: Shape>(parameters: &Of<P, f64>) -> Self {
        let mut numbers = Vec::new();
        P::for_each(parameters, &mut |&x| numbers.push(x));
        let pattern = Pattern::empty(numbers.len());
        Blocks { parameters: numbers, pattern, entries: Vec::new(), columns: Vec::new(), order: Vec::new() }
    }

    /// Adds the rows of `term`: its Jacobian at the parameters in these columns. Returns its value.
    ///
    /// Every row gets an entry in each of the columns, even if it does not depend on that number.
    ///
    /// # Cost
    ///
    /// That of [`call::jacobian`], which chooses the mode.
    ///
    /// # Panics
    ///
    /// Panics if a column is named twice or does not exist.
    pub fn push<E, X, H>(&mut self, term: &E, columns: &X) -> Of<E::Out, f64>
    where
        E: Differentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let x = self.argument::<E::In, X, H>(columns);
        let (y, rows) = call::value_and_rows(term, &x);
        for row in rows {
            E::In::for_each(&row, &mut |entry: &Num<F64>| self.entries.push(entry.value()));
            self.end_row();
        }
        E::Out::map(&y, &mut |y| y.value())
    }

    /// The numbers in these columns. The columns are stored in ascending order, together with that order.
    fn argument<S: Shape, X, H>(&mut self, columns: &X) -> Of<S, Num<F64>>
    where
        X: Argument<S, H, usize> + ?Sized,
    {
        let Blocks { parameters, columns: those, order, .. } = self;
        those.clear();
        let x = columns.map_numbers(&mut |&column| {
            those.push(column);
            let Some(&x) = parameters.get(column) else {
                panic!("there is no column {column}: there are {} parameters", parameters.len())
            };
            Num::new(F64, x)
        });
        order.clear();
        if !those.is_sorted() {
            order.extend(0..those.len());
            order.sort_unstable_by_key(|&k| those[k]);
            those.sort_unstable();
        }
        let distinct = those.is_sorted_by(|a, b| a < b);
        assert!(distinct, "a row has two entries in one column: {those:?}");
        x
    }

    /// Adds the columns of the current block to the pattern, and sorts the entries of this row accordingly.
    fn end_row(&mut self) {
        self.pattern.push_ascending(self.columns.iter().copied());
        if !self.order.is_empty() {
            let start = self.entries.len() - self.order.len();
            let row = self.entries[start..].to_vec();
            self.order.iter().zip(&mut self.entries[start..]).for_each(|(&k, entry)| *entry = row[k]);
        }
    }

    /// Removes the rows and retains their memory, for the same terms at other parameters.
    ///
    /// # Panics
    ///
    /// Panics if the number of parameters differs.
    pub fn restart<P: Shape>(&mut self, parameters: &Of<P, f64>) {
        let count = self.parameters.len();
        self.parameters.clear();
        P::for_each(parameters, &mut |&x| self.parameters.push(x));
        let found = self.parameters.len();
        assert!(found == count, "there are {found} parameters, and there were {count}");
        self.pattern.clear();
        self.entries.clear();
    }

    /// The pattern of the rows so far.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The entries of the rows so far, row by row.
    pub fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// The pattern of all rows, and their entries: a matrix in the CSR format.
    pub fn finish(self) -> (Pattern, Vec<f64>) {
        (self.pattern, self.entries)
    }
}
