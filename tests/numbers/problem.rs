//! Problems under constraints: the sparse derivatives are the dense ones, and only provable facts are reported.

#![allow(
    clippy::cast_precision_loss,
    clippy::items_after_statements,
    reason = "small numbers are cast; each program stands before its use"
)]

use crate::enclosures::machine::{Machine, Op, Random as Programs};
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

/// A function of the first two numbers with a kink or a jump, and a linear term in the third one.
#[exp]
fn bent(which: usize, [x, y, z]: [f64; 3]) -> f64 {
    let part = match which {
        0 => (x * y).round() * 0.5,
        1 => x.max(y),
        2 => x.floor() * y,
        3 => x.clamp(y - 10.0, 10.0),
        4 => x.copysign(y),
        5 => x % y,
        6 => x.abs(),
        7 => x.signum(),
        8 => x.min(y),
        9 => x.ceil(),
        10 => x.round_ties_even(),
        11 => x.trunc() * y,
        12 => x.fract(),
        13 => x.rem_euclid(y),
        14 => x.div_euclid(y),
        15 => x.abs() * x.abs(),
        16 => (2.0 * x).signum() * (2.0 * x).max(y),
        17 => {
            if x > y {
                x
            } else {
                y
            }
        }
        _ => [x, y].iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b)),
    };
    part + 3.0 * z
}

/// A constraint with a kink, and others without.
#[exp]
fn mixed([x, y, z]: [f64; 3]) -> [f64; 4] {
    let larger = x.max(0.5);
    [larger + y, x - 2.0 * y, y * z, larger * 0.0 + z]
}

#[test]
fn nothing_is_proved_behind_a_kink_or_a_jump() {
    let start = [0.25, 1.5, 0.0];
    for which in 0..19 {
        let e = Bent { which };
        let problem = Problem::new(e, Mixed, &start);
        assert!(!problem.objective_is_linear() && !problem.objective_is_quadratic(), "{which}");
        assert!(!problem.variable_is_linear(0), "{which}");
        if which != 17 {
            assert_eq!([0, 1, 2, 3].map(|i| problem.constraint_is_linear(i)), [false, true, false, false]);
            assert_eq!([0, 1, 2, 3].map(|i| problem.constraint_is_quadratic(i)), [false, true, true, false]);
        }
    }
    // Of constants, kinks and jumps are constants.
    #[exp]
    fn constant_kinks([x, y, z]: [f64; 3]) -> f64 {
        let c: f64 = -1.5;
        c.abs() * x + c.max(0.5).floor() * y + z
    }
    let problem = Problem::new(ConstantKinks, Unconstrained::on(&ConstantKinks), &start);
    assert!(problem.objective_is_linear());
}

/// Random programs: one that is proved to be linear, or quadratic, has differences of second, or third, order that vanish far away.
#[test]
fn proved_degrees_hold_far_away() {
    let (mut linear, mut quadratic) = (0, 0);
    for i in 0..3_000_u32 {
        let mut random = Programs((5 + u64::from(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut code = random.program();
        // Fewer operations that are neither linear nor quadratic.
        code.0.retain(|op| {
            !matches!(op, Op::Exp(..) | Op::Tanh(..) | Op::Sqrt(..) | Op::Ln(..)) || random.below(4) == 0
        });
        let is_straight = |op: &Op| {
            !matches!(op, Op::UnlessLess(..) | Op::UnlessEqual(..) | Op::UnlessNan(..) | Op::Jump(_))
        };
        if i % 5 > 0 {
            code.0.retain(is_straight);
        } else if !code.0.iter().all(is_straight) {
            code = random.program();
        }
        let e = Machine { code: &code };
        let start = [(); 3].map(|()| random.below(1 << 12) as f64 / 512.0 - 4.0);
        let problem = Problem::new(e, Unconstrained::on(&e), &start);
        let order = match (problem.objective_is_linear(), problem.objective_is_quadratic()) {
            (true, true) => 2,
            (false, true) => 3,
            (true, false) => panic!("linear and not quadratic: {code:?}"),
            (false, false) => continue,
        };
        *if order == 2 { &mut linear } else { &mut quadratic } += 1;
        for _ in 0..8 {
            let by = [(); 3].map(|()| random.below(1 << 12) as f64 / 256.0 - 8.0);
            let values: Vec<f64> = (0..=order)
                .map(|k| call::value(&e, &[0, 1, 2].map(|j| start[j] + f64::from(k) * by[j])))
                .collect();
            let difference = match values[..] {
                [a, b, c] => a - 2.0 * b + c,
                [a, b, c, d] => (a - d) - 3.0 * (b - c),
                _ => unreachable!(),
            };
            let scale = values.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            assert!(
                difference.abs() <= 1e-9 * scale || difference.is_nan(),
                "{i}: {values:?} from {start:?} by {by:?}\n{code:?}"
            );
        }
    }
    assert!(linear > 300 && quadratic > 100, "{linear}, {quadratic}");
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
