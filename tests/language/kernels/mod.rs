//! Published numerical kernels, re-typed from their formulas as a textbook has them, with `f64` and without a thought
//! of differentiation. Each is compiled twice, as it stands and with `#[exp]` on it: the values must be the same to the
//! last bit, and the derivatives of all strategies must agree with each other and with differences of the plain code.

#![allow(clippy::all, clippy::pedantic, reason = "kernels are written as published, not as one should")]
#![allow(unreachable_pub, reason = "a kernel is `pub` where it comes from")]

/// Compiles the items in it twice: in the module `plain` as they stand, in `annotated` with `#[exp]` on each.
macro_rules! kernels {
    ($($item:item)*) => {
        mod plain {
            #[allow(unused_imports)]
            use super::*;
            $($item)*
        }
        mod annotated {
            #[allow(unused_imports)]
            use super::*;
            $(#[ad::exp] $item)*
        }
    };
}

/// The same, for code with types of its own: `#[exp]` stands on the module around it.
macro_rules! kernel_module {
    ($($item:item)*) => {
        mod plain {
            #[allow(unused_imports)]
            use super::*;
            $($item)*
        }
        #[ad::exp]
        mod annotated {
            #[allow(unused_imports)]
            use super::*;
            $($item)*
        }
    };
}

/// `compare!(Expression, |x| call(x), at x1, x2, …)` for what `kernels!` has declared; `within` a tolerance for the
/// differences where the default is too strict.
macro_rules! compare {
    ($e:expr, |$x:pat_param| $call:expr, within $tolerance:expr, at $($input:expr),+ $(,)?) => {
        crate::kernels::compare(
            { #[allow(unused_imports)] use annotated::*; $e },
            { #[allow(unused_imports)] use plain::*; |$x| $call },
            { #[allow(unused_imports)] use annotated::*; |$x| $call },
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

use ad::backpropagator::{self, Backpropagators};
use ad::effects::Effects;
use ad::forward::{Forward, WIDTH};
use ad::prelude::*;
use ad::stack::Stack;
use ad::{Matrix, Of, Shape, Signature};

/// What every strategy can differentiate.
trait Subject:
    Exp<F64>
    + for<'t> Exp<Forward<'t, F64, WIDTH>>
    + for<'t> Exp<Stack<'t, F64>>
    + for<'t> Exp<Effects<'t, F64>>
    + for<'t> Exp<Backpropagators<'t, F64>>
    + Sized
{
}
impl<E> Subject for E where
    E: Exp<F64>
        + for<'t> Exp<Forward<'t, F64, WIDTH>>
        + for<'t> Exp<Stack<'t, F64>>
        + for<'t> Exp<Effects<'t, F64>>
        + for<'t> Exp<Backpropagators<'t, F64>>
{
}

fn flat<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// Compares an expression with the plain function that it was made of, at each of the inputs.
#[track_caller]
fn compare<E: Subject, const K: usize>(
    e: E,
    plain: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    annotated: impl Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    tolerance: f64,
    inputs: [Of<E::In, f64>; K],
) {
    for x in inputs {
        let value = flat::<E::Out>(&plain(&x));
        assert!(value.iter().all(|y| y.is_finite()), "the kernel itself gives {value:?}");
        same("the annotated function", &flat::<E::Out>(&annotated(&x)), &value);
        same("the expression", &flat::<E::Out>(&Exp::<F64>::eval(&e, F64, x.clone())), &value);

        let rows = |jacobian: Of<Matrix<E::Out, E::In>, f64>| flat::<Matrix<E::Out, E::In>>(&jacobian);
        let exact = |jacobian| rows(jacobian).into_iter().map(|entry| (entry, 0.0));
        let forward = rows(forward::jacobian(&e).eval(F64, x.clone()));
        assert_eq!(forward.len(), flat::<E::In>(&x).len() * value.len());
        close("stack and forward", exact(stack::jacobian(&e).eval(F64, x.clone())), &forward, 1e-11);
        close("effects and forward", exact(effects::jacobian(&e).eval(F64, x.clone())), &forward, 1e-11);
        let backpropagator = backpropagator::jacobian(&e).eval(F64, x.clone());
        close("backpropagator and forward", exact(backpropagator), &forward, 1e-11);
        close("differences and forward", differences::<E>(&plain, &x, value.len()), &forward, tolerance);
    }
}

/// Compares the second derivatives of an expression by three nestings with each other, and with differences of the
/// first.
#[track_caller]
fn compare_second<E, const K: usize>(e: E, inputs: [Of<E::In, f64>; K])
where
    E: for<'t> Exp<Forward<'t, F64, WIDTH>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64, WIDTH>>>
        + for<'t, 'u> Exp<Forward<'u, Stack<'t, F64>, WIDTH>>
        + for<'t, 'u> Exp<Effects<'t, Forward<'u, F64, WIDTH>>>,
{
    for x in inputs {
        let flat = |hessian| flat::<Matrix<Matrix<E::Out, E::In>, E::In>>(&hessian);
        let exact = |hessian| flat(hessian).into_iter().map(|entry| (entry, 0.0));
        let first = forward::jacobian(&e);
        let hessian = flat(forward::jacobian(stack::jacobian(&e)).eval(F64, x.clone()));
        close("second derivatives", exact(stack::jacobian(&first).eval(F64, x.clone())), &hessian, 1e-10);
        let effects = forward::jacobian(effects::jacobian(&e)).eval(F64, x.clone());
        close("second derivatives", exact(effects), &hessian, 1e-10);
        let outputs = hessian.len() / E::In::count(&x);
        let differences = differences::<forward::Jacobian<&E>>(&|x| first.eval(F64, x.clone()), &x, outputs);
        close("differences and second derivatives", differences, &hessian, 1e-7);
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
        assert!((a - b).abs() <= allowed, "{what} differ at {i}: {a} and {b}");
    }
}

/// Asserts that a kernel gives the value that is published, so that it is not only consistent but right.
#[track_caller]
fn published(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found}, published {expected}");
}
