//! Implicit functions: solutions of equations, differentiated without the solver.
//!
//! [`root`]`(f, guess)` is the expression x ↦ z with f(z, x) = 0, and [`fixed_point`]`(g, guess)` the one with g(z, x) = z.
//! [`implicit`]`(f, solver)` is a root by the user's solver. The solver works on plain floats. It may iterate, branch, and call
//! code that cannot be differentiated. The derivatives follow from the implicit function theorem, in all modes and orders.
//!
//! ```
//! use ad::{At, exp, forward, root, stack};
//!
//! /// Kepler's equation E - e sin E - M = 0 for the position on an orbit: the unknown E comes first.
//! #[exp]
//! fn kepler(anomaly: f64, e: f64, mean: f64) -> f64 {
//!     anomaly - e * anomaly.sin() - mean
//! }
//!
//! let position = root(Kepler, |&(_, mean)| mean);
//! let z: f64 = position.at((0.2, 1.0));
//! let (de, dmean) = stack::grad(&position).at((0.2, 1.0));
//! assert!((de - z.sin() / (1.0 - 0.2 * z.cos())).abs() < 1e-15);
//! assert!((dmean - 1.0 / (1.0 - 0.2 * z.cos())).abs() < 1e-15);
//! // And so on: it is an expression.
//! let _hessian = forward::jacobian(stack::grad(&position)).at((0.2, 1.0));
//! ```
//!
//! # Method
//!
//! Let z₀ be the solver's result for the primals x₀. Let r = f(z₀, x₀) be its residual, which is 0 up to rounding. The matrix A =
//! ∂f/∂z (z₀, x₀) consists of plain floats. The iteration
//!
//! > zₖ₊₁ = zₖ - A⁻¹ (f(zₖ, x) - r)
//!
//! starts with the constant z₀. It is computed *with numbers*, n times, where n is the order of the current derivatives. The
//! dictionary knows n for every nesting of strategies ([`RealDict::order`]).
//!
//! Let z(x) be the solution of f(z, x) = r. *Claim: at x₀, the functions zₖ and z of x have the same value and derivatives up to
//! the order k.*
//!
//! For k = 0 the values agree. Let the claim hold for k, that is, zₖ - z = O(|x - x₀|ᵏ⁺¹). By the mean value theorem,
//!
//! > f(zₖ, x) - r = f(zₖ, x) - f(z, x) = B (zₖ - z)
//!
//! with B = A + O(|x - x₀|), and so
//!
//! > zₖ₊₁ - z = (1 - A⁻¹B) (zₖ - z) = O(|x - x₀|) · O(|x - x₀|ᵏ⁺¹)
//!
//! Every strategy computes the derivatives of a program. Up to the order n, the derivatives of this program are those of z. ∎
//!
//! Since r is subtracted, the correction of the primal is exactly 0. So the value is the same, to the last bit, in all modes and
//! orders. The matrix is factored once, in plain floats. Reverse mode records n evaluations of f and n solutions with the
//! factors, of O(N²) steps each for N unknowns. Newton steps over numbers would be only ⌈log₂ (n + 1)⌉, but each needs N forward
//! passes and O(N³) steps, which costs more at few orders. Source: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed.,
//! chapter 15, "Implicit and iterative differentiation".
//!
//! Equations with `#[exp(adjoint)]` are reversed by their program: n + 1 sweeps of f for each sweep of the root.
//!
//! # Failure
//!
//! An evaluation panics if the solver finds no solution, if the Jacobian is singular at the solution, or if a number is not
//! finite. [`checked`](Implicit::checked) gives a [`Failure`] instead. It also panics for numbers without a double beneath, such
//! as symbols. A user's solver is trusted: if its result is not a solution, the derivatives are those of the equation f(z, x) =
//! r.
//!
//! All N² entries of the Jacobian are computed and stored, so this is for systems of some hundred unknowns.

mod linear;
mod program;
mod solver;

use alloc::vec::Vec;

pub use linear::solve;
pub use solver::{Failure, Newton, Repetition, Search, Solver, UserSolver};

pub(crate) use linear::{Factors, without_primal};

use crate::expression::given::Arguments;
use crate::forward::{self, Forward};
use crate::number::shape::assert_same_structure;
use crate::number::slot::Slot;
use crate::{Exp, F64, Num, Of, RealDict, RingDict, Seeding, Shape, Signature};
use program::{Negated, Rounds};

/// The shape of the unknowns of `F`.
pub(crate) type Unknowns<F> = <<F as Signature>::In as Arguments>::First;
/// The shape of the parameters of `F`.
pub(crate) type Parameters<F> = <<F as Signature>::In as Arguments>::Rest;

