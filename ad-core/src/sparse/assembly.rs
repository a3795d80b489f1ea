//! Functions of many parameters that consist of small terms, such as the observation of a point by a camera.

use alloc::vec::Vec;

use super::Csr;
use super::colouring::{Pattern, index};
use crate::number::erased::push_in_room;
use crate::{Argument, Matrix, Of, Shape, TwiceDifferentiable, call};

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
/// assembly.add_each(&Spring, columns.windows(2).map(|pair| (pair[0], pair[1])));
/// assert_eq!((assembly.value(), assembly.gradient()), (0.5, &[-1.0, 2.0, -1.0][..]));
/// let entries: Vec<_> = assembly.hessian().triplets().collect();
/// assert_eq!(entries[..5], [(0, 0, 2.0), (0, 1, -2.0), (1, 0, -2.0), (1, 1, 4.0), (1, 2, -2.0)]);
/// ```
///
/// The matrix remains in the assembly, so that its memory is used again. Clone it to convert it.
///
/// # Source
///
/// A. Griewank and Ph. L. Toint, *On the unconstrained optimization of partially separable functions*, 1982.
#[derive(Clone, Debug)]
pub struct Assembly {
    parameters: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    hessian: Csr,
    /// The terms of the last Hessian: for each, the number of its columns, the columns, and the places of its entries in the matrix.
    known: Vec<u32>,
    /// The next of them. The terms before it have been added to the matrix. `None` if another term has come.
    next: Option<usize>,
    /// All terms, if they are not known.
    terms: Terms,
}

/// Terms, one after the other.
#[derive(Clone, Debug, Default)]
struct Terms {
    /// Behind the columns of the terms there may be those of a term that panicked.
    columns: Vec<u32>,
    /// The number of columns of all terms.
    len: usize,
    /// The number of columns of each term.
    counts: Vec<u32>,
    /// The entries of their Hessians, row by row.
    entries: Vec<f64>,
}

/// The sum of no floats.
const EMPTY: f64 = -0.0;

impl Assembly {
    /// No terms. The matrices have a column for each number of `parameters`.
    pub fn new<P: Shape>(parameters: &Of<P, f64>) -> Self {
        let n = P::count(parameters);
        let (known, hessian) = Terms::default().matrix(n);
        let mut assembly = Assembly {
            parameters: vec![0.0; n],
            value: 0.0,
            gradient: Vec::new(),
            hessian,
            known,
            next: None,
            terms: Terms::default(),
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
        let found = P::count(parameters);
        assert!(found == count, "there are {found} parameters, and there were {count}");
        // A list of its own, so that LLVM copies in vectors.
        let mut numbers = core::mem::take(&mut self.parameters);
        numbers.clear();
        P::for_each(parameters, &mut |x| push_in_room(&mut numbers, *x));
        self.parameters = numbers;
        self.value = 0.0;
        self.gradient.clear();
        self.gradient.resize(count, 0.0);
        self.next = Some(0);
        self.hessian.entries.fill(EMPTY);
    }

    /// The parameters in these columns, which become those of the next term.
    fn pick<S: Shape, H>(&mut self, columns: &(impl Argument<S, H, usize> + ?Sized)) -> Of<S, f64> {
        if let Some(next) = self.next.take() {
            self.terms.restore(&self.known[..next], &mut self.hessian.entries);
        }
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
    /// [`add_each`](Assembly::add_each) adds many terms.
    ///
    /// # Panics
    ///
    /// Panics if a column does not exist.
    #[inline]
    pub fn add<E, X, H>(&mut self, term: &E, columns: &X) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        self.add_all::<E, &X, X, H>(term, core::iter::once(columns), |columns| columns)
    }

    /// Adds a term for each of these columns, in order. Returns the sum of their values.
    ///
    /// The Hessian of the sum gets an entry for each pair of the columns of a term, even if it is 0. If a column is named twice, the
    /// parameter is used at two places.
    ///
    /// # Cost
    ///
    /// That of [`call::value_grad_hessian`] for each term, which chooses the mode. If the terms have the columns of those in the last
    /// Hessian, in the same order, the entries are added to it at once.
    ///
    /// # Panics
    ///
    /// Panics if a column does not exist. The terms before it remain.
    #[inline]
    pub fn add_each<E, X, H>(&mut self, term: &E, columns: impl IntoIterator<Item = X>) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize>,
    {
        self.add_all::<E, X, X, H>(term, columns.into_iter(), |columns| columns)
    }

    #[inline]
    fn add_all<E, T, X, H>(
        &mut self,
        term: &E,
        mut items: impl Iterator<Item = T>,
        columns: impl Fn(&T) -> &X,
    ) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let mut sum = EMPTY;
        while let Some(unknown) = self.add_known(term, &mut items, &columns, &mut sum) {
            sum += self.add_unknown(term, columns(&unknown));
        }
        sum
    }

