//! Least squares: residuals of all parameters and of blocks have the derivatives of the whole function.

use ad::prelude::*;
use ad::sparse::{LeastSquares, Linearization, NewEntry, numbered};

#[exp(adjoint)]
fn torque(r: [f64; 2], force: f64) -> (f64, f64) {
    (r[0] * force, r[1] * r[1])
}

/// The same without an adjoint program.
#[exp]
fn torque_without_a_program(r: [f64; 2], force: f64) -> (f64, f64) {
    torque(r, force)
}

/// As many results as parameters.
#[exp]
fn squares(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| x * x).collect()
}

#[exp(adjoint)]
fn one_sided(a: &[f64], b: [f64; 2]) -> Vec<f64> {
    let last = if a[0] > 0.0 { a[1] } else { b[0] * b[1] };
    vec![a[0] * a[2], last]
}

type Parameters = (Vec<f64>, [f64; 2]);

/// All residuals of the problem below.
#[exp]
fn whole(a: &[f64], b: [f64; 2]) -> Vec<f64> {
    let (p, q) = torque([a[1], a[0]], b[1]);
    let (r, s) = torque([b[0], a[2]], a[1]);
    let last = if a[0] > 0.0 { a[1] } else { b[0] * b[1] };
    vec![p, q, r, s, a[0] * a[2], last, a[2] * a[2], b[1] * b[1]]
}

fn start() -> Parameters {
    (vec![2.0, 3.0, 5.0], [7.0, 11.0])
}

fn problem<'e>() -> LeastSquares<'e, Parameters> {
    let (a, b) = numbered::<Parameters>(&start());
    LeastSquares::new(&start())
        .blocks([(Torque, ([a[1], a[0]], b[1]))])
        .blocks([(TorqueWithoutAProgram, ([b[0], a[2]], a[1]))])
        .residuals(OneSided)
        .blocks([(Squares, vec![a[2], b[1]])])
}

fn check(problem: &mut LeastSquares<'_, Parameters>, x: &[f64]) {
    let shaped = problem.parameters(x);
    let mut residuals = vec![0.0; 8];
    problem.residuals_into(x, &mut residuals);
    assert_eq!(residuals, call::value(&Whole, &shaped));
    let mut dense = vec![0.0; 8 * 5];
    let mut expected = dense.clone();
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    problem.jacobian_into(x, &mut entries).unwrap();
    for ((i, j), entry) in problem.jacobian_pattern().entries().zip(entries) {
        dense[5 * i + j] = entry;
    }
    Prepared::new(Whole).jacobian_into(&shaped, &mut expected);
    assert_eq!(dense, expected);
    let mut gradient = [0.0; 5];
    let half = residuals.iter().map(|r| r * r).sum::<f64>() / 2.0;
    assert_eq!(problem.grad_into(x, &mut gradient), Ok(half));
    let slope = |j: usize| (0..8).map(|i| expected[5 * i + j] * residuals[i]).sum::<f64>();
    assert_eq!(gradient, [0, 1, 2, 3, 4].map(slope));
}

/// With columns that do not ascend, by programs and without, and again after the ninth evaluation, which is recorded.
#[test]
fn stacked_residuals_have_the_jacobian_of_the_whole() {
    let mut problem = problem();
    assert_eq!((problem.start(), problem.names()[3].as_str()), (&[2.0, 3.0, 5.0, 7.0, 11.0][..], "b[0]"));
    for k in 0..12 {
        let scale = f64::from(k) + 1.0;
        check(&mut problem, &[2.0, 3.0, 5.0, 7.0, 11.0].map(|x| x * scale));
    }
    // A row has all columns of its block.
    let pattern = problem.jacobian_pattern();
    assert_eq!([0, 1, 2].map(|i| pattern.row(i).to_vec()), [[0, 1, 4], [0, 1, 4], [1, 2, 3]]);
}

