//! Loops of programs: `iterate`, `iterate_with` and `checkpoint` reverse their steps by the steps' adjoint programs, alone and on a
//! tape, exactly as without programs.

use std::cell::Cell;

use ad::prelude::*;
use ad::{I64, call, checkpoint, iterate, iterate_with, terms};

twice! {
    fn coupled as Coupled, CoupledByTape(x: [f64; 3]) -> [f64; 3] {
        [x[0] * x[1] - x[2], x[1] + x[2] * x[2] * x[0], x[2]]
    }
    fn carried as Carried, CarriedByTape(x: [f64; 2], rate: f64, shift: f64) -> [f64; 2] {
        [x[0] * rate + x[1] * x[1], x[1] * shift - x[0]]
    }
    // The state shrinks.
    fn shorter as Shorter, ShorterByTape(x: Vec<f64>) -> Vec<f64> {
        let n = x.len();
        let mut y = Vec::new();
        for i in 1..n {
            y.push(x[i] * x[i - 1] + x[i]);
        }
        y
    }
}

const SIZES: [(usize, usize); 11] =
    [(0, 3), (1, 0), (1, 3), (2, 1), (3, 0), (7, 2), (9, 1), (20, 3), (41, 4), (41, 40), (41, 100)];

#[test]
fn a_loop_by_programs_is_the_loop_by_the_tape() {
    let (x, dy) = ([3, -2, 5], [2, 7, -1]);
    for (n, c) in SIZES {
        let (ours, theirs) = (iterate(Coupled, n).snapshots(c), iterate(CoupledByTape, n).snapshots(c));
        assert_eq!(reverse::vjp(ours).eval(I64, (x, dy)), stack::vjp(theirs).eval(I64, (x, dy)), "{n} {c}");
        assert_eq!(stack::vjp(ours).eval(I64, (x, dy)), stack::vjp(theirs).eval(I64, (x, dy)), "{n} {c}");
        assert_eq!(reverse::jacobian(ours).eval(I64, x), forward::jacobian(theirs).eval(I64, x));
        let second = forward::jvp(reverse::vjp(ours)).eval(I64, ((x, dy), ([1, -1, 2], [3, 0, 1])));
        assert_eq!(second, forward::jvp(stack::vjp(theirs)).eval(I64, ((x, dy), ([1, -1, 2], [3, 0, 1]))));
        let nested = stack::vjp(stack::vjp(ours)).eval(I64, ((x, dy), (dy, x)));
        assert_eq!(nested, stack::vjp(stack::vjp(theirs)).eval(I64, ((x, dy), (dy, x))));
    }
}

#[test]
fn parameters_beside_the_state_collect_their_adjoints() {
    let (x, dy) = (([3, -2], 5, 7), [2, -1]);
    for (n, c) in SIZES {
        let ours = iterate_with(Carried, n).snapshots(c);
        let theirs = iterate_with(CarriedByTape, n).snapshots(c);
        let expected = stack::vjp(theirs).eval(I64, (x, dy));
        assert_eq!(reverse::vjp(ours).eval(I64, (x, dy)), expected, "{n} {c}");
        assert_eq!(stack::vjp(ours).eval(I64, (x, dy)), expected, "{n} {c}");
        assert_eq!(reverse::jacobian(ours).eval(I64, x), forward::jacobian(theirs).eval(I64, x));
    }
}

#[test]
fn a_state_may_change_its_length() {
    let x: Vec<i64> = (1..8).collect();
    for (n, c) in [(0, 1), (1, 1), (3, 0), (5, 1), (6, 2)] {
        let (ours, theirs) = (iterate(Shorter, n).snapshots(c), iterate(ShorterByTape, n).snapshots(c));
        let jacobian = forward::jacobian(theirs).eval(I64, x.clone());
        assert_eq!(reverse::jacobian(ours).eval(I64, x.clone()), jacobian);
        assert_eq!(stack::jacobian(ours).eval(I64, x.clone()), jacobian);
    }
}

/// Loops and a checkpoint within a function that is recorded, with inputs that are constant or used again.
#[exp(class = Ring)]
fn around(x: [f64; 3]) -> f64 {
    let y = iterate(Coupled, 5).snapshots(2).at([x[0], x[1] * x[0], 2.0]);
    let z = checkpoint(Coupled).at(y);
    z[0] * x[2] + z[1] + z[2] * y[0]
}

#[exp(class = Ring)]
fn around_by_tape(x: [f64; 3]) -> f64 {
    let y = iterate(CoupledByTape, 5).snapshots(2).at([x[0], x[1] * x[0], 2.0]);
    let z = checkpoint(CoupledByTape).at(y);
    z[0] * x[2] + z[1] + z[2] * y[0]
}

