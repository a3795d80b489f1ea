//! Constrained optimization by [Ipopt](https://docs.rs/ipopt), an interior-point method and a C++ library.

use std::cell::RefCell;

use ad::sparse::Problem;
use ipopt::{
    BasicProblem, ConstrainedProblem, IntermediateCallbackData, Ipopt, NewtonProblem, SolveResult,
    SolveStatus,
};

use crate::sparse::Evaluations;
pub use crate::sparse::Minimum;

/// The minimum of a [`Problem`], with exact sparse derivatives. `options` are lines of Ipopt's, such as `"tol 1e-9"`.
///
/// ```
/// use ad::prelude::*;
/// use ad::sparse::Problem;
/// use ad_solvers::ipopt::minimize;
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
/// The crate `ipopt` 0.6 writes two lines to the error output at each solution, whatever the options say.
///
/// # Panics
///
/// Panics if Ipopt does not know an option, if there are no variables, or if there are constraints that depend on none.
///
/// # Aborts
///
/// A panic of the problem's functions aborts the process, because Ipopt is not written in Rust.
pub fn minimize(problem: Problem<'static>, options: &str) -> Minimum<SolveStatus> {
    let nlp = Nlp::new(problem);
    // With no multipliers, Ipopt passes null for their slice.
    if nlp.num_constraints() == 0 {
        solve(Ipopt::new_newton(nlp).expect("Ipopt accepts the problem"), options)
    } else {
        solve(Ipopt::new(nlp).expect("Ipopt accepts the problem"), options)
    }
}

fn solve(mut solver: Ipopt<Nlp>, options: &str) -> Minimum<SolveStatus> {
    for line in options.lines().filter(|line| !line.trim().is_empty()) {
        let (name, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        set(&mut solver, name, value.trim());
    }
    solver.set_intermediate_callback(Some(count));
    let SolveResult { solver_data, objective_value, status, .. } = solver.solve();
    Minimum {
        succeeded: matches!(status, SolveStatus::SolveSucceeded | SolveStatus::SolvedToAcceptableLevel),
        status,
        iterations: solver_data.problem.iterations,
        x: solver_data.solution.primal_variables.to_vec(),
        multipliers: solver_data.solution.constraint_multipliers.to_vec(),
        value: objective_value,
        new_entry: solver_data.problem.evaluations.borrow().new_entry,
    }
}

/// Sets an option, which is an integer, a float or text. Ipopt knows which.
fn set(solver: &mut Ipopt<Nlp>, name: &str, value: &str) {
    let known = value.parse::<i32>().is_ok_and(|value| solver.set_option(name, value).is_some())
        || value.parse::<f64>().is_ok_and(|value| solver.set_option(name, value).is_some())
        || solver.set_option(name, value).is_some();
    assert!(known, "Ipopt does not know the option `{name}` with the value `{value}`");
}

fn count(nlp: &mut Nlp, data: IntermediateCallbackData) -> bool {
    nlp.iterations = data.iter_count.try_into().unwrap_or(0);
    true
}

/// A [`Problem`] for `Ipopt::new` or, without constraints, for `Ipopt::new_newton`.
pub struct Nlp {
    evaluations: RefCell<Evaluations>,
    /// The iterations, which [`minimize`] counts.
    iterations: usize,
}

impl Nlp {
    /// The problem as Ipopt sees it.
    pub fn new(problem: Problem<'static>) -> Self {
        Nlp { evaluations: RefCell::new(Evaluations::new(problem)), iterations: 0 }
    }
}

impl BasicProblem for Nlp {
    fn num_variables(&self) -> usize {
        self.evaluations.borrow().variables()
    }
    fn bounds(&self, lower: &mut [f64], upper: &mut [f64]) -> bool {
        self.evaluations.borrow().bounds_into(lower, upper);
        true
    }
    fn initial_point(&self, x: &mut [f64]) -> bool {
        x.copy_from_slice(self.evaluations.borrow().problem.start());
        true
    }
    fn objective(&self, x: &[f64], _: bool, value: &mut f64) -> bool {
        *value = self.evaluations.borrow_mut().problem.objective(x);
        true
    }
    fn objective_grad(&self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        self.evaluations.borrow_mut().problem.grad_into(x, gradient);
        true
    }
}

impl NewtonProblem for Nlp {
    fn num_hessian_non_zeros(&self) -> usize {
        self.evaluations.borrow().problem.hessian_places().len()
    }
    fn hessian_indices(&self, rows: &mut [i32], columns: &mut [i32]) -> bool {
        self.evaluations.borrow().hessian_places_into(rows, columns);
        true
    }
    fn hessian_values(&self, x: &[f64], values: &mut [f64]) -> bool {
        self.evaluations.borrow_mut().hessian_into(x, 1.0, &[], values)
    }
}

impl ConstrainedProblem for Nlp {
    fn num_constraints(&self) -> usize {
        self.evaluations.borrow().constraints()
    }
    fn num_constraint_jacobian_non_zeros(&self) -> usize {
        self.evaluations.borrow().problem.jacobian_pattern().nonzeros()
    }
    fn constraint(&self, x: &[f64], _: bool, g: &mut [f64]) -> bool {
        self.evaluations.borrow_mut().problem.constraints_into(x, g);
        true
    }
    fn constraint_bounds(&self, lower: &mut [f64], upper: &mut [f64]) -> bool {
        self.evaluations.borrow().limits_into(lower, upper);
        true
    }
    fn constraint_jacobian_indices(&self, rows: &mut [i32], columns: &mut [i32]) -> bool {
        self.evaluations.borrow().jacobian_places_into(rows, columns);
        true
    }
    fn constraint_jacobian_values(&self, x: &[f64], _: bool, values: &mut [f64]) -> bool {
        self.evaluations.borrow_mut().jacobian_into(x, values)
    }
    fn num_hessian_non_zeros(&self) -> usize {
        NewtonProblem::num_hessian_non_zeros(self)
    }
    fn hessian_indices(&self, rows: &mut [i32], columns: &mut [i32]) -> bool {
        NewtonProblem::hessian_indices(self, rows, columns)
    }
    fn hessian_values(
        &self,
        x: &[f64],
        _: bool,
        factor: f64,
        multipliers: &[f64],
        values: &mut [f64],
    ) -> bool {
        self.evaluations.borrow_mut().hessian_into(x, factor, multipliers, values)
    }
}
