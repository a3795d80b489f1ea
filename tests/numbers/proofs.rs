//! Proofs by derivatives: a function with a jump, a kink or a branch in the box has no slope there that proves anything.

#![allow(
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "each program stands before its use; small numbers are cast; a program tests for a point"
)]

use ad::enclosure::{Error, Interval, enclose, mean_value, roots};
use std::collections::BTreeSet;

use ad::numbers::RealDict;
use ad::prelude::*;
use ad::{Num, Real, Signature};
use ad_testing::Random;

use crate::rows::{self, Row};

/// The function of each test has exactly these roots: all are found, and only these have proof.
macro_rules! has_roots {
    ($($name:ident($x:ident) = $body:expr, over $lower:expr, $upper:expr, at $roots:expr;)*) => {$(
        #[test]
        fn $name() {
            #[exp]
            fn program($x: f64) -> f64 {
                $body
            }
            let known: &[f64] = &$roots;
            let found = roots(&Program, &Interval::new($lower, $upper), 1e-9);
            for root in &found.unique {
                let near = known.iter().filter(|x| (root.midpoint() - *x).abs() < 1e-8).count();
                assert_eq!(near, 1, "{root} has a proof, and contains {near} of {known:?}");
            }
            let all = || found.unique.iter().chain(&found.possible);
            for x in known {
                assert!(all().any(|root| (root.midpoint() - x).abs() < 1e-8), "{x} is lost: {found:?}");
            }
            assert!(found.possible.iter().all(|x| x.width() <= 1e-9), "{found:?}");
        }
    )*};
}

has_roots! {
    signum_jumps_over_a_root(x) = 0.5 * x + 0.1 * x.signum(), over -1.0, 0.9, at [];
    a_root_behind_a_jump_of_fract(x) = x.fract() - 0.25, over 0.5, 1.4, at [1.25];
    floor_jumps_over_a_root(x) = x - 0.5 * x.floor() - 0.75, over 0.1, 1.9, at [0.75, 1.25];
    ceil_jumps(x) = 2.0 * x - x.ceil() - 0.5, over 0.2, 1.7, at [0.75, 1.25];
    round_jumps(x) = x - 0.9 * x.round() - 0.2, over -0.4, 1.4, at [0.2, 1.1];
    round_ties_even_jumps(x) = x - 0.9 * x.round_ties_even() - 0.2, over -0.4, 1.4, at [0.2, 1.1];
    trunc_jumps(x) = x - 0.9 * x.trunc() - 0.2, over 0.05, 1.4, at [0.2, 1.1];
    remainders_jump(x) = x % 0.75 - 0.25, over 0.1, 1.3, at [0.25, 1.0];
    euclidean_remainders_jump(x) = x.rem_euclid(0.75) - 0.25, over -0.7, 0.6, at [-0.5, 0.25];
    euclidean_quotients_jump(x) = x - 0.5 * x.div_euclid(0.75) - 0.25, over 0.1, 1.3, at [0.25, 0.75];
    copysign_jumps(x) = 0.5 * x + 0.1f64.copysign(x), over -1.0, 0.9, at [];
    the_angle_jumps_across_its_cut(x) = x.atan2(-1.0) - 3.0 * x, over -2.0, 1.9,
        at [-0.818_547_954_293_146_8, 0.818_547_954_293_146_8];
    a_branch_jumps(x) = if x > 0.125 { x - 0.5 } else { x + 0.5 }, over -1.0, 0.9, at [0.5, -0.5];
    a_branch_at_a_point(x) = if x == 0.125 { x - 0.125 } else { x - 1.5 }, over -1.0, 0.9, at [0.125];
    // The slope 1.16 in the middle is not 0, and that over the box contains 0.
    a_root_in_the_middle_of_three(x) = x * x * x - x, over -1.2, 1.2, at [-1.0, 0.0, 1.0];
    a_pole_does_not_hide_a_root(x) = x.powi(-1) + 3.0, over -1.0, 2.0, at [-1.0 / 3.0];
    a_bounded_function_of_a_pole(x) = x.powi(-1).atan() + 1.0, over -1.0, 2.0, at [-1.0 / 1f64.tan()];
}

/// The derivative of a function with a kink jumps.
#[test]
fn a_minimum_is_not_proved_at_a_kink() {
    #[exp(adjoint)]
    fn valley(x: f64) -> f64 {
        0.25 * x * x + 0.1 * x.abs()
    }
    #[exp(adjoint)]
    fn larger(x: f64) -> f64 {
        0.25 * x * x + (0.1 * x).max(-0.1 * x)
    }
    let area = Interval::new(-1.0, 0.9);
    let proved = [
        roots(&forward::diff(Valley), &area, 1e-9).unique,
        roots(&reverse::diff(Valley), &area, 1e-9).unique,
        roots(&stack::diff(Valley), &area, 1e-9).unique,
        roots(&forward::diff(Larger), &area, 1e-9).unique,
        roots(&reverse::diff(Larger), &area, 1e-9).unique,
    ];
    assert!(proved.iter().all(Vec::is_empty), "{proved:?}");
    assert_eq!(enclose(&taylor::nth_derivative(Valley, 2), &area), Err(Error::Jump("signum".into())));
    // The first derivative over a kink is the interval between the slopes.
    let slopes = enclose(&forward::diff(Valley), &Interval::from(0.0)).unwrap();
    assert_eq!(slopes, enclose(&reverse::diff(Valley), &Interval::from(0.0)).unwrap());
    assert!(slopes.contains(-0.1) && slopes.contains(0.1) && slopes.width() < 0.21, "{slopes}");
}

