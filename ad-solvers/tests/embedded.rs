//! Minima by optimization_engine: in a set, and under constraints by the augmented Lagrangian method.

use ad::prelude::*;
use ad_solvers::optimization_engine::Function;
use optimization_engine::alm::{
    AlmCache, AlmFactory, AlmOptimizer, AlmProblem, NO_JACOBIAN_MAPPING, NO_MAPPING, NO_SET,
};
use optimization_engine::constraints::{Ball2, Rectangle};
use optimization_engine::core::ExitStatus;
use optimization_engine::panoc::{PANOCCache, PANOCOptimizer};
use optimization_engine::{Problem, SolverError};

/// Rosenbrock's function, of parameters in two containers.
#[exp(adjoint)]
fn valley(x: f64, rest: [f64; 1]) -> f64 {
    100.0 * (rest[0] - x * x).powi(2) + (1.0 - x).powi(2)
}

#[test]
fn a_minimum_on_the_border_of_a_rectangle_is_found() {
    let valley = Function::new(Valley, &(-1.0, [0.3]));
    assert_eq!(
        (valley.start(), valley.names()),
        (vec![-1.0, 0.3], vec!["x".to_owned(), "rest[0]".to_owned()])
    );
    let rectangle = Rectangle::new(Some(&[-2.0, -2.0]), Some(&[0.5, 2.0]));
    let mut cache = PANOCCache::new(2, 1e-10, 10);
    let problem = Problem::new(&rectangle, valley.gradient(), valley.cost());
    let mut u = valley.start();
    let status = PANOCOptimizer::new(problem, &mut cache).with_max_iter(500).solve(&mut u).unwrap();
    assert_eq!(status.exit_status(), ExitStatus::Converged);
    let (x, [y]) = valley.read(&u);
    assert!((x - 0.5).abs() < 1e-8 && (y - 0.25).abs() < 1e-6, "{x} {y}");
    assert!((status.cost_value() - 0.25).abs() < 1e-8);
}

/// Two mappings of a point and a scale, in containers of their own.
#[exp(adjoint)]
fn mapped(x: [f64; 2], scale: f64) -> (f64, [f64; 2]) {
    (scale * x[0] * x[1], [x[0].sin() * scale, x[1] * x[1]])
}

#[test]
fn closures_are_derivatives_of_the_function() {
    let at = ([0.7, -1.2], 1.5);
    ad::testing::check_by_differences(&Mapped, &at).unwrap();
    let mapped = Function::new(Mapped, &at);
    let (mut values, mut product) = ([f64::NAN; 3], [f64::NAN; 3]);
    mapped.mapping()(&mapped.start(), &mut values).unwrap();
    let (first, [second, third]) = call::value(&Mapped, &at);
    assert_eq!(values, [first, second, third]);
    mapped.jacobian_product()(&mapped.start(), &[2.0, -3.0, 5.0], &mut product).unwrap();
    // The rows of the Jacobian, by hand.
    let rows =
        [[1.5 * -1.2, 1.5 * 0.7, 0.7 * -1.2], [0.7f64.cos() * 1.5, 0.0, 0.7f64.sin()], [0.0, -2.4, 0.0]];
    for (j, product) in product.iter().enumerate() {
        let expected = 2.0 * rows[0][j] - 3.0 * rows[1][j] + 5.0 * rows[2][j];
        assert!((product - expected).abs() < 1e-14, "{j}: {product} and {expected}");
    }

    let valley = Function::new(Valley, &(0.0, [0.0]));
    let (mut cost, mut gradient) = (f64::NAN, [f64::NAN; 2]);
    valley.cost()(&[1.5, 2.0], &mut cost).unwrap();
    valley.gradient()(&[1.5, 2.0], &mut gradient).unwrap();
    assert_eq!(cost, 100.0 * 0.0625 + 0.25);
    assert_eq!(gradient, [-400.0 * 1.5 * -0.25 + 2.0 * 0.5, 200.0 * -0.25]);
}

/// The squared length.
#[exp(adjoint)]
fn squared(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// A product that is to be 1.
#[exp(adjoint)]
fn excess(x: &[f64]) -> [f64; 1] {
    [x[0] * x[1] - 1.0]
}

#[test]
fn an_equation_is_fulfilled_by_the_augmented_lagrangian_method() {
    let (squared, excess) = (Function::new(Squared, &[2.0, 0.7][..]), Function::new(Excess, &[2.0, 0.7][..]));
    let factory = AlmFactory::new(
        squared.cost(),
        squared.gradient(),
        NO_MAPPING,
        NO_JACOBIAN_MAPPING,
        Some(excess.mapping()),
        Some(excess.jacobian_product()),
        NO_SET,
        1,
    );
    let problem = AlmProblem::new(
        Ball2::new(None, 10.0),
        NO_SET,
        NO_SET,
        |u: &[f64], xi: &[f64], cost: &mut f64| factory.psi(u, xi, cost),
        |u: &[f64], xi: &[f64], gradient: &mut [f64]| factory.d_psi(u, xi, gradient),
        NO_MAPPING,
        Some(excess.mapping()),
        0,
        1,
    );
    let mut cache = AlmCache::new(PANOCCache::new(2, 1e-6, 5), 0, 1);
    let mut solver = AlmOptimizer::new(&mut cache, problem)
        .with_delta_tolerance(1e-7)
        .with_epsilon_tolerance(1e-7)
        .with_max_outer_iterations(50);
    let mut u = squared.start();
    assert_eq!(solver.solve(&mut u).unwrap().exit_status(), ExitStatus::Converged);
    assert!(u.iter().all(|x| (x - 1.0).abs() < 1e-5), "{u:?}");
}

/// A cost that is not a number left of 0.
#[exp(adjoint)]
fn rooted(x: f64) -> f64 {
    x.sqrt()
}

#[test]
fn a_cost_that_is_no_number_is_reported() {
    let rooted = Function::new(Rooted, &-1.0);
    let anywhere = Ball2::new(None, 2.0);
    let problem = Problem::new(&anywhere, rooted.gradient(), rooted.cost());
    let mut cache = PANOCCache::new(1, 1e-6, 5);
    let error = PANOCOptimizer::new(problem, &mut cache).solve(&mut rooted.start()).unwrap_err();
    assert!(matches!(error, SolverError::NotFiniteComputation(_)), "{error}");
}
