//! Functions of one variable: `diff` of `diff` of `diff`.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature, special};
use ad_testing::{nestings, triples};

use super::{compare, report};
use crate::oracle;

/// The function of that name in the table. All of them are one expression, so that each mixture is compiled once.
fn function<N: Real>(name: &str, x: N) -> N {
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
        "j0" => special::bessel_j(0, x),
        "j1" => special::bessel_j(1, x),
        "y0" => special::bessel_y(0, x),
        "y1" => special::bessel_y(1, x),
        _ => {
            let (family, n) = name.strip_suffix(']').and_then(|name| name.split_once('[')).expect(name);
            let n = n.parse().expect(name);
            match family {
                "powi" => x.powi(n),
                "jn" => special::bessel_j(n, x),
                "yn" => special::bessel_y(n, x),
                _ => panic!("the table has a function that is not tested: {name}"),
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Unary(&'static str);

impl Signature for Unary {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Unary {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        function(self.0, *x)
    }
}

/// Whether a derivative of this or a lower order overflows. Then its intermediate results may overflow as well.
fn overflows(row: &oracle::Unary, order: usize) -> bool {
    order > 0 && row.exact[..=order].iter().any(|d| d.is_infinite())
}

/// A point where an intermediate result of a power series leaves the range of doubles: x⁻⁶ underflows to 0, and meets the
/// reciprocal of another power, which overflows.
const OUT_OF_RANGE: (&str, f64, usize) = ("powi[-3]", -1e100, 3);

/// All mixtures of order 1 and 2. Of order 3, enough mixtures to have each pair of strategies at each pair of places. Power
/// series have other orders as well.
#[test]
fn derivatives_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    let (mut compared, mut overflowing, mut out_of_range) = (0, 0, 0);
    for row in oracle::unary() {
        let (e, x) = (Unary(row.function), row.at[0]);
        let mut check = |mixture: &str, order: usize, derivative: &dyn Fn() -> f64| {
            if overflows(&row, order) {
                overflowing += 1;
                return;
            }
            compared += 1;
            let Err(error) = compare(&row, order, order, derivative()) else { return };
            if (row.function, x, order) == OUT_OF_RANGE && mixture.starts_with("taylor") {
                out_of_range += 1;
            } else {
                errors.push(format!("[{mixture}] {error}"));
            }
        };
        check("value", 0, &|| e.eval(F64, x));
        nestings!([diff], e, |name, d| check(name, 1, &|| d.eval(F64, x)));
        nestings!([diff[diff]], e, |name, d| check(name, 2, &|| d.eval(F64, x)));
        triples!([diff[diff[diff]]], e, |name, d| check(name, 3, &|| d.eval(F64, x)));

        for order in 1..=3 {
            check("a series", order, &|| taylor::derivatives::<4, _>(e).eval(F64, x)[order]);
        }
        check("third of a series", 3, &|| taylor::nth_derivative(e, 3).eval(F64, x));
        let first = taylor::nth_derivative(e, 1);
        check("second of a first", 3, &|| taylor::nth_derivative(first, 2).eval(F64, x));
        let second = taylor::nth_derivative(e, 2);
        nestings!([diff], second, |name, d| check(&format!("{name} of a second"), 3, &|| d.eval(F64, x)));
        nestings!([diff], e, |name, d| {
            check(&format!("second of {name}"), 3, &|| taylor::nth_derivative(d, 2).eval(F64, x));
        });
    }
    report(&errors);
    assert!(out_of_range > 0, "the exception is not needed any more");
    assert!(compared > 30 * overflowing, "{overflowing} of {compared} derivatives overflow");
}
