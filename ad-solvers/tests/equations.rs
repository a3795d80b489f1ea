//! A differential equation by diffsol: the products with Jacobians, and both kinds of sensitivities.

use ad::prelude::*;
use ad_solvers::diffsol::{Event, Slope, Start};
use diffsol::{
    AdjointOdeSolverMethod, NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverState,
    OdeSolverStopReason, SensitivitiesOdeSolverMethod, Vector,
};

/// Prey and predators, with parameters in two containers and a season.
#[exp(adjoint)]
fn hunt(animals: (f64, f64), t: f64, growth: f64, hunger: [f64; 2]) -> (f64, f64) {
    let (prey, predators) = animals;
    let season = growth * (1.0 + 0.1 * t.cos());
    (season * prey - hunger[0] * prey * predators, hunger[1] * prey * predators - predators)
}

#[test]
fn products_are_those_of_the_jacobian() {
    let slope = Slope::with_time(Hunt, &((2.0, 3.0), 0.0, 1.5, [0.5, 0.25]));
    assert_eq!((slope.start(), slope.parameters()), (vec![2.0, 3.0], vec![1.5, 0.5, 0.25]));
    let (y, p, t) = ([4.0, 5.0], [1.25, 0.75, 0.5], 0.7);
    // The rows of the Jacobian by both states and the three parameters, by hand.
    let season = 1.0 + 0.1 * f64::cos(t);
    let by_state = [[1.25 * season - 0.75 * 5.0, -0.75 * 4.0], [0.5 * 5.0, 0.5 * 4.0 - 1.0]];
    let by_parameter = [[season * 4.0, -20.0, 0.0], [0.0, 0.0, 20.0]];
    let near = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        let error = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error < 1e-13, "{found:?} and {expected:?}");
    };

    let (mut two, mut three) = ([f64::NAN; 2], [f64::NAN; 3]);
    slope.rhs()(&y, &p, t, &mut two);
    near(&two, &[1.25 * season * 4.0 - 15.0, 10.0 - 5.0]);
    let (v, w) = ([2.0, -3.0], [1.0, 2.0, 4.0]);
    slope.jac_mul()(&y, &p, t, &v, &mut two);
    near(&two, &by_state.map(|row| row[0] * v[0] + row[1] * v[1]));
    slope.sens_mul()(&y, &p, t, &w, &mut two);
    near(&two, &by_parameter.map(|row| row[0] * w[0] + row[1] * w[1] + row[2] * w[2]));
    slope.jac_adjoint_mul()(&y, &p, t, &v, &mut two);
    near(&two, &[0, 1].map(|j| -(v[0] * by_state[0][j] + v[1] * by_state[1][j])));
    slope.sens_adjoint_mul()(&y, &p, t, &v, &mut three);
    near(&three, &[0, 1, 2].map(|j| -(v[0] * by_parameter[0][j] + v[1] * by_parameter[1][j])));
    assert_eq!(slope.read(&y), (4.0, 5.0));
}

/// A force that a spring follows slowly.
#[exp(adjoint)]
fn relaxation(y: [f64; 1], t: f64, rate: f64, force: f64) -> [f64; 1] {
    [force * t.cos() - rate * y[0]]
}

/// Where it starts.
#[exp(adjoint)]
fn rest(rate: f64, force: f64) -> [f64; 1] {
    [force * rate * rate + 1.0]
}

/// Its solution.
#[exp(adjoint)]
fn solution(t: f64, rate: f64, force: f64) -> f64 {
    let decay = (-rate * t).exp();
    let first = force * rate * rate + 1.0;
    first * decay + force * (rate * (t.cos() - decay) + t.sin()) / (rate * rate + 1.0)
}

