//! Problems under constraints: the sparse derivatives are the dense ones, and only provable facts are reported.

use ad::prelude::*;
use ad::sparse::{Problem, Unconstrained};

#[exp(adjoint)]
fn objective(a: &[f64], b: f64) -> f64 {
    let mut sum = b;
    for i in 1..a.len() {
        sum += (a[i] * a[i - 1]).sin() + 3.0 * a[0];
    }
    sum
}

/// By the tape, with a result that is not a list.
#[exp]
fn constraints(a: &[f64], b: f64) -> ([f64; 2], f64) {
    ([a[0] * a[2] - b, a[0] + a[1] + 2.0 * b], a[3].exp())
}

/// σ·f + λ·g
#[exp]
fn lagrangian(#[fixed] factor: f64, #[fixed] multipliers: [f64; 3], a: &[f64], b: f64) -> f64 {
    let ([u, v], w) = constraints(a, b);
    let f: f64 = objective(a, b);
    factor * f + multipliers[0] * u + multipliers[1] * v + multipliers[2] * w
}

const X: [f64; 5] = [0.5, -1.0, 2.0, 0.25, 3.0];

fn problem() -> Problem<'static> {
    Problem::new(Objective, Constraints, &(&X[..4], &X[4]))
}

#[test]
fn the_parts_of_a_problem_are_the_dense_derivatives() {
    let mut problem = problem();
    let x = (X[..4].to_vec(), X[4]);
    assert_eq!(problem.start(), X);
    assert_eq!(problem.names(), ["a[0]", "a[1]", "a[2]", "a[3]", "b"]);
    let mut gradient = [0.0; 5];
    assert_eq!(problem.grad_into(&X, &mut gradient), problem.objective(&X));
    let (y, (by_a, by_b)) = call::value_and_grad(&Objective, &x);
    assert_eq!((problem.objective(&X), &gradient[..]), (y, &[by_a, vec![by_b]].concat()[..]));
    let mut g = [0.0; 3];
    problem.constraints_into(&X, &mut g);
    let ([u, v], w) = constraints(&x.0, x.1);
    assert_eq!(g, [u, v, w]);
    let mut rows = [0.0; 15];
    Prepared::new(Constraints).jacobian_into(&x, &mut rows);
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    problem.jacobian_into(&X, &mut entries).unwrap();
    let mut dense = [0.0; 15];
    for ((i, j), entry) in problem.jacobian_pattern().entries().zip(entries) {
        dense[5 * i + j] = entry;
    }
    assert_eq!(dense, rows);
}

/// With several multipliers, one after the other, and among them zeros.
#[test]
fn the_hessian_is_taken_again_with_other_multipliers() {
    let mut problem = problem();
    let (x, mut rows) = ((X[..4].to_vec(), X[4]), [0.0; 25]);
    for (factor, multipliers) in
        [(1.0, [0.0; 3]), (0.0, [1.0, 2.0, 3.0]), (2.0, [-1.0, 0.5, 7.0]), (1.0, [0.0; 3])]
    {
        Prepared::new(Lagrangian { factor, multipliers }).hessian_into(&x, &mut rows);
        let mut entries = vec![0.0; problem.hessian_places().len()];
        problem.hessian_into(&X, factor, &multipliers, &mut entries).unwrap();
        let mut dense = [0.0; 25];
        for (&(i, j), &entry) in problem.hessian_places().iter().zip(&entries) {
            assert!(j <= i);
            (dense[5 * i + j], dense[5 * j + i]) = (entry, entry);
        }
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-14 * b.abs().max(1.0);
        assert!(dense.iter().zip(&rows).all(close), "{dense:?} {rows:?}");
    }
}

#[exp]
fn bowl(x: f64, y: f64) -> f64 {
    x * x + 3.0 * y / 2.0
}

#[test]
fn linear_and_quadratic_parts_are_proved() {
    let problem = problem();
    assert!(!problem.objective_is_linear() && !problem.objective_is_quadratic());
    assert_eq!([0, 1, 2].map(|i| problem.constraint_is_linear(i)), [false, true, false]);
    assert_eq!([0, 1, 2].map(|i| problem.constraint_is_quadratic(i)), [true, true, false]);
    assert_eq!([0, 1, 2, 3, 4].map(|j| problem.variable_is_linear(j)), [false, false, false, false, true]);

    let problem = Problem::new(Bowl, Unconstrained::on(&Bowl), &(1.0, 2.0));
    assert!(problem.objective_is_quadratic() && !problem.objective_is_linear());
    assert_eq!([0, 1].map(|j| problem.variable_is_linear(j)), [false, true]);
    assert_eq!((problem.jacobian_pattern().rows(), problem.hessian_places()), (0, &[(0, 0)][..]));
}

