//! Minimization by [argmin](https://docs.rs/argmin).

use std::cell::RefCell;

use ad::{Argument, Differentiable, Flat, Of, Prepared, TwiceDifferentiable};
use argmin::core::{CostFunction, Error, Gradient, Hessian};

/// A function to be minimized: its cost, gradient and Hessian at a `Vec<f64>`.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::argmin::Cost;
/// use argmin::core::{Executor, State};
/// use argmin::solver::trustregion::{Steihaug, TrustRegion};
///
/// #[exp(adjoint)]
/// fn bowl(x: f64, y: f64) -> f64 {
///     (x - 3.0).powi(2) + (x * y - 6.0).powi(2)
/// }
///
/// let cost = Cost::new(Bowl, &(2.9, 2.1));
/// let start = cost.start();
/// let solver = TrustRegion::new(Steihaug::new().with_max_iters(20)).with_radius(1.0).unwrap();
/// let run = Executor::new(cost, solver).configure(|state| state.param(start).max_iters(50)).run().unwrap();
/// let best = run.state().get_best_param().unwrap();
/// assert!((best[0] - 3.0).abs() < 1e-6 && (best[1] - 2.0).abs() < 1e-6);
/// ```
pub struct Cost<E: Differentiable> {
    prepared: RefCell<Prepared<E>>,
    flat: Flat<E::In>,
    start: Vec<f64>,
}

impl<E: Differentiable<Out = f64>> Cost<E> {
    /// Minimize `e` from `start` on.
    pub fn new<X, H>(e: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let flat = Flat::of(&e, start);
        let start = flat.to_vec(start);
        Cost { prepared: RefCell::new(Prepared::new(e)), flat, start }
    }

    /// The start, as argmin's first parameter.
    pub fn start(&self) -> Vec<f64> {
        self.start.clone()
    }

    /// The names of the parameters.
    pub fn names(&self) -> Vec<String> {
        self.flat.names()
    }

    /// Parameters in their container.
    pub fn read(&self, parameters: &[f64]) -> Of<E::In, f64> {
        self.flat.read(parameters)
    }
}

impl<E: Differentiable<Out = f64>> CostFunction for Cost<E> {
    type Param = Vec<f64>;
    type Output = f64;
    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.prepared.borrow_mut().value(&self.flat.at(x)))
    }
}

impl<E: Differentiable<Out = f64>> Gradient for Cost<E> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;
    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut gradient = vec![0.0; x.len()];
        self.prepared.borrow_mut().grad_into(&self.flat.at(x), &mut self.flat.at_mut(&mut gradient));
        Ok(gradient)
    }
}

impl<E: Differentiable<Out = f64> + TwiceDifferentiable> Hessian for Cost<E> {
    type Param = Vec<f64>;
    type Hessian = Vec<Vec<f64>>;
    fn hessian(&self, x: &Vec<f64>) -> Result<Vec<Vec<f64>>, Error> {
        let mut rows = vec![0.0; x.len() * x.len()];
        self.prepared.borrow_mut().hessian_into(&self.flat.at(x), &mut rows);
        Ok(rows.chunks(x.len().max(1)).map(<[f64]>::to_vec).collect())
    }
}
