//! Quotients. The reverse code of `1.0 / x` multiplies by the quotient instead of dividing by `x`.

use crate::check;
use ad::prelude::*;

/// Numerators that are 1, and others. Divisors and quotients change afterwards.
#[exp(adjoint)]
fn reciprocals(n: usize, x: [f64; 3]) -> f64 {
    let one = 1.0;
    let mut y = 1.0 / x[0];
    let mut d = x[1] * x[1] + 1.0;
    let mut s = 1.5 / x[0] + 10.0 / d + -1.0 / x[2] - 1.0 / -d;
    for i in 0..n {
        let q = one / d;
        d = d + q * x[i % 3];
        y = 1.0 / (y + x[2] * d);
        s += q * y + 1.0 / s + (i as f64) / d + (1.0 / d) / (1.0 / (y * y));
    }
    s * y
}

#[test]
fn a_numerator_that_is_one_is_told_from_others() {
    for n in 0..5 {
        check::program(&Reciprocals { n }, &[0.75, -1.25, 0.5]);
    }
}

#[exp(adjoint)]
fn scaled(scale: f64, x: f64) -> f64 {
    scale * (1.0 / x)
}

/// The square of the quotient would overflow, or be 0.
#[test]
fn a_quotient_is_multiplied_by_the_adjoint_first() {
    for (scale, x) in [(1e-300_f64, 1e-200), (1e300, 1e200)] {
        let slope = adjoint::diff(Scaled.given(scale)).at(x);
        assert!((slope * x / (scale / x) + 1.0).abs() < 1e-15, "{slope} at {x}");
    }
}
