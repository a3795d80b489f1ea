//! Differential equations by [diffsol](https://docs.rs/diffsol), with forward and adjoint sensitivities.

mod event;

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use ad::implicit::Equation;
use ad::{Argument, Differentiable, Flat, Of, Prepared, Shape};

use crate::results;

pub use event::Event;

/// The right-hand side of y′ = f(y, p), and the products of its Jacobians with vectors. Each method is a closure for diffsol's builder.
///
/// The first argument of f is the state. The others are the parameters, which diffsol has in one slice.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::diffsol::Slope;
/// use diffsol::{NalgebraLU, NalgebraMat, OdeBuilder, SensitivitiesOdeSolverMethod, Vector};
///
/// /// A population that grows up to a capacity.
/// #[exp(adjoint)]
/// fn growth(population: [f64; 1], rate: f64, capacity: f64) -> [f64; 1] {
///     let [y] = population;
///     [rate * y * (1.0 - y / capacity)]
/// }
///
/// let slope = Slope::new(Growth, &([0.1], 1.0, 2.0));
/// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
///     .p(slope.parameters())
///     .rtol(1e-9)
///     .atol([1e-12])
///     .sens_rtol(1e-9)
///     .sens_atol([1e-12])
///     .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
///     .init_sens(|_, _, y| y[0] = 0.1, |_, _, _, dy| dy[0] = 0.0, 1)
///     .build()
///     .unwrap();
/// let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
/// let (y, by_parameter, _) = solver.solve_dense_sensitivities(&[1.0]).unwrap();
///
/// // y = capacity / (1 + (capacity / 0.1 - 1)·exp(-rate·t))
/// let decay = 19.0 * (-1f64).exp();
/// assert!((y[(0, 0)] - 2.0 / (1.0 + decay)).abs() < 1e-7);
/// assert!((by_parameter[0][(0, 0)] - 2.0 * decay / (1.0 + decay).powi(2)).abs() < 1e-7);
/// ```
///
/// # Panics
///
/// The closures panic if diffsol has another number of states or parameters.
pub struct Slope<E: Differentiable> {
    parts: Rc<RefCell<Parts<E>>>,
    start: Vec<f64>,
    parameters: Vec<f64>,
}

struct Parts<E: Differentiable> {
    prepared: Prepared<E>,
    arguments: Flat<E::In>,
    results: Flat<E::Out>,
    states: usize,
    /// The place of the time among the numbers of the argument.
    time: Option<usize>,
    /// The argument: the state, the time, the parameters.
    x: Vec<f64>,
    /// A direction of the argument, or its adjoint.
    dx: Vec<f64>,
    /// Results.
    y: Vec<f64>,
}

impl<E: Differentiable + Equation> Slope<E> {
    /// The equation y′ = f(y, p, …), with the state and the parameters of `start`.
    pub fn new<X, H>(f: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let states = results::structure(&f, start).len();
        Slope::of(f, start, states, false)
    }

    /// The equation y′ = f(y, t, p, …), with the state and the parameters of `start`. There are at most three parameters.
    pub fn with_time<X, H>(f: E, start: &X) -> Self
    where
        E::In: Timed,
        X: Argument<E::In, H> + ?Sized,
    {
        let states = results::structure(&f, start).len();
        Slope::of(f, start, states, true)
    }
}

