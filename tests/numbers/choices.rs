//! Sparse derivatives of programs that choose inputs or operations by a value outside of their argument.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]
#![allow(clippy::needless_pass_by_value, reason = "a field owns its value")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ad::prelude::*;
use ad::sparse::{self, Csr, LeastSquares, Problem, Unconstrained};
use ad::{call, forward, reverse};

thread_local!(static SHIFT: Cell<usize> = const { Cell::new(1) });

/// The inputs are chosen by a global value.
#[exp]
fn shifted(x: &[f64]) -> Vec<f64> {
    (0..x.len()).map(|i| x[i] * x[(i + SHIFT.get()) % x.len()].sin()).collect()
}

#[exp]
fn energy(x: &[f64]) -> f64 {
    (0..x.len()).map(|i| (x[i] * x[(i + SHIFT.get()) % x.len()]).sin()).sum()
}

/// They are chosen by a field.
#[exp]
fn chosen(shift: Rc<Cell<usize>>, x: &[f64]) -> Vec<f64> {
    (0..x.len()).map(|i| x[i] * x[(i + shift.get()) % x.len()].sin()).collect()
}

/// The operation is chosen, and not the inputs.
#[exp]
fn operated(x: &[f64]) -> Vec<f64> {
    x.windows(2).map(|w| if SHIFT.get() == 1 { w[0] * w[1] } else { w[0] * w[1].sin() }).collect()
}

const N: usize = 100;

fn point(round: usize) -> Vec<f64> {
    (0..N).map(|i| ((i * (round % 50 + 3)) as f64 * 0.7).sin() + 0.1).collect()
}

fn assert_dense(matrix: &Csr, dense: &[Vec<f64>]) {
    for (i, row) in dense.iter().enumerate() {
        for (j, expected) in row.iter().enumerate() {
            let entry = matrix.pattern().position(i, j).map_or(0.0, |place| matrix.entries()[place]);
            assert!((entry - expected).abs() <= 1e-12 * expected.abs(), "{i}, {j}: {entry}, not {expected}");
        }
    }
}

/// Evaluates often with one shift, and then with another, until an evaluation panics. Returns after how many.
fn noticed(rounds: usize, set: impl Fn(usize), mut evaluate: impl FnMut(&[f64])) -> usize {
    set(1);
    (0..rounds).for_each(|round| evaluate(&point(round)));
    set(4);
    for round in 1.. {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| evaluate(&point(round)))) {
            let literal = || panic.downcast_ref::<&str>().map(ToString::to_string);
            let message = panic.downcast_ref::<String>().cloned().or_else(literal).expect("a message");
            assert!(message.starts_with("cannot use this sparse derivative any more"), "{message}");
            // It stays unusable.
            assert!(catch_unwind(AssertUnwindSafe(|| evaluate(&point(round)))).is_err());
            return round;
        }
        assert!(round < 257, "nothing was noticed");
    }
    unreachable!()
}

/// Before there is a record, while there is one, and late.
const ROUNDS: [(usize, usize); 4] = [(1, 3), (6, 14), (30, 54), (400, 196)];

#[test]
fn another_choice_of_inputs_is_noticed_in_each_derivative() {
    for (rounds, after) in ROUNDS {
        let start = point(0);
        SHIFT.set(1);
        let mut jacobian = sparse::jacobian(Shifted, &start);
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), |x| _ = jacobian.jacobian(x)), after);
        assert!(rounds < 9 || jacobian.is_recorded());
        assert_dense(
            &sparse::jacobian(Shifted, &start).jacobian(&start).1,
            &call::jacobian(&Shifted, &start),
        );

        let shift = Rc::new(Cell::new(1));
        let mut jacobian = sparse::jacobian(Chosen { shift: shift.clone() }, &start);
        assert_eq!(noticed(rounds, |k| shift.set(k), |x| _ = jacobian.jacobian(x)), after);

        SHIFT.set(1);
        let mut hessian = sparse::hessian(Energy, &start);
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), |x| _ = hessian.hessian(x)), after);
        let dense = forward::jacobian(reverse::grad(Energy)).at(start.clone());
        assert_dense(&sparse::hessian(Energy, &start).hessian(&start).1, &dense);

        SHIFT.set(1);
        let mut diagonal = sparse::hessian_diagonal(Energy, &start);
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), |x| _ = diagonal.diagonal(x)), after);
    }
}

#[test]
fn another_choice_of_inputs_is_noticed_by_solvers() {
    for (rounds, after) in ROUNDS {
        let start = point(0);
        SHIFT.set(1);
        let mut problem = Problem::new(Energy, Unconstrained::on(&Energy), &start);
        let mut entries = vec![0.0; problem.hessian_places().len()];
        let evaluate = |x: &[f64]| problem.hessian_into(x, 1.0, &[], &mut entries).unwrap();
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), evaluate), after);

        SHIFT.set(1);
        let mut problem = Problem::new(Energy, Shifted, &start);
        let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
        let evaluate = |x: &[f64]| problem.jacobian_into(x, &mut entries).unwrap();
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), evaluate), after);

        SHIFT.set(1);
        let mut squares = LeastSquares::<Vec<f64>>::new(&start).residuals(Shifted);
        let mut entries = vec![0.0; squares.jacobian_pattern().nonzeros()];
        let evaluate = |x: &[f64]| squares.jacobian_into(x, &mut entries).unwrap();
        assert_eq!(noticed(rounds, |k| SHIFT.set(k), evaluate), after);
    }
}

/// The pattern stays, and only a record can be wrong.
#[test]
fn another_operation_is_noticed_by_a_record() {
    SHIFT.set(1);
    let mut jacobian = sparse::jacobian(Operated, &point(0));
    assert_eq!(noticed(30, |k| SHIFT.set(k), |x| _ = jacobian.jacobian(x)), 54);
    let mut swept = sparse::jacobian(Operated, &point(0));
    for shift in [1, 4, 1] {
        SHIFT.set(shift);
        assert_dense(&swept.jacobian(&point(1)).1, &call::jacobian(&Operated, &point(1)));
    }
}

/// A pattern of the caller may have fewer entries than the Jacobian.
#[test]
fn a_pattern_of_the_caller_is_not_checked() {
    SHIFT.set(1);
    let diagonal = sparse::colouring::Pattern::from_pairs(N, N, (0..N).map(|i| (i, i)));
    let mut jacobian = sparse::Jacobian::with_pattern(Shifted, diagonal);
    for round in 0..30 {
        jacobian.jacobian(&point(round));
    }
}
