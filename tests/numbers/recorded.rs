//! Records of sparse derivatives: each entry has the value that sweeps find, wherever a record is used and wherever it does not hold.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use ad::prelude::*;
use ad::rule;
use ad::sparse::{self, Csr, Problem};
use ad::special::{detached, log1pexp};

rule! {
    /// Sine, by a rule.
    fn wave(x) = x.sin();
    partial x = x.cos();
}

/// A constant that a test changes.
static CONSTANT: AtomicU64 = AtomicU64::new(0);

fn constant() -> f64 {
    f64::from_bits(CONSTANT.load(Ordering::Relaxed))
}

/// Never the same twice.
fn draw() -> f64 {
    static DRAWS: AtomicU64 = AtomicU64::new(0);
    DRAWS.fetch_add(1, Ordering::Relaxed) as f64
}

/// An operation on two neighbours.
#[exp]
fn local(kind: usize, a: f64, b: f64) -> f64 {
    match kind {
        0 => a * b + a,
        1 => (a - b).powi(3) / (1.0 + b * b),
        2 => a.sin() * b.exp() - b,
        3 => (a * a + 1.0).sqrt() * (1.0 + b * b).ln(),
        4 => (1.0 + a * a).powf(1.5) - (b.tanh() + 2.0).recip(),
        5 => log1pexp(a) + a.hypot(b) * a.atan2(b),
        6 => 2.0 * a - 0.5 * b,
        7 => (a * b).powi(2) * 0.25,
        KINK => (a - b).abs() * a,
        KINKS => a.max(b) * b.min(0.1) + a.clamp(-0.5, 0.5),
        BRANCH => {
            if a > b {
                a * a
            } else {
                a * b
            }
        }
        VARYING => a * b * constant(),
        DRAWN => a * b * draw(),
        RULE => wave(a) * b,
        PRIMAL => a * detached(b) + b,
        _ => unreachable!("there are 15 kinds"),
    }
}

/// The sides of the first kinds with kinks are guarded.
const KINK: usize = 8;
const KINKS: usize = 9;
const BRANCH: usize = 10;
/// A record does not hold when the constant has changed.
const VARYING: usize = 11;
/// These have no record.
const RULE: usize = 12;
const PRIMAL: usize = 13;
/// In each evaluation it is another function.
const DRAWN: usize = 14;
const KINDS: usize = 14;

/// The ends differ from the parts between them.
#[exp]
fn neighbours(kind: usize, x: &[f64]) -> Vec<f64> {
    let mut y: Vec<f64> = x.windows(2).map(|w| local(kind, w[0], w[1])).collect();
    y.push(x[0] - x[x.len() - 1] * x[1]);
    y
}

/// All parts share the first number, so its derivatives are long sums.
#[exp]
fn energy(kind: usize, x: &[f64]) -> f64 {
    let mut sum = x[1].exp();
    for i in 1..x.len() {
        let weight = if i % 2 == 0 { 0.5 } else { 2.0 };
        sum += weight * local(kind, x[i], x[i - 1]);
        sum -= (x[i] * x[0]).sin();
    }
    sum
}

/// The value of a long sum is needed, and so is that of its first half.
#[exp]
fn of_a_sum(x: &[f64]) -> f64 {
    let (mut sum, mut half) = (0.0, 0.0);
    for i in 0..x.len() {
        if i == x.len() / 2 {
            half = sum;
        }
        sum += x[i] * x[i];
        sum -= x[i].sin();
    }
    (0.1 * sum).sin() * half
}

/// Each number depends on the one before, so no two operations are equal.
#[exp]
fn chain(x: &[f64]) -> f64 {
    let mut y = x[0];
    for x in x {
        y = (y + x).sin();
    }
    y
}

const N: usize = 100;
const ROUNDS: usize = 22;
/// After more rounds there are records.
const SWEPT: usize = 7;

fn point(n: usize, round: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * (round + 3)) as f64 * 0.7).sin()).collect()
}

/// Another point in each round. Where a record holds on one side only, rounds stay near one of two points, and return once.
fn near(kind: usize, round: usize) -> Vec<f64> {
    let mut x = point(N, if kind < KINK { round } else { usize::from(matches!(round, 9..12 | 15..)) });
    x[3] += 1e-9 * round as f64;
    x
}

/// An entry without a place is 0.
fn assert_same(a: &Csr, b: &Csr, what: impl Debug) {
    for (one, other) in [(a, b), (b, a)] {
        for (i, j, entry) in one.triplets() {
            let same = other.pattern().position(i, j).map_or(0.0, |place| other.entries()[place]);
            assert!(
                entry == same || entry.is_nan() && same.is_nan(),
                "{what:?} at {i}, {j}: {entry} and {same}"
            );
        }
    }
}

