//! Checkpoints: the same derivatives as without them, with the number of evaluations and of states that the theory
//! of the binomial schedule gives.
#![cfg(feature = "effects")]

use std::cell::Cell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ad_core::effects::Effects;
use ad_core::forward::{self, Dual};
use ad_core::{
    At, Exp, F64, I64, Mode, Num, Prepared, RealDict, Shape, Signature, call, checkpoint, effects, hessian,
    hvp, iterate, iterate_with, stack,
};
use ad_testing::{assert_all_close, expression};

expression!(
    /// Two numbers that depend on each other and on two that do not change.
    Coupled: [f64; 4] => [f64; 4], RealDict,
    |[x, y, a, b]| [(a * x).cos() + y * b, b * x.sin() + (a * y).cos() * 0.1, *a, *b]
);
expression!(Cubic: [f64; 2] => [f64; 2], RingDict, |[x, y]| [x * x * y - y, x + y * y]);
expression!(Norm: [f64; 4] => f64, RealDict, |[x, y, a, _]| (x * x + y * y * a).sqrt());

/// The loop as an ordinary loop, or as one operator, and something after it.
#[derive(Clone, Copy)]
struct Program<const OPERATOR: bool> {
    times: usize,
    snapshots: usize,
}

impl<const OPERATOR: bool> Signature for Program<OPERATOR> {
    type In = [f64; 4];
    type Out = f64;
}

impl<const OPERATOR: bool, D: RealDict> Exp<D> for Program<OPERATOR> {
    fn apply(&self, dict: D, x: &[Num<D>; 4]) -> Num<D> {
        let before = x.map(|x| x * 0.5);
        let after = if OPERATOR {
            iterate(Coupled, self.times).snapshots(self.snapshots).apply(dict, &before)
        } else {
            (0..self.times).fold(before, |x, _| Coupled.apply(dict, &x))
        };
        Norm.apply(dict, &after) + before[0]
    }
}

const X: [f64; 4] = [0.3, 0.2, 2.4, 0.6];

#[test]
fn a_checkpointed_loop_has_the_derivatives_of_a_plain_one_to_the_last_bit() {
    for (times, snapshots) in [(0, 3), (1, 3), (2, 1), (7, 0), (9, 1), (20, 2), (41, 3), (41, 40), (41, 100)]
    {
        let plain = Program::<false> { times, snapshots };
        let operator = Program::<true> { times, snapshots };
        let v = [0.1, -0.3, 0.7, 1.0];
        assert_eq!(call::value(&plain, &X), call::value(&operator, &X));
        assert_eq!(forward::grad(plain).at(X), forward::grad(operator).at(X));
        assert_eq!(stack::grad(plain).at(X), stack::grad(operator).at(X));
        assert_eq!(effects::grad(plain).at(X), effects::grad(operator).at(X));
        // Forward over reverse, reverse over forward, reverse over reverse.
        assert_eq!(hvp(plain).at((X, v)).1, hvp(operator).at((X, v)).1);
        assert_eq!(hessian(plain).at(X), hessian(operator).at(X));
        let jvp = |x, y| {
            (stack::vjp(forward::jvp(plain)).at((x, y)), stack::vjp(forward::jvp(operator)).at((x, y)))
        };
        let (a, b) = jvp((X, v), (0.3, 0.9));
        assert_eq!(a, b);
        // Here the second derivative sees the state that is computed twice as two.
        close(stack::jacobian(stack::grad(plain)).at(X), stack::jacobian(stack::grad(operator)).at(X));
        close(effects::jacobian(stack::grad(plain)).at(X), effects::jacobian(stack::grad(operator)).at(X));
    }
}

/// Asserts that two matrices agree, up to rounding.
#[track_caller]
fn close(a: [[f64; 4]; 4], b: [[f64; 4]; 4]) {
    assert_all_close(a.as_flattened(), b.as_flattened(), 1e-12);
}

