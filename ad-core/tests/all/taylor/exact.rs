//! Taylor mode over exact dictionaries, whose coefficients are those of algebra.

use std::cell::Cell;

use ad_core::paper::{Monomial, Var, pow, subst};
use ad_core::taylor::DynTaylor;
use ad_core::{
    Dict, Exp, F64, Graph, Ground, I64, Modular, Num, Rational, Rationals, Semiring, Signature, forward,
    taylor,
};
use ad_testing::expression;

expression!(Polynomial: f64 => f64, RingDict, |x| {
    let three = Num::<D>::natural(3);
    (x * x - three) * (x * x * x + x) - x * three
});

/// x⁵ - 2x³ - 6x and its derivatives.
fn polynomial(x: i64) -> [i64; 8] {
    let p = |n: u32| x.wrapping_pow(n);
    [p(5) - 2 * p(3) - 6 * x, 5 * p(4) - 6 * p(2) - 6, 20 * p(3) - 12 * x, 60 * p(2) - 12, 120 * x, 120, 0, 0]
}

#[test]
fn derivatives_of_a_polynomial_are_exact_integers() {
    for x in [-3, 0, 1, 7] {
        assert_eq!(taylor::derivatives::<8, _>(Polynomial).eval(I64, x), polynomial(x));
        for (n, derivative) in polynomial(x).into_iter().enumerate() {
            assert_eq!(taylor::nth_derivative(Polynomial, n).eval(I64, x), derivative);
        }
    }
}

#[test]
fn one_coefficient_is_the_value() {
    assert_eq!(taylor::coefficients::<1, _>(Polynomial).eval(I64, 7), [polynomial(7)[0]]);
    assert_eq!(taylor::expansion(Polynomial, 0).eval(I64, 7), [polynomial(7)[0]]);
}

#[test]
fn derivatives_agree_with_nested_forward_mode_in_wrapping_integers() {
    use forward::diff;
    // The numbers exceed 2⁶⁴ many times over.
    let e = pow(9, Polynomial);
    let x = 1_234_567;
    let by_taylor = taylor::derivatives::<7, _>(&e).eval(I64, x);
    let nested = [
        e.eval(I64, x),
        diff(&e).eval(I64, x),
        diff(diff(&e)).eval(I64, x),
        diff(diff(diff(&e))).eval(I64, x),
        diff(diff(diff(diff(&e)))).eval(I64, x),
        diff(diff(diff(diff(diff(&e))))).eval(I64, x),
        diff(diff(diff(diff(diff(diff(&e)))))).eval(I64, x),
    ];
    assert_eq!(by_taylor, nested);
}

#[test]
fn coefficients_of_a_power_are_binomial() {
    assert_eq!(taylor::coefficients::<6, _>(pow(7, Var)).eval(I64, 1), [1, 7, 21, 35, 35, 21]);
    assert_eq!(taylor::expansion(pow(3, Var), 5).eval(I64, 2), [8, 12, 6, 1, 0, 0]);
}

#[test]
fn a_high_derivative_is_a_factorial_in_every_ring() {
    // 25! needs 84 bits.
    let derivative = taylor::nth_derivative(Monomial { k: 25 }, 25);
    let factorial: i128 = (1..=25).product();
    assert_eq!(derivative.eval(Rationals, 3.into()), Rational::from(factorial));
    assert_eq!(derivative.eval(Modular::new(1_000_003), 3.into()), Rational::from(factorial % 1_000_003));
    assert_eq!(derivative.eval(I64, 3), (1..=25).fold(1, i64::wrapping_mul));
    let exact = 15_511_210_043_330_985_984_000_000.0;
    assert!((derivative.eval(F64, 0.0) / exact - 1.0).abs() < 1e-15);
    assert_eq!(taylor::nth_derivative(Monomial { k: 25 }, 26).eval(I64, 3), 0);
}

expression!(Quotient: f64 => f64, FieldDict, |x| {
    let one = Num::<D>::natural(1);
    (x * x + one) / (one - x * x * x)
});

#[test]
fn coefficients_of_a_quotient_are_exact_fractions() {
    // (1 + x²)(1 + x³ + x⁶ + …)
    let zero = taylor::coefficients::<9, _>(Quotient).eval(Rationals, Rational::from(0));
    assert_eq!(zero, [1, 0, 1, 1, 0, 1, 1, 0, 1].map(Rational::from));

    // The product with the denominator is the numerator again.
    expression!(Numerator: f64 => f64, FieldDict, |x| {
        let one = Num::<D>::natural(1);
        ad_core::Exp::apply(&Quotient, x.dict(), x) * (one - x * x * x)
    });
    let half = Rational::new(1, 2);
    let again = taylor::coefficients::<7, _>(Numerator).eval(Rationals, half);
    let expected = [Rational::new(5, 4), 1.into(), 1.into(), 0.into(), 0.into(), 0.into(), 0.into()];
    assert_eq!(again, expected);

    let by_forward = forward::diff(forward::diff(forward::diff(Quotient))).eval(Rationals, half);
    assert_eq!(taylor::nth_derivative(Quotient, 3).eval(Rationals, half), by_forward);
}