#[test]
fn a_recorded_jacobian_is_the_swept_one() {
    for kind in 0..KINDS {
        let fresh = |x: &[f64]| sparse::jacobian(Neighbours { kind }, x);
        let [mut jacobian, mut swept] = [0; 2].map(|round| fresh(&near(kind, round)));
        for round in 0..ROUNDS {
            CONSTANT.store(((round / 5) as f64).to_bits(), Ordering::Relaxed);
            let x = near(kind, round);
            let (y, matrix) = jacobian.jacobian(&x);
            if round % SWEPT == 0 {
                swept = fresh(&x);
            }
            let (expected, entries) = swept.jacobian(&x);
            assert_eq!(y, expected);
            assert_same(&matrix, &entries, (kind, round));
        }
        assert_eq!(jacobian.is_recorded(), kind < RULE, "kind {kind}");
    }
}

#[test]
fn a_recorded_hessian_is_the_swept_one() {
    for kind in (0..KINDS).filter(|kind| *kind != VARYING) {
        let fresh = |x: &[f64]| sparse::hessian(Energy { kind }, x);
        let [mut hessian, mut swept] = [0; 2].map(|round| fresh(&near(kind, round)));
        let mut diagonal = sparse::hessian_diagonal(Energy { kind }, &near(kind, 0));
        for round in 0..ROUNDS {
            let x = near(kind, round);
            let (gradient, matrix) = hessian.hessian(&x);
            if round % SWEPT == 0 {
                swept = fresh(&x);
            }
            let (expected, entries) = swept.hessian(&x);
            assert_eq!(gradient, expected);
            assert_same(&matrix, &entries, (kind, round));
            let (gradient, second) = diagonal.diagonal(&x);
            assert_eq!(gradient, expected);
            for (i, _, entry) in entries.triplets().filter(|(i, j, _)| i == j) {
                assert!(
                    (second[i] - entry).abs() <= 1e-12 * entry.abs(),
                    "kind {kind}: {} and {entry}",
                    second[i]
                );
            }
        }
        assert_eq!([hessian.is_recorded(), diagonal.is_recorded()], [kind < RULE; 2], "kind {kind}");
    }
}

/// An instruction computes many parts, and its guard holds for each of them.
#[test]
fn a_record_ends_where_one_part_is_on_another_side() {
    for kind in [KINK, KINKS] {
        let rising: Vec<f64> = (0..N).map(|i| 0.2 + 0.001 * i as f64).collect();
        let fresh = || sparse::jacobian(Neighbours { kind }, &rising);
        let mut jacobian = fresh();
        (0..10).for_each(|_| _ = jacobian.jacobian(&rising));
        assert!(jacobian.is_recorded());
        // Fewer sweeps than lead to the next record.
        for i in [1, 2, 31, 32, 33, 64, 97] {
            let mut x = rising.clone();
            x[i] += 0.0015;
            assert!(x[i] > x[i + 1] && x[i] > x[i - 1]);
            assert_same(&jacobian.jacobian(&x).1, &fresh().jacobian(&x).1, (kind, i));
        }
    }
}

/// An infinite or undefined number in one part stays there.
#[test]
fn special_floats_stay_in_their_part() {
    for special in [0.0, -0.0, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE / 8.0] {
        let fresh = || sparse::jacobian(Neighbours { kind: 1 }, &point(N, 0));
        let mut jacobian = fresh();
        (0..9).for_each(|round| _ = jacobian.jacobian(&point(N, round)));
        assert!(jacobian.is_recorded());
        let mut x = point(N, 1);
        x[40] = special;
        assert_same(&jacobian.jacobian(&x).1, &fresh().jacobian(&x).1, special);
    }
}

#[test]
fn a_problem_has_other_multipliers_in_each_round() {
    for kind in (0..RULE).filter(|kind| *kind != BRANCH && *kind != VARYING) {
        let problem = || Problem::new(Energy { kind }, Neighbours { kind }, &point(N, 0)[..]);
        let [mut recorded, mut swept] = [(); 2].map(|()| problem());
        for round in 0..ROUNDS {
            let (x, multipliers) = (near(kind, round), point(N, round + 1));
            let factor = [0.0, 1.0, -0.5][round % 3];
            let entries = |problem: &mut Problem<'_>| {
                let mut jacobian = vec![f64::NAN; problem.jacobian_pattern().nonzeros()];
                let mut hessian = vec![f64::NAN; problem.hessian_places().len()];
                problem.jacobian_into(&x, &mut jacobian).unwrap();
                problem.hessian_into(&x, factor, &multipliers, &mut hessian).unwrap();
                [jacobian, hessian].concat()
            };
            if round % SWEPT == 0 {
                swept = problem();
            }
            assert_eq!(entries(&mut recorded), entries(&mut swept), "kind {kind}, round {round}");
        }
        assert_eq!(recorded.is_recorded(), [true; 2], "kind {kind}");
    }
}

