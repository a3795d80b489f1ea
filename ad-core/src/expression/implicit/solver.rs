//! Solvers of equations, on plain floats.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::{Difference, Equation, Factors, OfUnknowns, Parameters, Unknowns, finite, linearize};
use crate::expression::given::Arguments;
use crate::forward::Forward;
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::number::erased::Collected;
use crate::{Exp, F64, Of, Shape};

/// A method to find z with f(z, x) = 0, in plain floats.
pub trait Solver<F: Equation> {
    /// The solution for the parameters `x`.
    ///
    /// # Errors
    ///
    /// The reason why there is no solution.
    fn solve(&self, f: &F, x: &Of<Parameters<F>, f64>) -> Result<Of<Unknowns<F>, f64>, Failure>;
}

/// The reason why there is no solution, or no derivative of it.
///
/// ```
/// use ad::implicit::Failure;
/// use ad::{At, exp, root};
///
/// #[exp]
/// fn square(z: f64, a: f64) -> f64 {
///     z * z - a
/// }
///
/// let sqrt = root(Square, |&a| a).checked();
/// assert_eq!(sqrt.at(4.0), Ok(2.0));
/// // From the guess -1 it comes to 0, where the parabola is flat.
/// assert_eq!(sqrt.at(-1.0), Err(Failure::Singular));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The search did not converge.
    NoConvergence {
        /// The number of steps.
        steps: usize,
        /// The size of the last step.
        last: f64,
    },
    /// The Jacobian with respect to the unknowns is singular.
    Singular,
    /// A value or a derivative of the equations is NaN or infinite, or the solution is.
    NotFinite,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoConvergence { steps, last } => write!(
                f,
                "no solution was found: after {steps} steps the unknowns still change by {last:e}; try another guess"
            ),
            Failure::Singular => write!(
                f,
                "the Jacobian with respect to the unknowns is singular: the solution has no derivative, or the guess is a bad one"
            ),
            Failure::NotFinite => write!(f, "a value or a derivative of the equations is NaN or infinite"),
        }
    }
}

impl core::error::Error for Failure {}

/// A user's solver, see [`implicit`](crate::implicit()).
#[derive(Clone, Copy, Debug)]
pub struct UserSolver<S>(pub(super) S);

impl<F: Equation, S> Solver<F> for UserSolver<S>
where
    S: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    fn solve(&self, _: &F, x: &Of<Parameters<F>, f64>) -> Result<Of<Unknowns<F>, f64>, Failure> {
        Ok((self.0)(x))
    }
}

/// A search by the method `M`, from a guess.
#[derive(Clone, Copy, Debug)]
pub struct Search<G, M> {
    pub(super) guess: G,
    pub(super) tolerance: f64,
    pub(super) steps: usize,
    pub(super) method: PhantomData<M>,
}

impl<G, M> Search<G, M> {
    pub(super) fn new(guess: G, tolerance: f64, steps: usize) -> Self {
        Search { guess, tolerance, steps, method: PhantomData }
    }
}

/// Newton's method, see [`root`](crate::root).
#[derive(Clone, Copy, Debug)]
pub struct Newton;

impl<F, G> Solver<F> for Search<G, Newton>
where
    F: Equation + Exp<F64> + for<'t> Exp<Forward<'t, F64, 8>>,
    G: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    fn solve(&self, f: &F, x: &Of<Parameters<F>, f64>) -> Result<Of<Unknowns<F>, f64>, Failure> {
        let mut z = (self.guess)(x);
        let mut last = f64::INFINITY;
        for steps in 1..=self.steps {
            let (residual, jacobian) = linearize(f, &z, x)?;
            let before = euclidean(&residual);
            if before == 0.0 {
                return Ok(z);
            }
            let mut step = residual;
            Factors::new(&jacobian).ok_or(Failure::Singular)?.solve(&mut step);
            let shortened = |factor: f64| {
                let mut step = step.iter();
                Unknowns::<F>::map(&z, &mut |z| {
                    z - factor * step.next().expect("there are as many equations as unknowns")
                })
            };
            let nearer = |z: &Of<Unknowns<F>, f64>| {
                let y = OfUnknowns { f, x }.eval(F64, z.clone());
                finite::<F::Out>(&y).is_ok_and(|y| euclidean(&y) < before)
            };
            let scale = greatest(&finite::<Unknowns<F>>(&z)?);
            last = greatest(&step);
            if last <= self.tolerance * scale {
                let next = shortened(1.0);
                return Ok(if nearer(&next) { next } else { z });
            }
            let factors = (0..HALVINGS).map(|i| 0.5f64.powi(i));
            match factors.map(shortened).find(nearer) {
                Some(next) => z = next,
                // Only rounding errors are left.
                None if last <= f64::EPSILON.sqrt() * scale => return Ok(z),
                None => return Err(Failure::NoConvergence { steps, last }),
            }
        }
        Err(Failure::NoConvergence { steps: self.steps, last })
    }
}

/// The number of times that a step of Newton's method is halved.
const HALVINGS: i32 = 40;

/// The repetition of a function, see [`fixed_point`](crate::fixed_point).
#[derive(Clone, Copy, Debug)]
pub struct Repetition;

impl<F, G> Solver<Difference<F>> for Search<G, Repetition>
where
    F: Equation + Exp<F64>,
    G: Fn(&Of<Parameters<F>, f64>) -> Of<Unknowns<F>, f64>,
{
    fn solve(
        &self,
        Difference(g): &Difference<F>,
        x: &Of<Parameters<F>, f64>,
    ) -> Result<Of<Unknowns<F>, f64>, Failure> {
        let mut z = (self.guess)(x);
        let mut last = f64::INFINITY;
        for _ in 0..self.steps {
            let next = g.eval(F64, F::In::join(z.clone(), x.clone()));
            let numbers = finite::<F::Out>(&next)?;
            let changes: Vec<f64> =
                finite::<F::Out>(&z)?.iter().zip(&numbers).map(|(a, b)| a - b).collected();
            last = greatest(&changes);
            z = next;
            if last <= (self.tolerance * greatest(&numbers)).max(f64::MIN_POSITIVE) {
                return Ok(z);
            }
        }
        Err(Failure::NoConvergence { steps: self.steps, last })
    }
}

fn greatest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |greatest, x| greatest.max(x.abs()))
}

fn euclidean(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |length, x| x.hypot(length))
}
