//! Two data sets of the NIST with `levenberg-marquardt`, fitted to their certified digits.
//!
//! The data, models, starting values and certified results are those of the *Statistical Reference Datasets* (National Institute
//! of Standards and Technology, <https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml>, public domain): Misra1a, of lower
//! difficulty (monomolecular adsorption), and Thurber, of higher difficulty (mobility of electrons in silicon). Only the models
//! are written; their Jacobians are not.

use ad::forward::{Forward, WIDTH};
use ad::prelude::*;
use ad::{Exp, Signature};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{Const, DVector, Dyn, OMatrix, Owned, SMatrix, SVector};

/// The residuals of y = b₁ (1 - exp(-b₂ x)).
#[exp]
pub fn misra1a(b: [f64; 2], #[fixed] data: &[(f64, f64)]) -> Vec<f64> {
    data.iter().map(|(y, x)| b[0] * (1.0 - (-b[1] * x).exp()) - y).collect()
}

/// The residuals of y = (b₁ + b₂x + b₃x² + b₄x³) / (1 + b₅x + b₆x² + b₇x³).
#[exp]
pub fn thurber(b: [f64; 7], #[fixed] data: &[(f64, f64)]) -> Vec<f64> {
    let model = |x| {
        let numerator = b[0] + x * (b[1] + x * (b[2] + x * b[3]));
        let denominator = 1.0 + x * (b[4] + x * (b[5] + x * b[6]));
        numerator / denominator
    };
    data.iter().map(|&(y, x)| model(x) - y).collect()
}

/// Residuals that have a Jacobian: any of the models above.
pub trait Model<const P: usize>:
    Signature<In = [f64; P], Out = Vec<f64>> + Exp<F64> + for<'t> Exp<Forward<'t, F64, WIDTH>>
{
}
impl<const P: usize, E> Model<P> for E where
    E: Signature<In = [f64; P], Out = Vec<f64>> + Exp<F64> + for<'t> Exp<Forward<'t, F64, WIDTH>>
{
}

struct Problem<'a, E, const P: usize> {
    model: &'a E,
    parameters: [f64; P],
}

impl<E: Model<P>, const P: usize> LeastSquaresProblem<f64, Dyn, Const<P>> for Problem<'_, E, P> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Const<P>>;
    type ParameterStorage = Owned<f64, Const<P>>;

    fn set_params(&mut self, parameters: &SVector<f64, P>) {
        self.parameters = (*parameters).into();
    }
    fn params(&self) -> SVector<f64, P> {
        self.parameters.into()
    }
    fn residuals(&self) -> Option<DVector<f64>> {
        Some(call::value(self.model, &self.parameters).into())
    }
    fn jacobian(&self) -> Option<OMatrix<f64, Dyn, Const<P>>> {
        let rows = forward::jacobian(self.model).at(self.parameters);
        Some(OMatrix::<f64, Dyn, Const<P>>::from_fn_generic(Dyn(rows.len()), Const, |i, j| rows[i][j]))
    }
}

/// The parameters that minimise the sum of squared residuals, their standard deviations, and the sum.
///
/// # Panics
///
/// Panics if the fit does not converge.
pub fn fit<E: Model<P>, const P: usize>(model: &E, start: [f64; P]) -> ([f64; P], [f64; P], f64)
where
    Const<P>: nalgebra::DimMin<Const<P>, Output = Const<P>>,
{
    let problem = Problem { model, parameters: start };
    let (problem, report) = LevenbergMarquardt::new().with_patience(1000).minimize(problem);
    assert!(report.termination.was_successful(), "{:?}", report.termination);
    let (residuals, jacobian) =
        (problem.residuals().expect("there are"), problem.jacobian().expect("there is"));
    let squares = residuals.norm_squared();
    // R of QR: without squaring the condition, as the normal equations would.
    let r = jacobian.qr().r();
    let r = SMatrix::<f64, P, P>::from_fn(|i, j| r[(i, j)]);
    let inverse = r.try_inverse().expect("all parameters matter");
    let variance = squares / (residuals.len() - P) as f64;
    let deviations = std::array::from_fn(|i| (variance * inverse.row(i).norm_squared()).sqrt());
    (problem.parameters, deviations, squares)
}

/// (y, x): volume and pressure.
pub const MISRA1A: [(f64, f64); 14] = [
    (10.07, 77.6),
    (14.73, 114.9),
    (17.94, 141.1),
    (23.93, 190.8),
    (29.61, 239.9),
    (35.18, 289.0),
    (40.02, 332.8),
    (44.82, 378.4),
    (50.76, 434.8),
    (55.05, 477.3),
    (61.01, 536.8),
    (66.40, 593.1),
    (75.47, 689.1),
    (81.78, 760.0),
];

/// (y, x): mobility and the logarithm of density.
pub const THURBER: [(f64, f64); 37] = [
    (80.574, -3.067),
    (84.248, -2.981),
    (87.264, -2.921),
    (87.195, -2.912),
    (89.076, -2.840),
    (89.608, -2.797),
    (89.868, -2.702),
    (90.101, -2.699),
    (92.405, -2.633),
    (95.854, -2.481),
    (100.696, -2.363),
    (101.060, -2.322),
    (401.672, -1.501),
    (390.724, -1.460),
    (567.534, -1.274),
    (635.316, -1.212),
    (733.054, -1.100),
    (759.087, -1.046),
    (894.206, -0.915),
    (990.785, -0.714),
    (1090.109, -0.566),
    (1080.914, -0.545),
    (1122.643, -0.400),
    (1178.351, -0.309),
    (1260.531, -0.109),
    (1273.514, -0.103),
    (1288.339, 0.010),
    (1327.543, 0.119),
    (1353.863, 0.377),
    (1414.509, 0.790),
    (1425.208, 0.963),
    (1421.384, 1.006),
    (1442.962, 1.115),
    (1464.350, 1.572),
    (1468.705, 1.841),
    (1447.894, 2.047),
    (1457.628, 2.200),
];