/// Functions f(z, x, …) with as many values as unknowns z.
pub trait Equation: Signature<In: Arguments<First = <Self as Signature>::Out>> {}
impl<F: Signature<In: Arguments<First = <F as Signature>::Out>>> Equation for F {}

/// The solution of f(z, x) = 0 by Newton's method: x ↦ z. See the [module](mod@crate::implicit).
///
/// The first argument of `f` contains the unknowns, and the others are parameters. `guess` computes the start from the values of
/// the parameters. A step that does not reduce the residual is halved. Inside an `#[exp]` function, where floats mean numbers,
/// `guess` should be a function from elsewhere.
///
/// ```
/// use ad::{At, exp, forward, root};
///
/// #[exp]
/// fn square(z: f64, a: f64) -> f64 {
///     z * z - a
/// }
/// let sqrt = root(Square, |&a| a);
/// assert_eq!(sqrt.at(4.0), 2.0);
/// assert_eq!(forward::diff(&sqrt).at(4.0), 0.25);
/// assert_eq!(forward::diff(forward::diff(&sqrt)).at(4.0), -1.0 / 32.0);
/// ```
///
/// # Cost
///
/// The cost is the search on plain floats. For derivatives it is one evaluation of `f` at the solution, its Jacobian on plain
/// floats, and one linear solution for each order.
///
/// # Panics
///
/// Evaluation panics if the search finds no solution, if the Jacobian is singular there, or if a number has no double beneath:
/// see the [module](mod@crate::implicit). [`checked`](Implicit::checked) gives a `Result` instead.
pub fn root<F, G>(f: F, guess: G) -> Implicit<F, Search<G, Newton>>
where
    F: Equation,
    G: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    Implicit { f, solver: Search::new(guess, 1e-10, 100) }
}

/// The fixed point g(z, x) = z by repetition of g: x ↦ z. See the [module](mod@crate::implicit).
///
/// The iteration starts at `guess` and must converge. It ends when z does not change.
///
/// ```
/// use ad::{At, exp, fixed_point, forward};
///
/// #[exp]
/// fn cosine(z: f64, a: f64) -> f64 {
///     (a * z).cos()
/// }
/// let dottie = fixed_point(Cosine, |_| 1.0);
/// let z: f64 = dottie.at(1.0);
/// assert!((z - z.cos()).abs() < 1e-15);
/// assert!((forward::diff(&dottie).at(1.0) + z * z.sin() / (1.0 + z.sin())).abs() < 1e-15);
/// ```
///
/// # Cost
///
/// The cost of [`root`].
///
/// # Panics
///
/// Evaluation panics if the iteration does not converge within 10 000 steps, if 1 - ∂g/∂z is singular there, or as for [`root`].
pub fn fixed_point<F, G>(g: F, guess: G) -> Implicit<Difference<F>, Search<G, Repetition>>
where
    F: Equation,
    G: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    Implicit { f: Difference(g), solver: Search::new(guess, 4.0 * f64::EPSILON, 10_000) }
}

/// The solution of f(z, x) = 0 by `solver`: x ↦ z. See the [module](mod@crate::implicit).
///
/// The first argument of `f` contains the unknowns. `solver` computes them from the values of the others.
///
/// ```
/// use ad::{At, exp, forward, implicit};
///
/// #[exp]
/// fn square(z: f64, a: f64) -> f64 {
///     z * z - a
/// }
/// // The other root.
/// let e = implicit(Square, |a: &f64| -a.sqrt());
/// assert_eq!(forward::diff(e).at(4.0), -0.25);
/// ```
///
/// # Cost
///
/// The cost of [`root`], with the solver's search.
///
/// # Panics
///
/// As for [`root`]. A panic of the solver is a panic of the evaluation.
pub fn implicit<F, S>(f: F, solver: S) -> Implicit<F, UserSolver<S>>
where
    F: Equation,
    S: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    Implicit { f, solver: UserSolver(solver) }
}

/// The result of [`root`], [`fixed_point`] and [`implicit`].
#[derive(Clone, Copy, Debug)]
pub struct Implicit<F, S> {
    f: F,
    solver: S,
}

impl<F, S> Implicit<F, S> {
    /// The same expression, with a `Result` that gives the reason if there is no solution.
    ///
    /// ```
    /// use ad::{At, call, exp, implicit::Failure, root};
    ///
    /// /// z² + a, which has no real root where a is positive.
    /// #[exp]
    /// fn parabola(z: f64, a: f64) -> f64 {
    ///     z * z + a
    /// }
    ///
    /// let roots = root(Parabola, |_| 1.5).steps(50).checked();
    /// assert_eq!(call::value(&roots, &-2.25), Ok(1.5));
    /// assert!(call::value(&roots, &1.0).is_err());
    /// ```
    pub fn checked(self) -> Fallible<F, S> {
        Fallible(self)
    }
}

