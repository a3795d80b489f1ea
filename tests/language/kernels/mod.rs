//! Published numerical kernels over `f64`, typed from the formulas of textbooks. Each is compiled with and without `#[exp]`. The
//! values must be the same to the last bit. The derivatives of all strategies must agree exactly, by `testing::check`, and with
//! differences of the plain code.

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
            ad::testing::check,
            $tolerance,
            [$($input),+],
        )
    };
    ($e:expr, |$x:pat_param| $call:expr, at $($input:expr),+ $(,)?) => {
        compare!($e, |$x| $call, within 1e-8, at $($input),+)
    };
}

/// `compare_second!(Expression, at x1, x2, …)`: second derivatives against differences of the first.
macro_rules! compare_second {
    ($e:expr, at $($input:expr),+ $(,)?) => {
        crate::kernels::compare_second({ #[allow(unused_imports)] use annotated::*; $e }, [$($input),+])
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
use ad::testing::Disagreement;
use ad::{Matrix, Of, Shape, Signature};

fn flat<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// Compares an expression with the plain function that it was made of, at each of the inputs. All strategies have the same first and
/// second derivatives, exactly, and those of forward mode are close to differences.
#[track_caller]
fn compare<E: Exp<F64> + for<'t> Exp<Forward<'t, F64, WIDTH>>, const K: usize>(
    e: E,
    plain: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    annotated: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    check: impl Fn(&E, &Of<E::In, f64>) -> Result<(), Disagreement>,
    tolerance: f64,
    inputs: [Of<E::In, f64>; K],
) {
    for x in inputs {
        let value = flat::<E::Out>(&plain(&x));
        assert!(value.iter().all(|y| y.is_finite()), "the kernel itself gives {value:?}");
        same("the annotated function", &flat::<E::Out>(&annotated(&x)), &value);
        same("the expression", &flat::<E::Out>(&e.eval(F64, x.clone())), &value);
        check(&e, &x).unwrap_or_else(|error| panic!("{error}"));
        let jacobian = flat::<Matrix<E::Out, E::In>>(&forward::jacobian(&e).eval(F64, x.clone()));
        assert_eq!(jacobian.len(), flat::<E::In>(&x).len() * value.len());
        close(differences::<E>(&plain, &x, value.len()), &jacobian, tolerance);
    }
}

/// Compares the second derivatives of an expression with differences of the first.
#[track_caller]
fn compare_second<E, const K: usize>(e: E, inputs: [Of<E::In, f64>; K])
where
    E: for<'t> Exp<Forward<'t, F64, WIDTH>> + for<'s, 't> Exp<Forward<'s, Forward<'t, F64, WIDTH>, WIDTH>>,
{
    let first = forward::jacobian(&e);
    for x in inputs {
        let hessian = forward::jacobian(&first).eval(F64, x.clone());
        let hessian = flat::<Matrix<Matrix<E::Out, E::In>, E::In>>(&hessian);
        let outputs = hessian.len() / E::In::count(&x);
        let differences = differences::<forward::Jacobian<&E>>(&|x| first.eval(F64, x.clone()), &x, outputs);
        close(differences, &hessian, 1e-7);
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

/// Asserts that differences agree with a Jacobian: to a tolerance relative to the entry, and a thousandth of it to the largest one.
#[track_caller]
fn close(differences: Vec<(f64, f64)>, jacobian: &[f64], tolerance: f64) {
    let scale = jacobian.iter().fold(0.0_f64, |scale, entry| scale.max(entry.abs()));
    for (i, ((difference, rounding), entry)) in differences.into_iter().zip(jacobian).enumerate() {
        let allowed = tolerance * (entry.abs() + 1e-3 * scale) + rounding;
        let distance = (difference - entry).abs();
        assert!(distance <= allowed, "entry {i} is {entry}, by differences {difference}");
    }
}

/// Asserts that a kernel gives the value that is published, so that it is not only consistent but right.
#[track_caller]
fn published(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found}, published {expected}");
}
