//! Points and results in all layouts, few points, panics, side effects.

use std::cell::Cell;

use ad::prelude::*;
use ad::{Columns, Exp, Lanes, Many, Num, Points, Same, call, special};

use crate::machine::Random;
use crate::programs::compare;

#[exp(adjoint)]
fn energy(data: [f64; 2], x: f64, y: &[f64]) -> f64 {
    let mut sum = x * data[0];
    for y in y {
        sum += if *y > data[1] { x * y } else { y * y };
    }
    sum
}

fn data(n: usize) -> (Vec<[f64; 2]>, Vec<f64>, Vec<Vec<f64>>) {
    let mut random = Random(99);
    let mut next = || f64::from(u32::try_from(random.below(1000)).unwrap()) / 100.0 - 5.0;
    let data = (0..n).map(|_| [next(), next()]).collect();
    let x = (0..n).map(|_| next()).collect();
    // Lists of two lengths.
    let y = (0..n).map(|i| (0..2 + usize::from(i % 5 == 0)).map(|_| next()).collect()).collect();
    (data, x, y)
}

#[test]
fn any_number_of_points_can_be_evaluated() {
    for n in [0, 1, 2, 3, 7, 8, 9, 100] {
        let (d, x, y) = data(n);
        let points: Vec<_> = (0..n).map(|i| (d[i], x[i], y[i].clone())).collect();
        let expected: Vec<_> = points.iter().map(|point| call::value_and_grad(&Energy, point)).collect();
        let gradients = reverse::value_and_grad(Energy);
        assert_eq!(Many::new(&gradients).values(&points), expected);
        assert_eq!(Many::new(&gradients).width::<2>().values(&points), expected);
        assert_eq!(Many::new(&gradients).width::<4>().values(&points), expected);
        assert_eq!(Many::new(&gradients).width::<16>().values(&points), expected);
        assert_eq!(Many::new(&gradients).one_by_one().values(&points), expected);
        assert_eq!(call::grads(&Energy, &points), expected.iter().map(|e| e.1.clone()).collect::<Vec<_>>());
    }
}

#[exp]
fn without_a_program<const N: usize>(x: [f64; N]) -> f64 {
    let mut y = 1.0;
    for x in x {
        y = if x > 0.0 { y * x.sin() + x } else { y / (2.0 + x * x) };
    }
    y
}

/// The gradients are those of `call::grad`, by tangents of three widths or by the tape.
fn gradients_by<const N: usize>() {
    let (_, x, _) = data(40 * N);
    let points: Vec<[f64; N]> = x.chunks_exact(N).map(|x| x.try_into().unwrap()).collect();
    let alone: Vec<_> = points.iter().map(|x| call::grad(&WithoutAProgram, x)).collect();
    assert_eq!(call::grads(&WithoutAProgram, &points), alone);
    let both: Vec<_> = points.iter().map(|x| call::value_and_grad(&WithoutAProgram, x)).collect();
    assert_eq!(call::values_and_grads(&WithoutAProgram, &points), both);
    // By columns or rows; the type does not determine the number of rows.
    let jacobians: Vec<_> = points.iter().map(|x| call::jacobian(&Powers { n: 3 }, x)).collect();
    assert_eq!(call::jacobians(&Powers { n: 3 }, &points), jacobians);
    let jacobians: Vec<_> = points.iter().map(|x| call::jacobian(&PowersByProgram { n: 2 }, x)).collect();
    assert_eq!(call::jacobians(&PowersByProgram { n: 2 }, &points), jacobians);
}

/// The sums of the powers of numbers, of which negative ones have signs.
#[exp]
fn powers<const N: usize>(n: usize, x: [f64; N]) -> Vec<f64> {
    powers_by_program(n, x)
}

#[exp(adjoint)]
fn powers_by_program<const N: usize>(n: usize, x: [f64; N]) -> Vec<f64> {
    let mut powers = vec![0.0; n];
    for x in x {
        let mut y = if x > 0.0 { 1.0 } else { -1.0 };
        for power in &mut powers {
            y *= x;
            *power += y;
        }
    }
    powers
}

#[test]
fn the_mode_depends_on_the_number_of_inputs() {
    gradients_by::<1>();
    gradients_by::<3>();
    gradients_by::<7>();
    gradients_by::<17>();
}

