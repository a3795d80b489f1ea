//! Calls of functions of `rule!`: the reverse sweep uses the stated partial derivatives.

use crate::check;
use ad::{At, adjoint, exp, forward, rule, stack};

rule! {
    /// Its derivative is not that of its code.
    fn clipped(x) = x.clamp(-1.0, 1.0);
    partial x = x * x;
}

rule! {
    /// Its partial derivatives use the value.
    pub fn ratio(x, y) -> r = x / y;
    partial x = y.recip();
    partial y = -r / y;
}

rule! {
    fn polynomial<'a>[coefficients: &'a [f64], n: usize](x) =
        coefficients[..n].iter().rfold(0.0, |y, c| y * x + c);
    partial x = slope(&coefficients[..n], x);
}

fn slope<N: ad::Real>(coefficients: &[f64], x: N) -> N {
    (1..coefficients.len()).rfold(N::natural(0), |y, k| y * x + coefficients[k] * k as f64)
}

rule! {
    fn named<'a>[name: &'static str, weights: &'a [usize; 2]](x) = x.powi(2) * (weights[0] + name.len()) as f64;
    partial x = x * (2 * (weights[0] + name.len())) as f64;
}

/// The data change between the calls.
#[exp(adjoint)]
fn with_changing_data(x: f64) -> f64 {
    let mut weights = [1, 2];
    let mut sum = named("a", &weights, x);
    for k in 0..3 {
        weights[0] += k;
        sum *= named("bc", &weights, sum * 0.1);
    }
    weights = [9, 9];
    sum * weights[1] as f64
}

#[exp(adjoint)]
fn of_a_rule(x: f64) -> f64 {
    clipped(x * x) * x
}

#[exp(adjoint)]
fn in_a_loop(x: &[f64], y: f64) -> f64 {
    let mut sum = y;
    for v in x {
        if *v > 0.5 {
            sum = sum * ratio(*v, sum) + ratio(sum, y * 2.0);
        }
        sum *= clipped(sum);
    }
    x.iter().map(|v| clipped(v * sum)).sum::<f64>() + x.iter().copied().map(clipped).sum::<f64>()
}

#[exp(adjoint)]
fn with_data(#[fixed] coefficients: &[f64], x: f64, y: f64) -> f64 {
    polynomial(coefficients, 3, x * y) + polynomial(&coefficients[1..], coefficients.len() - 1, y)
}

#[exp(adjoint)]
#[allow(unreachable_pub, reason = "as users write it")]
mod inside {
    use ad::rule;

    rule! {
        /// The mass inside of a radius.
        pub fn mass(r) = r * r * r;
        partial r = 3.0 * r * r;
    }

    pub struct Star {
        pub radius: f64,
    }

    impl Star {
        pub fn potential(&self, r: f64) -> f64 {
            super::ratio(mass(r.min(self.radius)), r)
        }
    }

    pub fn well(star: &Star, x: &[f64]) -> f64 {
        x.iter().map(|r| star.potential(*r)).sum()
    }
}

#[test]
fn the_stated_derivative_is_used() {
    check::gradient(OfARule, 0.7);
    assert_eq!(adjoint::diff(OfARule).at(0.5), 0.25 + 0.0625 * 0.5);
    check::hessian(OfARule, 0.7);
    assert_eq!(stack::diff(adjoint::diff(OfARule)).at(0.5), forward::diff(forward::diff(OfARule)).at(0.5));
}

#[test]
fn rules_in_loops_and_closures() {
    check::gradient(InALoop, (vec![0.3, 0.7, 0.9], 1.25));
    check::hessian(InALoop, (vec![0.3, 0.7, 0.9], 1.25));
}

#[test]
fn rules_with_data() {
    let expression = WithData { coefficients: &[1.0, -2.0, 0.5, 3.0] };
    check::gradient(expression, (0.7, -1.5));
    check::hessian(expression, (0.7, -1.5));
    // p(t) = 1 - 2 t + t²/2 at t = x y, and q(y) = -2 + y/2 + 3 y².
    let (t, y) = (0.7 * -1.5, -1.5);
    assert_eq!(adjoint::grad(expression).at((0.7, y)), ((-2.0 + t) * y, 0.7 * (-2.0 + t) + (0.5 + 6.0 * y)));
}

#[test]
fn rules_with_changing_data() {
    check::gradient(WithChangingData, 0.7);
    check::hessian(WithChangingData, 0.7);
}

#[test]
fn rules_in_modules() {
    let star = inside::Star { radius: 0.5 };
    check::gradient(inside::Well, (star, vec![0.25, 0.75]));
}
