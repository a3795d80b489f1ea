//! Custom rules: they hold in all modes and orders, and the value is computed once, and only on floats.
#![cfg(feature = "effects")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "indices and table positions are small"
)]

use std::borrow::Cow;
use std::cell::Cell;

use ad_core::function::{Function, Partial};
use ad_core::rule::with_jvp;
use ad_core::{
    At, Exp, F32, F64, Graph, Num, Real, RealDict, Signature, effects, forward, hessian, iterate, rule, stack,
};
use ad_testing::{assert_all_close, assert_close, expression};

/// Asserts that numbers agree up to a relative tolerance.
#[track_caller]
fn close(a: f64, b: f64) {
    assert_close(a, b, 1e-12);
}

#[track_caller]
fn all_close<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>) {
    assert_all_close(a, b, 1e-12);
}

// -----------------------------------------------------------------------------------------------------------

rule! {
    /// ln (1 + eˣ), whose derivative is a function of another crate, so to speak.
    fn softplus(x) = x.max(0.0) + (-x.abs()).exp().ln_1p();
    partial x = logistic(x);
}

/// An ordinary generic function, such as `#[exp]` makes.
fn logistic<N: Real>(x: N) -> N {
    (1.0 + (-x).exp()).recip()
}

expression!(Softplus: f64 => f64, RealDict, |x| softplus(*x));

#[test]
fn a_rule_holds_in_all_modes_and_orders() {
    for x in [-3.0, 0.0, 0.7, 2.0] {
        let y = logistic(x);
        let expected = [y, y * (1.0 - y), y * (1.0 - y) * (1.0 - 2.0 * y)];
        for (order, derivative) in mixtures!(Softplus, x) {
            close(derivative, expected[order - 1]);
        }
    }
}

#[test]
fn a_rule_has_better_numerics_than_the_code() {
    expression!(Naive: f64 => f64, RealDict, |x| x.exp().ln_1p());
    assert!(forward::diff(Naive).at(1000.0).is_nan());
    assert_eq!(forward::diff(Softplus).at(1000.0), 1.0);
    assert_eq!(stack::diff(effects::diff(Softplus)).at(1000.0), 0.0);
}

#[test]
fn a_rule_is_a_plain_function_as_well() {
    assert_eq!(softplus(1000.0), 1000.0);
    assert_eq!(Softplus.eval(F32, 0.0), 2f32.ln());
    let graph = Graph::new();
    let y = Softplus.eval(graph.dict(), graph.variable("x"));
    assert_eq!(graph.tree(y).to_string(), "softplus(x)");
}

rule! {
    /// A function of several numbers, and of its own value: the volume of an ellipsoid.
    fn volume(a, b, c) -> v = 4.0 / 3.0 * std::f64::consts::PI * a * b * c;
    partial a = v / a;
    partial b = v / b;
    partial c = v / c;
}

expression!(Volume: [f64; 3] => f64, RealDict, |&[a, b, c]| volume(a, b, c));

#[test]
fn a_rule_has_a_partial_derivative_for_each_number() {
    expression!(Product: [f64; 3] => f64, RealDict, |[a, b, c]| a * b * c * (4.0 / 3.0 * std::f64::consts::PI));
    let x = [1.1, 0.7, 2.3];
    all_close(&stack::grad(Volume).at(x), &stack::grad(Product).at(x));
    all_close(hessian(Volume).at(x).as_flattened(), hessian(Product).at(x).as_flattened());
    all_close(
        stack::jacobian(effects::grad(Volume)).at(x).as_flattened(),
        hessian(Product).at(x).as_flattened(),
    );
}

// -----------------------------------------------------------------------------------------------------------
// Data

/// A function given by its values at 0, 1, 2, …
#[derive(Clone, Copy)]
struct Table<'a>(&'a [f64]);

impl Table<'_> {
    fn interval(self, x: f64) -> usize {
        (x.max(0.0) as usize).min(self.0.len() - 2)
    }
    fn slope(self, x: f64) -> f64 {
        let i = self.interval(x);
        self.0[i + 1] - self.0[i]
    }
}

rule! {
    /// The table at x, linearly interpolated.
    fn interpolate<'a>[table: Table<'a>](x) = {
        let i = table.interval(x);
        table.0[i] + (x - i as f64) * table.slope(x)
    };
    partial x = slope(table, x);
}
rule! {
    /// The slope of the table at x, which is constant between its points.
    fn slope<'a>[table: Table<'a>](x) = table.slope(x);
    partial x = N::natural(0);
}