/// Two equations: a jump in one of them, in one unknown.
#[test]
fn a_system_with_a_jump() {
    #[exp]
    fn system([x, y]: [f64; 2]) -> [f64; 2] {
        [0.5 * x + 0.1 * x.signum() + 0.01 * y, y - x.floor() * 0.5 - 0.25]
    }
    let found = roots(&System, &[Interval::new(-1.0, 0.9), Interval::new(-1.0, 1.0)], 1e-6);
    assert!(found.unique.is_empty(), "{found:?}");
    // 0.5·x = 0.4 - x.floor() for the other one: x = 0.8.
    #[exp]
    fn behind([x, y]: [f64; 2]) -> [f64; 2] {
        [0.5 * x - y + x.floor(), y - 0.4]
    }
    let found = roots(&Behind, &[Interval::new(-1.3, 0.9), Interval::new(-1.0, 1.0)], 1e-6);
    assert!(found.unique.len() == 1 && found.unique[0][0].contains(0.8), "{found:?}");
    assert!(mean_value(&Behind, &[Interval::new(-0.5, 0.4), Interval::from(0.4)]).unwrap()[0].contains(-1.4));
}

/// A row of the table along a line, from `at` into the direction `by`.
#[derive(Clone, Copy)]
struct Line {
    row: Row,
    at: [f64; 3],
    by: [f64; 3],
}

impl Signature for Line {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Line {
    fn apply(&self, _: D, t: &Num<D>) -> Num<D> {
        self.row.0.of(|i| match self.by[i] {
            0.0 => Real::constant(self.at[i]),
            by => *t * by + self.at[i],
        })
    }
}

/// Whether the differences of `f` in `area` are slopes times distances.
fn slopes_hold(
    f: impl Fn(f64) -> f64,
    slopes: Interval,
    area: Interval,
    random: &mut Random,
) -> Result<(), String> {
    for _ in 0..8 {
        let [a, b] = [(); 2].map(|()| match random.below(4) {
            0 => area.lower(),
            1 => area.upper(),
            _ => (area.midpoint() + 0.5 * area.width() * random.float()).clamp(area.lower(), area.upper()),
        });
        let (from, to) = (f(a), f(b));
        if !from.is_finite() || !to.is_finite() {
            continue;
        }
        let error = 1e-11 * (1.0 + from.abs() + to.abs());
        let reached = Interval::from(from) + slopes * (Interval::from(b) - Interval::from(a));
        if !(reached.lower() - error <= to && to <= reached.upper() + error) {
            return Err(format!("from {a} to {b}: {from} to {to} by slopes {slopes}"));
        }
    }
    Ok(())
}

/// Each row, along lines through integers, halves and zeros: its value and its slope change by no more than an enclosure of the next
/// derivative permits, and the mean value form contains the values. A row with jumps that says nothing about them fails.
#[test]
fn each_change_of_a_row_is_due_to_its_slope() {
    let (mut random, mut enclosed, mut jumps) = (Random::new(11), 0, BTreeSet::new());
    rows::for_each(&mut |name, row, operands| {
        // The operands of a slope belong together.
        if name.ends_with("_slope") {
            return;
        }
        for _ in 0..150 {
            let (mut at, mut by) = ([0.0; 3], [0.0; 3]);
            for x in &mut at[..operands] {
                *x = [1.0, 3.0, 8.0][random.below(3)] * random.float();
                if random.below(2) == 0 {
                    *x = (2.0 * *x).round() / 2.0;
                }
            }
            by[..operands].fill_with(|| [0.0, 1.0, -1.0, 0.3][random.below(4)]);
            by[random.below(operands)] = 1.0;
            if name == "clamp" {
                (at[1], at[2], by[1], by[2]) = (-1.0, 1.0, 0.0, 0.0);
            }
            let line = Line { row, at, by };
            let radius = [0.0, 1e-3, 0.3, 1.1][random.below(4)];
            let area = Interval::new(-radius * random.float().abs(), radius);
            let value = |t: f64| line.at(t);
            let slope = |t: f64| forward::diff(line).at(t);
            let first = enclose(&forward::diff(line), &area);
            let seconds = [
                enclose(&forward::diff(forward::diff(line)), &area),
                enclose(&taylor::nth_derivative(line, 2), &area),
            ];
            for (f, slopes) in [(&value as &dyn Fn(f64) -> f64, first)]
                .into_iter()
                .chain(seconds.map(|second| (&slope as &dyn Fn(f64) -> f64, second)))
            {
                match slopes {
                    // At a pole, slopes are infinite and prove nothing.
                    Ok(slopes) if slopes.magnitude().is_infinite() => {}
                    Ok(slopes) => {
                        enclosed += 1;
                        if let Err(wrong) = slopes_hold(f, slopes, area, &mut random) {
                            panic!("{name} at {at:?} by {by:?} over {area}: {wrong}");
                        }
                    }
                    Err(Error::Jump(_)) => _ = jumps.insert(name.to_string()),
                    Err(error) => assert_eq!(error, Error::Undefined, "{name} over {area}"),
                }
            }
            if let Ok(y) = mean_value(&line, &area) {
                for _ in 0..4 {
                    let t = (area.midpoint() + 0.5 * area.width() * random.float())
                        .clamp(area.lower(), area.upper());
                    let (exact, error) = (line.at(t), 1e-11);
                    let near = error * (1.0 + exact.abs());
                    let holds = y.lower() - near <= exact && exact <= y.upper() + near;
                    assert!(
                        holds || !exact.is_finite(),
                        "{name} at {t} from {at:?} by {by:?}: {y} for {exact}"
                    );
                }
            }
        }
    });
    assert!(enclosed > 12_000, "{enclosed}");
    for name in ["signum", "floor", "rem", "atan2", "copysign", "heaviside", "abs", "max", "clamp", "hypot"] {
        assert!(jumps.contains(name), "{name} has no jump in {jumps:?}");
    }
}
