//! Optimization under constraints, as solvers see it: slices, sparse derivatives, and the variables that are linear.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::branches::{Branches, NewEntry};
use super::coloured::Coloured;
use super::colouring::Pattern;
use super::hessian::symmetric;
use super::jacobian::Jacobian;
use super::sweep::ForwardSweeps;
use super::vectorized::{Recordable, Watched, watched};
use super::witness::Way;
use super::{AtPoint, Dependence, detect};
use crate::forward::{Dual, Forward, tangents};
use crate::mode::primal::Primal;
use crate::number::destination::assert_fits;
use crate::operator::reverse;
use crate::stack::Stack;
use crate::{
    Argument, Destination, Dict, Differentiable, Exp, F64, Flat, Num, Of, Prepared, RealDict, Shape,
    Signature,
};

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
/// # Memory
///
/// A record is used where f and g take its path. If both were evaluated at `x` just before, as solvers do, their path is known.
/// Otherwise they are evaluated once more.
///
/// After ten evaluations an evaluation allocates nothing, unless f or g do. A Hessian without a [record](super#records) allocates the
/// gradients of its sweeps.
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

/// The places of a Hessian's entries.
struct Symmetric {
    pattern: Pattern,
    /// The lower triangle, and the index of each of its entries among all.
    places: Vec<(usize, usize)>,
    reads: Vec<usize>,
    all: Vec<f64>,
}

impl Symmetric {
    fn new(pattern: Pattern) -> Self {
        let below = |&(_, (i, j)): &(usize, (usize, usize))| j <= i;
        let (reads, places) = pattern.entries().enumerate().filter(below).unzip();
        Symmetric { places, reads, all: vec![0.0; pattern.nonzeros()], pattern }
    }
}

/// The variables on which derivatives depend.
struct Degrees {
    /// For f, and then for each constraint: the variables that are not linear in it.
    nonlinear: Pattern,
    /// The same for the second derivatives.
    not_quadratic: Pattern,
}

/// Evaluations of a problem, without the types of its expressions.
trait Evaluations {
    fn objective(&mut self, x: &[f64]) -> f64;
    fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64;
    fn constraints_into(&mut self, x: &[f64], y: &mut [f64]);
    fn jacobian_into(&mut self, x: &[f64], known: &Pattern, entries: &mut [f64]) -> Result<(), NewEntry>;
    /// σ and λ, for the Hessians that follow.
    fn weigh(&mut self, factor: f64, multipliers: &[f64]);
    /// The entries of the lower triangle.
    fn hessian_into(&mut self, x: &[f64], known: &mut Symmetric, entries: &mut [f64])
    -> Result<(), NewEntry>;
    /// Of the Jacobian and of the Hessian.
    fn is_recorded(&self) -> [bool; 2];
    /// The patterns of the Jacobian and of the Hessian at `x` and at all points before.
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern);
}

/// The prepared derivatives of f and g.
struct Expressions<F: Signature, G: Signature<In = F::In>> {
    flat: Flat<F::In>,
    objective: Prepared<Arc<F>>,
    jacobian: Jacobian<Arc<G>>,
    hessian: Coloured<Lagrangian<F, G>>,
    /// A container for a point, whose memory is retained.
    point: Option<Of<F::In, f64>>,
    paths: Paths,
}

/// The paths of f and g at the last point, if they are known. A solver evaluates f and g where it then asks for derivatives.
#[derive(Default)]
struct Paths {
    x: Vec<f64>,
    f: Option<Way>,
    g: Option<Way>,
}

impl Paths {
    /// The paths at `x`, by its bits.
    fn at(&mut self, x: &[f64]) -> &mut Self {
        let differ = |(a, b): (&f64, &f64)| a.to_bits() ^ b.to_bits();
        let mut parts = self.x.chunks(256).zip(x.chunks(256));
        let is_same =
            |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(differ).fold(0, |all, bits| all | bits) == 0;
        if self.x.len() != x.len() || !parts.all(is_same) {
            self.x.clear();
            self.x.extend_from_slice(x);
            (self.f, self.g) = (None, None);
        }
        self
    }
}

/// The path of an evaluation of f and of g.
fn both(of_f: Way, of_g: Way) -> Way {
    of_f.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ of_g
}

/// The path of an expression at `x`.
fn path<E>(e: &E, flat: &Flat<E::In>, idle: &mut Option<Of<E::In, f64>>, x: &[f64]) -> Way
where
    E: Signature + for<'w> Exp<Watched<'w>>,
{
    watched::<E::In, _, _, _>(idle, &flat.at(x), |outcomes, witness, x| {
        e.apply(witness, x);
        outcomes.end()
    })
}

impl<F: Signature, G: Signature<In = F::In>> Expressions<F, G> {
    /// The numbers of a slice in their shape, in the retained memory.
    fn take_point(&mut self, x: &[f64]) -> Of<F::In, f64> {
        Argument::<F::In, _>::map_numbers_within(&self.flat.at(x), &mut self.point, &mut |x: &f64| *x)
    }
}

