//! A fit with `levenberg-marquardt`, and the uncertainty of its predictions.

use ad::prelude::*;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DVector, Dyn, Matrix, Owned, U3, Vector3};

use crate::{Parameters, Population, Residuals};

/// The problem as the crate wants it: the parameters, and two answers.
struct Problem<'a> {
    parameters: Parameters,
    residuals: Residuals<'a>,
}

impl LeastSquaresProblem<f64, Dyn, U3> for Problem<'_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, U3>;
    type ParameterStorage = Owned<f64, U3>;

    fn set_params(&mut self, parameters: &Vector3<f64>) {
        self.parameters = (*parameters).into();
    }
    fn params(&self) -> Vector3<f64> {
        self.parameters.into()
    }
    fn residuals(&self) -> Option<DVector<f64>> {
        Some(call::value(&self.residuals, &self.parameters).into())
    }
    fn jacobian(&self) -> Option<Matrix<f64, Dyn, U3, Self::JacobianStorage>> {
        let rows = call::jacobian(&self.residuals, &self.parameters);
        Some(Matrix::<f64, Dyn, U3, _>::from_fn_generic(Dyn(rows.len()), U3, |i, j| rows[i][j]))
    }
}

/// The parameters that fit best, and their covariance σ²·(JᵀJ)⁻¹, with σ² from the residuals.
///
/// # Panics
///
/// Panics if the fit does not converge, or leaves a parameter undetermined.
pub fn fit(observed: &[(f64, f64)], start: Parameters) -> (Parameters, Vec<Vec<f64>>) {
    let problem = Problem { parameters: start, residuals: Residuals { observed } };
    let (problem, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful(), "{:?}", report.termination);
    let jacobian = call::jacobian(&problem.residuals, &problem.parameters);
    let squares: f64 = call::value(&problem.residuals, &problem.parameters).iter().map(|r| r * r).sum();
    let variance = squares / (observed.len() - 3) as f64;
    let information = ad::linear::matmul(&ad::linear::transpose(&jacobian), &jacobian);
    let mut covariance = ad::linear::inverse(&information).expect("all parameters matter");
    covariance.iter_mut().flatten().for_each(|entry| *entry *= variance);
    (problem.parameters, covariance)
}

/// The population at the time `t`, and its standard deviation √(gᵀ·C·g) for small errors of the parameters.
pub fn predict(t: f64, parameters: Parameters, covariance: &[Vec<f64>]) -> (f64, f64) {
    let (value, gradient) = call::value_and_grad(&Population { t }, &parameters);
    (value, ad::dot(&gradient, &ad::linear::matvec(covariance, &gradient)).sqrt())
}
