//! Optimization under constraints, as solvers see it: slices, sparse derivatives, and the variables that are linear.

mod degrees;
mod evaluations;
mod gradients;
mod lagrangian;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::branches::{Branches, NewEntry};
use super::colouring::{Colouring, Pattern};
use super::hessian::symmetric;
use super::slices::Paths;
use super::sweep::ColumnSweeps;
use super::vectorized::{Steps, Watched};
use super::{AtPoint, Dependence};
use crate::forward::Forward;
use crate::{Argument, Dict, Differentiable, Exp, Flat, Num, Of, Prepared, Shape, Signature};

pub use degrees::Along;
use degrees::Degrees;
use evaluations::{Evaluations, Expressions, Symmetric};
pub use gradients::GradientSweeps;
use gradients::Gradients;
pub use lagrangian::Lagrangian;

/// Minimize f(x) subject to lower ≤ x ≤ upper and lower ≤ g(x) ≤ upper, where f and g are expressions with the same argument, of any
/// shape.
///
/// Solvers of other crates ask for its parts at slices. The patterns of the derivatives are found once, at the start, and coloured once.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::Problem;
///
/// /// The way between two points.
/// #[exp(adjoint)]
/// fn length(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum()
/// }
///
/// /// The ends, and a product in the middle.
/// #[exp(adjoint)]
/// fn conditions(x: &[f64]) -> [f64; 3] {
///     [x[0], x[3], x[1] * x[2]]
/// }
///
/// let mut problem = Problem::new(Length, Conditions, &[0.0, 1.0, 2.0, 0.0][..])
///     .limits(&[0.0, 0.0, 1.0], &[0.0, 0.0, f64::INFINITY]);
/// let x = [0.0, 1.0, 2.0, 0.0];
/// assert_eq!(problem.objective(&x), 6.0);
///
/// let mut entries = [0.0; 4];
/// problem.jacobian_into(&x, &mut entries).unwrap();
/// let triplets: Vec<_> = problem.jacobian_pattern().entries().zip(entries).collect();
/// assert_eq!(triplets, [((0, 0), 1.0), ((1, 3), 1.0), ((2, 1), 2.0), ((2, 2), 1.0)]);
/// assert_eq!([0, 1, 2].map(|i| problem.constraint_is_linear(i)), [true, true, false]);
///
/// // The lower triangle of the Hessian of 1·f + 10·g₂.
/// let mut entries = [0.0; 7];
/// problem.hessian_into(&x, 1.0, &[0.0, 0.0, 10.0], &mut entries).unwrap();
/// assert_eq!(problem.hessian_places()[3..5], [(2, 1), (2, 2)]);
/// assert_eq!(entries[3..5], [8.0, 4.0]);
/// ```
///
/// # Records and memory
///
/// A [record](super#records) is used where f and g take its path. If both were evaluated at `x` just before, as solvers do, their paths
/// are known, for one Jacobian and one Hessian. Otherwise f and g are evaluated once more.
///
/// After ten evaluations an evaluation allocates nothing, unless f or g do or it [checks](super#values-outside-of-the-argument) the entries.
///
/// # Branches
///
/// A solver asks for the places of all entries once. A program that compares numbers may have further entries on another branch. Such
/// an evaluation returns a [`NewEntry`]. [`seen_at`](Problem::seen_at) adds the entries at further points.
pub struct Problem<'e> {
    evaluations: Box<dyn Evaluations + 'e>,
    start: Vec<f64>,
    names: Vec<String>,
    bounds: [Vec<f64>; 2],
    limits: [Vec<f64>; 2],
    jacobian: Pattern,
    hessian: Symmetric,
    /// None if the program compares numbers: other branches are not known.
    degrees: Option<Degrees>,
}

impl<'e> Problem<'e> {
    /// Minimize `f` subject to limits of `g`, from `start` on. Without [`bounds`](Problem::bounds) and [`limits`](Problem::limits) there are
    /// none.
    ///
    /// # Cost
    ///
    /// Some evaluations on sets of inputs, and some colourings: see [`jacobian`](super::jacobian()) and [`hessian`](super::hessian()).
    pub fn new<F, G, X, H>(f: F, g: G, start: &X) -> Self
    where
        X: Argument<F::In, H> + ?Sized,
        F: Differentiable<Out = f64> + GradientSweeps + 'e,
        G: Differentiable<In = F::In> + GradientSweeps + for<'t> Exp<Dependence<'t, AtPoint>> + 'e,
        Lagrangian<F, G>: Signature<In = F::In, Out = F::In>
            + for<'w> Exp<Watched<'w>>
            + for<'t> Exp<Forward<'t, Steps<'t>>>
            + for<'t> Exp<Dependence<'t, AtPoint>>,
        Along<Along<F>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
        Along<Along<G>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
    {
        let (f, g) = (Arc::new(f), Arc::new(g));
        let flat = Flat::of(&*f, start);
        let (start, names) = (flat.to_vec(start), flat.names());
        let at = flat.at(&start);
        let jacobian = super::jacobian(Arc::clone(&g), &at);
        let m = jacobian.pattern().rows();
        let lagrangian =
            Lagrangian { f: Arc::clone(&f), g: Arc::clone(&g), factor: 1.0, multipliers: vec![1.0; m] };
        let (mut gradients, point) = (Gradients::default(), Argument::<F::In, _>::to_container(&at));
        let way = gradients.evaluate(&mut ColumnSweeps::new(Colouring::none()), &lagrangian, &point);
        let (branches, pattern) = Branches::on(way, &lagrangian, &point);
        let free = |n: usize| [vec![f64::NEG_INFINITY; n], vec![f64::INFINITY; n]];
        Problem {
            names,
            bounds: free(start.len()),
            limits: free(m),
            jacobian: jacobian.pattern().clone(),
            hessian: Symmetric::new(pattern.clone()),
            degrees: branches.are_none().then(|| Degrees::of(&f, &g, &at, start.len())),
            evaluations: Box::new(Expressions {
                objective: Prepared::new(f),
                jacobian,
                hessian: symmetric(lagrangian, branches, pattern, Lagrangian::recordable()),
                paths: Paths::new(flat.clone()),
                gradients,
            }),
            start,
        }
    }

