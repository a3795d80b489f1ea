//! Every row of the table of functions, by loops over the table: a new row is tested without being named here.
//!
//! The partial derivatives are compared with difference quotients of the value. The Taylor series, by a recurrence or not, is
//! compared with the partial derivatives.

use ad_core::function::{self, Function, Partial, Visitor};
use ad_core::{Exp, F64, Num, Real, RealDict, Signature, forward, special, stack, taylor};

/// Points that lie inside the domain of most functions, and on no kink of any.
const POINTS: [f64; 6] = [-2.3, -0.6, 0.15, 0.45, 0.85, 2.7];

/// A function whose operand number `i` is the variable.
#[derive(Clone, Copy)]
struct Along<F, const K: usize> {
    f: F,
    at: [f64; K],
    i: usize,
}

impl<F: Function<K>, const K: usize> Signature for Along<F, K> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, F: Function<K>, const K: usize> Exp<D> for Along<F, K> {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        let mut operands = self.at.map(Num::constant);
        operands[self.i] = *x;
        Real::function(self.f, operands)
    }
}

/// The names of the rows that were compared somewhere.
#[derive(Default)]
struct Compared(Vec<String>);

impl Visitor for Compared {
    fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
        // The second operand is a function of the first, so neither varies alone. The second derivatives of `tanh` and `sigmoid`
        // compare them.
        if f.name().ends_with("_slope") {
            return self.0.push(f.name().into_owned());
        }
        let mut compared = 0;
        for at in points::<K>() {
            if f.name() == "clamp" && at[1] > at[2] {
                continue;
            }
            for i in 0..K {
                let e = Along { f, at, i };
                let derivative = forward::diff(e).eval(F64, at[i]);
                let (quotient, error) = quotient(|x| e.eval(F64, x), at[i]);
                if !(derivative.is_finite() && quotient.is_finite()) {
                    continue;
                }
                compared += 1;
                let what = format!("{} at {at:?} in operand {i}", f.name());
                assert!(
                    (derivative - quotient).abs() <= error,
                    "{what}: {derivative}, not {quotient} ± {error}"
                );
                // To the last bit, but for the sign of a zero, which an adjoint does not keep.
                let by_stack = stack::diff(e).eval(F64, at[i]);
                assert_eq!((by_stack + 0.0).to_bits(), (derivative + 0.0).to_bits(), "{what}, by stack");
                let series = taylor::derivatives::<5, _>(e).eval(F64, at[i]);
                let nested = [
                    e.eval(F64, at[i]),
                    derivative,
                    forward::diff(forward::diff(e)).eval(F64, at[i]),
                    forward::diff(forward::diff(forward::diff(e))).eval(F64, at[i]),
                ];
                for (k, (a, b)) in series.into_iter().zip(nested).enumerate() {
                    let scale = nested.iter().fold(1.0, |scale: f64, d| scale.max(d.abs()));
                    assert!(
                        (a - b).abs() <= 1e-11 * scale,
                        "{what}: derivative {k} is {a} by its series, not {b}"
                    );
                }
            }
        }
        if compared > 0 {
            self.0.push(f.name().into_owned());
        }
    }
}

/// All choices of `K` points.
fn points<const K: usize>() -> Vec<[f64; K]> {
    (0..POINTS.len().pow(u32::try_from(K).expect("few operands")))
        .map(|mut n| {
            std::array::from_fn(|operand| {
                let point = POINTS[n % POINTS.len()];
                n /= POINTS.len();
                // Operands differ, so that they lie on no diagonal.
                point + 0.037 * f64::from(u8::try_from(operand).expect("few operands"))
            })
        })
        .collect()
}

/// The derivative by differences, extrapolated twice, and a bound for its error: the change by the extrapolation, and the effect
/// of rounding on the values.
fn quotient(f: impl Fn(f64) -> f64, x: f64) -> (f64, f64) {
    let slope = |h: f64| (f(x + h) - f(x - h)) / (2.0 * h);
    let h = 1.0 / 256.0;
    let (a, b, c) = (slope(h), slope(h / 2.0), slope(h / 4.0));
    let (ab, bc) = ((4.0 * b - a) / 3.0, (4.0 * c - b) / 3.0);
    let best = (16.0 * bc - ab) / 15.0;
    let rounding = 16.0 * f64::EPSILON * (f(x).abs() + x.abs() * best.abs() + 1.0) / (h / 4.0);
    (best, (best - bc).abs() + rounding)
}