#[test]
fn points_and_results_have_several_layouts() {
    let n = 20;
    let (d, x, _) = data(n);
    let y: Vec<_> = x.iter().map(|x| vec![x + 1.0, x - 1.0]).collect();
    let points: Vec<_> = (0..n).map(|i| (d[i], x[i], y[i].clone())).collect();
    let expected = call::grads(&Energy, &points);
    assert_eq!(call::grads(&Energy, &(&d, &x, &y)), expected);
    assert_eq!(call::grads(&Energy, &(&d[..], &x[..], &y[..])), expected);
    let columns = Columns((
        [d.iter().map(|d| d[0]).collect(), d.iter().map(|d| d[1]).collect()],
        x.clone(),
        vec![y.iter().map(|y| y[0]).collect::<Vec<f64>>(), y.iter().map(|y| y[1]).collect()],
    ));
    assert_eq!(call::grads(&Energy, &columns), expected);
    let given = Many::new(reverse::grad_given(Energy)).values(&(&d, &x, &y));
    assert_eq!(given, expected.iter().map(|(_, x, y)| (*x, y.clone())).collect::<Vec<_>>());
    // Results as columns, and in the caller's memory.
    let zeros = || vec![0.0; n];
    let mut results = Columns((zeros(), vec![zeros(), zeros()]));
    Many::new(reverse::grad_given(Energy)).values_into(&(&d, &x, &y), &mut results);
    assert_eq!(results.0.0, given.iter().map(|g| g.0).collect::<Vec<_>>());
    assert_eq!(results.0.1[1], given.iter().map(|g| g.1[1]).collect::<Vec<_>>());
    let mut results = expected.clone();
    results.iter_mut().for_each(|r| r.1 = f64::NAN);
    Many::new(reverse::grad(Energy)).values_into(&points, &mut results);
    assert_eq!(results, expected);
    // A common argument.
    let same = call::values(&Energy, &(&Same([1.0, 2.0]), &x, &Same([3.0, 0.0])));
    assert_eq!(same[5], energy([1.0, 2.0], x[5], &[3.0, 0.0]));
}

/// Whole groups are written into columns at once, and the last points one by one.
#[test]
fn columns_of_results_are_those_of_a_list() {
    let points: Vec<(f64, f64)> = (0..21).map(|i| (f64::from(i), 0.5 * f64::from(i) - 3.0)).collect();
    let expected: Vec<_> = points.iter().map(|x| call::value_and_grad(&Wavy, x)).collect();
    let zeros = || vec![0.0; 21];
    let mut results = Columns((zeros(), (zeros(), zeros())));
    Many::new(reverse::value_and_grad(Wavy)).values_into(&points, &mut results);
    for (i, (y, (by_x, by_y))) in expected.iter().enumerate() {
        assert_eq!((results.0.0[i], results.0.1.0[i], results.0.1.1[i]), (*y, *by_x, *by_y));
    }
}

#[exp(adjoint)]
fn wavy(x: f64, y: f64) -> f64 {
    x.sin() * y + (x * y).tanh()
}

#[test]
#[should_panic(expected = "result")]
fn columns_of_another_structure_are_refused() {
    let points: Vec<[f64; 2]> = (0..8).map(|i| [f64::from(i), 1.0]).collect();
    let mut results = Columns(vec![vec![0.0; 8]; 3]);
    Many::new(PowersByProgram { n: 2 }).values_into(&points, &mut results);
}

#[exp(adjoint)]
fn polar(x: [f64; 2]) -> [f64; 2] {
    let radius = x[0].max(0.5);
    [radius * x[1].cos(), radius * x[1].sin()]
}

#[exp(adjoint)]
fn height(x: [f64; 2]) -> f64 {
    let [a, b] = polar(x);
    if a > b { a * b } else { a - b * b * b }
}

#[test]
fn operators_are_evaluated_at_many_points() {
    let (x, _, _) = data(50);
    let pairs: Vec<_> = x.iter().map(|x| (*x, [x[1], 0.5])).collect();
    compare::<_, 8>("rows", &reverse::jacobian(Polar), &x);
    compare::<_, 8>("columns", &forward::jacobian(Polar), &x);
    compare::<_, 8>("jvp", &forward::jvp(Polar), &pairs);
    compare::<_, 8>("vjp", &reverse::vjp(Polar), &pairs);
    compare::<_, 8>("hvp", &hvp(Height), &pairs);
    compare::<_, 4>("hessian", &hessian(Height), &x);
}

#[test]
fn a_number_is_no_larger_than_its_lanes() {
    assert_eq!(size_of::<Num<Lanes<8>>>(), 64);
    assert_eq!(size_of::<Lanes<8>>(), 0);
}

