//! Published numerical kernels over `f64`, typed from the formulas of textbooks. Each is compiled with and without `#[exp]`. The
//! values must be the same to the last bit. The derivatives of all strategies must agree with each other and with differences of
//! the plain code.

#![allow(clippy::all, clippy::pedantic, reason = "kernels are written as published, not as one should")]
#![allow(unreachable_pub, reason = "a kernel is `pub` where it comes from")]

/// Compiles its items twice: in the module `plain` unchanged, and in `annotated` with `#[exp(adjoint)]`. Items after `tape` have
/// no adjoint program, and get `#[exp]`.
macro_rules! kernels {
    (@plain) => {};
    (@plain tape $item:item $($rest:tt)*) => { $item kernels!(@plain $($rest)*); };
    (@plain $item:item $($rest:tt)*) => { $item kernels!(@plain $($rest)*); };
    (@annotated) => {};
    (@annotated tape $item:item $($rest:tt)*) => { #[ad::exp] $item kernels!(@annotated $($rest)*); };
    (@annotated $item:item $($rest:tt)*) => { #[ad::exp(adjoint)] $item kernels!(@annotated $($rest)*); };
    ($($items:tt)*) => {
        mod plain {
            #[allow(unused_imports)]
            use super::*;
            kernels!(@plain $($items)*);
        }
        mod annotated {
            #[allow(unused_imports)]
            use super::*;
            kernels!(@annotated $($items)*);
        }
    };
}

/// The same for code with its own types: the module around it has `#[exp(adjoint)]`, or after `tape` `#[exp]`.
macro_rules! kernel_module {
    (tape $($item:item)*) => { kernel_module!(@ [#[ad::exp]] $($item)*); };
    (@ [$($exp:tt)*] $($item:item)*) => {
        mod plain {
            #[allow(unused_imports)]
            use super::*;
            $($item)*
        }
        $($exp)*
        mod annotated {
            #[allow(unused_imports)]
            use super::*;
            $($item)*
        }
    };
    ($($item:item)*) => { kernel_module!(@ [#[ad::exp(adjoint)]] $($item)*); };
}

/// `compare!(Expression, |x| call(x), at x1, x2, …)` for items of `kernels!`. `within` sets a tolerance for the differences if
/// the default is too strict.
macro_rules! compare {
    ($e:expr, |$x:pat_param| $call:expr, within $tolerance:expr, at $($input:expr),+ $(,)?) => {
        crate::kernels::compare(
            { #[allow(unused_imports)] use annotated::*; $e },
            { #[allow(unused_imports)] use plain::*; |$x| $call },
            { #[allow(unused_imports)] use annotated::*; |$x| $call },
            |e, x| {
                use ad::Exp as _;
                let mut jacobians = Vec::new();
                ad_testing::nestings!([jacobian], e, |name, d| jacobians.push((name, d.eval(ad::F64, x.clone()))));
                #[allow(unused_imports, reason = "one of the two has the method")]
                use crate::kernels::{Recorded as _, Written as _};
                jacobians.extend((&crate::kernels::Program(e)).jacobian(x).map(|rows| ("adjoint", rows)));
                jacobians
            },
            $tolerance,
            [$($input),+],
        )
    };
    ($e:expr, |$x:pat_param| $call:expr, at $($input:expr),+ $(,)?) => {
        compare!($e, |$x| $call, within 1e-8, at $($input),+)
    };
}

/// `compare_second!(Expression, at x1, x2, …)`: the same for second derivatives, by different nestings.
macro_rules! compare_second {
    ($e:expr, at $($input:expr),+ $(,)?) => {
        crate::kernels::compare_second(
            { #[allow(unused_imports)] use annotated::*; $e },
            |e, x| {
                use ad::Exp as _;
                let mut hessians = Vec::new();
                ad_testing::chain!([jacobian [jacobian]], e, |name, d| hessians.push((name, d.eval(ad::F64, x.clone()))));
                hessians
            },
            [$($input),+],
        )
    };
}

mod changed;
mod elimination;
mod finance;
mod geometry;
mod interpolation;
mod learning;
mod linear_algebra;
mod odes;
mod optimisation;
mod orbits;
mod physics;
mod roots;
mod signal;
mod special;

use ad::forward::{Forward, WIDTH};
use ad::prelude::*;
use ad::{Matrix, Of, Shape, Signature};

/// An expression that may have an adjoint program: the methods of `Written` are found first, where there is one.
struct Program<E>(E);

trait Written<E: Signature> {
    fn jacobian(&self, x: &Of<E::In, f64>) -> Option<Of<Matrix<E::Out, E::In>, f64>>;
}

impl<E: adjoint::Adjoint<F64>> Written<E> for Program<&E> {
    fn jacobian(&self, x: &Of<E::In, f64>) -> Option<Of<Matrix<E::Out, E::In>, f64>> {
        Some(adjoint::jacobian(self.0).eval(F64, x.clone()))
    }
}

trait Recorded<E: Signature> {
    fn jacobian(&self, _: &Of<E::In, f64>) -> Option<Of<Matrix<E::Out, E::In>, f64>> {
        None
    }
}

impl<E: Signature> Recorded<E> for &Program<&E> {}

#[exp(adjoint)]
fn with_a_program(x: f64) -> f64 {
    x * x
}

#[exp]
fn without_a_program(x: f64) -> f64 {
    x * x
}

#[test]
fn a_program_is_found_where_there_is_one() {
    assert_eq!((&Program(&WithAProgram)).jacobian(&3.0), Some(6.0));
    assert_eq!((&Program(&WithoutAProgram)).jacobian(&3.0), None);
}

fn flat<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// Compares an expression with the plain function that it was made of, at each of the inputs. Of the Jacobians by all
/// strategies, the others are compared with the first.
#[track_caller]
fn compare<E: Exp<F64>, const K: usize>(
    e: E,
    plain: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    annotated: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    jacobians: impl Fn(&E, &Of<E::In, f64>) -> Vec<(&'static str, Of<Matrix<E::Out, E::In>, f64>)>,
    tolerance: f64,
    inputs: [Of<E::In, f64>; K],
) {
    for x in inputs {
        let value = flat::<E::Out>(&plain(&x));
        assert!(value.iter().all(|y| y.is_finite()), "the kernel itself gives {value:?}");
        same("the annotated function", &flat::<E::Out>(&annotated(&x)), &value);
        same("the expression", &flat::<E::Out>(&e.eval(F64, x.clone())), &value);

        let jacobians = jacobians(&e, &x);
        let mut jacobians = jacobians.iter().map(|(name, rows)| (name, flat::<Matrix<E::Out, E::In>>(rows)));
        let (_, expected) = jacobians.next().expect("there is a strategy");
        assert_eq!(expected.len(), flat::<E::In>(&x).len() * value.len());
        for (name, jacobian) in jacobians {
            close(name, jacobian.into_iter().map(|entry| (entry, 0.0)), &expected, 1e-11);
        }
        close("differences", differences::<E>(&plain, &x, value.len()), &expected, tolerance);
    }
}

/// Compares the second derivatives of an expression by several nestings with each other, and with differences of the
/// first.
#[track_caller]
fn compare_second<E, const K: usize>(
    e: E,
    hessians: impl Fn(&E, &Of<E::In, f64>) -> Vec<(&'static str, Of<Matrix<Matrix<E::Out, E::In>, E::In>, f64>)>,
    inputs: [Of<E::In, f64>; K],
) where
    E: for<'t> Exp<Forward<'t, F64, WIDTH>>,
{
    for x in inputs {
        let hessians = hessians(&e, &x);
        let flat = |hessian| flat::<Matrix<Matrix<E::Out, E::In>, E::In>>(hessian);
        let mut hessians = hessians.iter().map(|(name, hessian)| (name, flat(hessian)));
        let (_, expected) = hessians.next().expect("there is a strategy");
        for (name, hessian) in hessians {
            close(name, hessian.into_iter().map(|entry| (entry, 0.0)), &expected, 1e-10);
        }
        let (first, outputs) = (forward::jacobian(&e), expected.len() / E::In::count(&x));
        let differences = differences::<forward::Jacobian<&E>>(&|x| first.eval(F64, x.clone()), &x, outputs);
        close("differences", differences, &expected, 1e-7);
    }
}

/// The Jacobian of a plain function by central differences of fourth order, row by row; beside each entry, the
/// rounding error to expect.
fn differences<E: Signature>(
    plain: &impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    x: &Of<E::In, f64>,
    outputs: usize,
) -> Vec<(f64, f64)> {
    let inputs = flat::<E::In>(x);
    let mut jacobian = vec![(0.0, 0.0); inputs.len() * outputs];
    for (j, input) in inputs.iter().enumerate() {
        let h = if *input == 0.0 { 1e-4 } else { 1e-4 * input.abs() };
        for (offset, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
            let mut i = 0;
            let shifted = E::In::map(x, &mut |x| {
                i += 1;
                if i - 1 == j { x + offset * h } else { *x }
            });
            for (i, y) in flat::<E::Out>(&plain(&shifted)).into_iter().enumerate() {
                let (entry, rounding) = &mut jacobian[i * inputs.len() + j];
                *entry += weight * y / (12.0 * h);
                *rounding += 4.0 * f64::EPSILON * y.abs() / h;
            }
        }
    }
    jacobian
}

#[track_caller]
fn same(what: &str, found: &[f64], expected: &[f64]) {
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a.to_bits() == b.to_bits()),
        "{what} gives {found:?}, the plain function {expected:?}"
    );
}

/// Asserts that two Jacobians agree: to a tolerance relative to the entry, and a thousandth of it to the largest one.
#[track_caller]
fn close(what: &str, a: impl IntoIterator<Item = (f64, f64)>, b: &[f64], tolerance: f64) {
    let scale = b.iter().fold(0.0_f64, |scale, b| scale.max(b.abs()));
    for (i, ((a, rounding), b)) in a.into_iter().zip(b).enumerate() {
        let allowed = tolerance * (b.abs() + 1e-3 * scale) + rounding;
        assert!((a - b).abs() <= allowed, "{what} differs at {i}: {a} and not {b}");
    }
}

/// Asserts that a kernel gives the value that is published, so that it is not only consistent but right.
#[track_caller]
fn published(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found}, published {expected}");
}
