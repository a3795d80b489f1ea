//! Overflow: wrapping integers have none, checked ones panic and say which operation it was.

use ad::prelude::*;
use ad::{Checked, Wrapping};
use ad_testing::each_strategy;

use super::panic_message;

/// x⁶, in five multiplications.
#[exp]
fn sixth_power(x: f64) -> f64 {
    x * x * x * x * x * x
}

#[exp]
fn doubled(x: f64) -> f64 {
    x + x
}

#[exp]
fn plus_300(x: f64) -> f64 {
    x + 300.0
}

#[exp]
fn negated(x: f64) -> f64 {
    -x
}

#[exp]
fn minus_100(x: f64) -> f64 {
    x - 100.0
}

const I8: Checked<i8> = Checked::new();

macro_rules! tests {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            #[test]
            fn overflow_in_the_value_names_the_multiplication() {
                let message = panic_message(|| diff(SixthPower).eval(I8, 3));
                assert_eq!(message, "overflow in checked integers: 81 × 3 does not fit into `i8`");
                let message = panic_message(|| diff(ad::paper::Monomial { k: 65 }).eval(CHECKED_I64, 2));
                assert_eq!(
                    message,
                    "overflow in checked integers: 4294967296 × 4294967296 does not fit into `i64`"
                );
            }

            #[test]
            fn overflow_in_the_derivative_alone_is_found() {
                assert_eq!(SixthPower.eval(I8, 2), 64);
                let message = panic_message(|| diff(SixthPower).eval(I8, 2)); // 6 · 2⁵ = 192
                assert!(message.starts_with("overflow in checked integers: "), "{message}");
                assert!(message.contains(" + ") || message.contains(" × "), "{message}");
                assert_eq!(diff(SixthPower).eval(Checked::<u8>::new(), 2), 192);
            }

            #[test]
            fn overflow_names_the_addition() {
                let message = panic_message(|| diff(Doubled).eval(I8, 64));
                assert_eq!(message, "overflow in checked integers: 64 + 64 does not fit into `i8`");
            }

            #[test]
            fn overflow_names_the_constant() {
                let message = panic_message(|| diff(Plus300).eval(I8, 1));
                assert_eq!(message, "overflow in checked integers: the constant 300 does not fit into `i8`");
            }

            #[test]
            fn overflow_names_the_negation() {
                let message = panic_message(|| diff(Negated).eval(I8, -128));
                assert_eq!(message, "overflow in checked integers: -(-128) does not fit into `i8`");
            }

            #[test]
            fn overflow_names_the_subtraction() {
                let message = panic_message(|| diff(Minus100).eval(I8, -100));
                assert_eq!(message, "overflow in checked integers: -100 - 100 does not fit into `i8`");
            }

            #[test]
            fn an_overflow_leaves_the_next_evaluation_alone() {
                let e = diff(diff(SixthPower));
                for _ in 0..3 {
                    panic_message(|| e.eval(I8, 2));
                    assert_eq!(e.eval(CHECKED_I64, 2), 480); // 30 · 2⁴
                    assert_eq!(e.eval(I8, 1), 30);
                }
            }

            #[test]
            fn wrapping_integers_wrap() {
                assert_eq!(diff(SixthPower).eval(Wrapping::<i8>::new(), 2), -64); // 192 - 256
                assert_eq!(diff(SixthPower).eval(I64, i64::MAX), -6); // 6 · (-1 + 2⁶³)⁵
                assert_eq!(diff(Negated).eval(I64, i64::MIN), -1);
                assert_eq!(diff(Plus300).eval(Wrapping::<u8>::new(), 255), 1);
            }
        }
    };
}

each_strategy!(tests);

#[exp]
fn plus_the_least(x: f64) -> f64 {
    x + -9223372036854775808.0
}

#[exp]
fn plus_integer(i: i64, x: f64) -> f64 {
    x + i as f64
}

#[test]
fn the_least_integer_is_no_overflow() {
    let checked = CHECKED_I64;
    assert_eq!(PlusTheLeast.eval(checked, 7), i64::MIN + 7);
    assert_eq!(PlusInteger { i: i64::MIN }.eval(checked, 7), i64::MIN + 7);
    assert_eq!(ad::stack::diff(PlusTheLeast).eval(checked, 7), 1);
    assert_eq!(plus_the_least(0.0), -2.0_f64.powi(63));
}
