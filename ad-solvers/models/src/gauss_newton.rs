//! The fit once more with `argmin`, by the method of Gauss and Newton: the residuals and their Jacobian, as nalgebra's matrices.

use ad::prelude::*;
use argmin::core::{Error, Executor, Jacobian, Operator};
use argmin::solver::gaussnewton::GaussNewton;
use nalgebra::{DMatrix, DVector};

use crate::{Parameters, Residuals};

struct Problem<'a>(Residuals<'a>);

/// The parameters as the expression takes them.
fn array(parameters: &DVector<f64>) -> Parameters {
    [parameters[0], parameters[1], parameters[2]]
}

impl Operator for Problem<'_> {
    type Param = DVector<f64>;
    type Output = DVector<f64>;
    fn apply(&self, parameters: &DVector<f64>) -> Result<DVector<f64>, Error> {
        Ok(call::value(&self.0, &array(parameters)).into())
    }
}

impl Jacobian for Problem<'_> {
    type Param = DVector<f64>;
    type Jacobian = DMatrix<f64>;
    fn jacobian(&self, parameters: &DVector<f64>) -> Result<DMatrix<f64>, Error> {
        let rows = call::jacobian(&self.0, &array(parameters));
        Ok(DMatrix::from_fn(rows.len(), 3, |i, j| rows[i][j]))
    }
}

/// The parameters that fit best. They have to be near: the steps are taken as they are.
///
/// # Errors
///
/// The errors of `argmin`.
pub fn refine(observed: &[(f64, f64)], start: Parameters) -> Result<Parameters, Error> {
    let result = Executor::new(Problem(Residuals { observed }), GaussNewton::new())
        .configure(|state| state.param(DVector::from_row_slice(&start)).max_iters(50))
        .run()?;
    Ok(array(&result.state.best_param.expect("there is at least the start")))
}
