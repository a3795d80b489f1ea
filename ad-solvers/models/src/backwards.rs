//! The growth of the population with `diffsol`, and the gradient of its end by one backward integration. The closures are
//! products of a Jacobian with a vector, from both sides.

use ad::prelude::*;
use diffsol::{
    AdjointOdeSolverMethod, DenseMatrix, NalgebraContext, NalgebraLU, NalgebraMat, NalgebraVec, OdeBuilder,
    OdeEquationsImplicitAdjoint, OdeSolverMethod, OdeSolverProblem, OdeSolverState, Vector,
};

use crate::{Growth, Parameters, growth};

type Matrix = NalgebraMat<f64>;
type Solver = NalgebraLU<f64>;

/// The arguments of the slope: diffsol has a slice of states and one of parameters.
fn at(y: &[f64], p: &[f64]) -> (f64, [f64; 2]) {
    (y[0], [p[0], p[1]])
}

fn rhs(y: &[f64], p: &[f64], _: f64, slope: &mut [f64]) {
    let (y, parameters) = at(y, p);
    slope[0] = growth(y, parameters);
}

/// ∂f/∂y · v
fn jac_mul(y: &[f64], p: &[f64], _: f64, v: &[f64], out: &mut [f64]) {
    out[0] = call::jvp(&Growth, &at(y, p), &(v[0], [0.0; 2])).1;
}

/// -(∂f/∂y)ᵀ · v, with the sign that diffsol wants.
fn jac_adjoint_mul(y: &[f64], p: &[f64], _: f64, v: &[f64], out: &mut [f64]) {
    let (_, (by_state, _)) = call::vjp(&Growth, &at(y, p), &v[0]);
    out[0] = -by_state;
}

/// -(∂f/∂p)ᵀ · v, where the start is a parameter too, which the slope does not depend on.
fn sens_adjoint_mul(y: &[f64], p: &[f64], _: f64, v: &[f64], out: &mut [f64]) {
    let (_, (_, [rate, capacity])) = call::vjp(&Growth, &at(y, p), &v[0]);
    out.copy_from_slice(&[-rate, -capacity, 0.0]);
}

fn problem(
    parameters: Parameters,
) -> OdeSolverProblem<
    impl OdeEquationsImplicitAdjoint<M = Matrix, T = f64, V = NalgebraVec<f64>, C = NalgebraContext>,
> {
    OdeBuilder::<Matrix>::new()
        .p(parameters)
        .rtol(1e-9)
        .atol([1e-12])
        .sens_rtol(1e-9)
        .sens_atol([1e-12])
        .param_rtol(1e-9)
        .param_atol([1e-12; 3])
        .rhs_adjoint_implicit(rhs, jac_mul, jac_adjoint_mul, sens_adjoint_mul)
        .init_adjoint(|p, _, y| y[0] = p[2], |_, _, v, out| out.copy_from_slice(&[0.0, 0.0, -v[0]]), 1)
        .build()
        .expect("the problem is well formed")
}

/// The population at the time `t`, and its gradient by the parameters.
///
/// # Panics
///
/// Panics if the integration fails.
pub fn integrate(t: f64, parameters: Parameters) -> (f64, Vec<f64>) {
    let problem = problem(parameters);
    let mut solver = problem.bdf::<Solver>().expect("the start is consistent");
    let (checkpoints, mut end, _) =
        solver.solve_dense_with_checkpointing(&[t], None).expect("the equation is a tame one");
    let backwards = problem.bdf_solver_adjoint::<Solver, _>(checkpoints, Some(solver), Some(1));
    let value = end.get_index(0, 0);
    // The objective is the end itself, whose derivative by the end is 1.
    end.set_index(0, 0, 1.0);
    let (state, _) = backwards
        .and_then(|solver| solver.solve_adjoint_backwards_pass(&[t], &[&end]))
        .expect("the equation is a tame one");
    (value, state.into_common().sg.clone_as_vec())
}
