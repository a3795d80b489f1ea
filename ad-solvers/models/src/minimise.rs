//! The same fit as a minimum, with `argmin`: Newton's method within a trust region.

use ad::prelude::*;
use argmin::core::{CostFunction, Error, Executor, Gradient, Hessian};
use argmin::solver::trustregion::{Steihaug, TrustRegion};

use crate::{Misfit, Parameters};

/// The crate requires three methods, and each is one call.
struct Problem<'a>(Misfit<'a>);

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;
    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, Error> {
        Ok(call::value(&self.0, parameters))
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;
    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(call::grad(&self.0, parameters))
    }
}

impl Hessian for Problem<'_> {
    type Param = Vec<f64>;
    type Hessian = Vec<Vec<f64>>;
    fn hessian(&self, parameters: &Vec<f64>) -> Result<Vec<Vec<f64>>, Error> {
        Ok(call::hessian(&self.0, parameters))
    }
}

/// The parameters that fit best.
///
/// # Errors
///
/// The errors of `argmin`.
pub fn minimise(observed: &[(f64, f64)], start: Parameters) -> Result<Parameters, Error> {
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20)).with_radius(1.0)?;
    let problem = Problem(Misfit { observed });
    let result =
        Executor::new(problem, solver).configure(|state| state.param(start.to_vec()).max_iters(200)).run()?;
    let best = result.state.best_param.expect("there is at least the start");
    Ok([best[0], best[1], best[2]])
}
