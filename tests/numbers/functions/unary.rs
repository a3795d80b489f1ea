//! Functions of one variable: `diff` of `diff` of `diff`.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature, special};

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

/// A name, an order, and the derivative of that order.
type Mixture = (&'static str, usize, fn(Unary, f64) -> f64);

macro_rules! nest {
    ($e:ident;) => { $e };
    ($e:ident; $outer:ident $($inner:ident)*) => { $outer::diff(nest!($e; $($inner)*)) };
}

macro_rules! mixtures {
    ($([$($strategy:ident)*])*) => {
        &[$((stringify!($($strategy)*), <[&str]>::len(&[$(stringify!($strategy)),*]), |e, x| nest!(e; $($strategy)*).eval(F64, x))),*]
    };
}

/// All of order 0, 1 and 2; of order 3, as many as it takes for each pair of strategies to stand in each pair of
/// places.
const MIXTURES: &[Mixture] = mixtures! {
    []
    [forward] [stack] [effects] [backpropagator]
    [forward forward] [forward stack] [forward effects] [forward backpropagator]
    [stack forward] [stack stack] [stack effects] [stack backpropagator]
    [effects forward] [effects stack] [effects effects] [effects backpropagator]
    [backpropagator forward] [backpropagator stack] [backpropagator effects] [backpropagator backpropagator]
    [forward forward forward] [forward stack stack] [forward effects effects] [forward backpropagator backpropagator]
    [stack forward stack] [stack stack forward] [stack effects backpropagator] [stack backpropagator effects]
    [effects forward effects] [effects stack backpropagator] [effects effects forward] [effects backpropagator stack]
    [backpropagator forward backpropagator] [backpropagator stack effects] [backpropagator effects stack] [backpropagator backpropagator forward]
};

/// Power series, alone and mixed with the strategies.
const SERIES: &[Mixture] = &[
    ("derivatives", 1, |e, x| taylor::derivatives::<4, _>(e).eval(F64, x)[1]),
    ("derivatives", 2, |e, x| taylor::derivatives::<4, _>(e).eval(F64, x)[2]),
    ("derivatives", 3, |e, x| taylor::derivatives::<4, _>(e).eval(F64, x)[3]),
    ("nth_derivative", 3, |e, x| taylor::nth_derivative(e, 3).eval(F64, x)),
    ("nth_derivative of nth_derivative", 3, |e, x| {
        taylor::nth_derivative(taylor::nth_derivative(e, 1), 2).eval(F64, x)
    }),
    ("forward of nth_derivative", 3, |e, x| forward::diff(taylor::nth_derivative(e, 2)).eval(F64, x)),
    ("stack of nth_derivative", 2, |e, x| stack::diff(taylor::nth_derivative(e, 1)).eval(F64, x)),
    ("nth_derivative of effects", 3, |e, x| taylor::nth_derivative(effects::diff(e), 2).eval(F64, x)),
    ("nth_derivative of backpropagator", 2, |e, x| {
        taylor::nth_derivative(backpropagator::diff(e), 1).eval(F64, x)
    }),
];

/// Whether a derivative of lower order, or this one, overflows: then so may what it is made of.
fn overflows(row: &oracle::Unary, order: usize) -> bool {
    order > 0 && row.exact[..=order].iter().any(|d| d.is_infinite())
}

#[test]
fn derivatives_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    let (mut compared, mut overflowing) = (0, 0);
    for row in oracle::unary() {
        for &(mixture, order, derivative) in MIXTURES.iter().chain(SERIES) {
            if overflows(&row, order) {
                overflowing += 1;
                continue;
            }
            compared += 1;
            let computed = derivative(Unary(row.function), row.at[0]);
            if let Err(error) = compare(&row, order, order, computed) {
                errors.push(format!("[{mixture}] {error}"));
            }
        }
    }
    report(&errors);
    assert!(compared > 30 * overflowing, "{overflowing} of {compared} derivatives overflow");
}
