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
    terms: Terms,
    /// The entries of the terms' Hessians, term by term, row by row.
    curvatures: Vec<f64>,
    /// The places of the entries of the last Hessian.
    places: Places,
}

/// The columns of terms, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Terms {
    /// Behind those of the terms there may be those of a term that panicked.
    columns: Vec<u32>,
    /// The number of columns of all terms.
    len: usize,
    /// The number of columns of each term.
    counts: Vec<u32>,
}

/// The places of the entries of terms in a sparse matrix.
#[derive(Clone, Debug)]
struct Places {
    terms: Terms,
    pattern: Pattern,
    /// The index of the entry of the matrix, for each entry of the terms' Hessians.
    indices: Vec<u32>,
}

impl Assembly {
    /// No terms. The matrices have a column for each number of `parameters`.
    pub fn new<P: Shape>(parameters: &Of<P, f64>) -> Self {
        let n = P::count(parameters);
        let mut assembly = Assembly {
            parameters: vec![0.0; n],
            value: 0.0,
            gradient: Vec::new(),
            terms: Terms::default(),
            curvatures: Vec::new(),
            places: Places::of(n, Terms::default()),
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
        self.terms.columns.clear();
        self.terms.len = 0;
        self.terms.counts.clear();
        self.curvatures.clear();
    }

    /// The parameters in these columns, which become those of the next term.
    fn pick<S: Shape, H>(&mut self, columns: &(impl Argument<S, H, usize> + ?Sized)) -> Of<S, f64> {
        let Assembly { parameters, terms, .. } = self;
        terms.columns.truncate(terms.len);
        columns.map_numbers(&mut |&column| {
            let Some(&x) = parameters.get(column) else {
                panic!("there is no column {column}: there are {} parameters", parameters.len())
            };
            terms.columns.push(index(column));
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
        let columns = &self.terms.columns[self.terms.len..];
        let mut rows = columns.iter();
        E::In::for_each(&gradient, &mut |&d| {
            self.gradient[*rows.next().expect("a derivative for each column") as usize] += d;
        });
        let (n, start) = (columns.len(), self.curvatures.len());
        self.curvatures.resize(start + n * n, 0.0);
        let mut entries = self.curvatures[start..].iter_mut();
        E::In::for_each(&hessian, &mut |row: &Of<E::In, f64>| {
            E::In::for_each(row, &mut |&d| *entries.next().expect("an entry for each pair of columns") = d);
        });
        self.terms.len += n;
        self.terms.counts.push(index(n));
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
    ///
    /// # Cost
    ///
    /// An addition for each entry of a term's Hessian, if the terms have the columns of those in the Hessian before, in the same order.
    /// Otherwise the entries are sorted.
    pub fn hessian(&mut self) -> Csr {
        self.terms.columns.truncate(self.terms.len);
        if self.places.terms != self.terms {
            self.places = Places::of(self.parameters.len(), self.terms.clone());
        }
        // The sum of no floats.
        let mut entries = vec![-0.0; self.places.pattern.nonzeros()];
        for (&place, entry) in self.places.indices.iter().zip(&self.curvatures) {
            entries[place as usize] += entry;
        }
        Csr::new(self.places.pattern.clone(), entries)
    }
}

impl Places {
    /// The places in a matrix with `n` rows and columns.
    fn of(n: usize, terms: Terms) -> Self {
        let mut rest = &terms.columns[..];
        let mut entries = Vec::new();
        for &count in &terms.counts {
            let (columns, behind) = rest.split_at(count as usize);
            for &i in columns {
                entries.extend(columns.iter().zip(entries.len()..).map(|(&j, entry)| (i, j, entry)));
            }
            rest = behind;
        }
        let mut indices = vec![0; entries.len()];
        entries.sort_unstable();
        let mut pattern = Pattern::empty(n);
        let mut rest = &entries[..];
        let mut place: u32 = 0;
        for i in 0..n {
            let (row, behind) = rest.split_at(rest.partition_point(|&(row, ..)| row as usize == i));
            let places = || row.chunk_by(|a, b| a.1 == b.1);
            for entries in places() {
                entries.iter().for_each(|&(.., entry)| indices[entry] = place);
                place = place.checked_add(1).expect("fewer than 2³² entries");
            }
            pattern.push_ascending(places().map(|place| place[0].1));
            rest = behind;
        }
        Places { terms, pattern, indices }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Assembly;
    use crate::{Dict, Exp, Num, Signature};

    struct Product;

    impl Signature for Product {
        type In = Vec<f64>;
        type Out = f64;
    }

    impl<D: Dict> Exp<D> for Product {
        fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
            x.iter().fold(Num::new(dict, dict.one()), |product, x| product * x)
        }
    }

    /// The places of other terms must not be used: with other columns, in another order, and with the same columns in terms of other sizes.
    #[test]
    fn places_are_those_of_the_current_terms() {
        let x = vec![2.0, 3.0, 5.0, 7.0];
        let mut assembly = Assembly::new::<Vec<f64>>(&x);
        let lists: [&[&[usize]]; 7] = [
            &[&[0, 1], &[1, 2], &[3, 1]],
            &[&[0, 1], &[1, 2], &[3, 1]],
            &[&[0, 1, 1], &[2, 3, 1]],
            &[&[0, 1], &[1, 2], &[3, 1], &[0]],
            &[&[1, 2], &[0, 1], &[3, 1]],
            &[],
            &[&[0, 1], &[1, 2]],
        ];
        for terms in lists {
            assembly.restart::<Vec<f64>>(&x);
            let mut expected = [[0.0; 4]; 4];
            for columns in terms {
                assembly.add(&Product, *columns);
                for (a, i) in columns.iter().enumerate() {
                    for (b, j) in columns.iter().enumerate().filter(|(b, _)| *b != a) {
                        let others = columns.iter().enumerate().filter(|(c, _)| ![a, b].contains(c));
                        expected[*i][*j] += others.map(|(_, k)| x[*k]).product::<f64>();
                    }
                }
            }
            let mut found = [[0.0; 4]; 4];
            let hessian = assembly.hessian();
            hessian.triplets().for_each(|(i, j, entry)| found[i][j] = entry);
            assert_eq!(found, expected, "{terms:?}");
            assert_eq!(assembly.hessian(), hessian, "the same terms once more");
        }
    }
}
