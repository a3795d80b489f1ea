//! Minima by NLopt: gradients of objectives, and Jacobians of constraints.

use ad::prelude::*;
use ad_solvers::nlopt::Function;
use nlopt::{Algorithm, MObjFn, ObjFn, Target};

/// Rosenbrock's function, of parameters in two containers.
#[exp(adjoint)]
fn valley(x: f64, rest: [f64; 2]) -> f64 {
    let [y, z] = rest;
    100.0 * (y - x * x).powi(2) + (1.0 - x).powi(2) + 100.0 * (z - y * y).powi(2) + (1.0 - y).powi(2)
}

#[test]
fn methods_with_gradients_find_the_minimum() {
    for algorithm in [Algorithm::Lbfgs, Algorithm::Slsqp, Algorithm::LdVar2, Algorithm::TNewtonPrecondRestart]
    {
        let valley = Function::new(Valley, &(-1.2, [1.0, 0.5]));
        assert_eq!(valley.names(), ["x", "rest[0]", "rest[1]"]);
        let mut solver = valley.solver(algorithm, Target::Minimize);
        solver.set_ftol_rel(1e-14).unwrap();
        solver.set_maxeval(1000).unwrap();
        let mut x = valley.start();
        solver
            .optimize(&mut x)
            .unwrap_or_else(|(state, value)| panic!("{algorithm:?}: {state:?} at {value}"));
        let (a, [b, c]) = valley.read(&x);
        assert!([a, b, c].iter().all(|x| (x - 1.0).abs() < 1e-4), "{algorithm:?}: {x:?}");
    }
}

/// Problem 71 of Hock and Schittkowski.
#[exp(adjoint)]
fn volume(x: [f64; 4]) -> f64 {
    x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
}

/// 25 less the product, which is at most 0.
#[exp(adjoint)]
fn lack(x: [f64; 4]) -> [f64; 1] {
    [25.0 - x[0] * x[1] * x[2] * x[3]]
}

/// The sum of squares less 40.
#[exp(adjoint)]
fn squares(x: [f64; 4]) -> f64 {
    x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40.0
}

#[test]
fn a_minimum_under_an_equation_and_an_inequality_is_found() {
    let start = [1.0, 5.0, 5.0, 1.0];
    let volume = Function::new(Volume, &start);
    let mut solver = volume.solver(Algorithm::Slsqp, Target::Minimize);
    solver.set_lower_bound(1.0).unwrap();
    solver.set_upper_bound(5.0).unwrap();
    // The closures outlive their functions.
    solver.add_inequality_mconstraint(1, Function::new(Lack, &start).constraints(), (), &[1e-10]).unwrap();
    solver.add_equality_constraint(Function::new(Squares, &start).objective(), (), 1e-10).unwrap();
    solver.set_xtol_rel(1e-10).unwrap();
    let mut x = volume.start();
    let (_, value) = solver.optimize(&mut x).unwrap();
    assert!((value - 17.014_017_3).abs() < 1e-6, "{value} at {x:?}");
}

/// Two results of a point and a scale, in containers of their own.
#[exp(adjoint)]
fn mapped(x: [f64; 2], scale: f64) -> (f64, [f64; 1]) {
    (scale * x[0] * x[1], [x[0].sin() * scale])
}

#[test]
fn closures_are_derivatives_of_the_function() {
    fn of<F: MObjFn<()>>(f: F, x: &[f64], rows: Option<&mut [f64]>) -> [f64; 2] {
        let mut values = [f64::NAN; 2];
        f(&mut values, x, rows, &mut ());
        values
    }
    fn at_point<F: ObjFn<()>>(f: F, x: &[f64], gradient: Option<&mut [f64]>) -> f64 {
        f(x, gradient, &mut ())
    }
    let at = ([0.7, -1.2], 1.5);
    ad::testing::check_by_differences(&Mapped, &at).unwrap();
    let mapped = Function::new(Mapped, &at);
    let (x, mut rows) = (mapped.start(), [f64::NAN; 6]);
    let values = of(mapped.constraints(), &x, Some(&mut rows));
    let (first, [second]) = call::value(&Mapped, &at);
    assert_eq!((values, of(mapped.constraints(), &x, None)), ([first, second], values));
    let expected = [1.5 * -1.2, 1.5 * 0.7, 0.7 * -1.2, 0.7f64.cos() * 1.5, 0.0, 0.7f64.sin()];
    assert!(rows.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14), "{rows:?} and {expected:?}");

    let valley = Function::new(Valley, &(0.0, [0.0; 2]));
    let mut gradient = [f64::NAN; 3];
    let value = at_point(valley.objective(), &[1.5, 2.0, 4.0], Some(&mut gradient));
    assert_eq!((value, at_point(valley.objective(), &[1.5, 2.0, 4.0], None)), (7.5, 7.5));
    assert_eq!(gradient, [400.0 * 1.5 * 0.25 + 1.0, -50.0 + 2.0, 0.0]);
}
