//! The sparse Hessian.

use super::branches::Branches;
use super::coloured::{Coloured, Plan, Recovery};
use super::colouring::{Colouring, Pattern, acyclic, diagonal, star};
use super::sweep::{ColumnSweeps, ForwardSweeps};
use super::vectorized::Recordable;
use super::{AtPoint, Csr, Dependence, fewest};
use crate::number::erased::Collected;
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
/// let mut chain = sparse::hessian(Chain, &x);
/// let (gradient, matrix) = chain.hessian(&x);
/// assert_eq!(gradient, [9.0, 37.0, 30.0]);
/// let triplets: Vec<_> = matrix.triplets().collect();
/// assert_eq!(triplets, [
///     (0, 1, 6.0),
///     (1, 0, 6.0), (1, 1, 4.0), (1, 2, 10.0),
///     (2, 1, 10.0), (2, 2, 6.0),
/// ]);
/// ```
#[derive(Clone, Debug)]
pub struct Hessian<G: Signature>(Coloured<G>);

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
/// let mut chain = sparse::hessian(Chain, &[1.0; 1000]);
/// assert_eq!(chain.sweeps(), 3); // instead of 1000
/// let (gradient, matrix) = chain.hessian(&[1.0; 1000]);
/// assert_eq!((gradient[0], &matrix.entries()[..2]), (1.0, &[2.0, 2.0][..]));
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
        + for<'t> Exp<Dependence<'t, AtPoint>>
        + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    let gradient = reverse::grad(e);
    let (branches, pattern) = Branches::at(&gradient, x);
    Hessian::new(gradient, branches, pattern)
}

/// The columns to sweep if each entry is read directly, and the places of the entries.
fn direct(pattern: &Pattern) -> Plan {
    let stars =
        fewest(|order| star(pattern, order), |stars| stars.colouring().count(), fewest_stars(pattern));
    let colours = stars.colouring().count();
    let reads = stars.places(pattern).map(|(row, colour)| row * colours + colour).collected();
    Plan::forward(ColumnSweeps::new(stars.colouring().clone()), Recovery::Direct(reads))
}

/// A lower bound of the colours of a star colouring. Two colours suffice only for stars: a path of four vertices needs three, and so does a
/// triangle.
fn fewest_stars(pattern: &Pattern) -> usize {
    let others = |i: usize| pattern.in_row(i).filter(move |j| *j != i);
    let has_two = |i: usize| others(i).nth(1).is_some();
    if (0..pattern.rows()).any(|i| has_two(i) && others(i).any(has_two)) { 3 } else { 2 }
}

/// The columns to sweep if entries are found by substitution.
fn substituted(pattern: &Pattern) -> Plan {
    let trees = fewest(|order| acyclic(pattern, order), |trees| trees.colouring().count(), 2);
    Plan::forward(ColumnSweeps::new(trees.colouring().clone()), Recovery::Substitution(trees))
}

/// The Jacobian of a gradient, whose entries are read directly.
pub(super) fn symmetric<G: Signature>(
    gradient: G,
    branches: Branches<G>,
    pattern: Pattern,
    recordable: Recordable<G>,
) -> Coloured<G> {
    Coloured::new(gradient, branches, pattern, direct, |_, _, _, _| {}, recordable)
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

    fn new(gradient: G, branches: Branches<G>, pattern: Pattern) -> Self {
        Hessian(symmetric(gradient, branches, pattern, Recordable::new()))
    }

    /// The same with the fewest sweeps. Entries are found by substitution, so their rounding errors add up.
    #[must_use]
    pub fn by_substitution(self) -> Self {
        Hessian(self.0.recoloured(substituted))
    }

    /// The gradient at `x`, after writing the entries of the Hessian to `entries`.
    ///
    /// The entries are in the order of the [`pattern`](Hessian::pattern), row by row: they are the values of a matrix in the CSR
    /// format.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Hessian::sweeps) forward sweeps of the gradient, up to 16 in one evaluation.
    ///
    /// # Panics
    ///
    /// Panics if `entries` has another length, or if `x` and the pattern's columns differ in number.
    /// It also panics if the pattern grows at `x`: see [Branches](super#branches), or if a
    /// [check](super#values-outside-of-the-argument) fails.
    pub fn hessian_into<X, H>(&mut self, x: &X, entries: &mut [f64]) -> Of<G::In, f64>
    where
        X: Argument<G::In, H> + ?Sized,
    {
        self.0.entries_into(&x.to_container(), entries)
    }

    /// The gradient at `x`, and the Hessian.
    ///
    /// # Cost
    ///
    /// The cost of [`hessian_into`](Hessian::hessian_into), two containers, and a copy of the pattern.
    ///
    /// # Panics
    ///
    /// Panics if `x` and the pattern's columns differ in number, or if a [check](super#values-outside-of-the-argument) fails.
    pub fn hessian<X, H>(&mut self, x: &X) -> (Of<G::In, f64>, Csr)
    where
        X: Argument<G::In, H> + ?Sized,
    {
        self.0.matrix(&x.to_container())
    }
}

