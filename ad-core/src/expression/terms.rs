//! Sums over data, differentiated term by term.
//!
//! The tape of a sum grows with its data, and is slow when it exceeds the processor's cache. But the gradient of a sum is the sum
//! of gradients. So reverse mode evaluates one term, reverses it, and discards its memory before the next term. It stores the
//! gradient of the whole sum as one step.
//!
//! ```
//! use ad::{At, call, exp, stack, terms};
//!
//! /// The square of the distance from a line to a point, which is fixed.
//! #[exp]
//! fn misfit(#[fixed] point: [f64; 2], line: [f64; 2]) -> f64 {
//!     let distance = line[0] * point[0] + line[1] - point[1];
//!     distance * distance
//! }
//!
//! let points = [[0.0, 1.0], [1.0, 3.0], [2.0, 4.0]];
//! let misfits = terms(&points, |point| Misfit { point: *point });
//! assert_eq!(misfits.at([1.0, 1.0]), 2.0);
//! assert_eq!(call::grad(&misfits, &[1.0, 1.0]), [-6.0, -4.0]);
//! assert_eq!(stack::grad(misfits).at([1.0, 1.0]), [-6.0, -4.0]);
//! ```
//!
//! # Scope
//!
//! The rule applies to the stack strategy and to adjoint programs, over every dictionary: `reverse::grad(e)`, `call::grad`, and
//! Hessians forward over reverse. A term with an adjoint program is reversed by it, on a tape as well. All other strategies evaluate
//! the sum as a loop. A term should have some hundred operations, since each term also costs an operation or two for each number of
//! the argument. Compute common parts of the terms before, as a part of their argument.
//!
//! # Which sum?
//!
//! | data | wanted | call |
//! |---|---|---|
//! | any | any derivative, also inside of an expression | `terms(&data, …)` is the expression |
//! | floats | the same; value and gradient at plain floats evaluate several terms at once | [`Many::new(e).terms(&points)`](crate::Many::terms) is the expression |
//! | any | value and gradient, on all processors (feature `rayon`) | `.value_and_grad_in_parallel(&x)` of both |
//! | any, each with a few parameters of many | sparse Hessian of the sum | [`sparse::Assembly`](crate::sparse::Assembly) |
//! | any, each with a few parameters of many | sparse Jacobian of residuals | [`sparse::LeastSquares`](crate::sparse::LeastSquares); at one point, [`sparse::Linearization`](crate::sparse::Linearization) |
//!
//! The datum is a field of a term here, so each term is an expression of its own, and no two can share a run. For `Many` all terms are
//! one expression, and the datum is its first argument. An `Assembly` is no expression: the shape of its result depends on the columns.
//!
//! # Exactness
//!
//! Values are the same to the last bit: the terms are added from the left. Derivatives are the same sums in another order. For
//! each input, the derivatives of the terms are added in the order of the data. Their sum is then multiplied by the adjoint of
//! the result. Inputs without influence on any term are not visited. A panic of a term is a panic of the sum.

use alloc::vec::Vec;

use crate::number::quadratic::Quadratic;
use crate::number::slot::Slot;
use crate::{Dict, Exp, Num, Of, Request, Seeding, Shape, Signature};

/// The sum of `term(d)` at one argument, over all `d` in `data`: x ↦ Σ term(d)(x). See the [module](mod@crate::terms).
///
/// A term is an expression of the common argument. Its own data are its fields. It may borrow.
///
/// ```
/// use ad::{call, exp, terms};
///
/// #[exp]
/// fn squared_distance(#[fixed] point: f64, x: f64) -> f64 {
///     (x - point) * (x - point)
/// }
///
/// let points = [1.0, 2.0, 6.0];
/// let sum = terms(&points, |point| SquaredDistance { point: *point });
/// assert_eq!(call::value_and_grad(&sum, &4.0), (17.0, 6.0));
/// ```
///
/// # Cost
///
/// Under [`stack`](crate::stack) it needs memory for the steps of one term, and a sum with an entry for each number of the
/// argument. Elsewhere it costs as much as a loop.
pub fn terms<'a, T, E: Signature<Out = f64>, F: Fn(&'a T) -> E>(data: &'a [T], term: F) -> Terms<'a, T, F> {
    Terms { data, term }
}

/// The result of [`terms`].
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a, T, F> {
    pub(crate) data: &'a [T],
    pub(crate) term: F,
}

crate::number::exp::callable!(['a, T, E, F: Fn(&'a T) -> E] Terms<'a, T, F>);

impl<'a, T, E: Signature<Out = f64>, F: Fn(&'a T) -> E> Signature for Terms<'a, T, F> {
    type In = E::In;
    type Out = f64;
}