impl<F, G, M> Implicit<F, Search<G, M>> {
    /// The same expression. Its search ends when the change of the unknowns is at most `tolerance` times the greatest of them.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Implicit { solver: Search { tolerance, ..self.solver }, ..self }
    }

    /// The same expression. Its search fails after this number of steps.
    pub fn steps(self, steps: usize) -> Self {
        Implicit { solver: Search { steps, ..self.solver }, ..self }
    }
}

impl<F: Equation, S: Solver<F>> Implicit<F, S> {
    fn solve<D: RealDict>(
        &self,
        dict: D,
        x: &Of<Parameters<F>, Num<D>>,
    ) -> Result<Of<Unknowns<F>, Num<D>>, Failure>
    where
        F: Exp<D> + for<'t> Exp<Forward<'t, F64, 8>>,
    {
        let (primals, z) = self.search(dict, x)?;
        if dict.order() == 0 {
            return Ok(Unknowns::<F>::map(&z, &mut |z| Num::new(dict, dict.constant(*z))));
        }
        Ok(self.differentiated(dict, x, &z, &self.factors(&primals, &z)?))
    }

    /// Runs the adjoint program of the equations at the solution. `result` makes the result of the solution.
    fn reverse<D: RealDict, O: Shape>(
        &self,
        dict: D,
        x: &Of<Parameters<F>, Num<D>>,
        result: impl FnOnce(Of<Unknowns<F>, Num<D>>) -> Of<O, Num<D>>,
        seeding: &mut dyn Seeding<Parameters<F>, O, D>,
    ) -> Result<(), Failure>
    where
        F: Exp<D> + for<'t> Exp<Forward<'t, F64, 8>>,
    {
        let (primals, z) = self.search(dict, x)?;
        let factors = self.factors(&primals, &z)?;
        let z = self.differentiated(dict, x, &z, &factors);
        let all = F::In::join(z.clone(), x.clone());
        let mut rounds = Rounds::<F, O, D> { seeding, dict, factors, root: result(z), multipliers: None };
        self.f.program(dict, &all, &mut rounds);
        Ok(())
    }

    /// The primals of the parameters and of the unknowns.
    #[allow(clippy::type_complexity, reason = "two containers of floats")]
    fn search<D: RealDict>(
        &self,
        dict: D,
        x: &Of<Parameters<F>, Num<D>>,
    ) -> Result<(Of<Parameters<F>, f64>, Of<Unknowns<F>, f64>), Failure> {
        let primals = Parameters::<F>::map(x, &mut |x| {
            dict.primal(x.value_under(dict))
                .expect("cannot solve an equation for numbers without a double beneath, such as symbols")
        });
        let z = self.solver.solve(&self.f, &primals)?;
        finite::<Unknowns<F>>(&z)?;
        Ok((primals, z))
    }

    /// The factors of ∂f/∂z.
    fn factors(&self, x: &Of<Parameters<F>, f64>, z: &Of<Unknowns<F>, f64>) -> Result<Factors, Failure>
    where
        F: for<'t> Exp<Forward<'t, F64, 8>>,
    {
        let (_, jacobian) = linearize(&self.f, z, x)?;
        Factors::new(&jacobian).ok_or(Failure::Singular)
    }

    /// The unknowns with their derivatives.
    fn differentiated<D: RealDict>(
        &self,
        dict: D,
        x: &Of<Parameters<F>, Num<D>>,
        z: &Of<Unknowns<F>, f64>,
        factors: &Factors,
    ) -> Of<Unknowns<F>, Num<D>>
    where
        F: Exp<D>,
    {
        let constants = Unknowns::<F>::map(z, &mut |z| Num::new(dict, dict.constant(*z)));
        (0..dict.order()).fold(constants, |mut z, _| {
            let y = Exp::<D>::apply(&self.f, dict, &F::In::join(z.clone(), x.clone()));
            let mut correction = Vec::new();
            F::Out::for_each(&y, &mut |y| correction.push(without_primal(*y)));
            factors.solve(&mut correction);
            let mut correction = correction.into_iter();
            Unknowns::<F>::for_each_mut(&mut z, &mut |z| {
                *z -= correction.next().expect("there are as many equations as unknowns");
            });
            z
        })
    }
}

impl<F: Equation, S> Signature for Implicit<F, S> {
    type In = Parameters<F>;
    type Out = Unknowns<F>;
}