impl<E: Differentiable> Slope<E> {
    fn of<X, H>(f: E, start: &X, n: usize, timed: bool) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let arguments = Flat::of(&f, start);
        let results = results::structure(&f, start);
        let all = arguments.to_vec(start);
        let time = timed.then_some(n);
        let parameters = all[n + usize::from(timed)..].to_vec();
        let parts = Parts {
            prepared: Prepared::new(f),
            arguments,
            states: n,
            time,
            x: all.clone(),
            dx: vec![0.0; all.len()],
            y: vec![0.0; results.len()],
            results,
        };
        Slope { parts: Rc::new(RefCell::new(parts)), start: all[..n].to_vec(), parameters }
    }

    /// The state of the start, in diffsol's order.
    pub fn start(&self) -> Vec<f64> {
        self.start.clone()
    }

    /// The parameters of the start, in diffsol's order.
    pub fn parameters(&self) -> Vec<f64> {
        self.parameters.clone()
    }

    /// A state of diffsol in its container.
    pub fn read(&self, state: &[f64]) -> Of<E::Out, f64> {
        self.parts.borrow().results.read(state)
    }

    /// f(y, p).
    pub fn rhs(&self) -> impl Fn(&[f64], &[f64], f64, &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |y, p, t, slope| {
            let parts = &mut *parts.borrow_mut();
            parts.place(y, p, t);
            let Parts { prepared, arguments, results, x, .. } = parts;
            prepared.value_into(&arguments.at(x), &mut results.at_mut(slope));
        }
    }

    /// ∂f/∂y · v.
    pub fn jac_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.product(Parts::columns_of_states)
    }

    /// ∂f/∂p · v.
    pub fn sens_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.product(Parts::columns_of_parameters)
    }

    /// -(∂f/∂y)ᵀ · v, with the sign that diffsol wants.
    pub fn jac_adjoint_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.transposed(Parts::columns_of_states)
    }

    /// -(∂f/∂p)ᵀ · v, with the sign that diffsol wants.
    pub fn sens_adjoint_mul(&self) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        self.transposed(Parts::columns_of_parameters)
    }

    /// The product of some columns of the Jacobian with a vector.
    fn product(
        &self,
        columns: fn(&Parts<E>) -> Range<usize>,
    ) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |y, p, t, v, product| {
            let parts = &mut *parts.borrow_mut();
            parts.place(y, p, t);
            let columns = columns(parts);
            let Parts { prepared, arguments, results, x, dx, y, .. } = parts;
            dx.fill(0.0);
            dx[columns].copy_from_slice(v);
            let (x, dx) = (arguments.at(x), arguments.at(dx));
            prepared.jvp_into(&x, &dx, &mut results.at_mut(y), &mut results.at_mut(product));
        }
    }

    /// Minus the product of a vector with some columns of the Jacobian.
    fn transposed(
        &self,
        columns: fn(&Parts<E>) -> Range<usize>,
    ) -> impl Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |y, p, t, v, product| {
            let parts = &mut *parts.borrow_mut();
            parts.place(y, p, t);
            let columns = columns(parts);
            let dx = &parts.adjoint(v)[columns];
            assert_eq!(product.len(), dx.len(), "diffsol has another number of states or parameters");
            product.iter_mut().zip(dx).for_each(|(product, dx)| *product = -dx);
        }
    }
}

impl<E: Differentiable> Parts<E> {
    fn columns_of_states(&self) -> Range<usize> {
        0..self.states
    }

    fn columns_of_parameters(&self) -> Range<usize> {
        self.states + usize::from(self.time.is_some())..self.x.len()
    }

    /// The adjoint of the argument for the adjoint `v` of the results.
    fn adjoint(&mut self, v: &[f64]) -> &[f64] {
        let Parts { prepared, arguments, results, x, dx, y, .. } = self;
        let (x, v) = (arguments.at(x), results.at(v));
        prepared.vjp_into(&x, &v, &mut results.at_mut(y), &mut arguments.at_mut(dx));
        dx
    }

    /// Makes the argument of f.
    fn place(&mut self, y: &[f64], p: &[f64], t: f64) {
        let (states, parameters) = (self.columns_of_states(), self.columns_of_parameters());
        self.x[states].copy_from_slice(y);
        self.x[parameters].copy_from_slice(p);
        if let Some(time) = self.time {
            self.x[time] = t;
        }
    }
}

