//! The paper's library and its test functor: one suite, written once over "a strategy" and run for each.
//!
//! Expressions are differentiated by `diff`. They are evaluated on the paper's `float` and `int`, which are records of closures,
//! and on the corresponding dictionaries.

use ad::paper::{Var, float, int, pow, subst};
use ad::prelude::*;
use ad_testing::each_strategy;

/// The paper's first expression: (x + 1)³.
#[exp]
fn f(x: f64) -> f64 {
    let cube = |x: f64| x * x * x;
    cube(1.0 + x)
}

/// The paper's monomial: xᵏ by repeated squaring, in place.
#[exp]
fn monomial(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}

/// Asserts the value of an expression at a whole number, on floats and on integers, both as records and as types.
macro_rules! assert_value {
    ($e:expr, $x:literal, $y:literal) => {
        assert_eq!(float().eval(&$e, f64::from($x)), f64::from($y), "on the record of floats");
        assert_eq!(int().eval(&$e, $x), $y, "on the record of integers");
        assert_eq!($e.eval(F64, f64::from($x)), f64::from($y), "on floats");
        assert_eq!($e.eval(I64, $x), $y, "on integers");
    };
}

#[test]
fn an_annotated_function_is_still_a_function() {
    assert_eq!(f(2.0), 27.0);
    assert_eq!(monomial(8, 2.0), 256.0);
    assert_eq!(monomial(8, 2_i64), 256);
}

#[test]
fn the_variable_is_the_argument() {
    assert_value!(Var, 5, 5);
}

#[test]
fn an_expression_has_its_value() {
    assert_value!(F, 2, 27);
}

#[test]
fn a_monomial_is_a_power() {
    assert_value!(Monomial { k: 8 }, 2, 256);
    assert_value!(ad::paper::Monomial { k: 8 }, 2, 256);
    assert_value!(pow(8, Var), 2, 256);
    for k in 0..=62 {
        assert_eq!(Monomial { k }.eval(I64, 2), 1 << k);
        assert_eq!(ad::paper::Monomial { k }.eval(I64, 2), 1 << k);
    }
}

#[test]
fn substitution_replaces_the_variable() {
    assert_value!(subst(F, Monomial { k: 2 }), 2, 729); // ((x + 1)³)²
    assert_value!(subst(Monomial { k: 2 }, F), 2, 125); // (x² + 1)³
    assert_value!(subst(Var, F), 2, 27);
    assert_value!(subst(F, Var), 2, 27);
}

#[test]
fn a_power_of_a_power_multiplies_the_exponents() {
    assert_value!(pow(2, pow(4, Var)), 2, 256);
    assert_value!(subst(Monomial { k: 4 }, Monomial { k: 2 }), 2, 256);
}

/// The test functor.
macro_rules! suite {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            #[test]
            fn the_variable_has_derivative_1() {
                assert_value!(diff(Var), 5, 1);
                assert_value!(diff(diff(Var)), 5, 0);
            }

            #[test]
            fn an_expression_has_its_derivatives() {
                assert_value!(diff(F), 2, 27); // 3(x + 1)²
                assert_value!(diff(diff(F)), 2, 18); // 6(x + 1)
                assert_value!(diff(diff(diff(F))), 2, 6);
                assert_value!(diff(diff(diff(diff(F)))), 2, 0);
            }

            #[test]
            fn a_monomial_has_its_derivatives() {
                assert_value!(diff(Monomial { k: 4 }), 2, 32); // 4x³
                assert_value!(diff(ad::paper::Monomial { k: 4 }), 2, 32);
                assert_value!(diff(diff(Monomial { k: 4 })), 2, 48); // 12x²
                assert_value!(diff(diff(ad::paper::Monomial { k: 4 })), 2, 48);
            }

            #[test]
            fn a_power_of_a_power_has_its_derivative() {
                assert_value!(diff(pow(2, pow(4, Var))), 2, 1024); // 8x⁷
                assert_value!(pow(2, diff(pow(4, Var))), 2, 1024); // (4x³)²
                assert_value!(diff(pow(2, diff(pow(4, Var)))), 2, 3072); // (16x⁶)′ = 96x⁵
            }

            #[test]
            fn substitution_obeys_the_chain_rule() {
                assert_value!(diff(subst(Monomial { k: 2 }, F)), 2, 300); // 3(x² + 1)²·2x
                assert_value!(subst(Monomial { k: 2 }, diff(F)), 2, 75); // 3(x² + 1)²
                assert_value!(subst(diff(F), Monomial { k: 2 }), 2, 729); // (3(x + 1)²)²
                assert_value!(diff(subst(diff(F), diff(Monomial { k: 2 }))), 2, 36); // (2·3(x + 1)²)′
            }
        }
    };
}

each_strategy!(suite);