#[test]
fn third_orders_of_a_checkpointed_loop_are_exact_in_a_ring() {
    let plain = |x: [i64; 2]| -> [[[[i64; 2]; 2]; 2]; 2] {
        let mut state: [Poly; 2] = [Poly::variable(0, x[0]), Poly::variable(1, x[1])];
        for _ in 0..6 {
            let [x, y] = state;
            state = [x.mul(x).mul(y).sub(y), x.add(y.mul(y))];
        }
        state.map(|p| {
            std::array::from_fn(|i| std::array::from_fn(|j| std::array::from_fn(|k| p.third(i, j, k))))
        })
    };
    let e = iterate(Cubic, 6).snapshots(2);
    let x = [2, -3];
    let expected = plain(x);
    assert_eq!(stack::jacobian(stack::jacobian(stack::jacobian(e))).eval(I64, x), expected);
    assert_eq!(forward::jacobian(stack::jacobian(forward::jacobian(e))).eval(I64, x), expected);
    assert_eq!(stack::jacobian(forward::jacobian(stack::jacobian(e))).eval(I64, x), expected);
    assert_eq!(effects::jacobian(stack::jacobian(checkpoint(forward::jacobian(e)))).eval(I64, x), expected);
    assert_eq!(effects::jacobian(effects::jacobian(effects::jacobian(e))).eval(I64, x), expected);
    assert_eq!(forward::jacobian(effects::jacobian(forward::jacobian(e))).eval(I64, x), expected);
    let parts = checkpoint(effects::jacobian(checkpoint(effects::jacobian(e))));
    assert_eq!(stack::jacobian(parts).eval(I64, x), expected);
    assert_eq!(effects::jacobian(forward::jacobian(checkpoint(stack::jacobian(e)))).eval(I64, x), expected);
}

/// A polynomial in two variables up to degree 3, in the ring of integers modulo 2⁶⁴: the independent oracle.
#[derive(Clone, Copy)]
struct Poly([[i64; 4]; 4]);

impl Poly {
    fn variable(which: usize, at: i64) -> Self {
        let mut p = Poly([[0; 4]; 4]);
        p.0[0][0] = at;
        *(if which == 0 { &mut p.0[1][0] } else { &mut p.0[0][1] }) = 1;
        p
    }
    fn zip(self, other: Self, f: impl Fn(i64, i64) -> i64) -> Self {
        Poly(std::array::from_fn(|i| std::array::from_fn(|j| f(self.0[i][j], other.0[i][j]))))
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, i64::wrapping_add)
    }
    fn sub(self, other: Self) -> Self {
        self.zip(other, i64::wrapping_sub)
    }
    fn mul(self, other: Self) -> Self {
        let term = |i: usize, j: usize| {
            let pairs = (0..=i).flat_map(|k| (0..=j).map(move |l| (k, l)));
            pairs.fold(0i64, |sum, (k, l)| sum.wrapping_add(self.0[k][l].wrapping_mul(other.0[i - k][j - l])))
        };
        Poly(std::array::from_fn(|i| std::array::from_fn(|j| if i + j <= 3 { term(i, j) } else { 0 })))
    }
    fn third(self, i: usize, j: usize, k: usize) -> i64 {
        let second = i + j + k;
        let factorials = [6, 2, 2, 6][second];
        self.0[3 - second][second].wrapping_mul(factorials)
    }
}

// -----------------------------------------------------------------------------------------------------------

thread_local! {
    static EVALUATIONS: Cell<usize> = const { Cell::new(0) };
    static STATES: Cell<isize> = const { Cell::new(0) };
    static MOST_STATES: Cell<isize> = const { Cell::new(0) };
}

/// A state that is counted while it lives.
#[derive(Debug)]
struct Counted<T = f64>(T);

impl<T> Counted<T> {
    fn new(x: T) -> Self {
        STATES.set(STATES.get() + 1);
        MOST_STATES.set(MOST_STATES.get().max(STATES.get()));
        Counted(x)
    }
}

impl<T: Clone> Clone for Counted<T> {
    fn clone(&self) -> Self {
        Counted::new(self.0.clone())
    }
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        STATES.set(STATES.get() - 1);
    }
}

impl Shape for Counted<f64> {
    type Of<T: Clone> = Counted<T>;
    fn map<T: Clone, U: Clone>(x: &Counted<T>, f: &mut impl FnMut(&T) -> U) -> Counted<U> {
        Counted::new(f(&x.0))
    }
    fn for_each<T: Clone>(x: &Counted<T>, f: &mut impl FnMut(&T)) {
        f(&x.0);
    }
    fn for_each_mut<T: Clone>(x: &mut Counted<T>, f: &mut impl FnMut(&mut T)) {
        f(&mut x.0);
    }
}

expression!(Step: Counted => Counted, RealDict, |x| {
    EVALUATIONS.set(EVALUATIONS.get() + 1);
    Counted::new(x.0.sin())
});

