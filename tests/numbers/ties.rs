//! Comparisons of numbers that vary: a tie is undecided for derivatives, in programs by hand and in random ones with jumps and branches.

#![allow(
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "each program stands before its use; small numbers are cast; a program tests for a point"
)]

use crate::enclosures::machine::{Code, Machine, Op, Random as Programs, machine};
use ad::enclosure::{Error, Interval, enclose, enclose_all_paths, roots};
use ad::prelude::*;
use ad_testing::Random;

/// A test for a point does not hide the derivative of the other arm, by any strategy. Values are decided by values.
#[test]
fn a_test_for_a_point_is_undecided_for_derivatives() {
    #[exp(adjoint)]
    fn xlogy(x: f64, y: f64) -> f64 {
        if x == 0.0 { 0.0 } else { x * y.ln() }
    }
    let at = (Interval::from(0.0), Interval::from(3.0));
    let zero = Interval::from(0.0);
    assert_eq!(enclose(&Xlogy, &at), Ok(zero));
    let undecided = Err(Error::Undecided(zero, zero));
    assert_eq!(enclose(&forward::grad(Xlogy), &at), undecided);
    assert_eq!(enclose(&stack::grad(Xlogy), &at), undecided);
    assert_eq!(enclose(&adjoint::grad(Xlogy), &at), undecided);
    assert_eq!(enclose(&reverse::grad(Xlogy), &at), undecided);
    for gradient in [
        enclose_all_paths(&forward::grad(Xlogy), &at, 9),
        enclose_all_paths(&stack::grad(Xlogy), &at, 9),
        enclose_all_paths(&adjoint::grad(Xlogy), &at, 9),
        enclose_all_paths(&reverse::grad(Xlogy), &at, 9),
    ] {
        let (by_x, by_y) = gradient.unwrap();
        assert!(by_x.contains(3f64.ln()) && by_x.contains(0.0), "{by_x}");
        assert_eq!(by_y, zero);
    }
    let (_, mixed) = enclose_all_paths(&hvp(Xlogy), &(at, (zero, Interval::from(1.0))), 9).unwrap();
    assert_eq!(mixed.1, zero);
}

/// All comparisons of a number with its own value, by all strategies, to the second order.
#[test]
fn each_comparison_of_equal_numbers_is_undecided_for_derivatives() {
    #[exp(adjoint)]
    fn program(which: usize, x: f64) -> f64 {
        let is_special = match which {
            0 => x == 0.25,
            1 => x != 0.25,
            2 => x < 0.25,
            3 => x <= 0.25,
            4 => 0.25 > x,
            5 => x >= 0.25,
            6 => x.partial_cmp(&0.25) == Some(std::cmp::Ordering::Equal),
            _ => (x - 0.25).is_sign_negative(),
        };
        if is_special { 0.0 } else { 0.25 - x * x }
    }
    let at = Interval::from(0.25);
    for which in 0..8 {
        let e = Program { which };
        assert!(enclose(&e, &at).is_ok(), "comparison {which} is decided by the value");
        let derivatives = [
            enclose(&forward::diff(e), &at),
            enclose(&stack::diff(e), &at),
            enclose(&effects::diff(e), &at),
            enclose(&backpropagator::diff(e), &at),
            enclose(&adjoint::diff(e), &at),
            enclose(&taylor::nth_derivative(e, 1), &at),
            enclose(&taylor::nth_derivative(e, 2), &at),
            enclose(&forward::diff(stack::diff(e)), &at),
            enclose(&forward::diff(adjoint::diff(e)), &at),
        ];
        for (mode, found) in derivatives.into_iter().enumerate() {
            assert!(matches!(found, Err(Error::Undecided(..))), "comparison {which}, mode {mode}: {found:?}");
        }
        if which < 7 {
            let slopes = enclose_all_paths(&forward::diff(e), &at, 9).unwrap();
            assert!(slopes.contains(0.0) && slopes.contains(-0.5), "comparison {which}: {slopes}");
        }
    }
    // Constants are decided, and so are numbers that are close to each other.
    #[exp]
    fn apart(x: f64) -> f64 {
        let mut sum = 0.0;
        let mut t = 0.0;
        while t < 1.0 {
            sum += t * x;
            t += 0.25;
        }
        if x > 1.0 && x < 1.000_000_001 { sum } else { 0.0 }
    }
    let at = Interval::from(1f64.next_up());
    assert_eq!(enclose(&forward::diff(Apart), &at), Ok(Interval::from(1.5)));
    assert_eq!(enclose(&stack::diff(Apart), &at), Ok(Interval::from(1.5)));
    assert_eq!(enclose(&taylor::nth_derivative(Apart, 1), &at), Ok(Interval::from(1.5)));
}

/// A random program along a line.
#[exp(adjoint)]
fn on_a_line(code: &Code, t: f64) -> f64 {
    machine(code, [t, 0.5, -1.0])
}

/// Proved roots exist, and no change of sign is lost. Returns the number of proved roots.
fn proved_roots(i: u32, code: &Code) -> u32 {
    let mut proved = 0;
    let line = OnALine { code };
    let value = |t: f64| call::value(&line, &t);
    let found = roots(&line, &Interval::new(-1.93, 2.0), 1e-3);
    for root in &found.unique {
        let (a, b) = (root.lower() - 1e-7, root.upper() + 1e-7);
        // Unless there is a jump or a kink beside it.
        if enclose(&forward::diff(line), &Interval::new(a, b)).is_ok_and(|d| !d.contains(0.0)) {
            proved += 1;
            assert!(value(a) * value(b) < 0.0, "{i}: no root in {root}\n{code:?}");
        }
    }
    for k in 0..40 {
        let (mut a, mut b) = (-1.93 + 0.0975 * f64::from(k), -1.93 + 0.0975 * f64::from(k + 1));
        if (value(a) * value(b)).partial_cmp(&0.0) != Some(std::cmp::Ordering::Less) {
            continue;
        }
        while a.next_up() < b {
            let middle = a.midpoint(b);
            if value(a) * value(middle) <= 0.0 { b = middle } else { a = middle }
        }
        let is_found = found
            .unique
            .iter()
            .chain(&found.possible)
            .any(|root| root.lower() - 1e-12 <= b && a <= root.upper() + 1e-12);
        let is_number = value(a).is_finite() && value(b).is_finite();
        assert!(is_found || !is_number, "{i}: the change of sign at {a} is lost: {found:?}\n{code:?}");
    }
    proved
}

