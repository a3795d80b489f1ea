//! Elementary functions: known series, and nested forward mode for each row of the table.

use std::borrow::Cow;

use ad_core::function::*;
use ad_core::{At, Exp, F64, Num, Real, RealDict, Semiring, Signature, forward, taylor};
use ad_testing::expression;

use super::{Apply, by_taylor, nested};

#[track_caller]
fn assert_close<const N: usize>(found: [f64; N], expected: [f64; N], what: &str) {
    for k in 0..N {
        let (found, expected) = (found[k], expected[k]);
        let error = (found - expected).abs() / expected.abs().max(1.0);
        assert!(error < 1e-12, "{what}, order {k}: {found} instead of {expected}");
    }
}

#[test]
fn coefficients_are_the_known_ones() {
    fn check<F: Function<1>>(f: F, x: f64, expected: [f64; 8]) {
        assert_close(taylor::coefficients::<8, _>(Apply(f)).at(x), expected, &f.name());
    }
    let fractions = |c: [(i32, i32); 8]| c.map(|(p, q)| f64::from(p) / f64::from(q));
    check(
        Exponential,
        0.0,
        fractions([(1, 1), (1, 1), (1, 2), (1, 6), (1, 24), (1, 120), (1, 720), (1, 5040)]),
    );
    check(ExpM1, 0.0, fractions([(0, 1), (1, 1), (1, 2), (1, 6), (1, 24), (1, 120), (1, 720), (1, 5040)]));
    check(Sin, 0.0, fractions([(0, 1), (1, 1), (0, 1), (-1, 6), (0, 1), (1, 120), (0, 1), (-1, 5040)]));
    check(Cos, 0.0, fractions([(1, 1), (0, 1), (-1, 2), (0, 1), (1, 24), (0, 1), (-1, 720), (0, 1)]));
    check(Sinh, 0.0, fractions([(0, 1), (1, 1), (0, 1), (1, 6), (0, 1), (1, 120), (0, 1), (1, 5040)]));
    check(Cosh, 0.0, fractions([(1, 1), (0, 1), (1, 2), (0, 1), (1, 24), (0, 1), (1, 720), (0, 1)]));
    check(Tan, 0.0, fractions([(0, 1), (1, 1), (0, 1), (1, 3), (0, 1), (2, 15), (0, 1), (17, 315)]));
    check(Tanh, 0.0, fractions([(0, 1), (1, 1), (0, 1), (-1, 3), (0, 1), (2, 15), (0, 1), (-17, 315)]));
    check(Atan, 0.0, fractions([(0, 1), (1, 1), (0, 1), (-1, 3), (0, 1), (1, 5), (0, 1), (-1, 7)]));
    check(Atanh, 0.0, fractions([(0, 1), (1, 1), (0, 1), (1, 3), (0, 1), (1, 5), (0, 1), (1, 7)]));
    check(Asin, 0.0, fractions([(0, 1), (1, 1), (0, 1), (1, 6), (0, 1), (3, 40), (0, 1), (5, 112)]));
    check(Asinh, 0.0, fractions([(0, 1), (1, 1), (0, 1), (-1, 6), (0, 1), (3, 40), (0, 1), (-5, 112)]));
    check(Ln1p, 0.0, fractions([(0, 1), (1, 1), (-1, 2), (1, 3), (-1, 4), (1, 5), (-1, 6), (1, 7)]));
    check(Ln, 1.0, fractions([(0, 1), (1, 1), (-1, 2), (1, 3), (-1, 4), (1, 5), (-1, 6), (1, 7)]));
    check(Recip, 1.0, [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
    check(
        Sqrt,
        1.0,
        fractions([(1, 1), (1, 2), (-1, 8), (1, 16), (-5, 128), (7, 256), (-21, 1024), (33, 2048)]),
    );
    check(
        Cbrt,
        1.0,
        fractions([(1, 1), (1, 3), (-1, 9), (5, 81), (-10, 243), (22, 729), (-154, 6561), (374, 19683)]),
    );
    check(Powi(-2), 1.0, [1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0, -8.0]);
    check(Powi(5), 2.0, [32.0, 80.0, 80.0, 40.0, 10.0, 1.0, 0.0, 0.0]);
    check(BesselJ(0), 0.0, fractions([(1, 1), (0, 1), (-1, 4), (0, 1), (1, 64), (0, 1), (-1, 2304), (0, 1)]));
    let r = std::f64::consts::FRAC_2_SQRT_PI;
    check(
        Erf,
        0.0,
        fractions([(0, 1), (1, 1), (0, 1), (-1, 3), (0, 1), (1, 10), (0, 1), (-1, 42)]).map(|c| c * r),
    );
}

/// x ↦ f(g(x)) where all derivatives of g differ from 0.
#[derive(Clone, Copy)]
struct Curved<F>(F, f64);

impl<F> Signature for Curved<F> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, F: Function<1>> Exp<D> for Curved<F> {
    fn apply(&self, _: D, t: &Num<D>) -> Num<D> {
        Real::function(self.0, [(t.exp() - 1.0) * 0.3 + self.1])
    }
}

/// t ↦ f(g(t), h(t)), or with one of them constant.
#[derive(Clone, Copy)]
struct Binary<F>(F, [f64; 2], [bool; 2]);

impl<F> Signature for Binary<F> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, F: Function<2>> Exp<D> for Binary<F> {
    fn apply(&self, _: D, t: &Num<D>) -> Num<D> {
        let along = |i: usize, curve: Num<D>| if self.2[i] { curve + self.1[i] } else { self.1[i].into() };
        Real::function(self.0, [along(0, (t.exp() - 1.0) * 0.3), along(1, t.sin() * 0.4)])
    }
}

#[test]
fn functions_of_one_number_agree_with_nested_forward_mode() {
    fn check<F: Function<1>>(f: F, points: &[f64]) {
        for x in points {
            let what = format!("{} at {x}", f.name());
            assert_close(by_taylor(&Apply(f), *x), nested(&Apply(f), *x), &what);
            let curved = Curved(f, *x);
            assert_close(by_taylor(&curved, 0.0), nested(&curved, 0.0), &format!("{what} on a curve"));
        }
    }
    let everywhere = &[-1.7, -0.4, 0.3, 1.2, 2.6];
    let positive = &[0.7, 1.3, 2.9];
    let unit = &[-0.6, 0.1, 0.55];
    check(Sqrt, positive);
    check(Cbrt, &[-2.0, 0.7, 1.3, 2.9]);
    check(Exponential, everywhere);
    check(Exp2, everywhere);
    check(ExpM1, everywhere);
    check(Ln, positive);
    check(Ln1p, &[-0.4, 0.3, 2.0]);
    check(Log2, positive);
    check(Log10, positive);
    check(Sin, everywhere);
    check(Cos, everywhere);
    check(Tan, &[-0.9, 0.3, 2.6]);
    check(Asin, unit);
    check(Acos, unit);
    check(Atan, everywhere);
    check(Sinh, everywhere);
    check(Cosh, everywhere);
    check(Tanh, &[-3.0, -1.2, -0.4, 0.3, 1.1, 2.6]);
    check(Asinh, everywhere);
    check(Acosh, &[1.6, 2.2, 5.0]);
    check(Atanh, unit);
    check(Recip, &[-2.0, 0.8, 1.3]);
    check(Abs, everywhere);
    check(Signum, everywhere);
    check(Floor, everywhere);
    check(Ceil, everywhere);
    check(Round, everywhere);
    check(Trunc, everywhere);
    check(Fract, everywhere);
    check(Heaviside, everywhere);
    check(ToRadians, everywhere);
    check(ToDegrees, everywhere);
    check(Erf, everywhere);
    check(Erfc, everywhere);
    check(Gamma, &[0.8, 1.4, 2.5]);
    check(LnGamma, positive);
    for n in [0, 1, 2, 3, 6, 11, -1, -2, -5] {
        check(Powi(n), &[-1.4, 0.8, 1.9]);
    }
    for n in 0..3 {
        check(Polygamma(n), &[1.5, 2.5]);
        check(BesselJ(i32::try_from(n).unwrap()), &[-0.8, 0.9, 3.1]);
        check(BesselY(i32::try_from(n).unwrap()), &[1.9, 3.1]);
    }
}

#[test]
fn functions_of_two_numbers_agree_with_nested_forward_mode() {
    fn check<F: Function<2>>(f: F, points: &[[f64; 2]]) {
        for point in points {
            for varying in [[true, true], [true, false], [false, true]] {
                let e = Binary(f, *point, varying);
                let what = format!("{} at {point:?} along {varying:?}", f.name());
                assert_close(by_taylor(&e, 0.0), nested(&e, 0.0), &what);
            }
        }
    }
    let everywhere = &[[1.3, 2.2], [-1.3, 0.7], [0.9, -1.6], [2.3, 1.1]];
    check(Powf, &[[1.3, 2.2], [0.9, -1.6], [2.5, 0.5], [1.8, 3.0]]);
    check(Hypot, everywhere);
    check(Atan2, everywhere);
    check(Copysign, everywhere);
    check(Rem, everywhere);
    check(RemEuclid, everywhere);
    check(DivEuclid, everywhere);
    check(Max, everywhere);
    check(Min, everywhere);
}

expression!(Fused: f64 => f64, RealDict, |x| x.exp().mul_add(x.sin(), x * x));
expression!(FusedConstant: f64 => f64, RealDict, |x| Num::<D>::natural(3).mul_add(*x, x.exp()));
expression!(ConstantOverSeries: f64 => f64, RealDict, |x| 2.0 / (x.exp() + x) - x / 3.0);
expression!(NegativeBase: f64 => f64, RealDict, |x| (x.sin() - 2.0).powf(3.0.into()));

#[test]
fn constants_among_the_operands_have_no_higher_coefficients() {
    fn check<E>(e: E)
    where
        E: Copy + forward::Nested<F64>,
        E: for<'t> Exp<taylor::Taylor<'t, F64, 7>> + for<'t> Exp<taylor::DynTaylor<'t, F64>>,
        for<'e> &'e E: super::Nested,
    {
        assert_close(by_taylor(&e, 0.4), nested(&e, 0.4), "with a constant");
    }
    check(Fused);
    check(FusedConstant);
    check(ConstantOverSeries);
    check(NegativeBase);
}

/// Functions of a user, which have no recurrence.
macro_rules! user {
    ($(#[$doc:meta])* $Name:ident($($x:ident),+) $y:ident = $value:expr; [$($i:literal => $p:expr),+]) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $Name;
        impl Function<{ [$(stringify!($x)),+].len() }> for $Name {
            fn name(&self) -> Cow<'static, str> {
                stringify!($Name).into()
            }
            fn value(self, [$($x),+]: [f64; [$(stringify!($x)),+].len()]) -> f64 {
                $value
            }
            #[allow(unused_variables)]
            fn partial<N: Real>(self, i: usize, [$($x),+]: [N; [$(stringify!($x)),+].len()], $y: N) -> Partial<N> {
                match i {
                    $($i => $p,)+
                    _ => unreachable!(),
                }
            }
        }
    };
}

user! {
    /// ln(1 + eˣ), whose derivative depends on x.
    Softplus(x) y = x.exp().ln_1p(); [0 => Partial::Value((1.0 + (-x).exp()).recip())]
}
user! {
    /// 1 / (1 + e⁻ˣ), whose derivative depends on the value.
    Logistic(x) y = (1.0 + (-x).exp()).recip(); [0 => Partial::Value(y * (1.0 - y))]
}
user! {
    /// eᵃ·b + a, with derivatives of both kinds.
    Mixed(a, b) y = a.exp() * b + a; [0 => Partial::Value(y - a + 1.0), 1 => Partial::Value(a.exp())]
}
user! {
    /// a + 2b, whose derivatives are constants.
    Sum(a, b) y = a + 2.0 * b; [0 => Partial::One, 1 => Partial::Value(N::natural(2))]
}

#[test]
fn a_users_function_has_a_series_by_its_partial_derivatives() {
    for x in [-1.0, 0.0, 0.7] {
        assert_close(by_taylor(&Curved(Softplus, x), 0.0), nested(&Curved(Softplus, x), 0.0), "softplus");
        assert_close(by_taylor(&Curved(Logistic, x), 0.0), nested(&Curved(Logistic, x), 0.0), "logistic");
    }
    for varying in [[true, true], [true, false], [false, true]] {
        let mixed = Binary(Mixed, [0.3, 1.1], varying);
        assert_close(by_taylor(&mixed, 0.0), nested(&mixed, 0.0), "mixed");
        let sum = Binary(Sum, [0.3, 1.1], varying);
        assert_close(by_taylor(&sum, 0.0), nested(&sum, 0.0), "sum");
    }
}

#[test]
fn a_linear_function_of_a_polynomial_is_a_polynomial() {
    expression!(Linear: f64 => f64, RealDict, |x| Real::function(Sum, [*x, x * x]).abs().to_degrees());
    let degree = 1f64.to_degrees();
    assert_eq!(
        taylor::coefficients::<5, _>(Linear).at(1.0),
        [3.0 * degree, 5.0 * degree, 2.0 * degree, 0.0, 0.0]
    );
}

#[test]
fn orders_are_not_limited() {
    // The 100th derivative of e²ˣ is 2¹⁰⁰ e²ˣ.
    expression!(Doubled: f64 => f64, RealDict, |x| (x + x).exp());
    let found = taylor::nth_derivative(Doubled, 100).at(0.5);
    assert!((found / 2f64.powi(100) / 1f64.exp() - 1.0).abs() < 1e-12);
    // Bessel functions and powers of 0, whose partial derivatives would lead to 2ⁿ evaluations.
    let found = taylor::nth_derivative(Apply(BesselJ(0)), 60).at(0.0);
    let expected = (1..=30).fold(1.0, |c, k: i32| c * f64::from(2 * k - 1) / f64::from(2 * k));
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} instead of {expected}");
}
