//! Constrained optimization by [pounce](https://docs.rs/pounce-nlp), an interior-point method.

use std::cell::RefCell;
use std::rc::Rc;

use ad::sparse::{NewEntry, Problem};
use pounce_algorithm::IpoptApplication;
use pounce_nlp::constant_derivatives::{DerivativeProof, DerivativeProofs};
use pounce_nlp::return_codes::ApplicationReturnStatus;
use pounce_nlp::tnlp::{
    BoundsInfo, IndexStyle, IpoptCq, IpoptData, Linearity, MetaData, NlpInfo, Solution, SparsityRequest,
    StartingPoint, TNLP,
};

pub use crate::sparse::Minimum;
use crate::sparse::{Evaluations, index};

/// The minimum of a [`Problem`], with exact sparse derivatives. `options` are lines of pounce's, such as `"tol 1e-9"`.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::Problem;
/// use ad_solvers::pounce_nlp::minimize;
///
/// /// Problem 71 of Hock and Schittkowski.
/// #[exp(adjoint)]
/// fn objective(x: [f64; 4]) -> f64 {
///     x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
/// }
///
/// #[exp(adjoint)]
/// fn constraints(x: [f64; 4]) -> [f64; 2] {
///     [x[0] * x[1] * x[2] * x[3], x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]]
/// }
///
/// let problem = Problem::new(Objective, Constraints, &[1.0, 5.0, 5.0, 1.0])
///     .bounds(&[1.0; 4], &[5.0; 4])
///     .limits(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
/// let minimum = minimize(problem, "print_level 0");
/// assert!(minimum.succeeded && (minimum.value - 17.0140173).abs() < 1e-6);
/// ```
///
/// # Panics
///
/// Panics if pounce does not know an option.
pub fn minimize(problem: Problem<'static>, options: &str) -> Minimum<ApplicationReturnStatus> {
    let nlp = Rc::new(RefCell::new(Nlp::new(problem)));
    let mut application = IpoptApplication::new();
    application.initialize().expect("pounce has defaults");
    application.initialize_with_options_str(options).expect("pounce knows its options");
    let status = application.optimize_tnlp(nlp.clone());
    let iterations = application.statistics().iteration_count.try_into().unwrap_or(0);
    let Nlp { x, multipliers, value, evaluations } = &*nlp.borrow();
    Minimum {
        succeeded: matches!(
            status,
            ApplicationReturnStatus::SolveSucceeded | ApplicationReturnStatus::SolvedToAcceptableLevel
        ),
        status,
        iterations,
        x: x.clone(),
        multipliers: multipliers.clone(),
        value: *value,
        new_entry: evaluations.new_entry,
    }
}

/// A [`Problem`] for `IpoptApplication::optimize_tnlp`, with options of your own.
pub struct Nlp {
    evaluations: Evaluations,
    /// The variables of the solution.
    pub x: Vec<f64>,
    /// The multipliers of the constraints at the solution.
    pub multipliers: Vec<f64>,
    /// The objective at the solution.
    pub value: f64,
}

impl Nlp {
    /// The problem as pounce sees it.
    pub fn new(problem: Problem<'static>) -> Self {
        let evaluations = Evaluations::new(problem);
        Nlp {
            x: evaluations.problem.start().to_vec(),
            multipliers: vec![0.0; evaluations.constraints()],
            value: f64::NAN,
            evaluations,
        }
    }

    /// The last derivative without a place.
    pub fn new_entry(&self) -> Option<NewEntry> {
        self.evaluations.new_entry
    }
}

fn linearity(linear: bool) -> Linearity {
    if linear { Linearity::Linear } else { Linearity::NonLinear }
}

fn proof(constant: bool) -> DerivativeProof {
    if constant { DerivativeProof::Constant } else { DerivativeProof::Unknown }
}

