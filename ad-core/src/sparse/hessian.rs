//! The sparse Hessian.

use alloc::vec::Vec;

use super::branches::{Branches, NewEntry, write_known};
use super::colouring::{AcyclicColouring, Colouring, Pattern, acyclic, diagonal, star};
use super::sweep::{Columns, ForwardSweeps};
use super::{AtPoint, Csr, Dependence, fewest};
use crate::mode::primal::Primal;
use crate::operator::reverse;
use crate::stack::Stack;
use crate::{Argument, Exp, Of, Shape, Signature};

/// A Hessian, prepared for evaluation at many points: its pattern is known, and its columns are coloured.
///
/// It is the Jacobian of the gradient, an expression `G`, by forward sweeps. Since it is symmetric, an entry may be read at the
/// place of its mirror image.
///
/// ```
/// use ad::{exp, sparse};
///
/// /// The sum of the products of neighbours.
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
/// }
///
/// let x = [2.0, 3.0, 5.0];
/// let mut hessian = sparse::hessian(Chain, &x);
/// let (gradient, entries) = hessian.at(&x);
/// assert_eq!(gradient, [9.0, 37.0, 30.0]);
/// let triplets: Vec<_> = hessian.pattern().entries().zip(entries).collect();
/// assert_eq!(triplets, [
///     ((0, 1), 6.0),
///     ((1, 0), 6.0), ((1, 1), 4.0), ((1, 2), 10.0),
///     ((2, 1), 10.0), ((2, 2), 6.0),
/// ]);
/// ```
#[derive(Clone, Debug)]
pub struct Hessian<G: Signature> {
    gradient: G,
    branches: Branches<G>,
    pattern: Pattern,
    columns: Columns,
    recovery: Recovery,
}

/// The method to find the entries in the compressed matrix.
#[derive(Clone, Debug)]
enum Recovery {
    /// Each entry has an index there.
    Direct(Vec<usize>),
    /// By substitution, from the leaves of trees on.
    Substitution(AcyclicColouring),
}

/// Prepares the Hessian of `e`, with its [pattern](super::hessian_pattern) at `x`, forward over reverse mode.
/// [`Hessian`] has an example.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
/// }
///
/// let mut hessian = sparse::hessian(Chain, &[1.0; 1000]);
/// assert_eq!(hessian.sweeps(), 3); // instead of 1000
/// let (gradient, entries) = hessian.at(&[1.0; 1000]);
/// assert_eq!((gradient[0], &entries[..2]), (1.0, &[2.0, 2.0][..]));
/// ```
///
/// # Cost
///
/// One gradient on sets of inputs, and some colourings. An evaluation needs [`sweeps`](Hessian::sweeps) forward sweeps of the
/// gradient.
pub fn hessian<E, X, H>(e: E, x: &X) -> Hessian<reverse::Grad<E>>
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<Primal<Dependence<'t, AtPoint>>>
        + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    let gradient = reverse::grad(e);
    let (branches, pattern) = Branches::at(&gradient, x);
    Hessian::new(gradient, branches, pattern)
}

/// The columns to sweep if each entry is read directly, and the places of the entries.
fn direct(pattern: &Pattern) -> (Columns, Recovery) {
    let stars = fewest(|order| star(pattern, order), |stars| stars.colouring().count(), 2);
    let colours = stars.colouring().count();
    let reads = stars.places(pattern).map(|(row, colour)| row * colours + colour).collect();
    (Columns::new(stars.colouring().clone()), Recovery::Direct(reads))
}

/// The columns to sweep if entries are found by substitution.
fn substituted(pattern: &Pattern) -> (Columns, Recovery) {
    let trees = fewest(|order| acyclic(pattern, order), |trees| trees.colouring().count(), 2);
    (Columns::new(trees.colouring().clone()), Recovery::Substitution(trees))
}

impl<G: ForwardSweeps<Out = <G as Signature>::In>> Hessian<G> {
    /// Prepares the Jacobian of `gradient`, which is symmetric, with a known pattern.
    ///
    /// # Panics
    ///
    /// Panics if the pattern is not symmetric.
    pub fn of_gradient(gradient: G, pattern: Pattern) -> Self {
        Hessian::new(gradient, Branches::all(), pattern)
    }