    /// The same with the entries of the derivatives at another point, in addition to the known ones.
    ///
    /// A program that compares numbers needs a point of each branch with entries of its own.
    ///
    /// ```
    /// use ad::prelude::*;
    /// use ad::sparse::{Problem, Unconstrained};
    ///
    /// /// A product on one side only.
    /// #[exp(adjoint)]
    /// fn one_sided(x: f64, y: f64) -> f64 {
    ///     if x > 0.0 { x * y } else { x * x }
    /// }
    ///
    /// let problem = || Problem::new(OneSided, Unconstrained::on(&OneSided), &(-1.0, 1.0));
    /// let mut entries = [0.0; 1];
    /// let new = problem().hessian_into(&[1.0, 1.0], 1.0, &[], &mut entries).unwrap_err();
    /// assert_eq!((new.row, new.column), (0, 1));
    ///
    /// let problem = problem().seen_at(&[1.0, 1.0]);
    /// assert_eq!(problem.hessian_places(), [(0, 0), (1, 0)]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `x` has another length than the start.
    pub fn seen_at(mut self, x: &[f64]) -> Self {
        self.evaluations.weigh(1.0, &vec![1.0; self.jacobian.rows()]);
        let (jacobian, hessian) = self.evaluations.patterns_at(x);
        Problem { jacobian, hessian: Symmetric::new(hessian), ..self }
    }

    /// The same with lower and upper bounds of the variables, in their order. An infinite bound is none.
    ///
    /// # Panics
    ///
    /// Panics if there is not a bound for each variable.
    pub fn bounds(self, lower: &[f64], upper: &[f64]) -> Self {
        let n = self.start.len();
        assert!(lower.len() == n && upper.len() == n, "there are {n} variables, and other numbers of bounds");
        Problem { bounds: [lower.to_vec(), upper.to_vec()], ..self }
    }

    /// The same with lower and upper limits of the constraints g, in their order. An infinite limit is none, and equal ones are an
    /// equation.
    ///
    /// # Panics
    ///
    /// Panics if there is not a limit for each constraint.
    pub fn limits(self, lower: &[f64], upper: &[f64]) -> Self {
        let m = self.jacobian.rows();
        assert!(
            lower.len() == m && upper.len() == m,
            "there are {m} constraints, and other numbers of limits"
        );
        Problem { limits: [lower.to_vec(), upper.to_vec()], ..self }
    }

    /// The same with [records](super#records) of at most so many bytes: 16 for each operation, 256 MiB by default, and none for 0. To make
    /// one takes some times as much.
    ///
    /// ```
    /// use ad::exp;
    /// use ad::sparse::{Problem, Unconstrained};
    ///
    /// #[exp(adjoint)]
    /// fn length(x: &[f64]) -> f64 {
    ///     x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum()
    /// }
    ///
    /// let recorded = |bytes| {
    ///     let x = [0.5; 1000];
    ///     let mut problem = Problem::new(Length, Unconstrained::on(&Length), &x[..]).record_within(bytes);
    ///     let mut entries = [0.0; 1999];
    ///     (0..8).for_each(|_| problem.hessian_into(&x, 1.0, &[], &mut entries).unwrap());
    ///     problem.is_recorded()[1]
    /// };
    /// assert!(recorded(1 << 20) && !recorded(1 << 10));
    /// ```
    #[must_use]
    pub fn record_within(mut self, bytes: usize) -> Self {
        self.evaluations.limit_records(bytes);
        self
    }

    /// The start.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// The [names](Flat::names) of the variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The lower and the upper bounds of the variables.
    pub fn variable_bounds(&self) -> &[Vec<f64>; 2] {
        &self.bounds
    }

    /// The lower and the upper limits of the constraints.
    pub fn constraint_limits(&self) -> &[Vec<f64>; 2] {
        &self.limits
    }