/// One block more than are evaluated together, with columns that ascend in every second one, and blocks of other kinds.
#[test]
fn one_linearization_has_the_rows_of_a_problem() {
    let x: Vec<f64> = (1..=40).map(f64::from).collect();
    let torques = |n: usize| {
        (0..n).map(|i| (Torque, if i % 2 == 0 { ([i, i + 1], i + 2) } else { ([i + 2, i], i + 1) }))
    };
    let without = [(TorqueWithoutAProgram, ([3, 1], 7))];
    let lists = || (0..20).map(|i| (Squares, (i..i + i % 3).rev().collect::<Vec<usize>>()));
    let mut problem = LeastSquares::<Vec<f64>>::new(&x).blocks(torques(33)).blocks(without).blocks(lists());
    let mut residuals = vec![0.0; problem.jacobian_pattern().rows()];
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    problem.residuals_into(&x, &mut residuals);
    problem.jacobian_into(&x, &mut entries).unwrap();
    let all = || {
        Linearization::new::<Vec<f64>>(&x)
            .blocks(torques(33))
            .blocks(torques(0))
            .blocks(without)
            .blocks(lists())
    };
    let (values, jacobian) = all().value_and_jacobian();
    assert_eq!(values, residuals);
    assert_eq!((jacobian.pattern(), jacobian.entries()), (problem.jacobian_pattern(), &entries[..]));
    assert_eq!(all().jacobian(), jacobian);
    // By hand, for columns that do not ascend.
    let torque: Vec<_> = jacobian.triplets().filter(|(i, ..)| [2, 3].contains(i)).collect();
    let expected = [(2, 1, 0.0), (2, 2, 4.0), (2, 3, 3.0), (3, 1, 4.0), (3, 2, 0.0), (3, 3, 0.0)];
    assert_eq!(torque, expected);
}

/// The branch that is not taken has an infinite slope: an empty adjoint must not meet it.
#[test]
fn a_row_of_a_block_has_nothing_of_a_branch_that_is_not_taken() {
    #[exp(adjoint)]
    fn roots(a: f64, b: f64) -> [f64; 2] {
        let root = a.sqrt();
        [if b > 0.0 { b * b } else { root }, b + 1.0]
    }
    let x = vec![0.0, 3.0];
    let jacobian = Linearization::new::<Vec<f64>>(&x).blocks([(Roots, (0, 1))]).jacobian();
    assert_eq!(jacobian.entries(), [0.0, 6.0, 0.0, 1.0]);
}

/// 0 · NaN: an entry of the other branch is 0.
#[test]
fn a_residual_that_is_no_number_does_not_reach_the_variables_of_another_branch() {
    #[exp(adjoint)]
    fn branches(x: &[f64]) -> [f64; 2] {
        [if x[0] > 0.0 { x[1] } else { x[2].ln() }, 3.0 * x[0]]
    }
    let mut problem =
        LeastSquares::<Vec<f64>>::new(&[1.0, 2.0, 3.0][..]).residuals(Branches).seen_at(&[-1.0, 2.0, 3.0]);
    let mut gradient = [0.0; 3];
    for (x, expected) in
        [([-1.0, 2.0, -3.0], [-9.0, 0.0, f64::NAN]), ([1.0, f64::INFINITY, -3.0], [9.0, f64::INFINITY, 0.0])]
    {
        let objective = problem.grad_into(&x, &mut gradient).unwrap();
        assert!(!objective.is_finite());
        for (found, expected) in gradient.iter().zip(expected) {
            assert!(
                found.total_cmp(&expected).is_eq() || found.is_nan() && expected.is_nan(),
                "{gradient:?}"
            );
        }
    }
}

#[test]
#[should_panic = "a row has two entries in one column: [0, 0, 1]"]
fn a_linearization_refuses_a_column_that_is_named_twice() {
    let _ = Linearization::new::<Vec<f64>>(&vec![1.0, 2.0]).blocks([(Torque, ([0, 0], 1))]).jacobian();
}

#[test]
fn another_branch_has_an_entry_without_a_place_until_it_was_seen() {
    let x = [-2.0, 3.0, 5.0, 7.0, 11.0];
    let found = problem().jacobian_into(&x, &mut vec![0.0; problem().jacobian_pattern().nonzeros()]);
    assert_eq!(found, Err(NewEntry { row: 5, column: 3 }));
    let mut problem = problem().seen_at(&x);
    check(&mut problem, &x);
    check(&mut problem, &[2.0, 3.0, 5.0, 7.0, 11.0]);
}

#[test]
fn there_may_be_no_residuals() {
    let mut problem = LeastSquares::<Parameters>::new(&start());
    assert_eq!(problem.grad_into(&[1.0; 5], &mut [1.0; 5]), Ok(0.0));
    assert_eq!(problem.jacobian_pattern().rows(), 0);
}

#[test]
#[should_panic = "a row has two entries in one column: [0, 0, 1]"]
fn a_block_that_names_a_column_twice_is_refused() {
    let _ = LeastSquares::<Vec<f64>>::new(&[1.0, 2.0][..]).blocks([(Torque, ([0, 0], 1))]);
}

#[test]
#[should_panic = "there is no column 2: there are 2 parameters"]
fn a_block_at_a_column_that_is_not_there_is_refused() {
    let _ = LeastSquares::<Vec<f64>>::new(&[1.0, 2.0][..]).blocks([(Torque, ([0, 1], 2))]);
}