/// The number of evaluations and the greatest number of states at once, to reverse `times` steps with `snapshots`. They are those of
/// the stack and of effects.
fn cost(times: usize, snapshots: usize) -> (usize, isize) {
    fn of<E: Exp<F64> + Signature<In = (Counted, Counted)>>(vjp: &E) -> (usize, isize) {
        EVALUATIONS.set(0);
        MOST_STATES.set(0);
        drop(vjp.eval(F64, (Counted::new(0.5), Counted::new(1.0))));
        assert_eq!(STATES.get(), 0, "a state has leaked");
        (EVALUATIONS.get(), MOST_STATES.get())
    }
    let e = iterate(Step, times).snapshots(snapshots);
    let (by_stack, by_effects) = (of(&stack::vjp(e)), of(&effects::vjp(e)));
    assert_eq!(by_stack.0, by_effects.0, "evaluations of {times} steps with {snapshots} snapshots");
    (by_stack.0, by_stack.1.max(by_effects.1))
}

#[test]
fn the_number_of_evaluations_is_the_least_possible() {
    const N: usize = 70;
    // The least number of steps that must be gone without recording them, by dynamic programming.
    fn least(n: usize, c: usize, known: &mut HashMap<(usize, usize), usize>) -> usize {
        if n <= 1 || c == 1 {
            return n * (n - 1) / 2;
        }
        if let Some(&least) = known.get(&(n, c)) {
            return least;
        }
        let by_first = (1..n).map(|m| m + least(m, c, known) + least(n - m, c - 1, known));
        let least = by_first.min().expect("there are at least two steps");
        known.insert((n, c), least);
        least
    }
    let mut known = HashMap::new();
    for n in 1..=N {
        for c in [1, 2, 3, 4, 5, 7, 11, 30, N] {
            assert_eq!(cost(n, c).0, least(n, c, &mut known) + n, "{n} steps, {c} snapshots");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn the_number_of_evaluations_is_that_of_the_theorem() {
    /// β(c, r) = (c + r)! / (c! r!)
    fn beta(c: usize, r: usize) -> usize {
        (1..=r).fold(1, |b, i| b * (c + i) / i)
    }
    for (n, c) in [(1_000, 3), (1_000, 10), (10_000, 8), (50_000, 20), (50_000, 316)] {
        let r = (1..=n).find(|&r| beta(c, r) >= n).expect("β(1, n) is n + 1");
        assert_eq!(cost(n, c).0, r * n - beta(c + 1, r - 1) + n, "{n} steps, {c} snapshots");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn no_step_is_evaluated_more_than_three_times_by_default() {
    for n in [1, 2, 3, 5, 10, 100, 12_345] {
        EVALUATIONS.set(0);
        drop(stack::vjp(iterate(Step, n)).eval(F64, (Counted::new(0.5), Counted::new(1.0))));
        assert!(EVALUATIONS.get() <= 3 * n, "{} evaluations of {n} steps", EVALUATIONS.get());
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn as_many_states_are_remembered_as_there_are_snapshots() {
    // Besides the snapshots there are the argument, the state under way, and copies of them as variables.
    let beside = cost(300, 1).1 - 1;
    assert!(beside <= 10, "{beside} states beside the snapshots");
    for c in [2, 3, 5, 10, 20, 50] {
        let (_, states) = cost(2_000, c);
        assert!(
            (states - beside - isize::try_from(c).unwrap()).abs() <= 1,
            "{states} states with {c} snapshots"
        );
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn a_long_recursion_of_the_schedule_does_not_overflow_the_stack() {
    assert_eq!(cost(2_000, 1).0, 2_000 * 1_999 / 2 + 2_000);
}

#[test]
fn without_snapshots_every_step_is_evaluated_once() {
    assert_eq!(cost(500, 0).0, 500);
}

#[test]
fn other_strategies_evaluate_every_step_once() {
    let x = || (Counted::new(0.5), Counted::new(1.0));
    EVALUATIONS.set(0);
    drop(forward::jvp(iterate(Step, 300)).eval(F64, x()));
    assert_eq!(EVALUATIONS.get(), 300);
    drop(iterate(Step, 300).eval(F64, Counted::new(0.5)));
    assert_eq!(EVALUATIONS.get(), 600);
}

#[test]
fn an_unneeded_result_is_not_recomputed() {
    expression!(Ignores: f64 => f64, RealDict, |x| {
        let looped = iterate(Step, 100).apply(x.dict(), &Counted::new(*x));
        x + looped.0 * 0.0 - looped.0 * 0.0
    });
    expression!(Drops: f64 => f64, RealDict, |x| {
        let _ = iterate(Step, 100).apply(x.dict(), &Counted::new(*x));
        x * x
    });
    EVALUATIONS.set(0);
    assert_eq!(stack::diff(Drops).at(3.0), 6.0);
    assert_eq!(EVALUATIONS.get(), 100);
    assert_eq!(stack::diff(Ignores).at(3.0), 1.0);
    assert!(EVALUATIONS.get() > 300);
    EVALUATIONS.set(0);
    assert_eq!(effects::diff(Drops).at(3.0), 6.0);
    assert_eq!(EVALUATIONS.get(), 100);
    assert_eq!(effects::diff(Ignores).at(3.0), 1.0);
    assert!(EVALUATIONS.get() > 300);
}

// -----------------------------------------------------------------------------------------------------------

thread_local! {
    static LAST_VERTEX: Cell<usize> = const { Cell::new(0) };
}

/// 50 multiplications, which note the largest number of a vertex. An activation of the handler stays on the control stack for each
/// vertex, from the first one to that number.
#[derive(Clone, Copy)]
struct Powers;

impl Signature for Powers {
    type In = f64;
    type Out = f64;
}

impl<'t> Exp<Effects<'t, F64>> for Powers {
    fn apply(&self, _: Effects<'t, F64>, x: &Num<Effects<'t, F64>>) -> Num<Effects<'t, F64>> {
        let power = (1..50).fold(x * 1.01, |y, _| y * 0.999);
        let node = format!("{:?}", power.value());
        let digits = node.chars().skip_while(|c| *c != '(').filter(char::is_ascii_digit);
        let vertex = digits.collect::<String>().parse().unwrap_or(0);
        LAST_VERTEX.set(LAST_VERTEX.get().max(vertex));
        power
    }
}

#[test]
fn only_one_part_at_a_time_is_on_the_control_stack() {
    let most = |parts: usize, snapshots: usize| {
        LAST_VERTEX.set(0);
        let slope = effects::diff(iterate(Powers, parts).snapshots(snapshots)).at(0.5);
        (LAST_VERTEX.get(), slope)
    };
    for parts in [2, 10, 100] {
        let (all, expected) = most(parts, 0);
        assert_eq!(all, 1 + 50 * parts);
        // The argument, the result of each part but the last, and the steps of one part with a variable of its own.
        let (live, slope) = most(parts, parts);
        assert_eq!(live, 1 + (parts - 1) + 50, "{parts} parts");
        assert_eq!(slope, expected);
    }
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn a_constant_loop_is_not_remembered() {
    expression!(Constant: f64 => f64, RealDict, |x| {
        let state = Counted::new(Num::from(0.5));
        x * iterate(Step, 100).apply(x.dict(), &state).0
    });
    EVALUATIONS.set(0);
    let slope = stack::diff(Constant).at(3.0);
    assert_eq!(slope, call::value(&Constant, &1.0));
    assert_eq!(EVALUATIONS.get(), 200);
}

#[test]
fn unused_partials_contribute_no_nan() {
    // The derivative of √x is infinite at 0, and its adjoint is none, not 0.
    expression!(Roots: [f64; 2] => [f64; 2], RealDict, |[x, y]| [x.sqrt(), y * 2.0]);
    expression!(Second: [f64; 2] => f64, RealDict, |x| iterate(Roots, 5).snapshots(2).apply(x[0].dict(), x)[1]);
    assert_eq!(stack::grad(Second).at([0.0, 1.0]), [0.0, 32.0]);
}

#[test]
fn several_backward_phases_share_one_forward_phase() {
    let jacobian = stack::jacobian(iterate(Coupled, 30).snapshots(3)).at(X);
    assert_eq!(jacobian, stack::jacobian(iterate(Coupled, 30).snapshots(0)).at(X));
    close(jacobian, forward::jacobian(iterate(Coupled, 30)).at(X));
}

#[test]
fn a_prepared_gradient_can_be_evaluated_again() {
    let mut prepared = Prepared::new(Program::<true> { times: 50, snapshots: 4 }).mode(Mode::Tape);
    for x in [X, [0.1, 0.4, 1.2, 0.3], X] {
        let mut gradient = [0.0; 4];
        prepared.value_and_grad_into(&x, &mut gradient);
        assert_eq!(gradient, stack::grad(Program::<false> { times: 50, snapshots: 0 }).at(x));
    }
}

#[test]
fn checkpoints_nest() {
    // A loop of loops of checkpoints.
    let inner = iterate(checkpoint(checkpoint(Coupled)), 5).snapshots(2);
    let outer = checkpoint(iterate(inner, 4).snapshots(1));
    let flat = iterate(Coupled, 20).snapshots(0);
    assert_eq!(stack::jacobian(outer).at(X), stack::jacobian(flat).at(X));
    assert_eq!(effects::jacobian(outer).at(X), stack::jacobian(flat).at(X));
    assert_eq!(
        stack::jacobian(forward::jacobian(outer)).at(X),
        stack::jacobian(forward::jacobian(flat)).at(X)
    );
}

#[test]
fn parameters_are_passed_to_every_step() {
    expression!(Decay: (f64, f64, [f64; 2]) => f64, RealDict, |(x, k, [a, b])| x - (k * x + a * b) * 0.1);
    let e = iterate_with(Decay, 12);
    let plain = |x: f64, k: f64, a: f64, b: f64| (0..12).fold(x, |x, _| x - (k * x + a * b) * 0.1);
    let (y, (dx, dk, [da, db])) = stack::value_and_grad(e).at((1.0, 0.5, [0.2, 0.7]));
    assert_eq!(y, plain(1.0, 0.5, 0.2, 0.7));
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-7, "{a} and {b} differ");
    let h = 1e-6;
    close(dx, (plain(1.0 + h, 0.5, 0.2, 0.7) - plain(1.0 - h, 0.5, 0.2, 0.7)) / (2.0 * h));
    close(dk, (plain(1.0, 0.5 + h, 0.2, 0.7) - plain(1.0, 0.5 - h, 0.2, 0.7)) / (2.0 * h));
    close(da, (plain(1.0, 0.5, 0.2 + h, 0.7) - plain(1.0, 0.5, 0.2 - h, 0.7)) / (2.0 * h));
    close(db, (plain(1.0, 0.5, 0.2, 0.7 + h) - plain(1.0, 0.5, 0.2, 0.7 - h)) / (2.0 * h));
}

#[test]
fn a_loop_over_a_vector_of_any_length() {
    expression!(Smooth: Vec<f64> => Vec<f64>, RealDict, |x| {
        (0..x.len()).map(|i| x[i] * 0.5 + x[(i + 1) % x.len()].sin() * 0.5).collect()
    });
    for n in [0, 1, 5] {
        let x: Vec<f64> = (0..n).map(f64::from).collect();
        let (a, b) = (iterate(Smooth, 9).snapshots(2), iterate(Smooth, 9).snapshots(0));
        assert_eq!(stack::jacobian(a).at(x.clone()), stack::jacobian(b).at(x));
    }
}

/// Panics at a given evaluation, and owns something that would leak.
#[derive(Clone)]
struct Faulty {
    remaining: Rc<Cell<usize>>,
}

impl Signature for Faulty {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Faulty {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        self.remaining.set(self.remaining.get().checked_sub(1).expect("this evaluation fails"));
        x * x
    }
}

#[test]
fn a_panic_in_either_run_of_a_part_leaks_nothing() {
    for evaluations in 0..60 {
        let remaining = Rc::new(Cell::new(evaluations));
        let e = iterate(Faulty { remaining: remaining.clone() }, 20).snapshots(2);
        let outcome = catch_unwind(AssertUnwindSafe(|| effects::diff(&e).at(0.999)));
        assert!(outcome.is_err() || evaluations > 20);
        remaining.set(1000);
        assert_eq!(effects::diff(&e).at(1.0), 2f64.powi(20));
        drop(e);
        assert_eq!(Rc::strong_count(&remaining), 1, "after {evaluations} evaluations");
    }
}

#[test]
fn a_panic_in_either_phase_leaks_nothing() {
    for evaluations in 0..60 {
        let remaining = Rc::new(Cell::new(evaluations));
        let e = iterate(Faulty { remaining: remaining.clone() }, 20).snapshots(2);
        let mut prepared = Prepared::new(e).mode(Mode::Tape);
        let mut gradient = 0.0;
        let outcome = catch_unwind(AssertUnwindSafe(|| prepared.value_and_grad_into(&0.999, &mut gradient)));
        assert!(outcome.is_err() || evaluations > 20);
        remaining.set(1000);
        assert_eq!(prepared.value_and_grad_into(&1.0, &mut gradient), 1.0);
        assert_eq!(gradient, 2f64.powi(20));
        drop(prepared);
        assert_eq!(Rc::strong_count(&remaining), 1, "after {evaluations} evaluations");
    }
}

#[test]
fn duals_are_shapes() {
    let dual: Dual<f64, 2> = Dual { v: 1.0, d: Some([2.0, 3.0]) };
    assert_eq!(<Dual<f64, 2> as Shape>::count(&dual), 3);
    let mut doubled = <Dual<f64, 2> as Shape>::map(&dual, &mut |x| x * 2.0);
    <Dual<f64, 2> as Shape>::for_each_mut(&mut doubled, &mut |x| *x += 1.0);
    assert_eq!((doubled.v, doubled.d), (3.0, Some([5.0, 7.0])));
}