    pub(super) fn new(gradient: G, branches: Branches<G>, pattern: Pattern) -> Self {
        let (columns, recovery) = direct(&pattern);
        Hessian { gradient, branches, pattern, columns, recovery }
    }

    /// The same with the fewest sweeps. Entries are found by substitution, so their rounding errors add up.
    #[must_use]
    pub fn by_substitution(self) -> Self {
        let (columns, recovery) = substituted(&self.pattern);
        Hessian { columns, recovery, ..self }
    }

    /// All sweeps at `x`, and the gradient. If the program takes a new path, the pattern is extended.
    fn sweep(&mut self, x: &Of<G::In, f64>) -> Of<G::In, f64> {
        self.pattern.expect_columns(G::In::count(x));
        let (gradient, way) = self.columns.evaluate(&self.gradient, x);
        if let Some(wider) = self.branches.wider(&self.gradient, x, way, &self.pattern) {
            (self.columns, self.recovery) = match self.recovery {
                Recovery::Direct(_) => direct(&wider),
                Recovery::Substitution(_) => substituted(&wider),
            };
            self.pattern = wider;
            self.columns.evaluate(&self.gradient, x);
        }
        gradient
    }

    /// The entries at `x` in the order of a `known` pattern. Entries elsewhere must be 0.
    pub(super) fn known_entries_into<X, H>(
        &mut self,
        x: &X,
        known: &Pattern,
        entries: &mut [f64],
    ) -> Result<(), NewEntry>
    where
        X: Argument<G::In, H> + ?Sized,
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
        let matrix = self.columns.matrix();
        match &self.recovery {
            Recovery::Direct(reads) => {
                entries.iter_mut().zip(reads).for_each(|(entry, &read)| *entry = matrix[read]);
            }
            Recovery::Substitution(trees) => {
                let colours = trees.colouring().count();
                trees.recover(&self.pattern, |row, colour| matrix[row * colours + colour], entries);
            }
        }
    }

    /// The gradient at `x`. The entries of the Hessian are written to `entries`, row by row in the order of the
    /// [`pattern`](Hessian::pattern): the values of a matrix in the CSR format.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Hessian::sweeps) forward sweeps of the gradient, up to 16 in one evaluation.
    ///
    /// # Panics
    ///
    /// Panics if `entries` has another length, or if `x` and the pattern's columns differ in number.
    /// It also panics if the pattern grows at `x`: see [Branches](super#branches).
    pub fn evaluate_into<X, H>(&mut self, x: &X, entries: &mut [f64]) -> Of<G::In, f64>
    where
        X: Argument<G::In, H> + ?Sized,
    {
        self.pattern.expect_entries(entries.len());
        let gradient = self.sweep(&x.to_container());
        self.pattern.expect_room(entries.len());
        self.write(entries);
        gradient
    }

    /// The gradient at `x`, and the entries of the Hessian: see [`evaluate_into`](Hessian::evaluate_into).
    ///
    /// # Cost
    ///
    /// The cost of [`evaluate_into`](Hessian::evaluate_into), and two containers.
    ///
    /// # Panics
    ///
    /// Panics if `x` and the pattern's columns differ in number.
    pub fn at<X, H>(&mut self, x: &X) -> (Of<G::In, f64>, Vec<f64>)
    where
        X: Argument<G::In, H> + ?Sized,
    {
        let gradient = self.sweep(&x.to_container());
        let mut entries = vec![0.0; self.pattern.nonzeros()];
        self.write(&mut entries);
        (gradient, entries)
    }

    /// The Hessian at `x` as a matrix, for crates of linear algebra.
    ///
    /// # Cost
    ///
    /// The cost of [`at`](Hessian::at), and a copy of the pattern.
    ///
    /// # Panics
    ///
    /// Panics if `x` and the pattern's columns differ in number.
    pub fn matrix_at<X, H>(&mut self, x: &X) -> Csr
    where
        X: Argument<G::In, H> + ?Sized,
    {
        let (_, entries) = self.at(x);
        Csr::new(self.pattern.clone(), entries)
    }
}

impl<G: Signature> Hessian<G> {
    /// The gradient, whose constants may be exchanged if the pattern holds for the others.
    pub(super) fn gradient_mut(&mut self) -> &mut G {
        &mut self.gradient
    }

