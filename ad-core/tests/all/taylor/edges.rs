//! Kinks and edges: the policy of the table, as in the other modes.

use ad_core::function::*;
use ad_core::{At, Num, Real, RealDict, Semiring, Signature, taylor};
use ad_testing::expression;

use super::{Apply, by_taylor, nested, same};

/// Taylor mode equals nested forward mode, infinities and NaNs included.
#[track_caller]
fn assert_same<F: Function<1>>(f: F, x: f64, orders: usize) {
    let (found, expected) = (by_taylor(&Apply(f), x), nested(&Apply(f), x));
    for k in 0..=orders {
        assert!(same(found[k], expected[k]), "{} at {x}: {found:?} instead of {expected:?}", f.name());
    }
}

#[test]
fn at_a_kink_the_derivative_is_the_mean() {
    assert_same(Abs, 0.0, 6);
    assert_same(Abs, -0.0, 6);
    assert_same(Signum, 0.0, 6);
    assert_same(Heaviside, 0.0, 6);
    assert_same(Floor, 1.0, 6);
    assert_same(Fract, 1.0, 6);
    expression!(Maximum: f64 => f64, RealDict, |x| (x * x).max(*x));
    // The mean of x² and x at 1.
    assert_eq!(taylor::derivatives::<4, _>(Maximum).at(1.0), [1.0, 1.5, 1.0, 0.0]);
    assert_eq!(nested(&Maximum, 1.0), by_taylor(&Maximum, 1.0));
    expression!(Length: f64 => f64, RealDict, |x| x.hypot(x + x));
    assert_eq!(taylor::derivatives::<3, _>(Length).at(0.0), [0.0, 0.0, 0.0]);
}

#[test]
fn at_the_edge_of_the_domain_the_derivative_is_its_limit() {
    let infinity = f64::INFINITY;
    assert_eq!(taylor::derivatives::<4, _>(Apply(Sqrt)).at(0.0), [0.0, infinity, -infinity, infinity]);
    assert_eq!(taylor::derivatives::<3, _>(Apply(Ln)).at(0.0), [-infinity, infinity, -infinity]);
    assert_same(Sqrt, 0.0, 3);
    assert_same(Cbrt, 0.0, 1);
    assert_same(Ln, 0.0, 2);
    assert_same(Ln1p, -1.0, 2);
    assert_same(Log2, 0.0, 2);
    assert_same(Log10, 0.0, 2);
    assert_same(Asin, 1.0, 1);
    assert_same(Acos, -1.0, 1);
    assert_same(Acosh, 1.0, 1);
    assert_same(Atanh, 1.0, 1);
    assert_same(Recip, 0.0, 1);
    assert_same(Recip, f64::INFINITY, 3);
    assert_same(Exponential, f64::NEG_INFINITY, 6);
}

#[test]
fn outside_of_the_domain_all_is_nan() {
    let outside = |y: [f64; 7]| assert!(y.iter().all(|y| y.is_nan()), "{y:?}");
    outside(by_taylor(&Apply(Sqrt), -1.0));
    outside(by_taylor(&Apply(Ln), -1.0));
    outside(by_taylor(&Apply(Log2), -1.0));
    outside(by_taylor(&Apply(Log10), -1.0));
    outside(by_taylor(&Apply(Ln1p), -2.0));
    outside(by_taylor(&Apply(Asin), 2.0));
    outside(by_taylor(&Apply(Acos), -2.0));
    outside(by_taylor(&Apply(Acosh), 0.0));
    outside(by_taylor(&Apply(Acosh), -3.0));
    outside(by_taylor(&Apply(Atanh), 2.0));
    outside(by_taylor(&Apply(Sin), f64::INFINITY));
    outside(by_taylor(&Apply(Exponential), f64::NAN));
}

/// x ↦ xᵇ
struct Power(f64);
impl Signature for Power {
    type In = f64;
    type Out = f64;
}
impl<D: RealDict> ad_core::Exp<D> for Power {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        x.powf(self.0.into())
    }
}

#[test]
fn powers_of_zero_are_those_of_polynomials() {
    for n in -2..6 {
        assert_same(Powi(n), 0.0, if n < 0 { 1 } else { 6 });
    }
    assert_eq!(taylor::derivatives::<6, _>(Apply(Powi(3))).at(0.0), [0.0, 0.0, 0.0, 6.0, 0.0, 0.0]);
    assert_eq!(taylor::derivatives::<4, _>(Power(0.0)).at(0.0), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(taylor::derivatives::<4, _>(Power(2.0)).at(0.0), [0.0, 0.0, 2.0, 0.0]);
    assert_eq!(taylor::derivatives::<4, _>(Power(2.5)).at(0.0), [0.0, 0.0, 0.0, f64::INFINITY]);
    assert_eq!(taylor::derivatives::<4, _>(Power(3.0)).at(-2.0), [-8.0, 12.0, -12.0, 6.0]);
    for b in [0.0, 0.5, 1.0, 2.0, 2.5, 3.0] {
        let (found, expected) = (by_taylor(&Power(b), 0.0), nested(&Power(b), 0.0));
        assert!(found.iter().zip(expected).all(|(a, b)| same(*a, b)), "{b}: {found:?}, {expected:?}");
    }
    // x² underflows, and its second derivative does not.
    assert_eq!(taylor::derivatives::<4, _>(Power(2.0)).at(1e-200), [0.0, 2e-200, 2.0, 0.0]);
    assert_eq!(taylor::derivatives::<4, _>(Apply(Powi(2))).at(1e-200), [0.0, 2e-200, 2.0, 0.0]);

    // 0ˣ is constant for positive x.
    expression!(ZeroTo: f64 => f64, RealDict, |x| Num::<D>::natural(0).powf(*x));
    assert_eq!(taylor::derivatives::<3, _>(ZeroTo).at(2.0), [0.0, 0.0, 0.0]);
}

#[test]
fn an_angle_at_the_origin_has_no_derivative() {
    expression!(Angle: f64 => f64, RealDict, |x| x.atan2(x * x));
    let [value, slope, ..] = by_taylor(&Angle, 0.0);
    assert_eq!(value, 0.0);
    assert!(slope.is_nan());
}

#[test]
fn a_constant_contributes_no_nan() {
    // ∞ and NaN as constants, and a branch that is not taken.
    expression!(Infinite: f64 => f64, RealDict + OrderedDict, |x| {
        let unused = (x - x).ln();
        let infinite = Num::<D>::from(f64::INFINITY);
        if unused > 0.0 { unused } else { (infinite.exp() - infinite).max(x * x) }
    });
    assert_eq!(taylor::derivatives::<4, _>(Infinite).at(3.0), [9.0, 6.0, 2.0, 0.0]);
    // x has no second derivative, not one that is 0.
    expression!(Scaled: f64 => f64, RealDict, |x| x * f64::INFINITY);
    assert_eq!(taylor::coefficients::<3, _>(Scaled).at(1.0), [f64::INFINITY, f64::INFINITY, 0.0]);
}

#[test]
fn comparisons_look_at_the_constant_coefficient() {
    expression!(Branch: f64 => f64, RealDict + OrderedDict, |x| {
        let y = x * x;
        if y == 4.0 && y > 3.9 && *x < 2.5 { y } else { -y }
    });
    assert_eq!(taylor::derivatives::<3, _>(Branch).at(2.0), [4.0, 4.0, 2.0]);
    assert_eq!(taylor::derivatives::<3, _>(Branch).at(3.0), [-9.0, -6.0, -2.0]);
}
