//! The values and the sparse Jacobian of small expressions at one point, without a prepared form.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Csr;
use super::blocks::{AHEAD, Blocks};
use super::colouring::Pattern;
use super::least_squares::Residuals;
use crate::{Argument, Differentiable, Of, Shape};

/// Small expressions at one point, each of a few of the parameters: their values, one below the other, and the sparse Jacobian.
///
/// Each expression stands with the columns of its parameters, as in [`LeastSquares::blocks`](super::LeastSquares::blocks). A
/// `LeastSquares` problem is for many points. This is for one: an expression is evaluated, and forgotten.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::{Linearization, numbered};
///
/// /// The distance of two points on a line, minus the measured one.
/// #[exp(adjoint)]
/// fn distance(#[fixed] measured: f64, a: f64, b: f64) -> f64 {
///     b - a - measured
/// }
///
/// let x = vec![0.0, 1.0, 2.0];
/// let points = numbered::<Vec<f64>>(&x);
/// let measured = [(0, 1, 1.5), (0, 2, 2.5)];
/// let blocks = measured.map(|(i, j, measured)| (Distance { measured }, (points[i], points[j])));
///
/// let (values, jacobian) = Linearization::new::<Vec<f64>>(&x).blocks(blocks).value_and_jacobian();
/// assert_eq!(values, [-0.5, -0.5]);
/// let triplets: Vec<_> = jacobian.triplets().collect();
/// assert_eq!(triplets, [(0, 0, -1.0), (0, 1, 1.0), (1, 0, -1.0), (1, 2, 1.0)]);
/// ```
///
/// # Cost
///
/// One Jacobian of each expression, in the mode that [`call`](mod@crate::call) chooses. If the types determine the numbers of
/// numbers, the memory is that of the results.
pub struct Linearization<'e> {
    x: Vec<f64>,
    parts: Vec<Box<dyn FnOnce(&mut Rows) + 'e>>,
    /// The numbers of rows and entries, as far as types determine them.
    sizes: (usize, usize),
}

impl<'e> Linearization<'e> {
    /// No expressions yet. The matrix has a column for each number of `x`.
    pub fn new<P: Shape>(x: &Of<P, f64>) -> Self {
        let mut numbers = Vec::with_capacity(P::count(x));
        P::for_each(x, &mut |x| numbers.push(*x));
        Linearization { x: numbers, parts: Vec::new(), sizes: (0, 0) }
    }

    /// The same with further expressions, below the others. Each stands with the columns of its parameters: the
    /// [`numbered`](super::numbered()) ones, picked like the parameters themselves.
    ///
    /// Every row has an entry in each of the columns, even if it does not depend on that number. Nothing is evaluated yet.
    #[must_use]
    pub fn blocks<E, C, H>(mut self, blocks: impl IntoIterator<Item = (E, C), IntoIter: 'e>) -> Self
    where
        E: Differentiable + 'e,
        C: Argument<E::In, H, usize>,
    {
        let blocks = blocks.into_iter();
        let rows = blocks.size_hint().0 * E::Out::COUNT.unwrap_or(0);
        self.sizes.0 += rows;
        self.sizes.1 += rows * E::In::COUNT.unwrap_or(0);
        self.parts.push(Box::new(|rows| rows.extend(blocks)));
        self
    }

    /// The Jacobian.
    ///
    /// # Panics
    ///
    /// Panics if an expression names a column twice, or one that does not exist.
    pub fn jacobian(self) -> Csr {
        self.rows(None).1
    }

    /// The values of all expressions, and the Jacobian.
    ///
    /// # Panics
    ///
    /// Panics if an expression names a column twice, or one that does not exist.
    pub fn value_and_jacobian(self) -> (Vec<f64>, Csr) {
        let values = Vec::with_capacity(self.sizes.0);
        let (values, jacobian) = self.rows(Some(values));
        (values.unwrap_or_default(), jacobian)
    }

    fn rows(self, values: Option<Vec<f64>>) -> (Option<Vec<f64>>, Csr) {
        let (rows, entries) = self.sizes;
        let mut pattern = Pattern::empty(self.x.len());
        pattern.reserve(rows, entries);
        let mut rows = Rows { x: self.x, values, pattern, entries: Vec::with_capacity(entries) };
        self.parts.into_iter().for_each(|part| part(&mut rows));
        (rows.values, Csr::new(rows.pattern, rows.entries))
    }
}

/// The rows so far.
struct Rows {
    x: Vec<f64>,
    /// If the caller wants them.
    values: Option<Vec<f64>>,
    pattern: Pattern,
    entries: Vec<f64>,
}

impl Rows {
    /// Appends the rows of expressions, a few at a time.
    fn extend<E, C, H>(&mut self, blocks: impl Iterator<Item = (E, C)>)
    where
        E: Differentiable,
        C: Argument<E::In, H, usize>,
    {
        let (mut blocks, mut some) = (blocks.fuse(), Blocks::default());
        loop {
            some.clear();
            some.extend(&self.x, blocks.by_ref().take(AHEAD));
            if some.is_empty() {
                return;
            }
            some.stack(&mut self.pattern);
            let values = self.values.as_mut().map(|values| appended(values, some.results));
            some.rows_into(&self.x, values, appended(&mut self.entries, some.entries));
        }
    }
}

/// The last `n` numbers of a list, which are new.
fn appended(list: &mut Vec<f64>, n: usize) -> &mut [f64] {
    let start = list.len();
    list.resize(start + n, 0.0);
    &mut list[start..]
}
