//! Optimization on embedded targets by [optimization_engine](https://docs.rs/optimization_engine).

use std::cell::RefCell;

use ad::{Argument, Differentiable, Flat, Of, Prepared};
use optimization_engine::FunctionCallResult;

use crate::results;

/// A cost, or a mapping into a set. Each method is a closure for `Problem` or for `AlmFactory`.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::optimization_engine::Function;
/// use optimization_engine::constraints::Ball2;
/// use optimization_engine::panoc::{PANOCCache, PANOCOptimizer};
/// use optimization_engine::Problem;
///
/// /// The squared distance from (3, 4).
/// #[exp(adjoint)]
/// fn distance(x: f64, y: f64) -> f64 {
///     (x - 3.0).powi(2) + (y - 4.0).powi(2)
/// }
///
/// let function = Function::new(Distance, &(0.0, 0.0));
/// let disc = Ball2::new(None, 1.0);
/// let problem = Problem::new(&disc, function.gradient(), function.cost());
/// let mut cache = PANOCCache::new(2, 1e-9, 5);
/// let mut solver = PANOCOptimizer::new(problem, &mut cache);
/// let mut u = function.start();
/// assert!(solver.solve(&mut u).unwrap().has_converged());
/// let (x, y) = function.read(&u);
/// assert!((x - 0.6).abs() < 1e-6 && (y - 0.8).abs() < 1e-6);
/// ```
///
/// The closures return no errors. The solver reports numbers that are not finite itself.
///
/// # Panics
///
/// The closures panic if the solver has another number of variables or results.
pub struct Function<E: Differentiable> {
    arguments: Flat<E::In>,
    results: Flat<E::Out>,
    memory: RefCell<(Prepared<E>, Vec<f64>)>,
    start: Vec<f64>,
}

impl<E: Differentiable> Function<E> {
    /// The function `e`, whose variables have the structure of `start`.
    pub fn new<X, H>(e: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (arguments, results) = (Flat::of(&e, start), results::structure(&e, start));
        let (start, values) = (arguments.to_vec(start), vec![0.0; results.len()]);
        Function { arguments, results, memory: RefCell::new((Prepared::new(e), values)), start }
    }
}

impl<E: Differentiable> Function<E> {
    /// The start, as the solver's variables.
    pub fn start(&self) -> Vec<f64> {
        self.start.clone()
    }

    /// The names of the variables.
    pub fn names(&self) -> Vec<String> {
        self.arguments.names()
    }

    /// Variables in their container.
    pub fn read(&self, u: &[f64]) -> Of<E::In, f64> {
        self.arguments.read(u)
    }

    /// F(u), for a mapping of the augmented Lagrangian method.
    pub fn mapping(&self) -> impl Fn(&[f64], &mut [f64]) -> FunctionCallResult {
        |u, values| {
            let (prepared, _) = &mut *self.memory.borrow_mut();
            prepared.value_into(&self.arguments.at(u), &mut self.results.at_mut(values));
            Ok(())
        }
    }

    /// JF(u)ᵀ·d, for a mapping of the augmented Lagrangian method.
    pub fn jacobian_product(&self) -> impl Fn(&[f64], &[f64], &mut [f64]) -> FunctionCallResult {
        |u, d, product| {
            let (prepared, values) = &mut *self.memory.borrow_mut();
            let (u, d) = (self.arguments.at(u), self.results.at(d));
            prepared.vjp_into(&u, &d, &mut self.results.at_mut(values), &mut self.arguments.at_mut(product));
            Ok(())
        }
    }
}

impl<E: Differentiable<Out = f64>> Function<E> {
    /// The cost.
    pub fn cost(&self) -> impl Fn(&[f64], &mut f64) -> FunctionCallResult {
        |u, cost| {
            let (prepared, _) = &mut *self.memory.borrow_mut();
            *cost = prepared.value(&self.arguments.at(u));
            Ok(())
        }
    }

    /// The gradient of the cost.
    pub fn gradient(&self) -> impl Fn(&[f64], &mut [f64]) -> FunctionCallResult {
        |u, gradient| {
            let (prepared, _) = &mut *self.memory.borrow_mut();
            prepared.grad_into(&self.arguments.at(u), &mut self.arguments.at_mut(gradient));
            Ok(())
        }
    }
}