    /// The value of f.
    pub fn objective(&mut self, x: &[f64]) -> f64 {
        self.evaluations.objective(x)
    }

    /// Returns the value of f. Its gradient goes into `gradient`.
    pub fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.evaluations.grad_into(x, gradient)
    }

    /// The values of g go into `y`.
    pub fn constraints_into(&mut self, x: &[f64], y: &mut [f64]) {
        self.evaluations.constraints_into(x, y);
    }

    /// The places of the entries of g's Jacobian: a row for each constraint, a column for each variable.
    pub fn jacobian_pattern(&self) -> &Pattern {
        &self.jacobian
    }

    /// The entries of g's Jacobian go into `entries`, in the order of [`jacobian_pattern`](Problem::jacobian_pattern).
    ///
    /// # Errors
    ///
    /// Returns an entry without a place, on another [branch](Problem#branches).
    ///
    /// # Panics
    ///
    /// Panics if a slice has another length.
    pub fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry> {
        self.evaluations.jacobian_into(x, &self.jacobian, entries)
    }

    /// Row and column of each entry of the Hessian's lower triangle, row by row.
    pub fn hessian_places(&self) -> &[(usize, usize)] {
        &self.hessian.places
    }

    /// The entries of the Hessian of σ·f + Σ λᵢ·gᵢ go into `entries`, in the order of [`hessian_places`](Problem::hessian_places). σ is
    /// `factor`, and λ are the `multipliers`.
    ///
    /// # Errors
    ///
    /// Returns an entry without a place, on another [branch](Problem#branches).
    ///
    /// # Panics
    ///
    /// Panics if a slice has another length.
    pub fn hessian_into(
        &mut self,
        x: &[f64],
        factor: f64,
        multipliers: &[f64],
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        let places = self.hessian.places.len();
        assert!(entries.len() == places, "the lower triangle has {places} entries");
        self.evaluations.weigh(factor, multipliers);
        self.evaluations.hessian_into(x, &mut self.hessian, entries)
    }

    /// Whether evaluations of the Jacobian and of the Hessian use [records](super#records) of their operations.
    pub fn is_recorded(&self) -> [bool; 2] {
        self.evaluations.is_recorded()
    }

    /// Whether f is proved to be linear. Nothing is proved of a program that compares numbers, or where f depends on a function with kinks
    /// or jumps, such as `max` and `round`.
    pub fn objective_is_linear(&self) -> bool {
        self.degrees.as_ref().is_some_and(|degrees| degrees.nonlinear.row(0).is_empty())
    }

    /// Whether constraint `i` is proved to be linear.
    pub fn constraint_is_linear(&self, i: usize) -> bool {
        self.degrees.as_ref().is_some_and(|degrees| degrees.nonlinear.row(i + 1).is_empty())
    }

    /// Whether variable `j` is proved to be linear in f and in all constraints.
    pub fn variable_is_linear(&self, j: usize) -> bool {
        let linear = |rows: &Pattern| (0..rows.rows()).all(|i| rows.position(i, j).is_none());
        self.degrees.as_ref().is_some_and(|degrees| linear(&degrees.nonlinear))
    }

    /// Whether all second derivatives of f are proved to be constant.
    pub fn objective_is_quadratic(&self) -> bool {
        self.degrees.as_ref().is_some_and(|degrees| degrees.not_quadratic.row(0).is_empty())
    }

    /// Whether all second derivatives of constraint `i` are proved to be constant.
    pub fn constraint_is_quadratic(&self, i: usize) -> bool {
        self.degrees.as_ref().is_some_and(|degrees| degrees.not_quadratic.row(i + 1).is_empty())
    }
}

/// No constraints, for [`Problem::new`]: `Unconstrained::on(&f)`.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::{Problem, Unconstrained};
///
/// #[exp(adjoint)]
/// fn bowl(x: f64, y: f64) -> f64 {
///     x * x + y
/// }
///
/// let problem = Problem::new(Bowl, Unconstrained::on(&Bowl), &(1.0, 2.0)).bounds(&[0.0, 0.0], &[1.0, 1.0]);
/// assert_eq!([0, 1].map(|j| problem.variable_is_linear(j)), [false, true]);
/// ```
pub struct Unconstrained<S>(PhantomData<fn() -> S>);

impl<S: Shape> Unconstrained<S> {
    /// No constraints on an argument of this shape.
    pub(super) const NONE: Self = Unconstrained(PhantomData);

    /// No constraints on the argument of `f`.
    pub fn on<F: Signature<In = S>>(_: &F) -> Self {
        Unconstrained::NONE
    }
}

impl<S: Shape> Signature for Unconstrained<S> {
    type In = S;
    type Out = Vec<f64>;
}

impl<D: Dict, S: Shape> Exp<D> for Unconstrained<S> {
    fn apply(&self, _: D, _: &Of<S, Num<D>>) -> Vec<Num<D>> {
        Vec::new()
    }
}