    /// Adds terms as long as they are the next known ones. Returns the first other one.
    #[inline]
    fn add_known<E, T, X, H>(
        &mut self,
        term: &E,
        items: &mut impl Iterator<Item = T>,
        columns: impl Fn(&T) -> &X,
        sum: &mut f64,
    ) -> Option<T>
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let Assembly { parameters, known, next, value: total, gradient, hessian, .. } = self;
        let Some(next) = next else { return items.next() };
        let (parameters, entries) = (&parameters[..], &mut hessian.entries[..]);
        let slopes = &mut gradient[..parameters.len()];
        let (known, mut rest, mut running) = (&known[..], &known[*next..], *total);
        for item in items {
            let Some((at, places, behind)) = known_term(rest, E::In::COUNT) else { return Some(item) };
            let (mut numbers, mut differences) = (at.iter(), 0);
            let at = columns(&item).map_numbers(&mut |&column| {
                let known = numbers.next().map_or(!column, |known| *known as usize);
                differences |= known ^ column;
                known
            });
            if differences != 0 || numbers.next().is_some() {
                return Some(item);
            }
            let x = E::In::map(&at, &mut |column| parameters[*column]);
            let (value, gradient, mut matrix) = call::value_grad_hessian(term, &x);
            // Each term is complete, since the next one may panic.
            *sum += value;
            running += value;
            *total = running;
            rest = behind;
            *next = known.len() - rest.len();
            // A row at a time. Else LLVM adds to neighbouring slopes in one vector, whose load waits for the halves that the last term
            // has stored.
            let mut slopes_at = E::In::map(&at, &mut |column| (*column, 0.0));
            E::In::zip_mut(&mut slopes_at, &gradient, &mut |(_, slope), d| *slope = *d);
            let mut places = places.iter();
            E::In::zip_mut(&mut matrix, &slopes_at, &mut |row, (column, d)| {
                slopes[*column] += d;
                E::In::for_each(row, &mut |d| {
                    if let Some(place) = places.next() {
                        entries[*place as usize] += d;
                    }
                });
            });
        }
        None
    }

    /// The same for a term that is not the next known one.
    #[cold]
    fn add_unknown<E, X, H>(&mut self, term: &E, columns: &X) -> f64
    where
        E: TwiceDifferentiable,
        X: Argument<E::In, H, usize> + ?Sized,
    {
        let x = self.pick::<E::In, H>(columns);
        let (value, gradient, hessian) = call::value_grad_hessian(term, &x);
        self.value += value;
        let Terms { columns, len, counts, entries } = &mut self.terms;
        let mut new = columns[*len..].iter();
        E::In::for_each(&gradient, &mut |d| {
            self.gradient[*new.next().expect("a derivative for each column") as usize] += d;
        });
        for_each_entry::<E::In>(&hessian, |d| entries.push(d));
        counts.push(index(columns.len() - *len));
        *len = columns.len();
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
    /// None, if the terms have the columns of those in the Hessian before, in the same order. Otherwise the entries are sorted.
    pub fn hessian(&mut self) -> &Csr {
        match self.next {
            Some(next) if next == self.known.len() => return &self.hessian,
            Some(next) => self.terms.restore(&self.known[..next], &mut self.hessian.entries),
            None => {}
        }
        (self.known, self.hessian) = self.terms.matrix(self.parameters.len());
        self.next = Some(self.known.len());
        &self.hessian
    }
}

