//! Blocks: data whose items depend on few parameters, such as the observation of a point by a camera.

use alloc::vec::Vec;

use super::colouring::Pattern;
use super::sweep::ForwardSweeps;
use super::witness::Witness;
use crate::adjoint::{Adjoint, Slot};
use crate::forward::{self, Forward};
use crate::{Argument, Dict, Exp, F64, Num, Of, Shape};

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

    /// Adds the rows of `term`: its Jacobian, in forward mode, at the parameters in these columns. Returns its value.
    ///
    /// Every row gets an entry in each of the columns, even if it does not depend on that number.
    ///
    /// # Panics
    ///
    /// Panics if a column is named twice or does not exist.
    pub fn push<E, X, H>(&mut self, term: &E, columns: &X) -> Of<E::Out, f64>
    where
        E: ForwardSweeps,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let x = self.argument::<E::In, _, X, H>(Witness::default(), columns);
        match self.columns.len() {
            0 | 1 => self.forward::<E, 1>(term, &x),
            2 => self.forward::<E, 2>(term, &x),
            3 | 4 => self.forward::<E, 4>(term, &x),
            5..=8 => self.forward::<E, 8>(term, &x),
            _ => self.forward::<E, 16>(term, &x),
        }
    }

    /// The same by the adjoint program of `term`, which `#[exp(adjoint)]` writes: a forward sweep, and a reverse sweep for each
    /// row. It is faster if there are fewer rows than columns.
    ///
    /// # Panics
    ///
    /// As [`push`](Blocks::push).
    pub fn push_adjoint<E, X, H>(&mut self, term: &E, columns: &X) -> Of<E::Out, f64>
    where
        E: Adjoint<F64>,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let x = self.argument::<E::In, _, X, H>(F64, columns);
        let (y, sweep) = term.pullback(F64, &x, true);
        let seeds = E::Out::map(&y, &mut |_| Slot::new());
        let dx = E::In::map(&x, &mut |_| Slot::new());
        for row in 0..E::Out::count(&seeds) {
            let mut i = 0;
            E::Out::for_each(&seeds, &mut |slot| {
                slot.take();
                if i == row {
                    slot.add(Num::new(F64, 1.0));
                }
                i += 1;
            });
            sweep.clone()(&seeds, &x, &dx);
            let entries = &mut self.entries;
            E::In::for_each(&dx, &mut |slot| entries.push(slot.take().map_or(0.0, Num::value)));
            self.end_row();
        }
        E::Out::map(&y, &mut |y| y.value())
    }

    /// The numbers in these columns. The columns are stored in ascending order, together with that order.
    fn argument<S: Shape, D: Dict<V = f64>, X, H>(&mut self, dict: D, columns: &X) -> Of<S, Num<D>>
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
            Num::new(dict, x)
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

    fn forward<E, const W: usize>(&mut self, term: &E, x: &Of<E::In, Num<Witness<'_>>>) -> Of<E::Out, f64>
    where
        E: for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>,
    {
        let (y, jacobian) = forward::value_and_jacobian(term).width::<W>().apply(Witness::default(), x);
        E::Out::for_each(&jacobian, &mut |row| {
            E::In::for_each(row, &mut |entry| self.entries.push(entry.value()));
            self.end_row();
        });
        E::Out::map(&y, &mut |y| y.value())
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