#[test]
fn both_sensitivities_are_derivatives_of_the_solution() {
    let slope = Slope::with_time(Relaxation, &([1.0], 0.0, 0.8, 1.5));
    let start = Start::new(Rest, &(0.8, 1.5));
    let builder = || {
        let tolerances = OdeBuilder::<NalgebraMat<f64>>::new().p(slope.parameters()).rtol(1e-9).atol([1e-12]);
        tolerances.sens_rtol(1e-9).sens_atol([1e-12]).param_rtol(1e-9).param_atol([1e-12; 2])
    };
    let time = 2.0;
    let (expected, (by_rate, by_force)) = call::value_and_grad(&Solution.given(time), &(0.8, 1.5));
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} and {expected}");

    let problem = builder()
        .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
        .init_sens(start.init(), start.sens_mul(), start.states())
        .build()
        .unwrap();
    let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
    let (y, by_parameter, _) = solver.solve_dense_sensitivities(&[time]).unwrap();
    near(y[(0, 0)], expected);
    near(by_parameter[0][(0, 0)], by_rate);
    near(by_parameter[1][(0, 0)], by_force);

    let problem = builder()
        .rhs_adjoint_implicit(slope.rhs(), slope.jac_mul(), slope.jac_adjoint_mul(), slope.sens_adjoint_mul())
        .init_adjoint(start.init(), start.sens_adjoint_mul(), start.states())
        .build()
        .unwrap();
    let mut solver = problem.bdf::<NalgebraLU<f64>>().unwrap();
    let (checkpoints, mut end, _) = solver.solve_dense_with_checkpointing(&[time], None).unwrap();
    near(end[(0, 0)], expected);
    let backwards =
        problem.bdf_solver_adjoint::<NalgebraLU<f64>, _>(checkpoints, Some(solver), Some(1)).unwrap();
    end[(0, 0)] = 1.0; // the derivative of the end by itself
    let (state, _) = backwards.solve_adjoint_backwards_pass(&[time], &[&end]).unwrap();
    let gradient = state.into_common().sg.clone_as_vec();
    near(gradient[0], by_rate);
    near(gradient[1], by_force);
}

/// The spring above a rising limit.
#[exp(adjoint)]
fn height(y: [f64; 1], t: f64, rate: f64, _force: f64) -> Vec<f64> {
    vec![y[0] + 100.0, y[0] - 0.5 * t * rate]
}

/// The same from the solution.
#[exp]
fn height_of_solution(t: f64, rate: f64, force: f64) -> f64 {
    solution(t, rate, force) - 0.5 * t * rate
}

#[test]
fn the_time_of_an_event_has_the_derivatives_of_the_solutions_root() {
    let (rate, force) = (0.8, 1.5);
    let slope = Slope::with_time(Relaxation, &([1.0], 0.0, rate, force));
    let start = Start::new(Rest, &(rate, force));
    let limit = Event::with_time(Height, &([1.0], 0.0, rate, force));
    assert_eq!(limit.roots(), 2);
    let problem = OdeBuilder::<NalgebraMat<f64>>::new()
        .p(slope.parameters())
        .rtol(1e-9)
        .atol([1e-12])
        .sens_rtol(1e-9)
        .sens_atol([1e-12])
        .rhs_sens_implicit(slope.rhs(), slope.jac_mul(), slope.sens_mul())
        .init_sens(start.init(), start.sens_mul(), start.states())
        .root_sens_implicit(limit.root(), limit.jac_mul(), limit.sens_mul(), limit.roots())
        .build()
        .unwrap();
    let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
    let (t, root) = loop {
        if let OdeSolverStopReason::RootFound(t, root) = solver.step().unwrap() {
            break (t, root);
        }
    };
    assert_eq!(root, 1);
    let (y, by_parameters) = (solver.interpolate(t).unwrap(), solver.interpolate_sens(t).unwrap());
    let at = (y.batch_as_slice(0), &[rate, force][..], t);
    let found = limit.time_by_parameters(root, &slope, at, (0..2).map(|k| by_parameters.batch_as_slice(k)));

    let (height, (by_time, by_rate, by_force)) = call::value_and_grad(&HeightOfSolution, &(t, rate, force));
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} and {expected}");
    near(height, 0.0);
    near(found[0], -by_rate / by_time);
    near(found[1], -by_force / by_time);

    // The products with the Jacobian of both roots.
    let mut two = [f64::NAN; 2];
    limit.jac_mul()(&[3.0], &[rate, force], t, &[2.0], &mut two);
    assert_eq!(two, [2.0, 2.0]);
    limit.sens_mul()(&[3.0], &[rate, force], t, &[2.0, 7.0], &mut two);
    assert_eq!(two, [0.0, -t]);
    let (mut by_state, mut by_parameters) = ([f64::NAN], [f64::NAN; 2]);
    limit.jac_adjoint_mul()(&[3.0], &[rate, force], t, &[2.0, 3.0], &mut by_state);
    assert_eq!(by_state, [-5.0]);
    limit.sens_adjoint_mul()(&[3.0], &[rate, force], t, &[2.0, 3.0], &mut by_parameters);
    assert_eq!(by_parameters, [1.5 * t, 0.0]);
}