    /// The places of the entries, and their order.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The number of forward sweeps of the gradient in an evaluation, up to 16 at a time.
    pub fn sweeps(&self) -> usize {
        self.columns.count()
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The diagonal of a Hessian, prepared. Only neighbours need different colours.
///
/// [`hessian_diagonal`] makes it.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
/// }
///
/// let mut diagonal = sparse::hessian_diagonal(Chain, &[0.0; 3]);
/// let (gradient, second) = diagonal.at(&[2.0, 3.0, 5.0]);
/// assert_eq!((gradient, second), (vec![9.0, 37.0, 30.0], vec![0.0, 4.0, 6.0]));
/// ```
#[derive(Clone, Debug)]
pub struct Diagonal<G: Signature> {
    gradient: G,
    branches: Branches<G>,
    pattern: Pattern,
    columns: Columns,
    reads: Vec<usize>,
}

/// Prepares the diagonal of the Hessian of `e`, with its [pattern](super::hessian_pattern) at `x`.
///
/// ```
/// use ad::{exp, sparse};
///
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
/// }
///
/// let mut diagonal = sparse::hessian_diagonal(Chain, &[0.0; 4]);
/// assert_eq!(diagonal.at(&[2.0, 3.0, 5.0, 7.0]).1, [0.0, 4.0, 6.0, 10.0]);
/// assert_eq!(diagonal.sweeps(), 2);
/// ```
///
/// # Cost
///
/// One gradient on sets of inputs, and some colourings. An evaluation needs [`sweeps`](Diagonal::sweeps) forward sweeps of the
/// gradient.
pub fn hessian_diagonal<E, X, H>(e: E, x: &X) -> Diagonal<reverse::Grad<E>>
where
    X: Argument<E::In, H> + ?Sized,
    E: Signature<Out = f64>
        + for<'t> Exp<Primal<Dependence<'t, AtPoint>>>
        + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    let gradient = reverse::grad(e);
    let (branches, pattern) = Branches::at(&gradient, x);
    Diagonal::new(gradient, branches, pattern)
}

/// The columns to sweep for the diagonal, and the places of its entries.
fn on_the_diagonal(pattern: &Pattern) -> (Columns, Vec<usize>) {
    let colouring = fewest(|order| diagonal(pattern, order), Colouring::count, 2);
    let reads = (0..pattern.rows()).map(|i| i * colouring.count() + colouring.known(i)).collect();
    (Columns::new(colouring), reads)
}

impl<G: ForwardSweeps<Out = <G as Signature>::In>> Diagonal<G> {
    /// Prepares the diagonal of the Jacobian of `gradient`, which is symmetric, with a known pattern.
    ///
    /// # Panics
    ///
    /// Panics if the pattern is not symmetric.
    pub fn of_gradient(gradient: G, pattern: Pattern) -> Self {
        Diagonal::new(gradient, Branches::all(), pattern)
    }

    fn new(gradient: G, branches: Branches<G>, pattern: Pattern) -> Self {
        let (columns, reads) = on_the_diagonal(&pattern);
        Diagonal { gradient, branches, pattern, columns, reads }
    }

    /// The gradient at `x`, and the second derivatives with respect to one number each, in the same shape.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Diagonal::sweeps) forward sweeps of the gradient, up to 16 in one evaluation.
    ///
    /// # Panics
    ///
    /// Panics if `x` and the pattern's columns differ in number.
    pub fn at<X, H>(&mut self, x: &X) -> (Of<G::In, f64>, Of<G::In, f64>)
    where
        X: Argument<G::In, H> + ?Sized,
    {
        let x = &x.to_container();
        self.pattern.expect_columns(G::In::count(x));
        let (gradient, way) = self.columns.evaluate(&self.gradient, x);
        if let Some(wider) = self.branches.wider(&self.gradient, x, way, &self.pattern) {
            (self.columns, self.reads) = on_the_diagonal(&wider);
            self.pattern = wider;
            self.columns.evaluate(&self.gradient, x);
        }
        let mut reads = self.reads.iter();
        let matrix = self.columns.matrix();
        let next = &mut |_: &f64| reads.next().map_or(0.0, |&read| matrix[read]);
        (gradient.clone(), G::In::map(&gradient, next))
    }
}

impl<G: Signature> Diagonal<G> {
    /// The number of forward sweeps of the gradient in an evaluation, up to 16 at a time.
    pub fn sweeps(&self) -> usize {
        self.columns.count()
    }
}