/// The names of all rows.
#[derive(Default)]
struct Names(Vec<String>);

impl Visitor for Names {
    fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
        self.0.push(f.name().into_owned());
    }
}

#[test]
fn every_row_agrees_with_its_differences_and_its_series() {
    let mut compared = Compared::default();
    function::for_each(&mut compared);
    let mut all = Names::default();
    function::for_each(&mut all);
    assert_eq!(compared.0, all.0, "a row that lies outside of its domain at all points is not tested");
    assert!(all.0.len() > 50, "only {} rows", all.0.len());
}

/// The documentation of `Partial`: for a constant operand, nothing is propagated. Over floats, strategies compute value and
/// derivative by one call, which must equal two calls to the last bit.
#[test]
fn sine_and_cosine_together_are_sine_and_cosine() {
    let mut x: f64 = 1e-300;
    let mut points = vec![0.0, -0.0, f64::INFINITY, f64::NAN];
    while x < 1e300 {
        points.extend([x, -x]);
        x *= 1.37;
    }
    let bits = |(a, b): (f64, f64)| (a.to_bits(), b.to_bits());
    for x in points {
        let (sine, cosine) =
            (Along { f: function::Sin, at: [x], i: 0 }, Along { f: function::Cos, at: [x], i: 0 });
        let expected = (x.sin(), x.cos());
        assert_eq!(bits(forward::jvp(sine).eval(F64, (x, 1.0))), bits(expected), "sin({x})");
        assert_eq!(bits(stack::value_and_grad(sine).eval(F64, x)), bits(expected), "sin({x})");
        // An adjoint is never -0.
        let expected = (x.cos(), -x.sin());
        assert_eq!(bits(forward::jvp(cosine).eval(F64, (x, 1.0))), bits(expected), "cos({x})");
        let (y, slope) = stack::value_and_grad(cosine).eval(F64, x);
        assert_eq!(bits((y, slope + 0.0)), bits((expected.0, expected.1 + 0.0)), "cos({x})");
    }
}

#[test]
fn a_piecewise_constant_row_propagates_nothing() {
    for x in POINTS {
        assert_eq!(function::Floor.partial(0, [x], x.floor()), Partial::Zero);
    }
}

#[derive(Clone, Copy)]
struct LogSumExp;

impl Signature for LogSumExp {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for LogSumExp {
    fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> {
        special::log_sum_exp(x)
    }
}

/// The gradient is the softmax, which sums to 1, also where the exponentials alone would overflow.
#[test]
fn the_gradient_of_log_sum_exp_is_the_softmax() {
    for x in [[0.5, -1.0, 2.0], [1000.0, 999.0, -5.0]] {
        let gradient = stack::grad(LogSumExp).eval(F64, x);
        let exponentials = x.map(|a| (a - x[0]).exp());
        let sum: f64 = exponentials.iter().sum();
        for (d, e) in gradient.into_iter().zip(exponentials) {
            assert!((d - e / sum).abs() < 1e-15, "{d}, not {}", e / sum);
        }
        assert!((gradient.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
    assert_eq!(special::log_sum_exp::<f64>(&[]), f64::NEG_INFINITY);
}

#[test]
fn the_slope_of_a_sigmoid_does_not_cancel() {
    let slope = |x: f64| forward::diff(Along { f: function::Sigmoid, at: [x], i: 0 }).eval(F64, x);
    assert_eq!(slope(40.0), slope(-40.0));
    assert!((slope(40.0) / (-40f64).exp() - 1.0).abs() < 1e-15);
    let normal = |x: f64| forward::diff(Along { f: function::NormalCdf, at: [x], i: 0 }).eval(F64, x);
    assert_eq!(normal(0.0), 1.0 / (2.0 * std::f64::consts::PI).sqrt());
}
