//! Functions of many parameters that consist of small terms, such as the observation of a point by a camera.

use alloc::vec::Vec;

use super::Csr;
use super::colouring::{Pattern, index};
use crate::{Argument, Of, Shape, TwiceDifferentiable, call};

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

/// A sum of small terms: its gradient and its sparse Hessian, assembled from those of the terms.
///
/// Each term is an expression. The columns of its argument are picked from the [`numbered`] parameters, in the same way as the
/// numbers themselves. So nothing is coloured, and the terms may be of different kinds. Residuals with a sparse Jacobian are a
/// [`LeastSquares`](crate::sparse::LeastSquares) problem.
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
/// let mut assembly = sparse::Assembly::new::<Vec<f64>>(&x);
/// for pair in columns.windows(2) {
///     assembly.add(&Spring, &(pair[0], pair[1]));
/// }
/// assert_eq!((assembly.value(), assembly.gradient()), (0.5, &[-1.0, 2.0, -1.0][..]));
/// let entries: Vec<_> = assembly.hessian().triplets().collect();
/// assert_eq!(entries[..5], [(0, 0, 2.0), (0, 1, -2.0), (1, 0, -2.0), (1, 1, 4.0), (1, 2, -2.0)]);
/// ```
///
/// # Source
///
/// A. Griewank and Ph. L. Toint, *On the unconstrained optimization of partially separable functions*, 1982.
#[derive(Clone, Debug)]
pub struct Assembly {
    parameters: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    /// The entries of the terms' Hessians, with row and column. Several terms may have entries at one place.
    curvatures: Vec<((usize, usize), f64)>,
    /// The columns of the current term.
    columns: Vec<usize>,
}

impl Assembly {
    /// No terms. The matrices have a column for each number of `parameters`.
    pub fn new<P: Shape>(parameters: &Of<P, f64>) -> Self {
        let n = P::count(parameters);
        let mut assembly = Assembly {
            parameters: vec![0.0; n],
            value: 0.0,
            gradient: Vec::new(),
            curvatures: Vec::new(),
            columns: Vec::new(),
        };
        assembly.restart::<P>(parameters);
        assembly
    }

    /// Removes the terms and retains their memory, for terms at other parameters.
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
        self.value = 0.0;
        self.gradient.clear();
        self.gradient.resize(count, 0.0);
        self.curvatures.clear();
    }

    /// The parameters in these columns, which become the current ones.
    fn pick<S: Shape, H>(&mut self, columns: &(impl Argument<S, H, usize> + ?Sized)) -> Of<S, f64> {
        self.columns.clear();
        columns.map_numbers(&mut |&column| {
            self.columns.push(column);
            let Some(&x) = self.parameters.get(column) else {
                panic!("there is no column {column}: there are {} parameters", self.parameters.len())
            };
            x
        })
    }

    /// Adds the result of `term` to the sum, with its gradient and its Hessian at the parameters in these columns. Returns its value.
    ///
    /// The Hessian of the sum gets an entry for each pair of the columns, even if it is 0. If a column is named twice, the
    /// parameter is used at two places.
    ///
    /// # Cost
    ///
    /// That of [`call::value_grad_hessian`], which chooses the mode.
    ///
    /// # Panics
    ///
    /// Panics if a column does not exist.
    pub fn add<E, X, H>(&mut self, term: &E, columns: &X) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let x = self.pick::<E::In, H>(columns);
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
                self.curvatures.push(((i, j), d));
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
        self.curvatures.sort_by_key(|&(place, _)| place);
        let mut pattern = Pattern::empty(self.parameters.len());
        let mut entries: Vec<f64> = Vec::new();
        let mut rest = &self.curvatures[..];
        for i in 0..self.parameters.len() {
            let (row, behind) = rest.split_at(rest.partition_point(|&((row, _), _)| row == i));
            let places = || row.chunk_by(|a, b| a.0 == b.0);
            entries.extend(places().map(|place| place.iter().map(|(_, entry)| entry).sum::<f64>()));
            pattern.push_ascending(places().map(|place| index(place[0].0.1)));
            rest = behind;
        }
        Csr::new(pattern, entries)
    }
}
