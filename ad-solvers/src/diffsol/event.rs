//! Events of a differential equation, and the sensitivities of their times.

use ad::given::Arguments;
use ad::{Argument, Differentiable, Shape};

use super::{Slope, Timed};

/// The functions g(y, p) whose changes of sign are events, with the products of their Jacobians with vectors. Each method is a closure for
/// `root`, `root_sens_implicit` or `root_adjoint_implicit` of diffsol's builder.
///
/// The arguments of g are those of the [`Slope`]: the state, and the parameters in the same order. A new state after an event, for
/// `reset_sens_implicit`, is a function of the same kind.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::diffsol::{Event, Slope, Start};
/// use diffsol::{
///     NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverStopReason, SensitivitiesOdeSolverMethod,
/// };
///
/// /// A stone that falls: its height and speed.
/// #[exp(adjoint)]
/// fn fall(stone: [f64; 2], gravity: f64, _drop: f64) -> [f64; 2] {
///     [stone[1], -gravity]
/// }
///
/// #[exp(adjoint)]
/// fn height(stone: [f64; 2], _gravity: f64, _drop: f64) -> [f64; 1] {
///     [stone[0]]
/// }
///
/// #[exp(adjoint)]
/// fn at_rest(_gravity: f64, drop: f64) -> [f64; 2] {
///     [drop, 0.0]
/// }
///
/// let (gravity, drop) = (10.0, 5.0);
/// let slope = Slope::new(Fall, &([drop, 0.0], gravity, drop));
/// let ground = Event::new(Height, &([drop, 0.0], gravity, drop));
/// let start = Start::new(AtRest, &(gravity, drop));
/// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
///     .p(slope.parameters())
///     .rtol(1e-9)
///     .atol([1e-12])
///     .sens_rtol(1e-9)
///     .sens_atol([1e-12])
///     .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
///     .init_sens(start.init(), start.sens_mul(), start.states())
///     .root_sens_implicit(ground.root(), ground.jac_mul(), ground.sens_mul(), ground.roots())
///     .build()
///     .unwrap();
/// let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
/// let t = loop {
///     if let OdeSolverStopReason::RootFound(t, _) = solver.step().unwrap() {
///         break t;
///     }
/// };
/// let (y, by_parameters) = (solver.interpolate(t).unwrap(), solver.interpolate_sens(t).unwrap());
/// let at = (y.batch_as_slice(0), &[gravity, drop][..], t);
/// let by = ground.time_by_parameters(0, &slope, at, (0..2).map(|k| by_parameters.batch_as_slice(k)));
///
/// // t = √(2·drop / gravity)
/// assert!((t - 1.0).abs() < 1e-7 && (by[0] + 0.05).abs() < 1e-7 && (by[1] - 0.1).abs() < 1e-7);
/// ```
///
/// # Panics
///
/// The closures panic if diffsol has another number of states, parameters or roots.
pub struct Event<E: Differentiable>(Slope<E>);

impl<E: Differentiable<In: Arguments>> Event<E> {
    /// The roots of g(y, p, …), at states and parameters with the structure of `start`.
    pub fn new<X, H>(g: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        Event::of(g, start, false)
    }

    /// The roots of g(y, t, p, …), at states and parameters with the structure of `start`. There are at most three parameters.
    pub fn with_time<X, H>(g: E, start: &X) -> Self
    where
        E::In: Timed,
        X: Argument<E::In, H> + ?Sized,
    {
        Event::of(g, start, true)
    }

    fn of<X, H>(g: E, start: &X, timed: bool) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (state, _) = E::In::split(start.to_container());
        Event(Slope::of(g, start, <E::In as Arguments>::First::count(&state), timed))
    }
}

impl<E: Differentiable> Event<E> {
    /// The number of roots.
    pub fn roots(&self) -> usize {
        self.0.parts.borrow().results.len()
    }

    /// g(y, p).
    pub fn root(&self) -> impl Fn(&[f64], &[f64], f64, &mut [f64]) + use<E> {
        self.0.rhs()
    }

    /// ∂g/∂y · v.
    pub fn jac_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.0.jac_mul()
    }

    /// ∂g/∂p · v.
    pub fn sens_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.0.sens_mul()
    }

    /// -(∂g/∂y)ᵀ · v, with the sign that diffsol wants.
    pub fn jac_adjoint_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.0.jac_adjoint_mul()
    }

    /// -(∂g/∂p)ᵀ · v, with the sign that diffsol wants.
    pub fn sens_adjoint_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.0.sens_adjoint_mul()
    }

    /// The derivatives of the time of an event by the parameters, where the motion by `slope` has the state, parameters and time `at`.
    /// `sensitivities` are the derivatives of the state by each parameter, which diffsol has as batches.
    ///
    /// The event stays on g = 0, so its time changes by -(∂g/∂y·s + ∂g/∂p) / (∂g/∂y·f + ∂g/∂t). If the motion only touches g = 0, the
    /// derivatives do not exist, and the results are not finite.
    ///
    /// # Panics
    ///
    /// Panics if there is no such root, or another number of states, parameters or sensitivities.
    pub fn time_by_parameters<'s, F: Differentiable>(
        &self,
        root: usize,
        slope: &Slope<F>,
        at: (&[f64], &[f64], f64),
        sensitivities: impl IntoIterator<Item = &'s [f64]>,
    ) -> Vec<f64> {
        let (y, p, t) = at;
        let mut speed = vec![0.0; y.len()];
        slope.rhs()(y, p, t, &mut speed);
        let parts = &mut *self.0.parts.borrow_mut();
        parts.place(y, p, t);
        let (states, parameters, time) =
            (parts.columns_of_states(), parts.columns_of_parameters(), parts.time);
        let mut seed = vec![0.0; parts.y.len()];
        seed[root] = 1.0;
        let row = parts.adjoint(&seed);
        let by_state = |v: &[f64]| ad::dot(&row[states.clone()], v);
        let rate = by_state(&speed) + time.map_or(0.0, |time| row[time]);
        let by_parameter: Vec<f64> = sensitivities.into_iter().map(by_state).collect();
        let (found, expected) = (by_parameter.len(), parameters.len());
        assert!(found == expected, "{found} sensitivities are passed, and there are {expected} parameters");
        by_parameter.iter().zip(&row[parameters]).map(|(s, p)| -(s + p) / rate).collect()
    }
}