#[test]
#[should_panic(expected = "there are 3 points and 2 results")]
fn each_point_needs_a_result() {
    Many::new(Energy).values_into(&(&Same([0.0; 2]), &[1.0, 2.0, 3.0], &Same([1.0])), &mut [0.0; 2]);
}

#[test]
#[should_panic(expected = "lists of points differ in length: 1 and 2")]
fn lists_of_points_have_one_length() {
    call::values(&Energy, &(&[[0.0; 2]], &[1.0, 2.0], &Same([1.0])));
}

#[exp(adjoint)]
fn root(x: f64) -> f64 {
    assert!(x >= 0.0, "no root");
    x.sqrt()
}

#[test]
fn a_panic_concerns_one_point() {
    let x: Vec<f64> = (0..50).map(|i| if i % 17 == 5 { -1.0 } else { f64::from(i) }).collect();
    let mut y = vec![f64::NAN; 50];
    let panics = Many::new(Root).try_values_into(&x, &mut y).unwrap_err();
    assert_eq!(panics.at, [(5, "no root".into()), (22, "no root".into()), (39, "no root".into())]);
    assert_eq!(panics.to_string(), "point 5 panicked: no root; so did 2 other points");
    for (x, y) in x.iter().zip(y) {
        assert!(if *x < 0.0 { y.is_nan() } else { y == x.sqrt() });
    }
}

#[exp(adjoint)]
fn quotient(x: f64, y: f64) -> (f64, f64) {
    EVALUATIONS.set(EVALUATIONS.get() + 1);
    assert!(y != 0.0, "no quotient of {}", special::detached(x));
    (x / y, x * y)
}

thread_local!(static EVALUATIONS: Cell<usize> = const { Cell::new(0) });

/// The number of a point is read while its panic unwinds. So it must be that of this point, whichever list it is from, and the results of
/// all others must be written.
#[test]
fn a_panic_in_turn_concerns_one_point_in_all_layouts() {
    fn compare<P: Points<(f64, f64), H>, H>(points: &P, x: &[f64], y: &[f64]) {
        let mut results = vec![(f64::NAN, f64::NAN); x.len()];
        let mut columns = Columns((vec![f64::NAN; x.len()], vec![f64::NAN; x.len()]));
        EVALUATIONS.set(0);
        let many = Many::new(Quotient).one_by_one();
        let panics = many.try_values_into(points, &mut results).unwrap_err();
        assert_eq!(EVALUATIONS.get(), x.len());
        assert_eq!(many.try_values_into(points, &mut columns), Err(panics.clone()));
        let at = (0..x.len()).filter(|i| y[*i] == 0.0).map(|i| (i, format!("no quotient of {}", x[i])));
        assert_eq!(panics.at, at.collect::<Vec<_>>());
        for (i, result) in results.into_iter().enumerate() {
            assert_eq!(result.0.to_bits(), columns.0.0[i].to_bits());
            assert!(if y[i] == 0.0 { result.0.is_nan() } else { result == (x[i] / y[i], x[i] * y[i]) });
        }
    }
    for n in [1, 2, 9, 200] {
        let x: Vec<f64> = (0..n).map(f64::from).collect();
        let y: Vec<f64> = (0..n).map(|i| if i % 7 == 1 || i + 1 == n { 0.0 } else { 0.5 }).collect();
        let list: Vec<_> = x.iter().copied().zip(y.iter().copied()).collect();
        compare(&list, &x, &y);
        compare(&(&x, &y), &x, &y);
        compare(&Columns((x.clone(), y.clone())), &x, &y);
    }
}

#[test]
#[should_panic(expected = "point 2 panicked: no root")]
fn a_panic_names_its_point() {
    call::grads(&Root, &[1.0, 4.0, -9.0]);
}

#[test]
#[should_panic(expected = "two lanes take different paths: evaluate the points by `Many`, or under `F64`")]
fn lanes_alone_must_agree() {
    Root.eval(Lanes::<2>::new(), [1.0, -1.0]);
}

#[exp]
fn counted(x: f64) -> f64 {
    CALLS.set(CALLS.get() + 1);
    if x > 2.0 { x } else { -x }
}

thread_local!(static CALLS: Cell<usize> = const { Cell::new(0) });

/// A payoff: some lanes are in the money, and others are not.
#[exp(adjoint)]
fn payoff(x: f64, y: f64) -> f64 {
    CALLS.set(CALLS.get() + 1);
    let root = y.sqrt();
    (x - 1.0).max(0.0) * root + x.min(root) - (x * root).clamp(-0.5, 0.5)
}

