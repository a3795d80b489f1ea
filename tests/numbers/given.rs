//! One expression with a given part of its argument, in every row of the README's table.

use std::panic::catch_unwind;

use ad::enclosure::{Interval, Intervals};
use ad::prelude::*;
use ad::sparse::{LeastSquares, Problem};
use ad::{DoubleDoubles, call, taylor};

#[exp]
fn cubic(a: f64, x: f64) -> f64 {
    a * x * x * x
}

/// a·x₀·x₁·…
#[exp(adjoint)]
fn product(a: f64, x: &[f64]) -> f64 {
    x.iter().fold(a, |y, x| y * x)
}

/// The same on the tape.
#[exp]
fn recorded_product(a: f64, x: &[f64]) -> f64 {
    product(a, x)
}

#[exp(adjoint)]
fn squares(a: f64, x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| a * x * x).collect()
}

#[exp(adjoint)]
fn misfit(a: f64, point: [f64; 2], x: &[f64]) -> f64 {
    (a * point[0] * x[0] + x[1] - point[1]).powi(2)
}

/// The sum of an expression's gradient, as a library takes it.
fn slopes<E: Differentiable<In = Vec<f64>, Out = f64>>(e: &E, x: &[f64]) -> (f64, f64) {
    (call::value(e, x), call::grad(e, x).iter().sum())
}

#[test]
fn a_function_of_one_number_has_every_derivative_beside_a_given_one() {
    let e = Cubic.given(2.0);
    assert_eq!(call::value(&e, &3.0), 54.0);
    assert_eq!(call::diff(&e, &3.0), 54.0);
    assert_eq!(call::value_grad_hessian(&e, &3.0), (54.0, 54.0, 36.0));
    assert_eq!(call::nth_derivative(&e, 3, &3.0), 12.0);
    assert_eq!(taylor::nth_derivative(&e, 3).eval(F64, 3.0), 12.0);
    assert_eq!(taylor::coefficients::<4, _>(&e).eval(F64, 3.0), [54.0, 54.0, 18.0, 2.0]);
    assert_eq!(stack::diff(forward::diff(&e)).eval(F64, 3.0), 36.0);
    assert_eq!(forward::diff(stack::diff(reverse::grad(&e))).eval(F64, 3.0), 12.0);
    let slope = forward::diff(&e).eval(Intervals::default(), Interval::from(3.0));
    assert!(slope.contains(54.0), "{slope:?}");
    assert_eq!(stack::diff(&e).eval(DoubleDoubles, 3.0.into()), 54.0.into());
    testing::check(&e, &3.0).unwrap();
}

#[test]
fn a_function_of_a_list_has_every_derivative_beside_a_given_number() {
    let x = [3.0, 5.0];
    let (hessian_there, gradient) = ([[0.0, 2.0], [2.0, 0.0]], [10.0, 6.0]);
    let e = Product.given(2.0);
    assert_eq!(slopes(&e, &x), (30.0, 16.0));
    assert_eq!(call::value_and_grad(&e, &x), (30.0, gradient.to_vec()));
    assert_eq!(call::jvp(&e, &x, &[1.0, 0.0]), (30.0, 10.0));
    assert_eq!(call::vjp(&e, &x, &2.0), (30.0, vec![20.0, 12.0]));
    assert_eq!(call::hessian(&e, &x), hessian_there);
    assert_eq!(call::hvp(&e, &x, &[1.0, 0.0]).1, [0.0, 2.0]);
    assert_eq!(call::laplacian(&e, &x), 0.0);
    assert_eq!(reverse::value_and_grad(&e).eval(F64, x.to_vec()), (30.0, gradient.to_vec()));
    assert_eq!(hessian(&e).eval(F64, x.to_vec()), hessian_there);
    assert_eq!(hvp(&e).eval(F64, (x.to_vec(), vec![1.0, 0.0])).1, [0.0, 2.0]);
    assert_eq!(sparse::hessian(&e, &x).hessian(&x).1.entries(), [2.0, 2.0]);
    assert_eq!(call::grads(&e, &[x, x].map(Vec::from)), [gradient, gradient]);
    let mut there = [0.0; 2];
    assert_eq!(Prepared::new(&e).value_and_grad_into(&x, &mut there), 30.0);
    assert_eq!(there, gradient);
    assert_eq!(call::grad(&e, &Flat::of(&e, &x).at(&x)), gradient);

    // On the tape, beside entries that are given by name: each way of recording, once.
    let e = RecordedProduct.given_entries(["a"], &(&2.0, &x));
    assert_eq!(slopes(&e, &x), (30.0, 16.0));
    assert_eq!(call::hessian(&e, &x), hessian_there);
    assert_eq!(sparse::hessian(&e, &x).hessian(&x).1.entries(), [2.0, 2.0]);
    assert_eq!(call::grads(&e, &[x, x].map(Vec::from)), [gradient, gradient]);
    assert_eq!(Prepared::new(&e).value_and_grad_into(&x, &mut there), 30.0);
    assert_eq!(there, gradient);

    let e = Squares.given(2.0);
    assert_eq!(call::jacobian(&e, &x), [[12.0, 0.0], [0.0, 20.0]]);
    assert_eq!(call::divergence(&e, &x), 32.0);
    assert_eq!(forward::jacobian(&e).eval(F64, x.to_vec()), [[12.0, 0.0], [0.0, 20.0]]);
    assert_eq!(sparse::jacobian(&e, &x).sweeps(), (1, 0));
    assert_eq!(call::jacobians(&e, &[x].map(Vec::from)), [[[12.0, 0.0], [0.0, 20.0]]]);
    let mut problem = Problem::new(Product.given(2.0), &e, &x);
    let mut constraints = [0.0; 2];
    problem.constraints_into(&x, &mut constraints);
    assert_eq!(constraints, [18.0, 50.0]);
    let mut least_squares = LeastSquares::new(&x.to_vec()).residuals(&e);
    let mut entries = [0.0; 2];
    least_squares.jacobian_into(&x, &mut entries).unwrap();
    assert_eq!(entries, [12.0, 20.0]);

    let points = [[1.0, 2.0], [3.0, 4.0]];
    let e = Misfit.given(2.0);
    let sum = Many::new(&e).terms(&points);
    let one_by_one = terms(&points, |point| Misfit.given(2.0).given(*point));
    assert_eq!(call::value_and_grad(&sum, &x), call::value_and_grad(&one_by_one, &x));
    assert_eq!(call::hessian(&sum, &x), call::hessian(&one_by_one, &x));
}

