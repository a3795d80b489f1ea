//! Partially separable functions: sums of terms that depend on few parameters each.

use alloc::vec::Vec;

use super::Csr;
use super::colouring::Pattern;
use crate::{Argument, Of, Shape, TwiceDifferentiable, call};

/// A sum whose terms depend on few parameters each, with its gradient and its Hessian, the sum of small dense Hessians of the
/// terms.
///
/// Each term is an expression. The columns of its argument are picked from the [`numbered`](super::numbered) parameters, in the
/// same way as the numbers themselves. So nothing is coloured, and the terms may be of different kinds. A. Griewank and Ph. L.
/// Toint, *On the unconstrained optimization of partially separable functions*, 1982.
///
/// ```
/// use ad::{exp, sparse};
///
/// /// A spring between two points on a line.
/// #[exp]
/// fn spring(a: f64, b: f64) -> f64 {
///     (b - a - 1.0).powi(2)
/// }
///
/// let x = vec![0.0, 1.5, 2.0];
/// let columns = sparse::numbered::<Vec<f64>>(&x);
/// let mut energy = sparse::Separable::new::<Vec<f64>>(&x);
/// for pair in columns.windows(2) {
///     energy.push(&Spring, &(pair[0], pair[1]));
/// }
/// assert_eq!(energy.value(), 0.5);
/// assert_eq!(energy.gradient(), [-1.0, 2.0, -1.0]);
/// let entries: Vec<_> = energy.hessian().triplets().collect();
/// assert_eq!(entries[..5], [(0, 0, 2.0), (0, 1, -2.0), (1, 0, -2.0), (1, 1, 4.0), (1, 2, -2.0)]);
/// ```
#[derive(Clone, Debug)]
pub struct Separable {
    parameters: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    /// The entries of the terms' Hessians, with row and column. Several terms may have entries at one place.
    entries: Vec<((usize, usize), f64)>,
    /// The columns of the current term.
    columns: Vec<usize>,
}

impl Separable {
    /// A sum of no terms. Its Hessian has a row and a column for each number of `parameters`.
    pub fn new<P: Shape>(parameters: &Of<P, f64>) -> Self {
        let mut sum = Separable {
            parameters: Vec::new(),
            value: 0.0,
            gradient: Vec::new(),
            entries: Vec::new(),
            columns: Vec::new(),
        };
        sum.restart::<P>(parameters);
        sum
    }

    /// The empty sum at other parameters, in the same memory.
    pub fn restart<P: Shape>(&mut self, parameters: &Of<P, f64>) {
        self.parameters.clear();
        P::for_each(parameters, &mut |&x| self.parameters.push(x));
        self.gradient.clear();
        self.gradient.resize(self.parameters.len(), 0.0);
        self.value = 0.0;
        self.entries.clear();
    }

    /// Adds a term: its value, its gradient and its Hessian at the parameters in these columns. Returns its value.
    ///
    /// The Hessian of the sum gets an entry for each pair of the columns, even if it is 0. If a column is named twice, the
    /// parameter is used at two places.
    ///
    /// # Panics
    ///
    /// Panics if a column does not exist.
    pub fn push<E, X, H>(&mut self, term: &E, columns: &X) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let Separable { parameters, columns: those, .. } = self;
        those.clear();
        let x: Of<E::In, f64> = columns.map_numbers(&mut |&column| {
            those.push(column);
            let Some(&x) = parameters.get(column) else {
                panic!("there is no column {column}: there are {} parameters", parameters.len())
            };
            x
        });
        let (value, gradient, hessian) = call::value_grad_hessian(term, &x);
        self.value += value;
        let mut rows = self.columns.iter();
        E::In::for_each(&gradient, &mut |&d| {
            self.gradient[*rows.next().expect("a derivative for each column")] += d;
        });
        let mut rows = self.columns.iter();
        E::In::for_each(&hessian, &mut |row: &Of<E::In, f64>| {
            let (i, mut columns) = (*rows.next().expect("a row for each column"), self.columns.iter());
            E::In::for_each(row, &mut |&d| {
                let j = *columns.next().expect("an entry for each column");
                self.entries.push(((i, j), d));
            });
        });
        value
    }

    /// The sum of the terms.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The gradient of the sum: a number for each parameter.
    pub fn gradient(&self) -> &[f64] {
        &self.gradient
    }

    /// The Hessian of the sum. Entries of several terms at one place are added in the order of the terms.
    pub fn hessian(&mut self) -> Csr {
        self.entries.sort_by_key(|&(place, _)| place);
        let mut pattern = Pattern::empty(self.parameters.len());
        let mut entries: Vec<f64> = Vec::new();
        let mut rest = &self.entries[..];
        for i in 0..self.parameters.len() {
            let (row, behind) = rest.split_at(rest.partition_point(|&((row, _), _)| row == i));
            let places = || row.chunk_by(|a, b| a.0 == b.0);
            entries.extend(places().map(|place| place.iter().map(|(_, entry)| entry).sum::<f64>()));
            pattern.push_ascending(places().map(|place| place[0].0.1));
            rest = behind;
        }
        Csr::new(pattern, entries)
    }
}