/// The path at a point is known if f and g were evaluated there, and not if they were evaluated elsewhere.
#[test]
fn a_record_is_used_on_its_path_whatever_was_evaluated_before() {
    let [one, other] = [0, 1].map(|round| point(N, round));
    let (f, g) = (|| Energy { kind: BRANCH }, || Neighbours { kind: BRANCH });
    let problem = || Problem::new(f(), g(), &one[..]).seen_at(&other);
    let entries = |problem: &mut Problem<'_>, x: &[f64]| {
        let mut jacobian = vec![f64::NAN; problem.jacobian_pattern().nonzeros()];
        let mut hessian = vec![f64::NAN; problem.hessian_places().len()];
        problem.jacobian_into(x, &mut jacobian).unwrap();
        problem.hessian_into(x, 0.5, &point(N, 5), &mut hessian).unwrap();
        [jacobian, hessian].concat()
    };
    let mut recorded = problem();
    (0..10).for_each(|_| _ = entries(&mut recorded, &one));
    assert_eq!(recorded.is_recorded(), [true; 2]);
    let [of_one, of_other] = [&one, &other].map(|x| entries(&mut problem(), x));
    assert_ne!(of_one, of_other);
    let mut y = vec![0.0; N];
    for (evaluated, what) in [&one, &other].into_iter().flat_map(|x| (0..4).map(move |what| (x, what))) {
        for (x, expected) in [(&one, &of_one), (&other, &of_other)] {
            if what & 1 != 0 {
                assert_eq!(recorded.objective(evaluated), f().eval(F64, evaluated.clone()));
            }
            if what & 2 != 0 {
                recorded.constraints_into(evaluated, &mut y);
                assert_eq!(y, g().eval(F64, evaluated.clone()));
            }
            assert_eq!(entries(&mut recorded, x), *expected, "{what}");
        }
    }
}

/// A factor that the next test changes.
static FACTOR: AtomicU64 = AtomicU64::new(0);

fn factor() -> f64 {
    f64::from_bits(FACTOR.load(Ordering::Relaxed))
}

#[exp]
fn scaled_energy(x: &[f64]) -> f64 {
    x.windows(2).map(|w| w[0] * w[1] * w[1] * factor()).sum()
}

#[exp]
fn scaled_products(x: &[f64]) -> Vec<f64> {
    x.windows(2).map(|w| w[0] * w[1] * factor()).collect()
}

/// Derivatives at the last point are those with the constants of now, whether f, g or both have one.
#[test]
fn a_constant_may_change_while_the_point_stays() {
    let (x, mut y) = (point(N, 0), vec![0.0; N]);
    let (f, g) = (Energy { kind: 0 }, Neighbours { kind: 0 });
    let problems: [&dyn Fn() -> Problem<'static>; 3] = [
        &|| Problem::new(ScaledEnergy, ScaledProducts, &x[..]),
        &|| Problem::new(ScaledEnergy, g, &x[..]),
        &|| Problem::new(f, ScaledProducts, &x[..]),
    ];
    for (problem, fresh) in problems.iter().enumerate() {
        let m = fresh().jacobian_pattern().rows();
        let entries = |problem: &mut Problem<'_>| {
            let mut jacobian = vec![f64::NAN; problem.jacobian_pattern().nonzeros()];
            let mut hessian = vec![f64::NAN; problem.hessian_places().len()];
            problem.jacobian_into(&x, &mut jacobian).unwrap();
            problem.hessian_into(&x, 1.0, &vec![0.5; m], &mut hessian).unwrap();
            [jacobian, hessian]
        };
        FACTOR.store(1_f64.to_bits(), Ordering::Relaxed);
        let mut recorded = fresh();
        let mut before = [Vec::new(), Vec::new()];
        for _ in 0..12 {
            recorded.objective(&x);
            recorded.constraints_into(&x, &mut y[..m]);
            before = entries(&mut recorded);
        }
        assert_eq!(recorded.is_recorded(), [true; 2]);
        FACTOR.store(2_f64.to_bits(), Ordering::Relaxed);
        let after = entries(&mut recorded);
        assert_eq!(after, entries(&mut fresh()), "problem {problem}");
        assert_ne!(after[1], before[1], "problem {problem}");
    }
}

#[test]
fn numbers_that_are_drawn_are_not_recorded() {
    let mut jacobian = sparse::jacobian(Neighbours { kind: DRAWN }, &point(N, 0));
    for round in 0..20 {
        let x = point(N, round);
        let (y, matrix) = jacobian.jacobian(&x);
        // With the factor of this evaluation, by the value a·b·factor: the derivative by b.
        for i in 0..N - 1 {
            let by_b = matrix.entries()[matrix.pattern().position(i, i + 1).unwrap()];
            assert!((by_b * x[i + 1] - y[i]).abs() <= 1e-12 * y[i].abs(), "round {round}");
        }
    }
    assert!(!jacobian.is_recorded());
}

#[test]
fn long_sums_are_sums_from_the_left() {
    let fresh = || sparse::hessian(OfASum, &point(40, 0));
    let mut hessian = fresh();
    for round in 0..10 {
        let x = point(40, round);
        assert_same(&hessian.hessian(&x).1, &fresh().hessian(&x).1, round);
    }
    assert!(hessian.is_recorded());
}

#[test]
fn a_chain_is_swept() {
    let mut hessian = sparse::hessian(Chain, &point(8, 0));
    let before = hessian.hessian(&point(8, 1)).1;
    (0..20).for_each(|round| _ = hessian.hessian(&point(8, round)));
    assert_same(&hessian.hessian(&point(8, 1)).1, &before, "the chain");
    assert!(!hessian.is_recorded());
}
