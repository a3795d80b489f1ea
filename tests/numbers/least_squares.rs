//! Least squares: residuals of all parameters and of blocks have the derivatives of the whole function.

use ad::prelude::*;
use ad::robust::{Cauchy, Huber, Tukey, cauchy, huber, tukey};
use ad::sparse::{LeastSquares, Linearization, Loss, NewEntry, numbered};

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

/// ½·Σ ρ over the two groups of the problem below, and over each square.
#[exp]
fn robust_objective(#[fixed] which: u32, #[fixed] c: f64, a: &[f64], b: [f64; 2]) -> f64 {
    let (p, q) = torque([a[1], a[0]], b[1]);
    let (r, s) = torque([b[0], a[2]], a[1]);
    let squares = [p * p + q * q, r * r + s * s, (a[2] * a[2]).powi(2), (a[0] * a[0]).powi(2)];
    let mut sum = 0.0;
    for square in squares {
        sum += match which {
            0 => huber(square, c),
            1 => cauchy(square, c),
            _ => tukey(square, c),
        };
    }
    0.5 * sum
}

/// Some of the parameters.
#[exp]
fn two_squares(a: &[f64], _b: [f64; 2]) -> Vec<f64> {
    vec![a[2] * a[2], a[0] * a[0]]
}

#[test]
fn robust_residuals_have_the_gradient_and_the_curvature_of_the_loss() {
    let (a, b) = numbered::<Parameters>(&start());
    let x = [0.5, 0.3, 0.8, 0.7, 1.1];
    let shaped = (x[..3].to_vec(), [x[3], x[4]]);
    for c in [0.1, 0.5, 0.9, 10.0] {
        for (which, loss) in [Loss::Huber(c), Loss::Cauchy(c), Loss::Tukey(c)].into_iter().enumerate() {
            let mut problem = LeastSquares::new(&start())
                .blocks([(Torque, ([a[1], a[0]], b[1])), (Torque, ([b[0], a[2]], a[1]))])
                .robust(loss)
                .residuals(TwoSquares)
                .robust(loss);
            let e = RobustObjective { which: which.try_into().unwrap(), c };
            let (value, gradient) = call::value_and_grad(&e, &shaped);
            let expected = [gradient.0, gradient.1.to_vec()].concat();
            let mut found = [0.0; 5];
            let objective = problem.grad_into(&x, &mut found).unwrap();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-13 * (1.0 + b.abs());
            assert!(close(objective, value) && close(problem.objective(&x), value), "{loss:?}");
            assert!(
                found.iter().zip(&expected).all(|(a, b)| close(*a, *b)),
                "{loss:?}: {found:?}, {expected:?}"
            );

            // Jᵀ·r and Jᵀ·J of the corrected residuals, against those of the plain ones.
            let mut residuals = vec![0.0; 6];
            let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
            problem.residuals_into(&x, &mut residuals);
            problem.jacobian_into(&x, &mut entries).unwrap();
            let rows = dense(problem.jacobian_pattern(), &entries);
            let mut plain = LeastSquares::new(&start())
                .blocks([(Torque, ([a[1], a[0]], b[1])), (Torque, ([b[0], a[2]], a[1]))])
                .residuals(TwoSquares);
            let mut plain_residuals = vec![0.0; 6];
            plain.residuals_into(&x, &mut plain_residuals);
            plain.jacobian_into(&x, &mut entries).unwrap();
            let plain_rows = dense(plain.jacobian_pattern(), &entries);
            let by = |rows: &[[f64; 5]], r: &[f64], j: usize| -> f64 {
                rows.iter().zip(r).map(|(row, r)| row[j] * r).sum()
            };
            let (mut curvature, mut slope) = ([[0.0; 5]; 5], [0.0; 5]);
            for group in [0..2, 2..4, 4..5, 5..6] {
                let (rows, r) = (&plain_rows[group.clone()], &plain_residuals[group]);
                let square: f64 = r.iter().map(|r| r * r).sum();
                let [_, first, second] = loss.at(square);
                // The loss's curvature along the residuals, where it is not cut.
                let along = if first > 0.0 { (1.0 + 2.0 * square * second / first).max(0.1) } else { 1.0 };
                for i in 0..5 {
                    slope[i] += first * by(rows, r, i);
                    for j in 0..5 {
                        let all: f64 = rows.iter().map(|row| row[i] * row[j]).sum();
                        let cut = (along - 1.0) / square * by(rows, r, i) * by(rows, r, j);
                        curvature[i][j] += first * (all + cut);
                    }
                }
            }
            for i in 0..5 {
                assert!(close(by(&rows, &residuals, i), slope[i]), "{loss:?}: slope {i}");
                for j in 0..5 {
                    let found: f64 = rows.iter().map(|row| row[i] * row[j]).sum();
                    assert!(
                        close(found, curvature[i][j]),
                        "{loss:?}: {i}, {j}: {found}, {}",
                        curvature[i][j]
                    );
                }
            }
        }
    }
}

fn dense(pattern: &ad::sparse::Pattern, entries: &[f64]) -> Vec<[f64; 5]> {
    let mut rows = vec![[0.0; 5]; pattern.rows()];
    pattern.entries().zip(entries).for_each(|((i, j), entry)| rows[i][j] = *entry);
    rows
}

#[test]
fn the_weight_and_its_slope_are_derivatives_of_the_loss() {
    for c in [0.5, 2.0] {
        for s in [0.01, 0.2, 0.3, 3.0, 5.0, 100.0] {
            let at = (s, c);
            let held = [false, true];
            let all = [
                call::value_grad_hessian(&Huber.given_entries(held, &at), &[s]),
                call::value_grad_hessian(&Cauchy.given_entries(held, &at), &[s]),
                call::value_grad_hessian(&Tukey.given_entries(held, &at), &[s]),
            ];
            for ((y, slope, curvature), loss) in
                all.into_iter().zip([Loss::Huber(c), Loss::Cauchy(c), Loss::Tukey(c)])
            {
                for (found, expected) in loss.at(s).into_iter().zip([y, slope[0], curvature[0][0]]) {
                    assert!((found - expected).abs() <= 1e-13 * (1.0 + expected.abs()), "{loss:?} at {s}");
                }
            }
        }
    }
}