impl<F, G> Evaluations for Expressions<F, G>
where
    F: Differentiable<Out = f64> + for<'w> Exp<Watched<'w>>,
    G: Differentiable<In = F::In> + ForwardSweeps,
    Lagrangian<F, G>: ForwardSweeps<In = F::In, Out = F::In>,
{
    fn objective(&mut self, x: &[f64]) -> f64 {
        let Expressions { flat, hessian, point, paths, .. } = self;
        let (y, way) = watched::<F::In, _, _, _>(point, &flat.at(x), |outcomes, witness, x| {
            (hessian.e.f.apply(witness, x).value(), outcomes.end())
        });
        paths.at(x).f = Some(way);
        y
    }
    fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.objective.value_and_grad_into(&self.flat.at(x), &mut self.flat.at_mut(gradient))
    }
    fn constraints_into(&mut self, x: &[f64], y: &mut [f64]) {
        let Expressions { flat, hessian, point, paths, .. } = self;
        let way = watched::<F::In, _, _, _>(point, &flat.at(x), |outcomes, witness, x| {
            let (result, mut y) = (hessian.e.g.apply(witness, x), InOrder(y));
            assert_fits::<G::Out, _, _, _, _>(("result", &result), ("slice for it", &y));
            Destination::<G::Out, _>::zip_with(&mut y, &result, &mut |y, result: &Num<Watched<'_>>| {
                *y = result.value();
            });
            outcomes.end()
        });
        paths.at(x).g = Some(way);
    }
    fn jacobian_into(&mut self, x: &[f64], known: &Pattern, entries: &mut [f64]) -> Result<(), NewEntry> {
        let Expressions { flat, jacobian, hessian, point, paths, .. } = self;
        let way = || *paths.at(x).g.get_or_insert_with(|| path(&*hessian.e.g, flat, point, x));
        if jacobian.0.recorded_entries_into(x, way, known, entries) {
            return Ok(());
        }
        let x = self.take_point(x);
        let swept = self.jacobian.0.swept_entries_into(&x, known, entries);
        self.point = Some(x);
        swept
    }
    fn weigh(&mut self, factor: f64, multipliers: &[f64]) {
        let lagrangian = &mut self.hessian.e;
        lagrangian.factor = factor;
        lagrangian.multipliers.copy_from_slice(multipliers);
    }
    fn hessian_into(
        &mut self,
        x: &[f64],
        known: &mut Symmetric,
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        let Expressions { flat, hessian, point, paths, .. } = self;
        let (f, g) = (Arc::clone(&hessian.e.f), Arc::clone(&hessian.e.g));
        let way = || {
            let paths = paths.at(x);
            let of_f = *paths.f.get_or_insert_with(|| path(&*f, flat, point, x));
            both(of_f, *paths.g.get_or_insert_with(|| path(&*g, flat, point, x)))
        };
        if hessian.recorded_entries_into(x, way, &known.pattern, entries) {
            return Ok(());
        }
        let x = self.take_point(x);
        let swept = self.hessian.swept_entries_into(&x, &known.pattern, &mut known.all);
        self.point = Some(x);
        swept?;
        entries.iter_mut().zip(&known.reads).for_each(|(entry, read)| *entry = known.all[*read]);
        Ok(())
    }
    fn is_recorded(&self) -> [bool; 2] {
        [self.jacobian.is_recorded(), self.hessian.is_recorded()]
    }
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern) {
        let x = self.take_point(x);
        (self.jacobian.0.pattern_at(&x).clone(), self.hessian.pattern_at(&x).clone())
    }
}

/// A slice for the numbers of a result of any shape, in order.
struct InOrder<'a>(&'a mut [f64]);