/// The columns of the first of these `known` terms, the places of its entries, row by row, and the terms behind it. `None` if it has
/// another `count` of columns.
#[inline]
fn known_term(known: &[u32], count: Option<usize>) -> Option<(&[u32], &[u32], &[u32])> {
    let n = count.or_else(|| known.first().map(|found| *found as usize))?;
    let (term, behind) = known.split_at_checked(1 + n + n * n)?;
    let (found, term) = term.split_first()?;
    let (columns, places) = term.split_at(n);
    (*found as usize == n).then_some((columns, places, behind))
}

/// Visits the entries of a Hessian, row by row.
#[inline]
fn for_each_entry<S: Shape>(hessian: &Of<Matrix<S, S>, f64>, mut f: impl FnMut(f64)) {
    S::for_each(hessian, &mut |row: &Of<S, f64>| S::for_each(row, &mut |&d| f(d)));
}

impl Terms {
    /// Makes these the `known` terms. The first of several terms at one place gets the sum of all. So later terms are added to that sum,
    /// as if it had been computed again.
    #[cold]
    fn restore(&mut self, mut known: &[u32], sums: &mut [f64]) {
        let Terms { columns, counts, entries, .. } = self;
        columns.clear();
        counts.clear();
        entries.clear();
        while let Some((&count, rest)) = known.split_first() {
            let n = count as usize;
            let (places, behind) = rest[n..].split_at(n * n);
            columns.extend_from_slice(&rest[..n]);
            counts.push(count);
            entries.extend(places.iter().map(|place| core::mem::replace(&mut sums[*place as usize], EMPTY)));
            known = behind;
        }
        self.len = columns.len();
    }