#[test]
fn a_recorded_function_reverses_its_loops_by_their_programs() {
    let x = [2, -3, 5];
    assert_eq!(stack::grad(Around).eval(I64, x), forward::grad(AroundByTape).eval(I64, x));
    let hessian = forward::jacobian(forward::grad(AroundByTape)).eval(I64, x);
    assert_eq!(forward::jacobian(stack::grad(Around)).eval(I64, x), hessian);
    assert_eq!(stack::jacobian(forward::grad(Around)).eval(I64, x), hessian);
    assert_eq!(stack::jacobian(stack::grad(Around)).eval(I64, x), hessian);
    assert_eq!(reverse::jacobian(reverse::grad(Around)).eval(I64, x), hessian);
    #[cfg(feature = "effects")]
    assert_eq!(effects::grad(Around).eval(I64, x), stack::grad(AroundByTape).eval(I64, x));
}

#[exp(adjoint, class = Ring)]
fn squared(x: f64) -> f64 {
    x * x - 3.0 * x
}

/// The program of one number is run with the adjoint 1, and its result is multiplied by the adjoint.
#[test]
fn an_adjoint_of_a_single_result_may_be_any_number() {
    for seed in [0, 1, -4] {
        let expected = 7 * seed;
        assert_eq!(reverse::vjp(Squared).eval(I64, (5, seed)), (10, expected));
        // d/dx (seed·(2x - 3)), and by the seed.
        let tangents = forward::jvp(reverse::vjp(Squared)).eval(I64, ((5, seed), (1, 11)));
        assert_eq!(tangents, ((10, expected), (7, 2 * seed + 77)));
        let twice = iterate(Squared, 2);
        assert_eq!(reverse::vjp(twice).eval(I64, (5, seed)), (70, 7 * 17 * seed));
        assert_eq!(stack::vjp(twice).eval(I64, (5, seed)), (70, 7 * 17 * seed));
    }
}

thread_local! {
    static EVALUATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() -> usize {
    EVALUATIONS.set(EVALUATIONS.get() + 1);
    0
}

#[exp(adjoint)]
fn counted(x: f64) -> f64 {
    let n = count();
    let mut y = x * x;
    for _ in 0..n {
        y += x;
    }
    y
}

/// With c snapshots and r repetitions, (c + r)! / (c! r!) steps can be reversed.
#[test]
fn the_steps_are_evaluated_as_often_as_the_schedule_says() {
    let evaluations = |n, c| {
        EVALUATIONS.set(0);
        call::vjp(&iterate(Counted, n).snapshots(c), &0.5, &1.0);
        EVALUATIONS.get()
    };
    // All states are saved: 19 steps for the states, and each step with its reverse sweep.
    assert_eq!(evaluations(20, 0), 39);
    assert_eq!(evaluations(20, 19), 39);
    // β(3, 3) = 20: by the formula of A. Griewank and A. Walther, 3·20 - β(4, 2) = 45 steps are repeated.
    assert_eq!(evaluations(20, 3), 20 + 45);
    assert_eq!(evaluations(20, 1), 20 + 190);
}

#[exp(adjoint, class = Ring)]
fn misfit(#[fixed] a: i32, x: [f64; 2]) -> f64 {
    let r = x[0] * a as f64 - x[1] * x[1];
    r * r * x[0]
}

#[exp(class = Ring)]
fn misfit_by_tape(#[fixed] a: i32, x: [f64; 2]) -> f64 {
    let r = x[0] * a as f64 - x[1] * x[1];
    r * r * x[0]
}

#[exp(class = Ring)]
fn sum_of_misfits(#[fixed] data: &[i32], x: [f64; 3]) -> f64 {
    terms(data, |a| Misfit { a: *a }).at([x[0] * x[2], x[1]]) * x[2]
        + terms(data, |a| Misfit { a: *a }).at([3.0, x[2]])
}

#[exp(class = Ring)]
fn sum_of_misfits_by_tape(#[fixed] data: &[i32], x: [f64; 3]) -> f64 {
    terms(data, |a| MisfitByTape { a: *a }).at([x[0] * x[2], x[1]]) * x[2]
        + terms(data, |a| MisfitByTape { a: *a }).at([3.0, x[2]])
}

#[test]
fn a_recorded_function_reverses_its_terms_by_their_programs() {
    let x = [2, -3, 5];
    for data in [&[] as &[i32], &[4], &[1, -2, 7]] {
        let (ours, theirs) = (SumOfMisfits { data }, SumOfMisfitsByTape { data });
        let gradient = forward::grad(theirs).eval(I64, x);
        assert_eq!(stack::grad(theirs).eval(I64, x), gradient);
        assert_eq!(stack::grad(ours).eval(I64, x), gradient);
        let hessian = forward::jacobian(forward::grad(theirs)).eval(I64, x);
        assert_eq!(forward::jacobian(stack::grad(ours)).eval(I64, x), hessian);
        assert_eq!(stack::jacobian(stack::grad(ours)).eval(I64, x), hessian);
    }
}