#[exp]
#[derive(Clone)]
struct Camera {
    focal: f64,
    distortion: [f64; 2],
}

#[exp(adjoint)]
fn seen(camera: &Camera<f64>, radii: &[f64]) -> Vec<f64> {
    let [a, b] = camera.distortion;
    radii.iter().map(|r| camera.focal * r * (1.0 + a * r.powi(2) + b * r.powi(4))).collect()
}

#[test]
fn derivatives_by_the_other_entries_are_columns_of_all_derivatives() {
    let start = (Camera { focal: 2.0, distortion: [0.5, 0.25] }, vec![1.0, 2.0]);
    let flat = Flat::of(&Seen, &start);
    let all = Prepared::new(Seen);
    let columns = |names: &[&str]| -> Vec<usize> {
        let chosen = |name: &String| !names.iter().any(|part| name.starts_with(part));
        (0..5).filter(|i| chosen(&flat.names()[*i])).collect()
    };
    let mut whole = vec![0.0; 10];
    { all }.jacobian_into(&start, &mut whole);
    for names in [&["camera.distortion"][..], &["camera"], &["radii[1]", "camera.focal"], &[]] {
        let e = Seen.given_entries(names, &start);
        let (x, columns) = (e.others(&start), columns(names));
        assert_eq!(x, columns.iter().map(|i| flat.to_vec(&start)[*i]).collect::<Vec<_>>());
        let there: Vec<String> = columns.iter().map(|i| flat.names()[*i].clone()).collect();
        assert_eq!(Flat::of(&e, &x).names(), there);
        let expected: Vec<Vec<f64>> =
            whole.chunks(5).map(|row| columns.iter().map(|i| row[*i]).collect()).collect();
        assert_eq!(call::jacobian(&e, &x), expected);
        assert_eq!(adjoint::jacobian(&e).eval(F64, x.clone()), expected);
        assert_eq!(flat.to_vec(&e.all(&x)), flat.to_vec(&start));
        let mask: Vec<bool> = (0..5).map(|i| !columns.contains(&i)).collect();
        assert_eq!(call::jacobian(&Seen.given_entries(&mask[..], &start), &x), expected);
        // The order of the reverse sweeps of a program must not mix them.
        let mut rows = vec![0.0; 2 * x.len()];
        Prepared::new(&e).mode(Mode::Program).jacobian_into(&x, &mut rows);
        assert_eq!(rows, expected.concat());
        let mut problem = LeastSquares::new(&x).residuals(&e);
        assert_eq!(problem.names(), there);
        let mut residuals = vec![0.0; 2];
        problem.residuals_into(&x, &mut residuals);
        assert_eq!(residuals, call::value(&Seen, &start));
    }
}

#[test]
fn a_choice_of_entries_that_do_not_exist_is_refused() {
    let start = (1.0, [1.0, 2.0].to_vec());
    let message = |run: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        *catch_unwind(run).unwrap_err().downcast::<String>().unwrap()
    };
    assert_eq!(
        message(&|| drop(Product.given_entries(["x[2]"], &start))),
        "no entry is named `x[2]`: the entries are a, x[0], x[1]"
    );
    assert_eq!(
        message(&|| drop(Product.given_entries([true], &start))),
        "a choice among 1 entries is passed, and there are 3"
    );
    let e = Product.given_entries(["x"], &start);
    assert_eq!(message(&|| _ = call::value(&e, &[1.0, 2.0])), "2 entries are passed, and 1 are not given");
}

/// Each derivative is by another argument, at another depth, beside the same captured number.
#[exp]
fn nested(x: f64) -> f64 {
    let e = Cubic.given(x);
    let slope = forward::diff(&e).at(x);
    let curvature = stack::diff(forward::diff(&e)).at(x);
    let third = forward::diff(stack::diff(forward::diff(&e))).at(1.0);
    e.at(x) + slope + curvature + third
}

#[test]
fn a_captured_number_serves_derivatives_of_several_depths() {
    // x⁴ + 3x³ + 6x² + 6x
    assert_eq!(nested(2.0), 16.0 + 24.0 + 24.0 + 12.0);
    assert_eq!(call::diff(&Nested, &2.0), 32.0 + 36.0 + 24.0 + 6.0);
    assert_eq!(stack::diff(effects::diff(Nested)).eval(F64, 2.0), 48.0 + 36.0 + 12.0);
    testing::check(&Nested, &2.0).unwrap();
}
