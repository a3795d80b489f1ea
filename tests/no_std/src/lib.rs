//! Features without `std`: annotated functions and structs, all strategies except `effects`, dictionaries, adjoint programs.
//!
//! For a microcontroller it has to compile, which `.ci/run` tries; the tests run on the host, where `ad` has no `std` either.

#![no_std]

extern crate alloc;

use ad::prelude::*;
use ad::{Graph, linear, rule, special};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The joint angles of an arm, and where its hand is.
#[exp]
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    pub angles: Vec<f64>,
    pub hand: [f64; 2],
}

#[exp]
pub fn reach(lengths: &[f64], pose: &Pose<f64>) -> f64 {
    let (mut x, mut y, mut angle) = (pose.hand[0], pose.hand[1], 0.0);
    for (length, turn) in lengths.iter().zip(&pose.angles) {
        angle += turn;
        x -= length * angle.cos();
        y -= length * angle.sin();
    }
    (x * x + y * y).sqrt()
}

#[exp(adjoint)]
pub fn filtered(#[fixed] signal: &[f64], gains: [f64; 2]) -> f64 {
    let mut state = [0.0; 2];
    let mut history: Vec<f64> = Vec::new();
    for y in signal {
        let error = y - state[0];
        state[0] += state[1] + gains[0] * error;
        state[1] += gains[1] * error;
        history.push(error * error);
    }
    history.iter().sum()
}

#[exp]
pub fn series(x: f64) -> f64 {
    (1.0 + x).ln() * x.exp() / (2.0 + x).powf(0.5)
}

#[exp]
pub fn cube(x: f64) -> f64 {
    x * x * x
}

rule! {
    /// ln (1 + eˣ).
    pub fn softplus(x) = special::log1pexp(x);
    partial x = special::sigmoid(x);
}

/// One derivative by each strategy, at a slope that a sensor gives.
pub fn derivatives(x: f64) -> [f64; 5] {
    [
        forward::diff(Series).at(x),
        stack::diff(Series).at(x),
        backpropagator::diff(Series).at(x),
        call::nth_derivative(&Series, 1, &x),
        taylor::coefficients::<2, _>(Series).at(x)[1],
    ]
}

pub fn gains(signal: &[f64], gains: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let e = Filtered { signal };
    (adjoint::grad(&e).at(gains), call::grad(&e, &gains))
}

pub fn turned(pose: &Pose) -> Pose {
    call::grad(&Reach, &(&[1.0, 0.5][..], pose)).1
}

pub fn exact() -> (i64, String) {
    let graph = Graph::new();
    let written = forward::diff(Cube).eval(graph.dict(), graph.variable("x"));
    (stack::diff(forward::diff(Cube)).eval(CHECKED_I64, 2), graph.tree(written).to_string())
}

#[exp]
fn term(#[fixed] y: f64, x: f64) -> f64 {
    softplus(x - y)
}

pub fn sum(data: &[f64], x: f64) -> f64 {
    call::grad(&terms(data, |&y| Term { y }), &x)
}

pub fn solved(a: f64) -> Option<Vec<f64>> {
    linear::solve(&[[a, 1.0], [1.0, a]], &[1.0, 2.0]).ok()
}

/// Each result hangs together with its neighbour where it is positive.
#[exp]
pub fn gates(x: &[f64]) -> Vec<f64> {
    (0..x.len()).map(|i| if x[i] > 0.0 { x[i] * x[(i + 1) % x.len()] } else { 2.0 * x[i] }).collect()
}

/// The Jacobian on two branches, of which the second has more entries.
pub fn on_two_branches(x: [&[f64]; 2]) -> [Vec<f64>; 2] {
    let mut jacobian = sparse::jacobian(Gates, x[0]);
    x.map(|x| jacobian.jacobian(x).1.entries().to_vec())
}

#[exp(adjoint)]
pub fn folded(x: [f64; 2]) -> f64 {
    if x[0] > x[1] { x[0] * x[1] } else { x[0].exp() - x[1].abs() }
}

/// Points that take two paths, several at once.
pub fn at_many_points(points: &[[f64; 2]]) -> Vec<(f64, [f64; 2])> {
    Many::new(reverse::value_and_grad(Folded)).values(points)
}

#[exp(adjoint)]
pub fn kinks(x: f64, y: f64) -> f64 {
    x.abs() * y.signum() + 2.0 * x.copysign(y) + 3.0 * x.max(y) + 5.0 * x.min(0.0)
        - y.clamp(-1.0, 1.0) * (x - y).abs()
}

/// A sum over points and its derivative by the slope, several terms at once.
pub fn slope(points: &[[f64; 2]], slope: f64) -> (f64, f64) {
    call::value_and_grad(&Many::new(Misfit).terms(points), &slope)
}

