//! The policy for kinks and edges, in the docs of `ad::function`. Each of its `EDGES` has a test, for all strategies and the
//! first two orders. All modes must agree, NaN for NaN. Each strategy is once the outer one and once the inner one of two: an edge is a
//! matter of the table of functions, and the nestings of two have their suites in `specification`.

#![allow(
    clippy::eq_op,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "edges are where x / x and !(x < y) are not what they seem"
)]

use std::collections::BTreeSet;

use ad::prelude::*;
use ad::{Num, Ordered, OrderedDict, Real, RealDict, Signature, special};
use ad_testing::{chain, nestings};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[derive(Clone, Copy)]
struct Edge(&'static str);

impl Signature for Edge {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict + OrderedDict> Exp<D> for Edge {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        function(self.0, x)
    }
}

/// An edge of one variable.
#[derive(Clone, Copy)]
struct Single(Edge);

impl Signature for Single {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict + OrderedDict> Exp<D> for Single {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        self.0.apply(dict, &vec![*x])
    }
}

/// `name "row of the table": |x, …| expression; at […] => value, gradient […], Hessian […];`
macro_rules! edges {
    ($($name:ident $row:literal: |$($x:ident),+| $body:expr; $(at $at:expr => $value:expr, $gradient:expr, $hessian:expr),+;)*) => {
        fn function<N: Real + Ordered>(name: &str, x: &[N]) -> N {
            match name {
                $(stringify!($name) => {
                    let [$($x),+] = *x else { panic!("{name} has another number of arguments") };
                    $body
                })*
                _ => panic!("{name}"),
            }
        }

        const ROWS: &[&str] = &[$($row),*];

        $(#[test]
        fn $name() {
            $(check(Edge(stringify!($name)), &$at, $value, &$gradient, &$hessian);)+
        })*
    };
}

fn constant<N: Real>(c: f64) -> N {
    N::constant(c)
}

edges! {
    abs "abs(0)": |x| x.abs(); at [0.0] => 0.0, [0.0], [0.0], at [-0.0] => 0.0, [0.0], [0.0];
    max "max(a, a)": |a, b| a.max(b); at [2.0, 2.0] => 2.0, [0.5, 0.5], [0.0; 4], at [INF, INF] => INF, [0.5, 0.5], [0.0; 4];
    min "min(a, a)": |a, b| a.min(b); at [2.0, 2.0] => 2.0, [0.5, 0.5], [0.0; 4];
    clamp "clamp(0, 0, 1)": |x, low, high| x.clamp(low, high);
        at [0.0, 0.0, 1.0] => 0.0, [0.5, 0.5, 0.0], [0.0; 9], at [1.0, 0.0, 1.0] => 1.0, [0.5, 0.0, 0.5], [0.0; 9];
    clamp_to_a_point "clamp(1, 1, 1)": |x, low, high| x.clamp(low, high); at [1.0, 1.0, 1.0] => 1.0, [0.0, 0.5, 0.5], [0.0; 9];
    hypot "hypot(0, 0)": |a, b| a.hypot(b); at [0.0, 0.0] => 0.0, [0.0, 0.0], [0.0; 4];
    hypot_at_infinity "hypot(∞, b)": |a, b| a.hypot(b);
        at [INF, 3.0] => INF, [1.0, 0.0], [0.0; 4], at [0.0, -INF] => INF, [0.0, -1.0], [0.0; 4];
    hypot_at_a_corner "hypot(∞, ∞)": |a, b| a.hypot(b); at [INF, INF] => INF, [NAN, NAN], [NAN; 4];
    copysign "copysign(0, s)": |a, s| a.copysign(s); at [0.0, -3.0] => -0.0, [0.0, 0.0], [0.0; 4];
    copysign_of_zero "copysign(a, -0)": |a, s| a.copysign(s);
        at [2.0, -0.0] => -2.0, [-1.0, 0.0], [0.0; 4], at [-2.0, 0.0] => 2.0, [-1.0, 0.0], [0.0; 4];

    signum "signum": |x| x.signum(); at [0.0] => 1.0, [0.0], [0.0], at [-0.0] => -1.0, [0.0], [0.0], at [NAN] => NAN, [0.0], [0.0];
    floor "floor": |x| x.floor(); at [2.0] => 2.0, [0.0], [0.0], at [NAN] => NAN, [0.0], [0.0];
    ceil "ceil": |x| x.ceil(); at [2.0] => 2.0, [0.0], [0.0];
    round "round": |x| x.round(); at [0.5] => 1.0, [0.0], [0.0];
    round_ties_even "round_ties_even": |x| x.round_ties_even(); at [0.5] => 0.0, [0.0], [0.0], at [1.5] => 2.0, [0.0], [0.0];
    trunc "trunc": |x| x.trunc(); at [2.0] => 2.0, [0.0], [0.0];
    div_euclid "div_euclid": |a, b| a.div_euclid(b); at [4.0, 2.0] => 2.0, [0.0, 0.0], [0.0; 4];
    fract "fract": |x| x.fract(); at [2.0] => 0.0, [1.0], [0.0];
    rem "rem(a, b)": |a, b| a % b; at [4.0, 2.0] => 0.0, [1.0, -2.0], [0.0; 4];
    rem_euclid "rem_euclid(a, b)": |a, b| a.rem_euclid(b); at [4.0, 2.0] => 0.0, [1.0, -2.0], [0.0; 4];

    sqrt "sqrt(±0)": |x| x.sqrt(); at [0.0] => 0.0, [INF], [-INF], at [-0.0] => -0.0, [INF], [-INF];
    cbrt "cbrt(0)": |x| x.cbrt(); at [0.0] => 0.0, [INF], [NAN];
    ln "ln(±0)": |x| x.ln(); at [0.0] => -INF, [INF], [-INF], at [-0.0] => -INF, [INF], [-INF];
    log2 "log2(±0)": |x| x.log2(); at [0.0] => -INF, [INF], [-INF], at [-0.0] => -INF, [INF], [-INF];
    log10 "log10(±0)": |x| x.log10(); at [0.0] => -INF, [INF], [-INF], at [-0.0] => -INF, [INF], [-INF];
    ln_1p "ln_1p(-1)": |x| x.ln_1p(); at [-1.0] => -INF, [INF], [-INF];
    asin "asin(±1)": |x| x.asin(); at [1.0] => 1f64.asin(), [INF], [INF], at [-1.0] => -(1f64.asin()), [INF], [-INF];
    acosh "acosh(1)": |x| x.acosh(); at [1.0] => 0.0, [INF], [-INF];
    atanh "atanh(±1)": |x| x.atanh(); at [1.0] => INF, [INF], [INF], at [-1.0] => -INF, [INF], [-INF];
    acos "acos(±1)": |x| x.acos(); at [1.0] => 0.0, [-INF], [-INF], at [-1.0] => (-1f64).acos(), [-INF], [INF];
    bessel_y "bessel_y(n, 0)": |x| special::bessel_y(1, x); at [0.0] => -INF, [INF], [-INF];
    bessel_y_0 "bessel_y(n, 0)": |x| special::bessel_y(0, x); at [0.0] => -INF, [INF], [-INF];
    div "1 / 0": |a, b| a / b; at [1.0, 0.0] => INF, [INF, -INF], [0.0, -INF, -INF, INF];
    recip "recip(0)": |x| x.recip(); at [0.0] => INF, [-INF], [INF], at [-0.0] => -INF, [-INF], [-INF];
    powi_reciprocal "powi(0, -1)": |x| x.powi(-1); at [0.0] => INF, [-INF], [INF];

    ln_outside "ln(-1)": |x| x.ln(); at [-1.0] => NAN, [NAN], [NAN];
    log2_outside "log2(-1)": |x| x.log2(); at [-1.0] => NAN, [NAN], [NAN];
    log10_outside "log10(-1)": |x| x.log10(); at [-1.0] => NAN, [NAN], [NAN];
    ln_1p_outside "ln_1p(-2)": |x| x.ln_1p(); at [-2.0] => NAN, [NAN], [NAN];
    sqrt_outside "sqrt(-1)": |x| x.sqrt(); at [-1.0] => NAN, [NAN], [NAN];
    asin_outside "asin(2)": |x| x.asin(); at [2.0] => NAN, [NAN], [NAN];
    acos_outside "acos(2)": |x| x.acos(); at [2.0] => NAN, [NAN], [NAN];
    acosh_outside "acosh(0)": |x| x.acosh(); at [0.0] => NAN, [NAN], [NAN], at [-2.0] => NAN, [NAN], [NAN];
    atanh_outside "atanh(2)": |x| x.atanh(); at [2.0] => NAN, [NAN], [NAN];
    bessel_y_outside "bessel_y(n, -1)": |x| special::bessel_y(1, x); at [-1.0] => NAN, [NAN], [NAN];
    rem_outside "rem(a, 0)": |a, b| a % b; at [1.0, 0.0] => NAN, [NAN, NAN], [NAN; 4];
    rem_euclid_outside "rem_euclid(a, 0)": |a, b| a.rem_euclid(b); at [1.0, 0.0] => NAN, [NAN, NAN], [NAN; 4];
    gamma "gamma(-n)": |x| special::gamma(x); at [0.0] => INF, [NAN], [NAN], at [-1.0] => NAN, [NAN], [NAN];
    ln_gamma "ln_gamma(-n)": |x| special::ln_gamma(x); at [0.0] => INF, [NAN], [NAN], at [-1.0] => INF, [NAN], [NAN];
    squared_angle "squared_angle(-2)": |x| special::squared_angle(x); at [-2.0] => NAN, [NAN], [NAN];
    digamma "digamma(-n)": |x| special::digamma(x); at [0.0] => NAN, [NAN], [NAN], at [-1.0] => NAN, [NAN], [NAN];
    atan2 "atan2(0, 0)": |b, a| b.atan2(a); at [0.0, 0.0] => 0.0, [NAN, NAN], [NAN; 4];

    powi_0 "powi(0, 0)": |x| x.powi(0); at [0.0] => 1.0, [0.0], [0.0], at [NAN] => 1.0, [0.0], [0.0];
    powi_1 "powi(0, 1)": |x| x.powi(1); at [0.0] => 0.0, [1.0], [0.0];
    powi_2 "powi(0, 1)": |x| x.powi(2); at [0.0] => 0.0, [0.0], [2.0];
    powf_constant_0 "x.powf(0)": |x| x.powf(constant(0.0));
        at [0.0] => 1.0, [0.0], [0.0], at [-3.0] => 1.0, [0.0], [0.0], at [INF] => 1.0, [0.0], [0.0];
    powf_constant_2 "x.powf(0)": |x| x.powf(constant(2.0)); at [0.0] => 0.0, [0.0], [2.0];
    powf_0_0 "0.powf(0)": |a, b| a.powf(b); at [0.0, 0.0] => 1.0, [0.0, -INF], [0.0, 0.0, INF, INF];
    powf_0_2 "0.powf(b)": |a, b| a.powf(b); at [0.0, 2.0] => 0.0, [0.0, 0.0], [2.0, 0.0, 0.0, 0.0];
    powf_0_half "0.powf(½)": |a, b| a.powf(b); at [0.0, 0.5] => 0.0, [INF, 0.0], [-INF, NAN, 0.0, 0.0];
    powf_0_reciprocal "0.powf(-1)": |a, b| a.powf(b); at [0.0, -1.0] => INF, [-INF, -INF], [INF; 4];
    powf_of_negative "(-2).powf(3)": |a| a.powf(constant(3.0)); at [-2.0] => -8.0, [12.0], [-12.0];
    powf_of_negative_in_the_exponent "(-2).powf(3)": |a, b| a.powf(b); at [-2.0, 3.0] => -8.0, [12.0, NAN], [-12.0, NAN, NAN, NAN];

    max_of_nan "max(NaN, b)": |a, b| a.max(b); at [NAN, 1.0] => 1.0, [0.0, 1.0], [0.0; 4], at [1.0, NAN] => 1.0, [1.0, 0.0], [0.0; 4];
    min_of_nan "min(NaN, b)": |a, b| a.min(b); at [NAN, 1.0] => 1.0, [0.0, 1.0], [0.0; 4], at [1.0, NAN] => 1.0, [1.0, 0.0], [0.0; 4];
    max_of_nans "max(NaN, NaN)": |a, b| a.max(b); at [NAN, NAN] => NAN, [NAN, NAN], [NAN; 4];
    clamp_nan "clamp(NaN, 0, 1)": |x, low, high| x.clamp(low, high);
        at [NAN, 0.0, 1.0] => NAN, [NAN, 0.0, 0.0], [NAN, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    zero_times_infinity "0 · ∞": |a, b| a * b;
        at [0.0, INF] => NAN, [INF, 0.0], [0.0, 1.0, 1.0, 0.0], at [INF, 0.0] => NAN, [0.0, INF], [0.0, 1.0, 1.0, 0.0];
    zero_times_infinity_fused "0 · ∞": |a, b, c| a.mul_add(b, c);
        at [0.0, INF, 1.0] => NAN, [INF, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    infinity_minus_infinity "∞ - ∞": |a, b| a - b; at [INF, INF] => NAN, [1.0, -1.0], [0.0; 4];
    quotient_of_the_same "x / x": |x| x / x; at [0.0] => NAN, [NAN], [NAN];
    root_of_a_square "√(x · x)": |x| (x * x).sqrt(); at [0.0] => 0.0, [NAN], [NAN];
    zero_times_a_root "0 · √x": |x| 0.0 * x.sqrt(); at [0.0] => 0.0, [NAN], [NAN];
    root_of_a_constant "x + √c": |x| x + constant::<N>(0.0).sqrt(); at [0.0] => 0.0, [1.0], [0.0];
    logarithm_of_a_constant "x + √c": |x| x * x + constant::<N>(-1.0).ln().max(constant(0.0)); at [3.0] => 9.0, [6.0], [2.0];
    overflow "exp(1000)": |x| x.exp(); at [1000.0] => INF, [INF], [INF];
    underflow "exp(-1000)": |x| x.exp(); at [-1000.0] => 0.0, [0.0], [0.0];
    tanh_asymptote "tanh(∞)": |x| x.tanh(); at [INF] => 1.0, [0.0], [0.0], at [-1000.0] => -1.0, [0.0], [0.0];
    atan_asymptote "atan(∞)": |x| x.atan(); at [INF] => INF.atan(), [0.0], [NAN];
    normal_cdf_asymptote "normal_cdf(∞)": |x| special::normal_cdf(x); at [INF] => 1.0, [0.0], [NAN], at [-INF] => 0.0, [0.0], [NAN];
    sigmoid_asymptote "sigmoid(∞)": |x| special::sigmoid(x);
        at [INF] => 1.0, [0.0], [0.0], at [-INF] => 0.0, [0.0], [0.0], at [800.0] => 1.0, [0.0], [0.0];
    log1pexp_asymptote "log1pexp(∞)": |x| special::log1pexp(x); at [INF] => INF, [1.0], [0.0], at [-INF] => 0.0, [0.0], [0.0];
    erf_asymptote "erf(∞)": |x| special::erf(x); at [INF] => 1.0, [0.0], [NAN];

    branch_not_taken "a NaN in a branch not taken, or not used": |x| if x > constant(0.0) { x.ln() } else { x * x };
        at [-1.0] => 1.0, [-2.0], [2.0], at [0.0] => 0.0, [0.0], [2.0];
    value_not_used "a NaN in a branch not taken, or not used": |x| { let _ = x.ln() / 0.0; x * x }; at [-1.0] => 1.0, [-2.0], [2.0];
    value_not_chosen "a NaN in a branch not taken, or not used": |x, y| y.max(x.sqrt().ln());
        at [-1.0, 2.0] => 2.0, [0.0, 1.0], [0.0; 4], at [0.0, 2.0] => 2.0, [0.0, 1.0], [0.0; 4];
}

/// All edges are tested, and all that is tested is there.
#[test]
fn every_row_of_the_documented_table_is_tested() {
    let documented: BTreeSet<&str> = ad::function::EDGES.iter().map(|edge| edge.at).collect();
    let tested: BTreeSet<&str> = ROWS.iter().copied().collect();
    assert_eq!(tested.symmetric_difference(&documented).collect::<Vec<_>>(), Vec::<&&str>::new());
}

/// Comparisons, `==` included, inspect the primal only. At 2, the first branch is the program, with the slope 4, not 1.
#[test]
fn comparisons_see_the_primal_only() {
    #[exp]
    fn equal(x: f64) -> f64 {
        if x == 2.0 { x * x } else { x + 2.0 }
    }
    #[exp]
    fn same_primal(x: f64, y: f64) -> f64 {
        // Equal numbers with different derivatives.
        if x == y && !(x < y) && x <= y && x.partial_cmp(&y).is_some() { 3.0 * x + y } else { 0.0 }
    }
    nestings!([diff], Equal, |name, d| assert_eq!(d.eval(F64, 2.0), 4.0, "{name}"));
    nestings!([diff[diff]], Equal, |name, d| assert_eq!(d.eval(F64, 2.0), 2.0, "{name}"));
    nestings!([grad], SamePrimal, |name, d| {
        assert_eq!(d.eval(F64, (2.0, 2.0)), (3.0, 1.0), "{name}");
        assert_eq!(d.eval(F64, (2.0, 2.5)), (0.0, 0.0), "{name}");
    });
}

/// A number that a variable went into is none for `is_nan` and the like, which see the primal as well.
#[test]
fn classification_sees_the_primal_only() {
    #[exp]
    fn classified(x: f64) -> f64 {
        // The derivative of the root is infinite at 0, its value is not.
        let root = x.sqrt();
        if root.is_finite() && !root.is_nan() && !root.is_infinite() && root.is_sign_positive() {
            x
        } else {
            -x
        }
    }
    nestings!([diff], Classified, |name, d| {
        assert_eq!(d.eval(F64, 0.0), 1.0, "{name}");
        assert_eq!(d.eval(F64, -1.0), -1.0, "{name}");
    });
}

#[track_caller]
fn check(e: Edge, at: &[f64], value: f64, gradient: &[f64], hessian: &[f64]) {
    let x = || at.to_vec();
    same(&[e.eval(F64, x())], &[value], "value", at);
    nestings!([grad], e, |name, d| same(&d.eval(F64, x()), gradient, name, at));
    nestings!([jacobian], e, |name, d| same(&d.eval(F64, x()), gradient, &format!("{name}, Jacobian"), at));
    nestings!(vjp: [vjp], e, |name, d| same(&d.eval(F64, (x(), 1.0)).1, gradient, &format!("{name}, vjp"), at));
    chain!([grad[jacobian]], e, |name, d| same(&d.eval(F64, x()).concat(), hessian, name, at));
    same(&forward::grad(e).width::<1>().eval(F64, x()), gradient, "forward, one at a time", at);
    if let [single] = *at {
        let e = Single(e);
        nestings!([diff], e, |name, d| same(
            &[d.eval(F64, single)],
            gradient,
            &format!("{name}, one number"),
            at
        ));
        chain!([diff[diff]], e, |name, d| same(
            &[d.eval(F64, single)],
            hessian,
            &format!("{name}, one number"),
            at
        ));
        let series = taylor::derivatives::<5, _>(e).eval(F64, single);
        same(&series[..3], &[value, gradient[0], hessian[0]], "power series", at);
        same(&[forward::jvp(e.0).eval(F64, (x(), vec![1.0])).1], gradient, "jvp", at);
    }
    for (axis, start) in at.iter().enumerate() {
        let [_, first, second, ..] = taylor::derivatives::<5, _>(Along { e, at, axis }).eval(F64, *start);
        let derivatives = [gradient[axis], hessian[axis * at.len() + axis]];
        same(&[first, second], &derivatives, &format!("taylor along axis {axis}"), at);
    }
}

/// The function of one of the arguments, where the others are constants.
struct Along<'a> {
    e: Edge,
    at: &'a [f64],
    axis: usize,
}

impl Signature for Along<'_> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict + OrderedDict> Exp<D> for Along<'_> {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let mut point: Vec<Num<D>> = self.at.iter().map(|c| Num::from(*c)).collect();
        point[self.axis] = *x;
        self.e.apply(dict, &point)
    }
}

/// The same numbers: NaN for NaN, and but for the sign of a zero.
#[track_caller]
fn same(computed: &[f64], expected: &[f64], mode: &str, at: &[f64]) {
    let equal = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
    let all = computed.len() == expected.len() && computed.iter().zip(expected).all(equal);
    assert!(all, "{mode} at {at:?}: {computed:?} is not {expected:?}");
}
