//! The functions of the oracle's tables, by name.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature, special};

/// The function of that name in the table. All of them are one expression, so that each mixture is compiled once.
fn unary<N: Real>(name: &str, x: N) -> N {
    match name {
        "sqrt" => x.sqrt(),
        "cbrt" => x.cbrt(),
        "recip" => x.recip(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "exp_m1" => x.exp_m1(),
        "ln" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "ln_1p" => x.ln_1p(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "abs" => x.abs(),
        "signum" => x.signum(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "trunc" => x.trunc(),
        "fract" => x.fract(),
        "to_radians" => x.to_radians(),
        "to_degrees" => x.to_degrees(),
        "erf" => special::erf(x),
        "erfc" => special::erfc(x),
        "gamma" => special::gamma(x),
        "ln_gamma" => special::ln_gamma(x),
        "digamma" => special::digamma(x),
        "normal_cdf" => special::normal_cdf(x),
        "sigmoid" => special::sigmoid(x),
        "log1pexp" => special::log1pexp(x),
        "squared_angle" => special::squared_angle(x),
        "j0" => special::bessel_j(0, x),
        "j1" => special::bessel_j(1, x),
        "y0" => special::bessel_y(0, x),
        "y1" => special::bessel_y(1, x),
        _ => {
            let (family, n) = name.strip_suffix(']').and_then(|name| name.split_once('[')).expect(name);
            let n: i32 = n.parse().expect(name);
            match family {
                "powi" => x.powi(n),
                "jn" => special::bessel_j(n, x),
                "yn" => special::bessel_y(n, x),
                "polygamma" => special::polygamma(n.unsigned_abs(), x),
                "stumpff" => special::stumpff(n.unsigned_abs(), x),
                _ => panic!("the table has a function that is not tested: {name}"),
            }
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Unary(pub(crate) &'static str);

impl Signature for Unary {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Unary {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        unary(self.0, *x)
    }
}

/// The function of that name in the table.
pub(crate) fn binary<N: Real>(name: &str, a: N, b: N) -> N {
    match name {
        "powf" => a.powf(b),
        "atan2" => a.atan2(b),
        "hypot" => a.hypot(b),
        "log" => a.log(b),
        "rem" => a % b,
        "rem_euclid" => a.rem_euclid(b),
        "div_euclid" => a.div_euclid(b),
        "midpoint" => a.midpoint(b),
        "div" => a / b,
        "max" => a.max(b),
        "min" => a.min(b),
        "copysign" => a.copysign(b),
        _ => panic!("the table has a function that is not tested: {name}"),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Binary(pub(crate) &'static str);

impl Signature for Binary {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Binary {
    fn apply(&self, _: D, [a, b]: &[Num<D>; 2]) -> Num<D> {
        binary(self.0, *a, *b)
    }
}
