//! Functions that the tables lack: functions with exact derivatives, and names.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature};
use ad_testing::{chain, nestings};

/// a·b + c, a % b, clamp, … at a point where they are smooth, with their gradient and Hessian.
type Row = (&'static str, [f64; 3], f64, [f64; 3], [[f64; 3]; 3]);

const ZERO: [[f64; 3]; 3] = [[0.0; 3]; 3];

const A: f64 = 41.876_835_226_290_27;
const B: f64 = 3.705_856_143_790_821_7;

const ROWS: [Row; 20] = [
    ("mul_add", [2.0, 3.0, 5.0], 11.0, [3.0, 2.0, 1.0], [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]),
    ("rem", [7.5, 2.0, 0.0], 1.5, [1.0, -3.0, 0.0], ZERO),
    ("rem", [-7.5, 2.0, 0.0], -1.5, [1.0, 3.0, 0.0], ZERO),
    ("rem", [7.5, -2.0, 0.0], 1.5, [1.0, 3.0, 0.0], ZERO),
    // 0.3 / 0.1 rounds to 3, but the double 0.3 is less than three times the double 0.1.
    ("rem", [0.3, 0.1, 0.0], 0.3 % 0.1, [1.0, -2.0, 0.0], ZERO),
    ("rem", [1.0, f64::INFINITY, 0.0], 1.0, [1.0, 0.0, 0.0], ZERO),
    // (a - a % b) / b is not quite 11, and not quite -11.
    ("rem", [A, B, 0.0], A % B, [1.0, -11.0, 0.0], ZERO),
    ("rem_euclid", [-A, B, 0.0], -A % B + B, [1.0, 12.0, 0.0], ZERO),
    ("rem_euclid", [-7.5, -2.0, 0.0], 0.5, [1.0, -4.0, 0.0], ZERO),
    ("rem_euclid", [0.3, 0.1, 0.0], 0.3 % 0.1, [1.0, -2.0, 0.0], ZERO),
    ("div_euclid", [-7.5, 2.0, 0.0], -4.0, [0.0; 3], ZERO),
    ("clamp", [1.5, 1.0, 2.0], 1.5, [1.0, 0.0, 0.0], ZERO),
    ("clamp", [0.5, 1.0, 2.0], 1.0, [0.0, 1.0, 0.0], ZERO),
    ("clamp", [2.5, 1.0, 2.0], 2.0, [0.0, 0.0, 1.0], ZERO),
    ("midpoint", [1.0, 4.0, 0.0], 2.5, [0.5, 0.5, 0.0], ZERO),
    ("midpoint", [f64::MAX, f64::MAX, 0.0], f64::MAX, [0.5, 0.5, 0.0], ZERO),
    ("sin_cos", [0.0, 1.0, 1.0], 1.0, [1.0, 0.0, 1.0], [[-1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]),
    ("constants", [2.0, 3.0, 5.0], 16.0, [3.0, 0.0, 2.0], [[0.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]),
    ("powi", [-2.0, 3.0, 5.0], 16.0, [-32.0, 0.0, 0.0], [[48.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]),
    ("powf", [-2.0, 3.0, 5.0], 16.0, [-32.0, 0.0, 0.0], [[48.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]),
];

#[derive(Clone, Copy)]
struct Exact(&'static str);

impl Signature for Exact {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Exact {
    fn apply(&self, _: D, [a, b, c]: &[Num<D>; 3]) -> Num<D> {
        match self.0 {
            "mul_add" => a.mul_add(*b, *c),
            "rem" => a % b,
            "rem_euclid" => a.rem_euclid(*b),
            "div_euclid" => a.div_euclid(*b),
            "clamp" => a.clamp(*b, *c),
            "midpoint" => a.midpoint(*b),
            "sin_cos" => {
                let (sin, cos) = a.sin_cos();
                sin * b + c * cos
            }
            // Plain floats on either side.
            "constants" => 1.0 + (3.0 * a - 1.0) + 2.0 * c - b.floor() * 0.0,
            "powi" => a.powi(4),
            // The exponent is a constant, so the logarithm of the base is not computed.
            "powf" => a.powf(Num::constant(4.0)),
            name => panic!("{name}"),
        }
    }
}

#[test]
fn exact_derivatives_are_exact() {
    for (name, at, value, gradient, hessian) in ROWS {
        let e = Exact(name);
        assert_eq!(e.eval(F64, at), value, "{name}{at:?}");
        nestings!([grad], e, |by, d| assert_eq!(d.eval(F64, at), gradient, "{name}{at:?} by {by}"));
        chain!([grad[jacobian]], e, |by, d| assert_eq!(d.eval(F64, at), hessian, "{name}{at:?} by {by}"));
    }
}

/// The methods of `Real` at a plain float, beside those of `f64` itself.
macro_rules! same_as_std {
    ($($method:ident($($arg:literal),*))*) => {
        #[test]
        fn methods_of_plain_floats_are_those_of_std() {
            for x in [0.25, -0.25, 1.5, -3.75, 0.0, -0.0, 1e-310, 1e300, f64::INFINITY, f64::NAN] {
                $(assert_eq!(
                    Real::$method(x $(, $arg)*).to_bits(),
                    f64::$method(x $(, $arg)*).to_bits(),
                    concat!("{:?}.", stringify!($method)), x
                );)*
                assert_eq!(Real::is_normal(x), x.is_normal());
                assert_eq!(Real::is_subnormal(x), x.is_subnormal());
                assert_eq!(Real::powi(x, 3).to_bits(), x.powi(3).to_bits());
                assert_eq!(Real::sin_cos(x).0.to_bits(), x.sin_cos().0.to_bits());
            }
        }
    };
}

same_as_std! {
    sqrt() cbrt() exp() exp2() exp_m1() ln() ln_1p() log2() log10() log(3.0) log(10.0)
    sin() cos() tan() asin() acos() atan() atan2(-2.0) sinh() cosh() tanh() asinh() acosh() atanh()
    powf(2.5) powf(0.0) powf(-1.0) hypot(2.0) recip() abs() signum() copysign(-0.0) floor() ceil() round() round_ties_even() trunc() fract()
    rem_euclid(0.7) div_euclid(0.7) max(0.5) min(0.5) midpoint(0.7) clamp(-0.5, 0.5) mul_add(2.0, 0.1) to_radians() to_degrees()
}
