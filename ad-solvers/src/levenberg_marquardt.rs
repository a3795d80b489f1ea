//! Nonlinear least squares by [levenberg-marquardt](https://docs.rs/levenberg-marquardt).

use std::cell::RefCell;

use ad::{Argument, Differentiable, Flat, Of, Prepared};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, MinimizationReport};
use nalgebra::{DMatrix, DVector, Dyn, Owned};

/// Residuals whose sum of squares is to be minimized.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::levenberg_marquardt::Fit;
///
/// #[exp(adjoint)]
/// fn residuals(#[fixed] data: &[(f64, f64)], rate: f64, scale: f64) -> Vec<f64> {
///     data.iter().map(|(t, y)| scale * (-rate * t).exp() - y).collect()
/// }
///
/// let data = [(0.0, 4.0), (1.0, 2.0), (2.0, 1.0)];
/// let (report, (rate, scale)) = Fit::new(Residuals { data: &data }, &(0.1, 1.0)).minimize();
/// assert!(report.termination.was_successful());
/// assert!((rate - 2f64.ln()).abs() < 1e-9 && (scale - 4.0).abs() < 1e-9);
/// ```
pub struct Fit<E: Differentiable> {
    prepared: RefCell<Prepared<E>>,
    flat: Flat<E::In>,
    parameters: DVector<f64>,
    residuals: usize,
}

impl<E: Differentiable<Out = Vec<f64>> + ad::Exp<ad::F64>> Fit<E> {
    /// Fit the parameters of `e` from `start` on.
    pub fn new<X, H>(e: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let flat = Flat::of(&e, start);
        let parameters = DVector::from_vec(flat.to_vec(start));
        let residuals = ad::call::value(&e, start).len();
        Fit { prepared: RefCell::new(Prepared::new(e)), flat, parameters, residuals }
    }

    /// The report of a fit with the crate's default settings, and the parameters that it found.
    pub fn minimize(self) -> (MinimizationReport<f64>, Of<E::In, f64>) {
        let (fit, report) = LevenbergMarquardt::new().minimize(self);
        (report, fit.parameters())
    }
}

impl<E: Differentiable> Fit<E> {
    /// The current parameters in their container.
    pub fn parameters(&self) -> Of<E::In, f64> {
        self.flat.read(self.parameters.as_slice())
    }

    /// The names of the parameters.
    pub fn names(&self) -> Vec<String> {
        self.flat.names()
    }
}

impl<E: Differentiable<Out = Vec<f64>>> LeastSquaresProblem<f64, Dyn, Dyn> for Fit<E> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, parameters: &DVector<f64>) {
        self.parameters.copy_from(parameters);
    }
    fn params(&self) -> DVector<f64> {
        self.parameters.clone()
    }
    fn residuals(&self) -> Option<DVector<f64>> {
        let mut residuals = DVector::zeros(self.residuals);
        let x = self.flat.at(self.parameters.as_slice());
        self.prepared.borrow_mut().value_into(&x, residuals.as_mut_slice());
        Some(residuals)
    }
    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let mut rows = vec![0.0; self.residuals * self.parameters.len()];
        self.prepared.borrow_mut().jacobian_into(&self.flat.at(self.parameters.as_slice()), &mut rows);
        Some(DMatrix::from_row_slice(self.residuals, self.parameters.len(), &rows))
    }
}