    /// The terms with their places in a matrix with `n` rows and columns, and the matrix.
    fn matrix(&mut self, n: usize) -> (Vec<u32>, Csr) {
        self.columns.truncate(self.len);
        let mut rest = &self.columns[..];
        let (mut known, mut entries) = (Vec::new(), Vec::new());
        for &count in &self.counts {
            let (columns, behind) = rest.split_at(count as usize);
            known.push(count);
            known.extend_from_slice(columns);
            for &i in columns {
                entries.extend(columns.iter().zip(known.len()..).map(|(&j, place)| (i, j, place)));
                known.resize(known.len() + columns.len(), 0);
            }
            rest = behind;
        }
        entries.sort_unstable();
        let (mut pattern, mut sums) = (Pattern::empty(n), Vec::new());
        let mut rest = &entries[..];
        for i in 0..n {
            let (row, behind) = rest.split_at(rest.partition_point(|&(row, ..)| row as usize == i));
            let places = || row.chunk_by(|a, b| a.1 == b.1);
            for entries in places() {
                let place = u32::try_from(sums.len()).expect("fewer than 2³² entries");
                entries.iter().for_each(|&(.., entry)| known[entry] = place);
                sums.push(EMPTY);
            }
            pattern.push_ascending(places().map(|place| place[0].1));
            rest = behind;
        }
        let mut terms = self.entries.iter();
        let mut rest = &known[..];
        while let Some((&count, behind)) = rest.split_first() {
            let n = count as usize;
            let (places, behind) = behind[n..].split_at(n * n);
            places.iter().zip(&mut terms).for_each(|(place, d)| sums[*place as usize] += d);
            rest = behind;
        }
        (known, Csr::new(pattern, sums))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::cell::Cell;

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
            let hessian = assembly.hessian().clone();
            hessian.triplets().for_each(|(i, j, entry)| found[i][j] = entry);
            assert_eq!(found, expected, "{terms:?}");
            assert_eq!(*assembly.hessian(), hessian, "the same terms once more");
        }
    }

    /// An assembly that knows other terms must add in the same order as one that knows none, wherever the terms part, and whenever the
    /// matrix is read.
    #[test]
    fn known_terms_are_added_in_the_same_order() {
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let x: Vec<f64> = (1..6).map(|i| 1.0 / f64::from(i)).collect();
        let mut known = Assembly::new::<Vec<f64>>(&x);
        let mut terms: Vec<Vec<usize>> = Vec::new();
        for _ in 0..if cfg!(miri) { 30 } else { 2000 } {
            match below(4) {
                0 => terms.truncate(below(terms.len() + 1)),
                1 => terms.push((0..below(4)).map(|_| below(5)).collect()),
                2 if !terms.is_empty() => {
                    let place = below(terms.len());
                    terms[place] = (0..below(4)).map(|_| below(5)).collect();
                }
                _ => {}
            }
            known.restart::<Vec<f64>>(&x);
            let mut new = Assembly::new::<Vec<f64>>(&x);
            let mut together = 0;
            for (i, columns) in terms.iter().enumerate() {
                new.add(&Product, &columns[..]);
                if below(4) == 0 {
                    known.add_each(&Product, terms[together..=i].iter().cloned());
                    together = i + 1;
                }
                if together == i + 1 && below(2) == 0 {
                    let (mut part, reread) = (Assembly::new::<Vec<f64>>(&x), known.hessian());
                    terms[..=i].iter().for_each(|columns| _ = part.add(&Product, &columns[..]));
                    assert_eq!(reread, part.hessian(), "{:?}", &terms[..=i]);
                }
            }
            known.add_each(&Product, terms[together..].iter().cloned());
            assert_eq!(known.value().to_bits(), new.value().to_bits());
            assert_eq!(known.gradient(), new.gradient());
            assert_eq!(known.hessian(), new.hessian(), "{terms:?}");
        }
    }

    /// A product that panics if it is told to.
    struct Fragile<'a>(&'a Cell<bool>);

    impl Signature for Fragile<'_> {
        type In = Vec<f64>;
        type Out = f64;
    }

    impl<D: Dict> Exp<D> for Fragile<'_> {
        fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
            assert!(!self.0.get(), "told to panic");
            Product.apply(dict, x)
        }
    }

    /// The terms before one that panics must be complete, whether they are known or not, and the others must not be there.
    #[test]
    #[cfg(feature = "std")]
    fn a_panic_leaves_the_terms_before_it() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        let x = vec![2.0, 3.0, 5.0];
        let terms = [vec![0, 1], vec![1, 2], vec![2, 0], vec![0, 2, 1]];
        for (known, most) in
            (0..=terms.len()).flat_map(|known| (0..terms.len()).map(move |most| (known, most)))
        {
            for of_columns in [true, false] {
                let mut assembly = Assembly::new::<Vec<f64>>(&x);
                assembly.add_each(&Product, terms[..known].to_vec());
                assembly.hessian();
                assembly.restart::<Vec<f64>>(&x);
                let panics = Cell::new(false);
                let columns = terms.iter().enumerate().map(|(i, columns)| {
                    panics.set(i == most && !of_columns);
                    if i == most && of_columns { vec![0, 3] } else { columns.clone() }
                });
                let add = AssertUnwindSafe(|| assembly.add_each(&Fragile(&panics), columns));
                catch_unwind(add).unwrap_err();
                let mut expected = Assembly::new::<Vec<f64>>(&x);
                let value = expected.add_each(&Product, terms[..most].to_vec());
                assert_eq!((assembly.value(), assembly.gradient()), (value + 0.0, expected.gradient()));
                assert_eq!(assembly.hessian(), expected.hessian(), "{most} of {known} known terms");
                // It goes on behind them.
                for assembly in [&mut assembly, &mut expected] {
                    assembly.add_each(&Product, terms[most..].to_vec());
                }
                assert_eq!(assembly.gradient(), expected.gradient());
                assert_eq!(assembly.hessian(), expected.hessian());
            }
        }
    }
}