impl<G: Signature> Hessian<G> {
    /// The places of the entries, and their order.
    pub fn pattern(&self) -> &Pattern {
        self.0.pattern()
    }

    /// The same with [records](super#records) of at most so many bytes: 16 for each operation, 256 MiB by default, and none for 0. To make
    /// one takes some times as much.
    #[must_use]
    pub fn record_within(self, bytes: usize) -> Self {
        Hessian(self.0.record_within(bytes))
    }

    /// Whether evaluations use a [record](super#records) of the operations.
    pub fn is_recorded(&self) -> bool {
        self.0.is_recorded()
    }

    /// The number of forward sweeps of the gradient in an evaluation, up to 16 at a time.
    pub fn sweeps(&self) -> usize {
        self.0.count().0
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
/// let mut chain = sparse::hessian_diagonal(Chain, &[0.0; 3]);
/// let (gradient, second) = chain.diagonal(&[2.0, 3.0, 5.0]);
/// assert_eq!((gradient, second), (vec![9.0, 37.0, 30.0], vec![0.0, 4.0, 6.0]));
/// ```
#[derive(Clone, Debug)]
pub struct Diagonal<G: Signature>(Coloured<G>);

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
/// let mut chain = sparse::hessian_diagonal(Chain, &[0.0; 4]);
/// assert_eq!(chain.diagonal(&[2.0, 3.0, 5.0, 7.0]).1, [0.0, 4.0, 6.0, 10.0]);
/// assert_eq!(chain.sweeps(), 2);
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
        + for<'t> Exp<Dependence<'t, AtPoint>>
        + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    let gradient = reverse::grad(e);
    let (branches, pattern) = Branches::at(&gradient, x);
    Diagonal::new(gradient, branches, pattern)
}

/// The columns to sweep for the diagonal, and the places of its entries.
fn on_the_diagonal(pattern: &Pattern) -> Plan {
    let colouring = fewest(|order| diagonal(pattern, order), Colouring::count, 2);
    let reads = (0..pattern.rows()).map(|i| i * colouring.count() + colouring.known(i)).collected();
    Plan::forward(ColumnSweeps::new(colouring), Recovery::Direct(reads))
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
        Diagonal(Coloured::new(
            gradient,
            branches,
            pattern,
            on_the_diagonal,
            |_, _, _, _| {},
            Recordable::new(),
        ))
    }

    /// The gradient at `x`, and the second derivatives with respect to one number each, in the same shape.
    ///
    /// # Cost
    ///
    /// [`sweeps`](Diagonal::sweeps) forward sweeps of the gradient, up to 16 in one evaluation.
    ///
    /// # Panics
    ///
    /// Panics if `x` and the pattern's columns differ in number, or if a [check](super#values-outside-of-the-argument) fails.
    pub fn diagonal<X, H>(&mut self, x: &X) -> (Of<G::In, f64>, Of<G::In, f64>)
    where
        X: Argument<G::In, H> + ?Sized,
    {
        let x = x.to_container();
        let mut entries = vec![0.0; G::In::count(&x)];
        let gradient = self.0.evaluate(&x, &mut entries, |_| {});
        let (mut diagonal, mut entries) = (gradient.clone(), entries.into_iter());
        G::In::for_each_mut(&mut diagonal, &mut |entry| {
            *entry = entries.next().expect("there is an entry for each number");
        });
        (gradient, diagonal)
    }
}

impl<G: Signature> Diagonal<G> {
    /// The same with [records](super#records) of at most so many bytes: 16 for each operation, 256 MiB by default, and none for 0. To make
    /// one takes some times as much.
    #[must_use]
    pub fn record_within(self, bytes: usize) -> Self {
        Diagonal(self.0.record_within(bytes))
    }

    /// Whether evaluations use a [record](super#records) of the operations.
    pub fn is_recorded(&self) -> bool {
        self.0.is_recorded()
    }

    /// The number of forward sweeps of the gradient in an evaluation, up to 16 at a time.
    pub fn sweeps(&self) -> usize {
        self.0.count().0
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{Pattern, fewest, fewest_stars, star};

    /// A bound that is too large would end the search for a better order too early.
    #[test]
    fn no_star_colouring_has_fewer_colours_than_the_bound() {
        let chain = Pattern::from_pairs(9, 9, (0..8).flat_map(|i| [(i, i + 1), (i + 1, i)]));
        assert_eq!(fewest_stars(&chain), 3);
        let wheel = Pattern::from_pairs(9, 9, (1..9).flat_map(|i| [(0, i), (i, 0), (i, i)]));
        assert_eq!(fewest_stars(&wheel), 2);
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for _ in 0..200 {
            let mut pairs = vec![];
            for _ in 0..below(6) {
                let (i, j) = (below(7), below(7));
                pairs.extend([(i, j), (j, i)]);
            }
            let pattern = Pattern::from_pairs(7, 7, pairs);
            let colours = fewest(|order| star(&pattern, order), |stars| stars.colouring().count(), 0);
            let edges = pattern.entries().any(|(i, j)| i != j);
            assert!(!edges || fewest_stars(&pattern) <= colours.colouring().count(), "{pattern:#?}");
        }
    }
}