#[test]
fn a_rule_can_borrow_a_table() {
    struct Lookup<'a>(&'a [f64]);
    impl Signature for Lookup<'_> {
        type In = f64;
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Lookup<'_> {
        fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
            x * interpolate(Table(self.0), *x)
        }
    }
    let table: Vec<f64> = vec![1.0, 3.0, 2.0, 7.0];
    let e = Lookup(&table);
    assert_eq!(e.at(2.5), 2.5 * 4.5);
    for (order, derivative) in mixtures!(&e, 2.5) {
        assert_eq!(derivative, [4.5 + 2.5 * 5.0, 10.0, 0.0][order - 1]);
    }
}

rule! {
    /// Data of two kinds.
    fn power<'a>[exponents: &'a [f64], index: usize](x) = x.powf(exponents[index]);
    partial x = x.powf(N::constant(exponents[index] - 1.0)) * exponents[index];
}

#[test]
fn a_rule_can_have_several_data() {
    expression!(Power: f64 => f64, RealDict, |x| power(&[2.0, 3.5], 1, *x));
    close(stack::diff(Power).at(2.0), 3.5 * 2f64.powf(2.5));
    close(forward::diff(stack::diff(Power)).at(2.0), 3.5 * 2.5 * 2f64.powf(1.5));
}

// -----------------------------------------------------------------------------------------------------------
// Many inputs

/// ln Σ exp xᵢ, without overflow; its derivatives are exp(xᵢ - y).
#[derive(Clone, Copy)]
struct LogSumExp;

impl<const K: usize> Function<K> for LogSumExp {
    fn name(&self) -> Cow<'static, str> {
        "log_sum_exp".into()
    }
    fn value(self, x: [f64; K]) -> f64 {
        let greatest = x.into_iter().fold(f64::NEG_INFINITY, f64::max);
        greatest + x.iter().map(|x| (x - greatest).exp()).sum::<f64>().ln()
    }
    fn partial<N: Real>(self, i: usize, x: [N; K], y: N) -> Partial<N> {
        Partial::Value((x[i] - y).exp())
    }
}

#[test]
fn a_rule_can_have_many_inputs() {
    const K: usize = 40;
    expression!(Rule: [f64; K] => f64, RealDict, |x| Real::function(LogSumExp, *x));
    expression!(Code: [f64; K] => f64, RealDict, |x| x.iter().map(|x| x.exp()).sum::<Num<D>>().ln());
    let x: [f64; K] = std::array::from_fn(|i| (i as f64).sin());
    close(Rule.at(x), Code.at(x));
    all_close(&stack::grad(Rule).at(x), &forward::grad(Code).at(x));
    all_close(&effects::grad(Rule).at(x), &forward::grad(Code).at(x));
    all_close(hessian(Rule).at(x).as_flattened(), hessian(Code).at(x).as_flattened());
    assert_eq!(Rule.at([1000.0; K]), 1000.0 + (K as f64).ln());
}

// -----------------------------------------------------------------------------------------------------------
// The value is computed once, and never differentiated

thread_local! {
    static VALUES: Cell<usize> = const { Cell::new(0) };
}

rule! {
    /// eˣ, by code that looks into the bits of its argument, and counts.
    fn opaque(x) -> y = {
        VALUES.set(VALUES.get() + 1);
        f64::from_bits(x.to_bits()).exp()
    };
    partial x = y;
}

expression!(Opaque: f64 => f64, RealDict, |x| opaque(*x));

fn values<T>(f: impl FnOnce() -> T) -> usize {
    VALUES.set(0);
    f();
    VALUES.get()
}

#[test]
fn the_value_is_computed_once_for_each_evaluation() {
    assert_eq!(values(|| Opaque.at(1.0)), 1);
    assert_eq!(values(|| forward::diff(Opaque).at(1.0)), 1);
    assert_eq!(values(|| stack::diff(Opaque).at(1.0)), 1);
    assert_eq!(values(|| effects::diff(Opaque).at(1.0)), 1);
    assert_eq!(values(|| stack::diff(forward::diff(effects::diff(Opaque))).at(1.0)), 1);
    for (_, derivative) in mixtures!(Opaque, 0.3) {
        close(derivative, 0.3f64.exp());
    }
    // A checkpoint evaluates it again.
    assert_eq!(values(|| stack::diff(iterate(Opaque, 2).snapshots(1)).at(0.1)), 3);
}

// -----------------------------------------------------------------------------------------------------------
// Any shape

/// The rows of a rotation matrix, from a vector of angles: y = (cos xᵢ, sin xᵢ) for each.
#[derive(Clone, Copy)]
struct Circle;

impl Signature for Circle {
    type In = Vec<f64>;
    type Out = Vec<[f64; 2]>;
}

impl<D: RealDict> Exp<D> for Circle {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<[Num<D>; 2]> {
        x.iter().map(|x| [x.cos(), x.sin()]).collect()
    }
}

#[derive(Clone, Copy)]
struct CircleJvp;

