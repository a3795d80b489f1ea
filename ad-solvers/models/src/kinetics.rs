//! A stiff reaction with `diffsol`: forward sensitivities, and a gradient by a backward integration, from one right-hand side.

use ad::prelude::*;
use ad_solvers::diffsol::Slope;
use diffsol::{
    AdjointOdeSolverMethod, DenseMatrix, NalgebraContext, NalgebraLU, NalgebraMat, NalgebraVec, OdeBuilder,
    OdeEquationsImplicitAdjoint, OdeEquationsImplicitSens, OdeSolverMethod, OdeSolverProblem, OdeSolverState,
    SensitivitiesOdeSolverMethod, Vector, VectorView,
};

type Matrix = NalgebraMat<f64>;
type State = NalgebraVec<f64>;
type Solver = NalgebraLU<f64>;

/// Three species, and the rates of three reactions (H. H. Robertson, 1966).
#[exp]
pub fn robertson(y: &[f64], rates: &[f64]) -> Vec<f64> {
    let first = rates[0] * y[0];
    let second = rates[1] * y[1] * y[2];
    let third = rates[2] * y[1] * y[1];
    vec![second - first, first - second - third, third]
}

/// The rates that the literature uses.
pub const RATES: [f64; 3] = [0.04, 1e4, 3e7];

fn slope() -> Slope<Robertson> {
    Slope::new(Robertson, &(&START[..], &RATES[..]))
}

/// All is of the first species in the beginning, whatever the rates.
const START: [f64; 3] = [1.0, 0.0, 0.0];

fn start(_: &[f64], _: f64, y: &mut [f64]) {
    y.copy_from_slice(&START);
}

fn start_is_fixed(_: &[f64], _: f64, _: &[f64], out: &mut [f64]) {
    out.fill(0.0);
}

/// The problem with the products J·v, for forward sensitivities.
fn forward()
-> OdeSolverProblem<impl OdeEquationsImplicitSens<M = Matrix, T = f64, V = State, C = NalgebraContext>> {
    let slope = slope();
    OdeBuilder::<Matrix>::new()
        .p(RATES)
        .rtol(1e-9)
        .atol([1e-12, 1e-14, 1e-12])
        .sens_rtol(1e-8)
        .sens_atol([1e-12; 3])
        .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
        .init_sens(start, start_is_fixed, 3)
        .build()
        .expect("the problem is well formed")
}

/// The species at the time `t`, and for each rate their derivatives by it.
///
/// # Panics
///
/// Panics if the integration fails.
pub fn sensitivities(t: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let problem = forward();
    let mut solver = problem.bdf_sens::<Solver>().expect("the start is consistent");
    let (y, by_rate, _) = solver.solve_dense_sensitivities(&[t]).expect("BDF is for stiff equations");
    (
        y.column(0).into_owned().clone_as_vec(),
        by_rate.iter().map(|s| s.column(0).into_owned().clone_as_vec()).collect(),
    )
}

/// The problem with the transposed products, for a backward integration.
fn backward()
-> OdeSolverProblem<impl OdeEquationsImplicitAdjoint<M = Matrix, T = f64, V = State, C = NalgebraContext>> {
    let slope = slope();
    let mut problem = OdeBuilder::<Matrix>::new()
        .p(RATES)
        .rtol(1e-9)
        .atol([1e-12, 1e-14, 1e-12])
        .param_rtol(1e-9)
        .param_atol([1e-14; 3])
        .rhs_adjoint_implicit(slope.rhs(), slope.jac_mul(), slope.jac_adjoint_mul(), slope.sens_adjoint_mul())
        .init_adjoint(start, start_is_fixed, 3)
        .build()
        .expect("the problem is well formed");
    // diffsol measures the adjoint of a species by the tolerance of its concentration. That of the second is 1e-14, and its
    // adjoint leaves 0 at a rate of hundreds a second. So the first backward step is shorter than the default minimum, 1e-13, and
    // the integration would end there with `StepSizeTooSmall`.
    problem.ode_options.min_timestep = 1e-18;
    problem
}

/// A species at the time `t`, and its derivatives by the rates, from one integration backwards.
///
/// # Panics
///
/// Panics if the integration fails, or if there is no such species.
pub fn gradient(t: f64, species: usize) -> (f64, Vec<f64>) {
    let problem = backward();
    let mut solver = problem.bdf::<Solver>().expect("the start is consistent");
    let (checkpoints, mut end, _) =
        solver.solve_dense_with_checkpointing(&[t], None).expect("BDF is for stiff equations");
    let backwards = problem.bdf_solver_adjoint::<Solver, _>(checkpoints, Some(solver), Some(1));
    let value = end.get_index(species, 0);
    // The objective is that species, whose derivative by itself is 1.
    (0..3).for_each(|i| end.set_index(i, 0, if i == species { 1.0 } else { 0.0 }));
    let (state, _) = backwards
        .and_then(|solver| solver.solve_adjoint_backwards_pass(&[t], &[&end]))
        .expect("its steps may be as short as they must");
    (value, state.into_common().sg.clone_as_vec())
}