/// The initial state y = g(p), and the products of its Jacobian with vectors. Each method is a closure for `init_sens` or `init_adjoint` of
/// diffsol's builder.
///
/// The arguments of g are the parameters of the [`Slope`], in the same order. Each of the two functions may ignore some of them.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::diffsol::{Slope, Start};
/// use diffsol::{NalgebraLU, NalgebraMat, OdeBuilder, SensitivitiesOdeSolverMethod};
///
/// #[exp(adjoint)]
/// fn decay(y: [f64; 1], rate: f64, _first: f64) -> [f64; 1] {
///     [-rate * y[0]]
/// }
///
/// #[exp(adjoint)]
/// fn first(_rate: f64, first: f64) -> [f64; 1] {
///     [first]
/// }
///
/// let slope = Slope::new(Decay, &([3.0], 0.5, 3.0));
/// let start = Start::new(First, &(0.5, 3.0));
/// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
///     .p(slope.parameters())
///     .rtol(1e-9)
///     .atol([1e-12])
///     .sens_rtol(1e-9)
///     .sens_atol([1e-12])
///     .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
///     .init_sens(start.init(), start.sens_mul(), start.states())
///     .build()
///     .unwrap();
/// let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
/// let (_, by_parameter, _) = solver.solve_dense_sensitivities(&[2.0]).unwrap();
/// assert!((by_parameter[1][(0, 0)] - (-1f64).exp()).abs() < 1e-7);
/// ```
///
/// # Panics
///
/// The closures panic if diffsol has another number of states or parameters.
pub struct Start<E: Differentiable> {
    parts: Rc<Initial<E>>,
}

struct Initial<E: Differentiable> {
    parameters: Flat<E::In>,
    states: Flat<E::Out>,
    /// With room for the state.
    prepared: RefCell<(Prepared<E>, Vec<f64>)>,
}

impl<E: Differentiable> Start<E> {
    /// The initial state `g` of parameters with the structure of `parameters`.
    pub fn new<X, H>(g: E, parameters: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (parameters, states) = (Flat::of(&g, parameters), results::structure(&g, parameters));
        let prepared = RefCell::new((Prepared::new(g), vec![0.0; states.len()]));
        Start { parts: Rc::new(Initial { parameters, states, prepared }) }
    }
}

impl<E: Differentiable> Start<E> {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.parts.states.len()
    }

    /// g(p).
    pub fn init(&self) -> impl Fn(&[f64], f64, &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |p, _, y| {
            let Initial { parameters, states, prepared } = &*parts;
            prepared.borrow_mut().0.value_into(&parameters.at(p), &mut states.at_mut(y));
        }
    }

    /// ∂g/∂p · v.
    pub fn sens_mul(&self) -> impl Fn(&[f64], f64, &[f64], &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |p, _, v, product| {
            let Initial { parameters, states, prepared } = &*parts;
            let (prepared, y) = &mut *prepared.borrow_mut();
            let (p, v) = (parameters.at(p), parameters.at(v));
            prepared.jvp_into(&p, &v, &mut states.at_mut(y), &mut states.at_mut(product));
        }
    }

    /// -(∂g/∂p)ᵀ · v, with the sign that diffsol wants.
    pub fn sens_adjoint_mul(&self) -> impl Fn(&[f64], f64, &[f64], &mut [f64]) + use<E> {
        let parts = self.parts.clone();
        move |p, _, v, product| {
            let Initial { parameters, states, prepared } = &*parts;
            let (prepared, y) = &mut *prepared.borrow_mut();
            let (p, v) = (parameters.at(p), states.at(v));
            prepared.vjp_into(&p, &v, &mut states.at_mut(y), &mut parameters.at_mut(product));
            product.iter_mut().for_each(|product| *product = -*product);
        }
    }
}

/// The arguments of functions of a state, the time, and parameters.
pub trait Timed: Shape {}
impl<Y: Shape> Timed for (Y, f64) {}
impl<Y: Shape, A: Shape> Timed for (Y, f64, A) {}
impl<Y: Shape, A: Shape, B: Shape> Timed for (Y, f64, A, B) {}
impl<Y: Shape, A: Shape, B: Shape, C: Shape> Timed for (Y, f64, A, B, C) {}