#[test]
fn a_constant_divisor_divides_each_coefficient() {
    expression!(Halved: f64 => f64, FieldDict, |x| x * x * x / Num::<D>::natural(2));
    let expected =
        [Rational::new(1, 2), Rational::new(3, 2), Rational::new(3, 2), Rational::new(1, 2), 0.into()];
    assert_eq!(taylor::coefficients::<5, _>(Halved).eval(Rationals, 1.into()), expected);
}

#[test]
fn structural_zeros_are_not_computed() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let y = taylor::coefficients::<5, _>(subst(Var, Square)).eval(graph.dict(), x);
    assert_eq!(y.map(|y| graph.tree(y).to_string()), ["x × x", "1 × x + x × 1", "1", "0", "0"]);
}
expression!(Square: f64 => f64, Dict, |x| x * x);

/// The semiring ({-∞} ∪ ℤ, max, +), which has no subtraction.
#[derive(Clone, Copy, Default)]
struct Tropical;

impl Dict for Tropical {
    type V = Option<i64>;
    type Level = Ground;
    fn zero(self) -> Option<i64> {
        None
    }
    fn one(self) -> Option<i64> {
        Some(0)
    }
    fn add(self, a: Option<i64>, b: Option<i64>) -> Option<i64> {
        a.max(b)
    }
    fn mul(self, a: Option<i64>, b: Option<i64>) -> Option<i64> {
        Some(a? + b?)
    }
}

#[test]
fn a_semiring_without_subtraction_has_series() {
    // (x ⊕ t)³ = x³ ⊕ x²t ⊕ xt² ⊕ t³, where x³ is 3x.
    let cube = taylor::coefficients::<5, _>(pow(3, Var)).eval(Tropical, Some(5));
    assert_eq!(cube, [Some(15), Some(10), Some(5), Some(0), None]);
}

expression!(Norm: [f64; 2] => [f64; 2], RingDict, |x| [x[0] * x[0] + x[1] * x[1], x[0] - x[1]]);

#[test]
fn a_jet_follows_a_curve() {
    // Along (1 + t, 2 - t + 3t²).
    let along = taylor::jet::<4, _>(Norm).eval(I64, [[1, 1, 0, 0], [2, -1, 3, 0]]);
    assert_eq!(along, [[5, -2, 14, -6], [-1, 2, -3, 0]]);
}

#[test]
fn an_expression_that_ignores_its_argument_is_a_constant() {
    expression!(Five: f64 => f64, Dict, |_x| Num::<D>::natural(5));
    assert_eq!(taylor::derivatives::<3, _>(Five).eval(I64, 7), [5, 0, 0]);
    assert_eq!(taylor::nth_derivative(Five, 4).eval(I64, 7), 0);
    assert_eq!(taylor::nth_derivative(Five, 0).eval(Modular::new(3), 1.into()), 2.into());
}

/// Brings the constant nine under the dictionary of the series, and the variable under it again.
struct Nine<'c>(&'c Cell<[Rational; 3]>);

impl Signature for Nine<'_> {
    type In = f64;
    type Out = f64;
}

impl<'t> Exp<DynTaylor<'t, Modular>> for Nine<'_> {
    fn apply(
        &self,
        dict: DynTaylor<'t, Modular>,
        x: &Num<DynTaylor<'t, Modular>>,
    ) -> Num<DynTaylor<'t, Modular>> {
        let nine = Num::<DynTaylor<'_, Modular>>::natural(9).value_under(dict);
        let x = x.value_under(dict);
        self.0.set([nine[0], x[0], x[1]]);
        Num::new(dict, x)
    }
}

#[test]
fn a_constant_is_brought_under_the_dictionary_of_its_coefficients() {
    let seen = Cell::new([Rational::ZERO; 3]);
    let expansion = taylor::expansion(Nine(&seen), 2).eval(Modular::new(7), 3.into());
    assert_eq!(expansion, [3.into(), 1.into(), 0.into()]);
    assert_eq!(seen.get(), [2.into(), 3.into(), 1.into()]);
}

expression!(FiveOver: f64 => f64, FieldDict, |x| Num::<D>::natural(5) / x);
expression!(Branch: f64 => f64, OrderedDict, |x| if *x == Num::natural(2) { x * x } else { *x });

#[test]
fn the_value_of_a_quotient_has_one_rounding_error() {
    for x in [3.0, 49.0, 0.1, 1e-7] {
        assert_eq!(taylor::coefficients::<3, _>(FiveOver).eval(F64, x)[0], 5.0 / x);
        assert_eq!(taylor::expansion(FiveOver, 2).eval(F64, x)[0], 5.0 / x);
    }
    assert_eq!(taylor::derivatives::<3, _>(FiveOver).eval(F64, 2.0), [2.5, -1.25, 1.25]);
}

#[test]
fn values_decide_a_branch_on_equality() {
    assert_eq!(taylor::derivatives::<3, _>(Branch).eval(I64, 2), [4, 4, 2]);
    assert_eq!(taylor::derivatives::<3, _>(Branch).eval(I64, 3), [3, 1, 0]);
    assert_eq!(taylor::nth_derivative(Branch, 2).eval(I64, 3), 0);
}
