//! Zeros, infinities and NaN, by the policy of `ad::function`: structure before arithmetic, elsewhere IEEE.

use ad::prelude::*;
use ad_testing::{each_strategy, nest, nesting_tests};

/// Where arithmetic is at its edges.
const EDGES: [f64; 7] = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE];

/// Asserts that two floats are equal or both NaN.
#[track_caller]
fn assert_same(actual: f64, expected: f64, what: &str) {
    assert!(
        actual == expected || actual.is_nan() && expected.is_nan(),
        "{what}: {actual} instead of {expected}"
    );
}

/// The `n`th derivative of xᵏ, a constant where n = k, and structurally 0 where n > k.
fn derivative(n: u32, k: u32, x: f64) -> f64 {
    if n > k {
        return 0.0;
    }
    let falling: u32 = (k - n + 1..=k).product();
    if n == k { falling.into() } else { f64::from(falling) * x.powi((k - n).try_into().unwrap()) }
}

#[exp]
fn linear(x: f64) -> f64 {
    2.0 * x + 1.0
}

#[exp]
fn scaled(#[fixed] factor: f64, x: f64) -> f64 {
    x * factor
}

#[exp]
fn cancelling(x: f64) -> f64 {
    x * x * (1.0 / x)
}

/// The quotient is computed in any case.
#[exp]
fn sinc(x: f64) -> f64 {
    let quotient = x.sin() / x;
    if x == 0.0 { 1.0 } else { quotient }
}

/// ∞ and NaN occur among constants, and in unused results.
#[exp]
#[allow(clippy::eq_op, reason = "∞ - ∞ and 0 / 0 are what is meant")]
fn beside(x: f64) -> f64 {
    let mut infinite = f64::INFINITY;
    infinite *= 2.0;
    let undefined = infinite - infinite;
    let mut unused = (x - x).ln() / (x - x) * undefined;
    unused *= infinite;
    let _ = unused;
    3.0 * x + infinite
}

#[exp]
fn twice_the_reciprocal(x: f64) -> f64 {
    2.0 / x
}

macro_rules! check {
    ($($strategy:ident)*) => {
        let order = u32::try_from([$(stringify!($strategy)),*].len()).unwrap();
        for x in EDGES {
            for k in 0..=5 {
                let e = nest!(ad::paper::Monomial { k }; $($strategy)*);
                assert_same(e.at(x), derivative(order, k, x), &format!("x^{k} at {x}"));
            }
            let once = |c| if order == 1 { c } else { 0.0 };
            assert_same(nest!(Linear; $($strategy)*).at(x), once(2.0), &format!("2x + 1 at {x}"));
            assert_same(nest!(Beside; $($strategy)*).at(x), once(3.0), &format!("3x + ∞ at {x}"));
            for factor in [0.0, f64::INFINITY, f64::NAN] {
                let e = nest!(Scaled { factor }; $($strategy)*);
                assert_same(e.at(x), once(factor), &format!("{factor} · x at {x}"));
            }
        }
    };
}

mod first_derivative_at_edges {
    use super::*;

    nesting_tests!([*] check);
}

mod second_derivative_at_edges {
    use super::*;

    nesting_tests!([* *] check);
}

macro_rules! tests {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            #[test]
            fn infinity_times_zero_is_nan_where_both_depend_on_the_variable() {
                // x² · 1/x, without a constant.
                assert!(diff(Cancelling).at(0.0_f64).is_nan());
            }

            #[test]
            fn division_by_zero_follows_ieee() {
                let e = diff(TwiceTheReciprocal);
                assert_eq!(e.at(0.0), f64::NEG_INFINITY);
                assert_eq!(e.at(f64::INFINITY), 0.0);
                assert_eq!(diff(e).at(0.0), f64::INFINITY);
                assert!(e.at(f64::NAN).is_nan());
            }

            #[test]
            fn an_infinite_branch_that_is_not_taken_is_not_visited() {
                assert_eq!(diff(Sinc).at(0.0), 0.0);
                assert_eq!(diff(diff(Sinc)).at(0.0), 0.0);
                assert!((diff(Sinc).at(1.0) - (1f64.cos() - 1f64.sin())).abs() < 1e-15);
            }
        }
    };
}

each_strategy!(tests);
