//! Implicit functions: the root of equations with an adjoint program is reversed by that program, in all modes and orders.

use ad::implicit::Failure;
use ad::prelude::*;
use ad::{fixed_point, implicit, root};

use super::chosen::OnlyByProgram;

/// Three equations that are not symmetric, so a transposed matrix differs. The rows need pivots.
macro_rules! equations {
    ($($attribute:tt)*) => {
        #[exp($($attribute)*)]
        pub(super) fn equations(z: [f64; 3], x: [f64; 2], a: f64) -> [f64; 3] {
            [
                z[1] * x[0] + 0.1 * z[2].sin() - a,
                z[2] * 2.0 + z[0] * z[1] * x[1] * 0.1 - x[0],
                z[0] + 0.2 * z[0] * z[0] * a - z[1] * x[1] * x[0],
            ]
        }
        /// A contraction.
        #[exp($($attribute)*)]
        pub(super) fn contraction(z: [f64; 2], x: f64) -> [f64; 2] {
            [0.3 * (z[1] * x).sin() + x, 0.2 * z[0] * z[1] + 0.4 * x * x]
        }
        #[exp($($attribute)*)]
        pub(super) fn square(z: f64, a: f64) -> f64 {
            z * z - a
        }
    };
}

mod by_program {
    use super::*;
    equations!(adjoint);
}
mod by_tape {
    use super::*;
    equations!();
}

const X: ([f64; 2], f64) = ([1.3, 0.7], 0.9);

#[track_caller]
fn close<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>) {
    let (a, b): (Vec<_>, Vec<_>) = (a.into_iter().collect(), b.into_iter().collect());
    assert_eq!(a.len(), b.len());
    assert!(a.iter().any(|a| a.abs() > 1e-3), "nothing is compared");
    assert!(a.iter().zip(&b).all(|(a, b)| (*a - *b).abs() <= 1e-11 * (1.0 + b.abs())), "{a:?}\n{b:?}");
}

/// All numbers of a row for each number of a row.
fn flat(rows: impl IntoIterator<Item = ([f64; 2], f64)>) -> Vec<f64> {
    rows.into_iter().flat_map(|([a, b], c)| [a, b, c]).collect()
}

fn guess(_: &([f64; 2], f64)) -> [f64; 3] {
    [0.5; 3]
}

#[test]
fn a_root_by_its_program_is_the_root_by_the_tape() {
    let ours = root(by_program::Equations, guess);
    let theirs = root(by_tape::Equations, guess);
    assert_eq!(call::value(&ours, &(&X.0, &X.1)), theirs.eval(F64, X));
    let jacobian = flat(forward::jacobian(theirs).eval(F64, X));
    close(&flat(reverse::jacobian(ours).eval(F64, X)), &jacobian);
    close(&flat(stack::jacobian(ours).eval(F64, X)), &jacobian);

    let (dx, dz) = (([0.3, -1.1], 2.0), [1.0, -0.4, 0.6]);
    let at = ((X, dz), (dx, [0.2, 0.5, -0.7]));
    let expected = forward::jvp(stack::vjp(theirs)).eval(F64, at);
    for found in [
        forward::jvp(reverse::vjp(ours)).eval(F64, at),
        forward::jvp(stack::vjp(ours)).eval(F64, at),
        forward::jvp(reverse::vjp(OnlyByProgram(ours))).eval(F64, at),
    ] {
        assert_eq!(found.0.0, expected.0.0, "the values have the same bits");
        close(&flat([found.0.1, found.1.1]), &flat([expected.0.1, expected.1.1]));
        close(&found.1.0, &expected.1.0);
    }
    // Adjoints of adjoints, and adjoints of tangents.
    let seeds = (dz, dx);
    let twice = stack::vjp(stack::vjp(theirs)).eval(F64, ((X, dz), seeds)).1;
    for found in [
        reverse::vjp(reverse::vjp(ours)).eval(F64, ((X, dz), seeds)).1,
        stack::vjp(reverse::vjp(ours)).eval(F64, ((X, dz), seeds)).1,
    ] {
        close(&flat([found.0]), &flat([twice.0]));
        close(&found.1, &twice.1);
    }
}

#[test]
fn third_derivatives_of_a_root() {
    let a: f64 = 1.7;
    let expected = 0.375 * a.powf(-2.5);
    let ours = root(by_program::Square, |&a| a);
    close(&[reverse::grad(reverse::grad(reverse::grad(ours))).at(a)], &[expected]);
    close(&[forward::diff(forward::diff(reverse::grad(ours))).at(a)], &[expected]);
    close(&[reverse::grad(forward::diff(reverse::grad(ours))).at(a)], &[expected]);
    close(&[stack::diff(reverse::grad(stack::diff(ours))).at(a)], &[expected]);
    let other = implicit(by_program::Square, |a: &f64| -a.sqrt());
    close(&[reverse::grad(other).at(a)], &[-0.5 / a.sqrt()]);
}

#[test]
fn a_fixed_point_by_its_program() {
    let ours = fixed_point(by_program::Contraction, |_| [0.1; 2]);
    let theirs = fixed_point(by_tape::Contraction, |_| [0.1; 2]);
    let x = 0.8;
    close(&reverse::jacobian(ours).eval(F64, x), &forward::jacobian(theirs).eval(F64, x));
    let second = forward::diff(forward::jacobian(theirs)).eval(F64, x);
    close(&forward::diff(reverse::jacobian(ours)).eval(F64, x), &second);
    close(&reverse::jacobian(reverse::jacobian(ours)).eval(F64, x), &second);
}

/// x ↦ z with z² + x = 0, or the reason why there is none.
#[exp(adjoint)]
fn parabola(z: f64, x: f64) -> f64 {
    z * z + x
}

#[test]
fn a_failure_has_no_derivatives() {
    let checked = root(Parabola, |_| 1.5).steps(50).checked();
    assert_eq!(reverse::jacobian(OnlyByProgram(checked)).eval(F64, -2.25), Ok(-1.0 / 3.0));
    assert!(matches!(reverse::jacobian(checked).eval(F64, 1.0), Err(Failure::NoConvergence { .. })));
    // The value has a result at 0, the derivative has not.
    let flat = implicit(Parabola, |_| 0.0).checked();
    assert_eq!(flat.at(0.0), Ok(0.0));
    assert_eq!(reverse::jacobian(flat).eval(F64, 0.0), Err(Failure::Singular));
}

/// A root of which one unknown is used.
#[exp(adjoint)]
fn one_unknown(x: [f64; 2], a: f64) -> f64 {
    let z = implicit(by_program::Equations, solution).at((x, a));
    z[2] * z[2] * x[0]
}

#[exp]
fn one_unknown_by_tape(x: [f64; 2], a: f64) -> f64 {
    let z = implicit(by_tape::Equations, solution).at((x, a));
    z[2] * z[2] * x[0]
}

fn solution(x: &([f64; 2], f64)) -> [f64; 3] {
    root(by_tape::Equations, guess).eval(F64, *x)
}

#[test]
fn a_program_with_a_root_inside() {
    let expected = forward::grad(OneUnknownByTape).eval(F64, X);
    let found = reverse::grad(OneUnknown).eval(F64, X);
    close(&flat([found]), &flat([expected]));
    let expected = forward::jacobian(forward::grad(OneUnknownByTape)).eval(F64, X);
    let found = forward::jacobian(reverse::grad(OneUnknown)).eval(F64, X);
    close(&flat([found.0[0], found.0[1], found.1]), &flat([expected.0[0], expected.0[1], expected.1]));
}