#[test]
fn lanes_on_several_sides_of_a_kink_stay_together() {
    let points: Vec<(f64, f64)> = (0..8).map(|i| (f64::from(i) * 0.3, 1.0 + f64::from(i % 3))).collect();
    CALLS.set(0);
    Many::new(reverse::value_and_grad(Payoff)).values(&points);
    assert_eq!(CALLS.get(), 1);
    compare::<_, 8>("payoff", &reverse::value_and_grad(Payoff), &points);
}

/// The root has an adjoint where it is less than x. Its derivative is infinite at y = 0. `+ y` hides a sign there.
#[exp(adjoint)]
fn capped(x: f64, y: f64) -> f64 {
    x.min(y.sqrt() + y)
}

/// The slope of `Capped` decides.
#[exp]
fn by_slope(x: f64, y: f64) -> f64 {
    let (_, slope) = adjoint::grad(Capped).at((x, y));
    let slope = slope.max(-1.0);
    if slope > 0.5 { x * slope } else { y - slope }
}

/// `Capped` as one step, which has no derivative by y on the other side of the kink.
#[exp(adjoint, step)]
fn step_capped(x: f64, y: f64) -> f64 {
    x.min(y * y)
}

#[exp]
fn of_step(x: f64, y: f64) -> f64 {
    let root = y.sqrt();
    step_capped(x, root) * 3.0
}

#[test]
fn a_lane_whose_adjoint_was_nothing_has_no_nan() {
    let points: Vec<(f64, f64)> = (0..64).map(|i| (f64::from(i % 5) * 0.4 - 0.3, f64::from(i % 3))).collect();
    assert!(points.iter().any(|x| *x == (-0.3, 0.0)) && call::grad(&Capped, &(-0.3, 0.0)) == (1.0, 0.0));
    compare::<_, 8>("capped", &reverse::value_and_grad(Capped), &points);
    compare::<_, 4>("capped", &adjoint::value_and_grad(Capped), &points);
    compare::<_, 8>("capped", &reverse::vjp(Capped), &points.iter().map(|x| (*x, 2.0)).collect::<Vec<_>>());
    compare::<_, 8>("capped", &reverse::jacobian(Capped), &points);
    compare::<_, 8>("by slope", &BySlope, &points);
    compare::<_, 8>("by slope", &stack::grad(BySlope), &points);
    compare::<_, 8>("of step", &stack::grad(OfStep), &points);
    compare::<_, 8>("of step", &forward::grad(OfStep), &points);
    // No lane is left.
    compare::<_, 8>("capped", &reverse::value_and_grad(Capped), &[(-0.3, 0.0); 8]);
    let one_side: Vec<(f64, f64)> = (0..8).map(|i| (if i == 7 { 1.0 } else { -0.3 }, 0.0)).collect();
    compare::<_, 8>("by slope", &BySlope, &one_side);
    assert!(call::grad(&Capped, &(1.0, 0.0)).1 == f64::INFINITY);
}

#[exp(adjoint)]
fn kinks(x: f64, y: f64) -> f64 {
    x.abs() * y.signum() + 2.0 * x.copysign(y) + 3.0 * x.max(y) + 5.0 * x.min(0.0)
        - y.clamp(-1.0, 1.0) * (x - y).abs()
}

/// The lanes of each group are on several sides of each kink, and on it.
#[test]
fn kinks_are_those_of_each_lane_in_all_modes() {
    let x = [0.5, -0.0, 0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, -1e-310];
    let points: Vec<(f64, f64)> = (0..64).map(|i| (x[i % 8], x[(i + i / 8) % 8])).collect();
    compare::<_, 8>("adjoint", &adjoint::value_and_grad(Kinks), &points);
    compare::<_, 16>("adjoint", &adjoint::value_and_grad(Kinks), &points);
    compare::<_, 8>("stack", &stack::value_and_grad(Kinks), &points);
    compare::<_, 8>("forward", &forward::value_and_grad(Kinks), &points);
    compare::<_, 4>("backpropagator", &backpropagator::value_and_grad(Kinks), &points);
    compare::<_, 8>("second", &forward::jacobian(stack::grad(Kinks)), &points);
}

#[test]
fn side_effects_occur_once_for_each_run() {
    let count = |many: Many<Counted>, x: &[f64]| {
        CALLS.set(0);
        many.values(x);
        CALLS.get()
    };
    let x: Vec<f64> = (0..8).map(f64::from).collect();
    assert_eq!(count(Many::new(Counted), &[5.0; 8]), 1);
    // The majority, and the others together.
    assert_eq!(count(Many::new(Counted), &x), 2);
    assert_eq!(count(Many::new(Counted).one_by_one(), &x), 8);
}

