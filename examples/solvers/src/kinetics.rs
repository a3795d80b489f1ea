//! A stiff reaction with `diffsol`: the closures of a problem with forward sensitivities, from one right-hand side.

use ad::prelude::*;
use diffsol::{
    DenseMatrix, NalgebraContext, NalgebraLU, NalgebraMat, NalgebraVec, OdeBuilder, OdeEquationsImplicitSens,
    OdeSolverProblem, SensitivitiesOdeSolverMethod, Vector, VectorView,
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

const NOTHING: [f64; 3] = [0.0; 3];

fn rhs(y: &[f64], p: &[f64], _: f64, slope: &mut [f64]) {
    slope.copy_from_slice(&robertson(y, p));
}

/// ∂f/∂y · v
fn jac_mul(y: &[f64], p: &[f64], _: f64, v: &[f64], out: &mut [f64]) {
    out.copy_from_slice(&call::jvp(&Robertson, &(y, p), &(v, &NOTHING[..])).1);
}

/// ∂f/∂p · v
fn sens_mul(y: &[f64], p: &[f64], _: f64, v: &[f64], out: &mut [f64]) {
    out.copy_from_slice(&call::jvp(&Robertson, &(y, p), &(&NOTHING[..], v)).1);
}

/// All is of the first species in the beginning, whatever the rates.
fn start(_: &[f64], _: f64, y: &mut [f64]) {
    y.copy_from_slice(&[1.0, 0.0, 0.0]);
}

fn start_is_fixed(_: &[f64], _: f64, _: &[f64], out: &mut [f64]) {
    out.fill(0.0);
}

/// The problem with what forward sensitivities need: J·v.
fn forward()
-> OdeSolverProblem<impl OdeEquationsImplicitSens<M = Matrix, T = f64, V = State, C = NalgebraContext>> {
    OdeBuilder::<Matrix>::new()
        .p(RATES)
        .rtol(1e-9)
        .atol([1e-12, 1e-14, 1e-12])
        .sens_rtol(1e-8)
        .sens_atol([1e-12; 3])
        .rhs_sens_implicit(rhs, jac_mul, sens_mul)
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