impl<D: RealDict, F, S> Exp<D> for Implicit<F, S>
where
    F: Equation + Exp<D> + for<'t> Exp<Forward<'t, F64, 8>>,
    S: Solver<F>,
{
    fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        self.solve(dict, x).unwrap_or_else(|failure| panic!("{failure}"))
    }
    fn has_program(&self) -> bool {
        Exp::<D>::has_program(&self.f)
    }
    fn program(&self, dict: D, x: &Of<Self::In, Num<D>>, seeding: &mut dyn Seeding<Self::In, Self::Out, D>) {
        self.reverse(dict, x, |z| z, seeding).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

/// The result of [`checked`](Implicit::checked).
#[derive(Clone, Copy, Debug)]
pub struct Fallible<F, S>(Implicit<F, S>);

impl<F: Equation, S> Signature for Fallible<F, S> {
    type In = Parameters<F>;
    type Out = Result<Unknowns<F>, Failure>;
}

impl<D: RealDict, F, S> Exp<D> for Fallible<F, S>
where
    F: Equation + Exp<D> + for<'t> Exp<Forward<'t, F64, 8>>,
    S: Solver<F>,
{
    fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        self.0.solve(dict, x)
    }
    fn has_program(&self) -> bool {
        Exp::<D>::has_program(&self.0)
    }
    fn program(&self, dict: D, x: &Of<Self::In, Num<D>>, seeding: &mut dyn Seeding<Self::In, Self::Out, D>) {
        if let Err(failure) = self.0.reverse(dict, x, Ok, seeding) {
            for i in 0..seeding.value(&Err(failure)) {
                seeding.seed(i, &Err(failure));
                seeding.adjoints(i, &Parameters::<F>::map(x, &mut |_| Slot::new()));
            }
        }
    }
}

/// z - g(z, x), which is 0 at a fixed point of g.
#[derive(Clone, Copy, Debug)]
pub struct Difference<F>(F);

impl<F: Signature> Signature for Difference<F> {
    type In = F::In;
    type Out = F::Out;
}

impl<D: RingDict, F: Equation + Exp<D>> Exp<D> for Difference<F> {
    #[inline]
    fn apply(&self, dict: D, all: &Of<F::In, Num<D>>) -> Of<F::Out, Num<D>> {
        let mut difference = F::In::split(all.clone()).0;
        let y = self.0.apply(dict, all);
        assert_same_structure::<F::Out, _, _>(("unknown", &difference), ("value", &y));
        F::Out::zip_mut(&mut difference, &y, &mut |z, y| *z -= *y);
        difference
    }
    fn has_program(&self) -> bool {
        self.0.has_program()
    }
    fn program(&self, dict: D, all: &Of<F::In, Num<D>>, seeding: &mut dyn Seeding<F::In, F::Out, D>) {
        let z = F::In::split(all.clone()).0;
        self.0.program(dict, all, &mut Negated::<F::In, D> { seeding, z, difference: Vec::new() });
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The values of `f` at plain floats, and their derivatives with respect to the unknowns, row by row.
pub(crate) fn linearize<F>(
    f: &F,
    z: &Of<Unknowns<F>, f64>,
    x: &Of<Parameters<F>, f64>,
) -> Result<(Vec<f64>, Vec<Vec<f64>>), Failure>
where
    F: Equation + for<'t> Exp<Forward<'t, F64, 8>>,
{
    let e = forward::value_and_jacobian(OfUnknowns { f, x });
    let (value, jacobian) = e.eval(F64, z.clone());
    let value = finite::<F::Out>(&value)?;
    let mut rows = Vec::new();
    F::Out::for_each(&jacobian, &mut |row| rows.push(finite::<Unknowns<F>>(row)));
    Ok((value, rows.into_iter().collect::<Result<_, _>>()?))
}

/// All numbers in `x`, if they are finite.
pub(crate) fn finite<S: Shape>(x: &Of<S, f64>) -> Result<Vec<f64>, Failure> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    if numbers.iter().all(|x| x.is_finite()) { Ok(numbers) } else { Err(Failure::NotFinite) }
}

/// z ↦ f(z, x), where x is constant.
pub(crate) struct OfUnknowns<'a, F: Equation> {
    pub(crate) f: &'a F,
    pub(crate) x: &'a Of<Parameters<F>, f64>,
}

impl<F: Equation> Signature for OfUnknowns<'_, F> {
    type In = Unknowns<F>;
    type Out = F::Out;
}

impl<D: RealDict, F: Equation + Exp<D>> Exp<D> for OfUnknowns<'_, F> {
    #[inline]
    fn apply(&self, dict: D, z: &Of<Unknowns<F>, Num<D>>) -> Of<F::Out, Num<D>> {
        let x = Parameters::<F>::map(self.x, &mut |x| Num::new(dict, dict.constant(*x)));
        self.f.apply(dict, &F::In::join(z.clone(), x))
    }
}