impl TNLP for Nlp {
    fn get_nlp_info(&mut self) -> Option<NlpInfo> {
        Some(NlpInfo {
            n: index(self.evaluations.variables()),
            m: index(self.evaluations.constraints()),
            nnz_jac_g: index(self.evaluations.problem.jacobian_pattern().nonzeros()),
            nnz_h_lag: index(self.evaluations.problem.hessian_places().len()),
            index_style: IndexStyle::C,
        })
    }
    fn get_bounds_info(&mut self, to: BoundsInfo<'_>) -> bool {
        self.evaluations.bounds_into(to.x_l, to.x_u);
        self.evaluations.limits_into(to.g_l, to.g_u);
        true
    }
    fn get_starting_point(&mut self, to: StartingPoint<'_>) -> bool {
        to.x.copy_from_slice(self.evaluations.problem.start());
        true
    }
    fn eval_f(&mut self, x: &[f64], _: bool) -> Option<f64> {
        Some(self.evaluations.problem.objective(x))
    }
    fn eval_grad_f(&mut self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        self.evaluations.problem.grad_into(x, gradient);
        true
    }
    fn eval_g(&mut self, x: &[f64], _: bool, g: &mut [f64]) -> bool {
        self.evaluations.problem.constraints_into(x, g);
        true
    }
    fn eval_jac_g(&mut self, x: Option<&[f64]>, _: bool, request: SparsityRequest<'_>) -> bool {
        match (request, x) {
            (SparsityRequest::Structure { irow, jcol }, _) => {
                self.evaluations.jacobian_places_into(irow, jcol);
            }
            (SparsityRequest::Values { values }, Some(x)) => {
                return self.evaluations.jacobian_into(x, values);
            }
            (SparsityRequest::Values { .. }, None) => return false,
        }
        true
    }
    fn eval_h(
        &mut self,
        x: Option<&[f64]>,
        _: bool,
        factor: f64,
        multipliers: Option<&[f64]>,
        _: bool,
        request: SparsityRequest<'_>,
    ) -> bool {
        match (request, x, multipliers) {
            (SparsityRequest::Structure { irow, jcol }, ..) => {
                self.evaluations.hessian_places_into(irow, jcol);
            }
            (SparsityRequest::Values { values }, Some(x), Some(multipliers)) => {
                return self.evaluations.hessian_into(x, factor, multipliers, values);
            }
            (SparsityRequest::Values { .. }, ..) => return false,
        }
        true
    }
    fn finalize_solution(&mut self, solution: Solution<'_>, _: &IpoptData, _: &IpoptCq) {
        self.x.copy_from_slice(solution.x);
        self.multipliers.copy_from_slice(solution.lambda);
        self.value = solution.obj_value;
    }
    fn get_var_con_metadata(&mut self, variables: &mut MetaData, _: &mut MetaData) -> bool {
        variables.strings.insert("idx_names".to_owned(), self.evaluations.problem.names().to_vec());
        true
    }
    fn get_variables_linearity(&mut self, types: &mut [Linearity]) -> bool {
        let of = |j| linearity(self.evaluations.problem.variable_is_linear(j));
        types.iter_mut().enumerate().for_each(|(j, to)| *to = of(j));
        true
    }
    fn get_constraints_linearity(&mut self, types: &mut [Linearity]) -> bool {
        let of = |i| linearity(self.evaluations.problem.constraint_is_linear(i));
        types.iter_mut().enumerate().for_each(|(i, to)| *to = of(i));
        true
    }
    fn derivative_proofs(&mut self) -> DerivativeProofs {
        let rows = 0..self.evaluations.constraints();
        // With multipliers, the Hessian is constant if only the objective has one.
        let linear = rows.clone().all(|i| self.evaluations.problem.constraint_is_linear(i));
        DerivativeProofs {
            grad_f: proof(self.evaluations.problem.objective_is_linear()),
            hessian: proof(linear && self.evaluations.problem.objective_is_quadratic()),
            jac: rows.map(|i| proof(self.evaluations.problem.constraint_is_linear(i))).collect(),
        }
    }
}