/// The distance to the nearest integer, found on plain floats, and a derivative in there.
#[exp]
fn saw(x: f64, y: f64) -> f64 {
    let nearest = special::detached(x).round();
    (x - nearest) * (x - nearest) + if y.is_nan() { 0.0 } else { y.max(x) }
}

fn roots(y: f64) -> f64 {
    // As many points as lanes: fewer are evaluated one by one.
    call::values(&Root, &[y.abs(), 4.0, 1.0, 9.0, 0.25, 16.0, 2.25, 25.0]).iter().sum()
}

#[exp]
fn nested(x: f64, y: f64) -> f64 {
    x * roots(special::detached(y)) + forward::diff(Root).at(y * y)
}

/// Sixteen points under a dictionary of its own, which calls each function lane by lane.
fn sixteen(y: f64) -> f64 {
    let x: [f64; 16] = std::array::from_fn(|i| y + f64::from(u8::try_from(i).unwrap()) * 0.125);
    special_sum::<16>(x) + special_sum::<8>(std::array::from_fn(|i| x[i]))
}

fn special_sum<const W: usize>(x: [f64; W]) -> f64 {
    Wave.eval(Lanes::<W>::new(), x).iter().sum()
}

#[exp]
fn wave(x: f64) -> f64 {
    x.exp() + x.sin()
}

/// Some points leave before the inner lanes are evaluated.
#[exp]
fn around_lanes(x: f64, y: f64) -> f64 {
    let scale = if x > 1.0 { x } else { x * y };
    scale * sixteen(special::detached(y))
}

/// Each lane has a shift of its own.
#[exp]
fn soft(x: f64, y: f64) -> f64 {
    special::log_sum_exp(&[x, y, 20.0 * x * y])
}

#[test]
fn detached_numbers_and_inner_evaluations_have_the_bits_of_a_point_alone() {
    let points: Vec<(f64, f64)> = (0..40).map(|i| (f64::from(i % 7) * 0.3, f64::from(i % 5) - 1.5)).collect();
    compare::<_, 8>("saw", &forward::grad(Saw), &points);
    compare::<_, 4>("saw", &stack::grad(Saw), &points);
    compare::<_, 8>("nested", &stack::grad(Nested), &points);
    compare::<_, 8>("soft", &stack::grad(Soft), &points);
}

/// With as many lanes as the surrounding group, or with more; in groups that are full or not.
#[test]
fn inner_lanes_do_not_take_the_votes_of_the_group_around_them() {
    let points: Vec<(f64, f64)> = (0..44).map(|i| (f64::from(i % 7) * 0.3, f64::from(i % 5) - 1.5)).collect();
    for n in [3, 5, 8, 44] {
        compare::<_, 8>("around lanes", &AroundLanes, &points[..n]);
        compare::<_, 4>("around lanes", &stack::grad(AroundLanes), &points[..n]);
    }
}

/// The majority of a group around them does not decide for lanes that must agree.
#[exp]
fn around_disagreement(x: f64) -> f64 {
    x * two_paths(special::detached(x))
}

fn two_paths(y: f64) -> f64 {
    Bent.eval(Lanes::<2>::new(), [y, -y])[0]
}

#[exp]
fn bent(x: f64) -> f64 {
    if x > 0.0 { x } else { x * x }
}

#[test]
#[should_panic(expected = "point 0 panicked: two lanes take different paths")]
fn inner_lanes_must_agree() {
    call::values(&AroundDisagreement, &[2.0; 8]);
}

#[exp(adjoint)]
fn collatz(x: f64) -> f64 {
    let (mut n, mut steps) = (x.abs(), 0.0);
    let mut left = 200;
    while n > 1.5 && left > 0 {
        let half = (n * 0.5).floor();
        if n - 2.0 * half < 0.5 {
            n *= 0.5;
        } else {
            n = 3.0 * n + 1.0;
        }
        steps += 1.0;
        left -= 1;
    }
    steps * x + n
}

#[test]
fn lanes_may_all_take_different_paths() {
    let points: Vec<f64> = (1..600).map(|i| f64::from(i * 37 % 601)).collect();
    compare::<_, 8>("collatz", &adjoint::value_and_grad(Collatz), &points);
    compare::<_, 2>("collatz", &adjoint::value_and_grad(Collatz), &points);
    compare::<_, 16>("collatz", &stack::value_and_grad(Collatz), &points);
}