#[exp]
fn kink(x: f64) -> f64 {
    if x > 0.0 { x } else { x * x * x }
}

#[exp]
fn rectified(x: f64) -> f64 {
    x.max(0.0)
}

/// Both are linear at the start only.
#[test]
fn nothing_is_proved_of_a_program_with_branches() {
    let problem = Problem::new(Kink, Unconstrained::on(&Kink), &1.0);
    assert!(
        !problem.objective_is_linear() && !problem.objective_is_quadratic() && !problem.variable_is_linear(0)
    );
    let problem = Problem::new(Rectified, Unconstrained::on(&Rectified), &1.0);
    assert!(!problem.objective_is_linear());
}

#[test]
#[should_panic(expected = "there are 3 constraints")]
fn limits_of_other_lengths_are_refused() {
    problem().limits(&[0.0; 2], &[0.0; 3]);
}

/// Two branches, each with entries of its own.
#[exp(adjoint)]
fn two_sided(x: &[f64]) -> f64 {
    if x[0] > 0.0 { x[0] * x[1] } else { x[0] * x[2] * x[2] }
}

#[exp(adjoint)]
fn limited(x: &[f64]) -> [f64; 2] {
    [if x[0] > 0.0 { x[1] } else { x[2] }, x[0] * x[0]]
}

/// The lower triangle of the Hessian and the Jacobian, as dense matrices.
fn dense(problem: &mut Problem<'_>, x: &[f64]) -> ([f64; 9], [f64; 6]) {
    let (mut hessian, mut jacobian) = ([0.0; 9], [0.0; 6]);
    let mut entries = vec![0.0; problem.hessian_places().len()];
    problem.hessian_into(x, 1.0, &[1.0, 0.5], &mut entries).unwrap();
    for (&(i, j), entry) in problem.hessian_places().iter().zip(entries) {
        hessian[3 * i + j] = entry;
    }
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    problem.jacobian_into(x, &mut entries).unwrap();
    for ((i, j), entry) in problem.jacobian_pattern().entries().zip(entries) {
        jacobian[3 * i + j] = entry;
    }
    (hessian, jacobian)
}

const RIGHT: [f64; 3] = [2.0, 3.0, 5.0];
const LEFT: [f64; 3] = [-2.0, 3.0, 5.0];
const AT_RIGHT: ([f64; 9], [f64; 6]) =
    ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 4.0, 0.0, 0.0]);
const AT_LEFT: ([f64; 9], [f64; 6]) =
    ([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0, 0.0, -4.0], [0.0, 0.0, 1.0, -4.0, 0.0, 0.0]);

/// An entry without a place is reported. The known branch stays right afterwards.
#[test]
fn a_new_branch_is_an_error_and_does_not_end_the_evaluations() {
    let mut problem = Problem::new(TwoSided, Limited, &RIGHT[..]);
    assert_eq!(dense(&mut problem, &RIGHT), AT_RIGHT);
    let (mut second, mut first) = (vec![0.0; problem.hessian_places().len()], vec![0.0; 2]);
    for _ in 0..2 {
        let error = problem.hessian_into(&LEFT, 1.0, &[1.0, 0.5], &mut second).unwrap_err();
        assert_eq!((error.row, error.column), (0, 2));
        let error = problem.jacobian_into(&LEFT, &mut first).unwrap_err();
        assert_eq!((error.row, error.column), (0, 2));
        assert_eq!(dense(&mut problem, &RIGHT), AT_RIGHT);
    }
}

#[test]
fn a_problem_has_the_entries_of_all_points_that_it_has_seen() {
    let mut problem = Problem::new(TwoSided, Limited, &RIGHT[..]).seen_at(&LEFT);
    assert_eq!(dense(&mut problem, &LEFT), AT_LEFT);
    assert_eq!(dense(&mut problem, &RIGHT), AT_RIGHT);
}