impl<S: Shape> crate::Destination<S, crate::flat::Flattened> for InOrder<'_> {
    fn numbers(&self) -> usize {
        self.0.len()
    }
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<crate::Mismatch> {
        crate::Mismatch::of_lengths(S::count(x), self.0.len(), "number")
    }
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut f64, &T)) {
        let mut entries = self.0.iter_mut();
        S::for_each(x, &mut |x| f(entries.next().expect("there is an entry for each number"), x));
    }
    fn each_number(&mut self, f: &mut impl FnMut(&mut f64)) {
        self.0.iter_mut().for_each(f);
    }
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
        F: Differentiable<Out = f64> + for<'w> Exp<Watched<'w>> + 'e,
        G: Differentiable<In = F::In> + ForwardSweeps + Exp<F64> + for<'t> Exp<Dependence<'t, AtPoint>> + 'e,
        Lagrangian<F, G>: ForwardSweeps<In = F::In, Out = F::In> + for<'t> Exp<Dependence<'t, AtPoint>>,
        Along<F>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In, Out = f64>,
        Along<Along<F>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In, Out = f64>,
        Along<G>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
        Along<Along<G>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
    {
        let (f, g) = (Arc::new(f), Arc::new(g));
        let flat = Flat::of(&*f, start);
        let (start, names) = (flat.to_vec(start), flat.names());
        let at = flat.at(&start);
        let first = Along(Arc::clone(&f)).over(&Along(Arc::clone(&g)), &at);
        let second =
            Along(Arc::new(Along(Arc::clone(&f)))).over(&Along(Arc::new(Along(Arc::clone(&g)))), &at);
        let jacobian = super::jacobian(Arc::clone(&g), &at);
        let m = jacobian.pattern().rows();
        let lagrangian =
            Lagrangian { f: Arc::clone(&f), g: Arc::clone(&g), factor: 1.0, multipliers: vec![1.0; m] };
        let (branches, pattern) = Branches::at(&lagrangian, &at);
        let free = |n: usize| [vec![f64::NEG_INFINITY; n], vec![f64::INFINITY; n]];
        Problem {
            names,
            bounds: free(start.len()),
            limits: free(m),
            jacobian: jacobian.pattern().clone(),
            hessian: Symmetric::new(pattern.clone()),
            degrees: branches.are_none().then_some(Degrees { nonlinear: first, not_quadratic: second }),
            evaluations: Box::new(Expressions {
                flat: flat.clone(),
                objective: Prepared::new(f),
                jacobian,
                hessian: symmetric(lagrangian, branches, pattern, Lagrangian::recordable()),
                point: None,
                paths: Paths::default(),
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

    /// Whether f is proved to be linear. Nothing is proved of a program that compares numbers.
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

/// The gradient of σ·f + Σ λᵢ·gᵢ, with σ and λ as constants. Only [`Problem`] makes one.
pub struct Lagrangian<F, G> {
    f: Arc<F>,
    g: Arc<G>,
    factor: f64,
    multipliers: Vec<f64>,
}

impl<F: Signature, G> Signature for Lagrangian<F, G> {
    type In = F::In;
    type Out = F::In;
}

impl<F, G> Lagrangian<F, G>
where
    F: Signature + for<'w> Exp<Watched<'w>>,
    G: Signature<In = F::In> + for<'w> Exp<Watched<'w>>,
    Self: ForwardSweeps<In = F::In, Out = F::In>,
{
    /// Records have σ and λ as inputs, and the lower triangle as results. The path is that of f and g.
    fn recordable() -> Recordable<Self> {
        Recordable {
            path: |e, outcomes, witness, x| {
                e.f.apply(witness, x);
                let of_f = outcomes.end();
                e.g.apply(witness, x);
                both(of_f, outcomes.end())
            },
            parameters: |e, next| {
                next(&[e.factor]);
                next(&e.multipliers);
            },
            wanted: |pattern, reads| {
                let below = pattern.entries().zip(reads).filter(|((i, j), _)| j <= i);
                below.map(|(_, read)| *read).collect()
            },
            ..Recordable::new()
        }
    }
}

impl<D, F, G> Exp<D> for Lagrangian<F, G>
where
    D: RealDict,
    F: Signature<Out = f64> + Exp<Primal<D>> + for<'t> Exp<Stack<'t, D>>,
    G: Signature<In = F::In> + Exp<Primal<D>> + for<'t> Exp<Stack<'t, D>>,
{
    fn apply(&self, dict: D, x: &Of<F::In, Num<D>>) -> Of<F::In, Num<D>> {
        let (_, by_f) = reverse::pullback(&*self.f, dict, x, |_| Some(dict.parameter(0, self.factor)));
        if self.multipliers.is_empty() {
            return by_f;
        }
        let seed = |i: usize| Some(dict.parameter(1 + i, self.multipliers[i]));
        let (_, mut sum) = reverse::pullback(&*self.g, dict, x, seed);
        F::In::zip_mut(&mut sum, &by_f, &mut |sum: &mut Num<D>, d: &Num<D>| *sum = *d + *sum);
        sum
    }
}

/// The derivative along (1, …, 1). The inputs on which it depends are those of the derivatives by single variables. Only [`Problem`]
/// makes one.
pub struct Along<E>(Arc<E>);

impl<E: Signature> Along<E> {
    /// The pattern of this derivative, and that of another expression below it.
    fn over<G, X, H>(&self, g: &G, x: &X) -> Pattern
    where
        X: Argument<E::In, H> + ?Sized,
        Self: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = E::In>,
        G: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = E::In>,
    {
        let x = &x.to_container();
        let mut pattern = detect::dependences(self, AtPoint, x, true);
        let below = detect::dependences(g, AtPoint, x, true);
        (0..below.rows()).for_each(|i| pattern.push_ascending(below.row(i).iter().copied()));
        pattern
    }
}

impl<E: Signature> Signature for Along<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: for<'t> Exp<Forward<'t, D, 1>>> Exp<D> for Along<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let forward = Forward::new(dict);
        let one = Some([dict.one()]);
        let x = E::In::map(x, &mut |x| Num::new(forward, Dual { v: x.value_under(dict), d: one }));
        E::Out::map(&self.0.apply(forward, &x), &mut |y| tangents(dict, *y)[0])
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
    /// No constraints on the argument of `f`.
    pub fn on<F: Signature<In = S>>(_: &F) -> Self {
        Unconstrained(PhantomData)
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