#[exp(adjoint)]
fn misfit(point: [f64; 2], slope: f64) -> f64 {
    (slope * point[0] - point[1]).powi(2)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use ad::function::{DivEuclid, Function, Powi, RemEuclid, RoundTiesEven, Sin, Visitor, for_each};
    use alloc::vec;

    /// Evaluates each function of the table at floats, which `core` cannot do: one that asked `Real` for it would never return.
    struct Evaluated(usize);

    impl Visitor for Evaluated {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            let y = f.value([0.5; K]);
            assert!(
                y.is_finite() || f.name().contains("acosh") || f.name().contains("sqrt_square"),
                "{}",
                f.name()
            );
            self.0 += 1;
        }
    }

    /// Enclosures of a value and of a gradient, an undecided comparison, and all roots.
    #[test]
    fn enclosures() {
        use ad::enclosure::{Error, Interval, enclose, enclose_all_paths, roots};

        let x = Interval::from(0.5);
        let y = enclose(&Series, &x).unwrap();
        assert!(y.contains(call::value(&Series, &0.5)) && y.width() < 1e-14);
        let slope = enclose(&forward::diff(Series), &x).unwrap();
        assert!(slope.contains(call::diff(&Series, &0.5)) && slope.width() < 1e-13);

        #[exp]
        fn ramp(x: f64) -> f64 {
            if x > 0.0 { 2.0 * x } else { 0.0 }
        }
        let wide = Interval::new(-1.0, 1.0);
        assert!(matches!(enclose(&Ramp, &wide), Err(Error::Undecided(..))));
        assert_eq!(enclose_all_paths(&Ramp, &wide, 9), Ok(Interval::new(-2.0, 2.0)));

        #[exp]
        fn parabola(x: f64) -> f64 {
            x * x - 2.0
        }
        let found = roots(&Parabola, &Interval::new(0.0, 2.0), 1e-9);
        assert!(found.unique.len() == 1 && found.unique[0].contains(2f64.sqrt()));
    }

    #[test]
    fn functions_have_values() {
        let mut evaluated = Evaluated(0);
        for_each(&mut evaluated);
        assert!(evaluated.0 > 50);
    }

    #[test]
    fn functions_that_no_crate_has_are_those_of_std() {
        let floats = [0.0, 0.5, -0.5, 1.0, 1.5, -2.5, 7.3, -7.3, 1e300, f64::INFINITY, f64::NAN];
        for a in floats {
            let same = |x: f64, y: f64| assert!(x == y || x.is_nan() && y.is_nan(), "{x} and {y} at {a}");
            same(RoundTiesEven.value([a]), a.round_ties_even());
            assert!((Sin.value([a]) - a.sin()).abs() < 1e-15 || !a.is_finite());
            same(Powi(3).value([a]), a * a * a);
            for b in floats {
                same(RemEuclid.value([a, b]), a.rem_euclid(b));
                same(DivEuclid.value([a, b]), a.div_euclid(b));
            }
        }
    }

    #[test]
    fn strategies_agree() {
        let h = 1e-6;
        let slope = (series(0.5 + h) - series(0.5 - h)) / (2.0 * h);
        for d in derivatives(0.5) {
            assert!((d - slope).abs() < 1e-8, "{d} and {slope}");
        }
        let (by_program, by_tape) = gains(&[1.0, 0.5, 0.25], [0.3, 0.1]);
        assert!((by_program[0] - by_tape[0]).abs() < 1e-12 && (by_program[1] - by_tape[1]).abs() < 1e-12);
    }

    #[test]
    fn containers_and_number_systems_are_there() {
        let pose = Pose { angles: vec![0.0, 0.0], hand: [3.0, 0.0] };
        assert_eq!(turned(&pose), Pose { angles: vec![0.0, 0.0], hand: [1.0, 0.0] });
        let (second, written) = exact();
        assert_eq!(second, 12);
        assert!(written.contains('x'));
        assert_eq!(sum(&[0.0, 0.0], 0.0), 1.0);
        assert_eq!(solved(0.0), Some(vec![2.0, 1.0]));
    }

    #[test]
    fn a_branch_that_changes_is_noticed() {
        let entries = on_two_branches([&[-1.0, -2.0, -3.0], &[-1.0, 2.0, -3.0]]);
        assert_eq!(entries, [vec![2.0; 3], vec![2.0, -3.0, 2.0, 2.0]]);
    }

    #[test]
    fn many_points_have_the_bits_of_one() {
        let points: Vec<[f64; 2]> =
            (0..100).map(|i| [f64::from(i % 7) - 3.0, f64::from(i % 5) - 2.0]).collect();
        let alone: Vec<_> = points.iter().map(|x| call::value_and_grad(&Folded, x)).collect();
        assert_eq!(at_many_points(&points), alone);
        // In several threads, of which some find no record of votes.
        std::thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| assert_eq!(at_many_points(&points), alone));
            }
        });
        assert_eq!(
            slope(&points, 2.0),
            points.iter().fold((0.0, 0.0), |(y, slope), [a, b]| {
                let distance = 2.0 * a - b;
                (y + distance * distance, slope + 2.0 * distance * a)
            })
        );
    }

    /// The lanes of a group are on several sides of each kink, and on it. Without `std` no lane can leave a reverse sweep, so the
    /// lanes vote on the side.
    #[test]
    fn kinks_are_those_of_each_lane() {
        fn bits((y, (a, b)): &(f64, (f64, f64))) -> [u64; 3] {
            [y, a, b].map(|y| if y.is_nan() { 0 } else { y.to_bits() })
        }
        let x = [0.5, -0.0, 0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, -1e-310];
        let points: Vec<(f64, f64)> = (0..64).map(|i| (x[i % 8], x[(i + i / 8) % 8])).collect();
        let by_program = Many::new(reverse::value_and_grad(Kinks)).values(&points);
        let by_tape = Many::new(stack::value_and_grad(Kinks)).values(&points);
        let forward = Many::new(forward::value_and_grad(Kinks)).values(&points);
        for (i, x) in points.iter().enumerate() {
            assert_eq!(bits(&by_program[i]), bits(&reverse::value_and_grad(Kinks).at(*x)), "{x:?}");
            assert_eq!(bits(&by_tape[i]), bits(&stack::value_and_grad(Kinks).at(*x)), "{x:?}");
            assert_eq!(bits(&forward[i]), bits(&forward::value_and_grad(Kinks).at(*x)), "{x:?}");
        }
    }
}
