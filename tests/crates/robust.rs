//! Robust losses: as functions, and as corrections of residuals.

use ad::prelude::*;
use ad::robust::{Cauchy, Huber, Tukey, cauchy, huber, tukey};
use ad::sparse::{LeastSquares, Loss, Pattern, numbered};

#[exp(adjoint)]
fn torque(r: [f64; 2], force: f64) -> (f64, f64) {
    (r[0] * force, r[1] * r[1])
}

type Parameters = (Vec<f64>, [f64; 2]);

fn start() -> Parameters {
    (vec![2.0, 3.0, 5.0], [7.0, 11.0])
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
fn robust_residuals_have_the_gradient_of_the_loss_and_the_weights_of_triggs() {
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
                let [_, weight] = loss.at(square);
                for i in 0..5 {
                    slope[i] += weight * by(rows, r, i);
                    for j in 0..5 {
                        curvature[i][j] += weight * rows.iter().map(|row| row[i] * row[j]).sum::<f64>();
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

fn dense(pattern: &Pattern, entries: &[f64]) -> Vec<[f64; 5]> {
    let mut rows = vec![[0.0; 5]; pattern.rows()];
    pattern.entries().zip(entries).for_each(|((i, j), entry)| rows[i][j] = *entry);
    rows
}

#[test]
fn the_weight_is_the_derivative_of_the_loss() {
    for c in [0.5, 2.0] {
        for s in [0.01, 0.2, 0.3, 3.0, 5.0, 100.0] {
            let at = (s, c);
            let held = [false, true];
            let all = [
                call::value_and_grad(&Huber.given_entries(held, &at), &[s]),
                call::value_and_grad(&Cauchy.given_entries(held, &at), &[s]),
                call::value_and_grad(&Tukey.given_entries(held, &at), &[s]),
            ];
            for ((y, slope), loss) in all.into_iter().zip([Loss::Huber(c), Loss::Cauchy(c), Loss::Tukey(c)]) {
                for (found, expected) in loss.at(s).into_iter().zip([y, slope[0]]) {
                    assert!((found - expected).abs() <= 1e-13 * (1.0 + expected.abs()), "{loss:?} at {s}");
                }
            }
        }
    }
}

#[test]
fn a_threshold_that_is_not_positive_is_refused() {
    for loss in [Loss::Huber(-1.0), Loss::Cauchy(0.0), Loss::Tukey(f64::NAN)] {
        let run = || drop(LeastSquares::new(&start()).residuals(TwoSquares).robust(loss));
        let message = std::panic::catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
        assert_eq!(*message, format!("a threshold is positive and finite: {loss:?}"));
    }
}
