//! Moduli that are 0, 1, composite, or different; fractions before the modulus is known.

use ad::Num;
use ad::paper::{Var, pow};
use ad::prelude::*;
use ad_testing::each_strategy;

use super::panic_message;

fn residue(n: i128) -> Rational {
    Rational::from(n)
}

/// With division, a decimal and constants that meet each other before the variable.
#[exp]
fn quarters(x: f64) -> f64 {
    let quarter = 0.5 * 0.5;
    (quarter + 1.75) * x * x * x / 3.0 - 0.1
}

#[exp]
fn thirds(x: f64) -> f64 {
    x * x / 3.0
}

#[exp]
fn reciprocal(x: f64) -> f64 {
    1.0 / x
}

#[exp]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[test]
fn modulus_0_is_refused() {
    let message = panic_message(|| Modular::new(0));
    assert_eq!(message, "there are no integers modulo 0: use `I64` or `Rationals` for ℤ");
}

#[test]
fn numbers_with_different_moduli_do_not_mix() {
    let (a, b) = (Num::new(Modular::new(7), residue(1)), Num::new(Modular::new(11), residue(1)));
    for sum in [|a, b| a + b, |a, b| a * b, |a, b| a - b, |a: Num<Modular>, b| a / b] {
        assert_eq!(panic_message(|| sum(a, b)), "a number modulo 7 meets a number modulo 11");
    }
    let message = panic_message(|| Product.at((a, b)));
    assert_eq!(message, "a number modulo 7 meets a number modulo 11");
    let message = panic_message(|| ad::stack::grad(Product).at((b, a)));
    assert_eq!(message, "a number modulo 11 meets a number modulo 7");
}

macro_rules! tests {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            #[test]
            fn modulo_1_everything_is_0() {
                let z1 = Modular::new(1);
                for x in [residue(0), residue(5), residue(-1)] {
                    assert_eq!(diff(Var).eval(z1, x), residue(0));
                    assert_eq!(diff(pow(5, Var)).eval(z1, x), residue(0));
                    assert_eq!(diff(Quarters).eval(z1, x), residue(0));
                    assert_eq!(diff(diff(Reciprocal)).eval(z1, x), residue(0));
                }
            }

            #[test]
            fn in_characteristic_p_the_pth_power_has_derivative_0() {
                for p in [2, 3, 5, 7, 11] {
                    for x in 0..p {
                        let x = residue(x.into());
                        assert_eq!(diff(pow(p, Var)).eval(Modular::new(p.into()), x), residue(0));
                    }
                }
            }

            #[test]
            fn the_argument_need_not_be_reduced() {
                let z7 = Modular::new(7);
                for x in [5, -2, 7_000_000_005, i128::MAX - i128::MAX % 7 - 2] {
                    assert_eq!(diff(pow(3, Var)).eval(z7, residue(x)), residue(5)); // 3 · 5² = 75
                    assert_eq!(Var.eval(z7, residue(x)), residue(5));
                }
            }

            #[test]
            fn the_largest_modulus_does_not_overflow() {
                let m = u64::MAX;
                let x = residue((m - 1).into()); // -1
                assert_eq!(diff(pow(64, Var)).eval(Modular::new(m), x), residue((m - 64).into()));
                assert_eq!(diff(diff(pow(64, Var))).eval(Modular::new(m), x), residue(64 * 63));
            }

            #[test]
            fn fractions_that_met_before_the_modulus_are_residues() {
                // 2x³/3 - 1/10, hence 2x² and 4x.
                assert_eq!(diff(Quarters).eval(Rationals, Rational::new(3, 2)), Rational::new(9, 2));
                assert_eq!(diff(Quarters).eval(Modular::new(7), residue(5)), residue(1));
                assert_eq!(diff(diff(Quarters)).eval(Modular::new(7), residue(5)), residue(6));
            }

            #[test]
            fn a_division_that_is_impossible_says_why() {
                let message = panic_message(|| diff(Thirds).eval(Modular::new(6), residue(1)));
                assert_eq!(
                    message,
                    "division by zero modulo 6: 3 has no inverse, because they share the factor 3"
                );
                let message = panic_message(|| diff(Reciprocal).eval(Modular::new(7), residue(14)));
                assert_eq!(
                    message,
                    "division by zero modulo 7: 0 has no inverse, because they share the factor 7"
                );
                let message = panic_message(|| diff(Reciprocal).eval(Rationals, residue(0)));
                assert_eq!(message, "division by zero in rationals: 1 / 0");
            }

            #[test]
            fn rationals_that_do_not_fit_say_so() {
                let message = panic_message(|| diff(pow(256, Var)).eval(Rationals, residue(2)));
                assert!(message.starts_with("overflow in rationals: "), "{message}");
            }
        }
    };
}

each_strategy!(tests);