/// Random programs with kinks, jumps and branches: their gradients at the points of a box, and beside it where they converge, are in the
/// enclosures, and differences of their values are due to slopes. `PROOF_PROGRAMS=100000` runs more.
#[test]
fn of_random_programs() {
    let count = std::env::var("PROOF_PROGRAMS").map_or(400, |count| count.parse().expect("a number"));
    let (mut inside, mut beside, mut differences, mut proved, mut refused) = (0, 0, 0, 0, 0);
    for i in 0..count {
        let mut random = Programs((77 + u64::from(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut code = random.program();
        for op in &mut code.0 {
            // A number is in an interval, so it is not NaN.
            if let Op::UnlessNan(_, to) = *op {
                *op = Op::Jump(to);
            }
        }
        let mut other = Random::new(u64::from(i));
        let e = Machine { code: &code };
        let center = [(); 3].map(|()| (random.below(17) as f64 - 8.0) / 4.0);
        let radius = [0.0, 0.0, 1e-3, 0.3][random.below(4)];
        let area = center.map(|x| Interval::new(x - radius * (random.below(2) as f64), x + radius));
        let mut within = || {
            area.map(|x| match other.below(4) {
                0 => x.lower(),
                1 => x.upper(),
                _ => (x.midpoint() + 0.5 * x.width() * other.float()).clamp(x.lower(), x.upper()),
            })
        };
        let near = |x: f64| 1e-9 * (1.0 + x.abs());
        let holds = |d: Interval, x: f64| d.lower() - near(x) <= x && x <= d.upper() + near(x);

        let all = [
            enclose_all_paths(&forward::grad(e), &area, 300),
            enclose_all_paths(&stack::grad(e), &area, 300),
            enclose_all_paths(&reverse::grad(e), &area, 300),
        ];
        for (mode, enclosed) in
            all.iter().enumerate().filter_map(|(mode, all)| Some((mode, all.as_ref().ok()?)))
        {
            for _ in 0..4 {
                let x = within();
                let gradient = call::grad(&e, &x);
                if gradient.iter().all(|d| d.is_finite()) {
                    inside += 1;
                    let contained = (0..3).all(|k| holds(enclosed[k], gradient[k]));
                    assert!(
                        contained,
                        "{i}, mode {mode}, at {x:?} in {area:?}: {gradient:?} in {enclosed:?}\n{code:?}"
                    );
                }
                // Beside the point: limits of gradients.
                let by = [(); 3].map(|()| random.below(2001) as f64 / 1000.0 - 1.0);
                let at = |h: f64| [0, 1, 2].map(|k| x[k] + h * by[k]);
                let (far, close) = (call::grad(&e, &at(1e-8)), call::grad(&e, &at(1e-9)));
                // Outside of a domain, a comparison with NaN decides.
                let is_inside = |h: f64| enclose_all_paths(&e, &at(h).map(Interval::from), 300).is_ok();
                if radius > 0.0 || !is_inside(1e-8) || !is_inside(1e-9) {
                    continue;
                }
                for k in 0..3 {
                    // Forward mode holds the other variables: a comparison of them is decided.
                    if mode > 0 && close[k].abs() < 1e3 && (far[k] - close[k]).abs() < 1e-7 {
                        beside += 1;
                        let error = 1e-6 * (1.0 + close[k].abs());
                        let contained = enclosed[k].lower() - error <= close[k]
                            && close[k] <= enclosed[k].upper() + error;
                        let d = enclosed[k];
                        assert!(
                            contained,
                            "{i}, mode {mode}, beside {x:?}, {k} by {by:?}: {} in {d}\n{code:?}",
                            close[k]
                        );
                    }
                }
            }
        }
        for slopes in [enclose(&forward::grad(e), &area), enclose(&reverse::grad(e), &area)] {
            let Ok(slopes) = slopes else {
                refused += 1;
                continue;
            };
            if slopes.iter().any(|d| d.magnitude().is_infinite()) {
                continue;
            }
            let (a, b) = (within(), within());
            let (from, to) = (call::value(&e, &a), call::value(&e, &b));
            if from.is_finite() && to.is_finite() {
                differences += 1;
                let distance = |k: usize| Interval::from(b[k]) - Interval::from(a[k]);
                let reached = (0..3).fold(Interval::from(from), |sum, k| sum + slopes[k] * distance(k));
                let error = 1e-11 * (1.0 + from.abs() + to.abs());
                let holds = reached.lower() - error <= to && to <= reached.upper() + error;
                assert!(holds, "{i} from {a:?} to {b:?}: {from} to {to} by {slopes:?}\n{code:?}");
            }
        }

        if i % 4 == 0 {
            proved += proved_roots(i, &code);
        }
    }
    println!(
        "{inside} inside, {beside} beside, {differences} differences, {refused} refused, {proved} proved"
    );
    assert!(inside > 3 * count && beside > count && differences > count / 2 && proved > count / 20);
}