impl<'a, T, D: Dict, E: Exp<D> + Signature<Out = f64>, F: Fn(&'a T) -> E> Exp<D> for Terms<'a, T, F> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Num<D> {
        dict.terms(self.data.iter().map(&self.term), x)
    }

    fn has_program(&self) -> bool {
        self.data.iter().all(|data| (self.term)(data).has_program())
    }

    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, f64, D>) {
        term_by_term(self.data.iter().map(&self.term), dict, x, seeding);
    }

    fn quadratic(&self, x: &Of<E::In, Num<D>>) -> Option<Quadratic<E::In, Num<D>>> {
        let mut terms = self.data.iter().map(&self.term);
        let (mut y, mut gradient, mut hessian) = terms.next()?.quadratic(x)?;
        for term in terms {
            let (value, slopes, rows) = term.quadratic(x)?;
            y += value;
            let mut add = |sum: &mut Num<D>, d: &Num<D>| *sum += d;
            E::In::zip_mut(&mut gradient, &slopes, &mut add);
            E::In::zip_mut(&mut hessian, &rows, &mut |row, other| E::In::zip_mut(row, other, &mut add));
        }
        Some((y, gradient, hessian))
    }
}

/// Runs each term forward and backward, with the adjoint 1, before the next one.
pub(crate) fn term_by_term<D: Dict, E: Exp<D> + Signature<Out = f64>>(
    terms: impl Iterator<Item = E>,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, f64, D>,
) {
    let mut sum = TermSum::<E::In, D> { dict, y: None, slots: None, gradient: Vec::new() };
    E::In::for_each(x, &mut |_| sum.gradient.push(None));
    terms.for_each(|term| term.program(dict, x, &mut sum));
    let TermSum { y, gradient, slots, .. } = sum;
    let count = seeding.value(&y.unwrap_or_else(|| Num::new(dict, dict.empty_sum())));
    let dx = seeding.slots().or(slots).unwrap_or_else(|| E::In::map(x, &mut |_| Slot::new()));
    for i in 0..count {
        let dy = Slot::new();
        seeding.seed(i, &dy);
        dy.with(|d| {
            let mut gradient = gradient.iter();
            E::In::for_each(&dx, &mut |slot: &Slot<Num<D>>| {
                let slope: Option<Num<D>> = gradient.next().copied().flatten();
                slope.into_iter().for_each(|slope| slot.add(d * slope));
            });
        });
        seeding.adjoints(i, &dx);
    }
    seeding.retain(dx);
}

/// The sum of the terms so far, and its gradient.
struct TermSum<I: Shape, D: Dict> {
    dict: D,
    y: Option<Num<D>>,
    slots: Option<Of<I, Slot<Num<D>>>>,
    gradient: Vec<Option<Num<D>>>,
}

impl<I: Shape, D: Dict> Seeding<I, f64, D> for TermSum<I, D> {
    fn request(&self) -> Request {
        Request::Gradient
    }
    fn value(&mut self, y: &Num<D>) -> usize {
        self.y = Some(self.y.map_or(*y, |sum| sum + y));
        1
    }
    fn slots(&mut self) -> Option<Of<I, Slot<Num<D>>>> {
        self.slots.take()
    }
    fn seed(&mut self, _: usize, dy: &Slot<Num<D>>) {
        dy.add(Num::new(self.dict, self.dict.one()));
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Num<D>>>) {
        let mut sums = self.gradient.iter_mut();
        I::for_each(dx, &mut |slot: &Slot<Num<D>>| {
            let sum = sums.next().expect("there is one for each number");
            slot.with(|d| *sum = Some(sum.map_or(d, |sum| sum + d)));
        });
    }
    fn retain(&mut self, dx: Of<I, Slot<Num<D>>>) {
        self.slots = Some(dx);
    }
}