impl Signature for CircleJvp {
    type In = (Vec<f64>, Vec<f64>);
    type Out = Vec<[f64; 2]>;
}

impl<D: RealDict> Exp<D> for CircleJvp {
    fn apply(&self, _: D, (x, dx): &(Vec<Num<D>>, Vec<Num<D>>)) -> Vec<[Num<D>; 2]> {
        x.iter().zip(dx).map(|(x, dx)| [-x.sin() * dx, x.cos() * dx]).collect()
    }
}

#[test]
fn a_jvp_is_a_rule_for_any_shape() {
    let values = Cell::new(0);
    let foreign = |x: &Vec<f64>| -> Vec<[f64; 2]> {
        values.set(values.get() + 1);
        x.iter().map(|x| [x.cos(), x.sin()]).collect()
    };
    let e = with_jvp(foreign, CircleJvp);
    let x = vec![0.3, -1.2, 2.0];
    assert_eq!(e.at(x.clone()), Circle.at(x.clone()));
    assert_eq!(values.get(), 1);

    let flat = |a: Vec<[Vec<f64>; 2]>| a.into_iter().flatten().flatten().collect::<Vec<_>>();
    let expected = flat(forward::jacobian(Circle).at(x.clone()));
    // The first derivatives are those of the rule, to the last bit.
    assert_eq!(flat(forward::jacobian(&e).at(x.clone())), expected);
    assert_eq!(flat(stack::jacobian(&e).at(x.clone())), expected);
    assert_eq!(flat(effects::jacobian(&e).at(x.clone())), expected);

    let flat = |a: Vec<[Vec<Vec<f64>>; 2]>| a.into_iter().flatten().flatten().flatten().collect::<Vec<_>>();
    let expected = flat(forward::jacobian(forward::jacobian(Circle)).at(x.clone()));
    all_close(&flat(forward::jacobian(forward::jacobian(&e)).at(x.clone())), &expected);
    all_close(&flat(forward::jacobian(stack::jacobian(&e)).at(x.clone())), &expected);
    all_close(&flat(stack::jacobian(forward::jacobian(&e)).at(x.clone())), &expected);
    all_close(&flat(effects::jacobian(stack::jacobian(&e)).at(x)), &expected);
}

#[test]
fn a_jvp_is_a_rule_for_all_orders() {
    expression!(Log: (f64, f64) => f64, RealDict, |(x, dx)| dx / x);
    let ln = with_jvp(|x: &f64| x.ln(), Log);
    let x: f64 = 1.7;
    let expected = [1.0 / x, -1.0 / (x * x), 2.0 / x.powi(3)];
    for (order, derivative) in mixtures!(&ln, x) {
        close(derivative, expected[order - 1]);
    }
    let fourth = forward::diff(forward::diff(forward::diff(forward::diff(&ln))));
    close(fourth.at(x), -6.0 / x.powi(4));
    close(forward::diff(stack::diff(&fourth)).at(x), -120.0 / x.powi(6));
    close(forward::diff(stack::diff(forward::diff(&fourth))).at(x), 720.0 / x.powi(7));
    // Inside a program that has its own derivatives.
    expression!(Program: f64 => f64, RealDict, |x| {
        let ln = with_jvp(|x: &f64| x.ln(), Log);
        (ln.at(*x) * x).exp()
    });
    // xˣ has the derivatives xˣ (1 + ln x) and xˣ ((1 + ln x)² + 1/x).
    let slope = 1.0 + x.ln();
    close(stack::diff(Program).at(x), x.powf(x) * slope);
    close(stack::diff(forward::diff(Program)).at(x), x.powf(x) * (slope * slope + 1.0 / x));
}

#[test]
fn a_jvp_never_changes_the_value() {
    // Even one that is wrong because it is not linear.
    expression!(Wrong: (f64, f64) => f64, RealDict, |(_, dx)| dx + 1.0);
    let e = with_jvp(|x: &f64| x * 3.0, Wrong);
    assert_eq!(stack::value_and_grad(&e).at(2.0), (6.0, 1.0));
}

#[test]
#[should_panic(expected = "lengths differ")]
fn a_jvp_with_another_number_of_results_is_an_error() {
    let e = with_jvp(|_: &Vec<f64>| vec![[0.0; 2]; 2], CircleJvp);
    stack::jacobian(e).eval(F64, vec![1.0]);
}

#[test]
fn a_constant_argument_has_no_derivative() {
    expression!(Log: (f64, f64) => f64, RealDict, |(x, dx)| dx / x);
    expression!(Constant: f64 => f64, RealDict, |x| with_jvp(|x: &f64| x.ln(), Log).at(Num::from(2.0)) * x);
    assert_eq!(stack::diff(Constant).at(5.0), 2f64.ln());
}
