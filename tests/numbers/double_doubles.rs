//! Numbers with 31 digits: known digits, identities between functions, and the estimate of a float's digits.

#![allow(
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    reason = "each program stands before its use; small numbers are cast"
)]

use crate::functions::named::Unary;
use ad::numbers::{Dict, DoubleDouble, DoubleDoubles, FieldDict, Product, RealDict};
use ad::prelude::*;
use ad::testing;
use ad_testing::Random;

fn at(function: &'static str, x: DoubleDouble) -> DoubleDouble {
    Unary(function).eval(DoubleDoubles, x)
}

#[track_caller]
fn close(a: DoubleDouble, b: DoubleDouble, relative: f64, what: &str) {
    let distance = (a - b).high().abs();
    assert!(distance <= relative * b.high().abs(), "{what}: {a:?} and {b:?}");
}

/// The first 34 digits of constants.
#[test]
fn known_digits() {
    let digits = |text: &str| {
        let (digits, scale) = (text.replace('.', ""), text.split_once('.').expect("a point").1.len());
        let literal = ad::numbers::Decimal {
            digits: digits.parse().expect("digits"),
            exponent: -i32::try_from(scale).expect("few digits"),
            nearest: text.parse().expect("a float"),
        };
        DoubleDoubles.decimal(literal)
    };
    let one = DoubleDoubles.one();
    for (computed, text) in [
        (at("exp", one), "2.718281828459045235360287471352662"),
        (at("ln", 2.0.into()), "0.6931471805599453094172321214581766"),
        (at("log10", 2.0.into()), "0.3010299956639811952137388947244930"),
        (at("sqrt", 2.0.into()), "1.414213562373095048801688724209698"),
        (at("cbrt", 2.0.into()), "1.259921049894873164767210607278228"),
        (at("sin", one), "0.8414709848078965066525023216302990"),
        (at("cos", one), "0.5403023058681397174009366074429766"),
        (at("stumpff[2]", 10.0.into()), "0.1999786072879325907575221425163836"),
        (at("stumpff[3]", 60.0.into()), "0.01452754899137860308428262010198774"),
        (at("stumpff[2]", (-45.0).into()), "9.078882030870924212330276652422631"),
        (at("squared_angle", one), "0.6168502750680849136771556874922594"),
        (-at("squared_angle", (-0.75).into()), "1.734378102272636150408258125458439"),
        (at("atan", one), "0.7853981633974483096156608458198757"),
        (at("sinh", one), "1.175201193643801456882381850595601"),
        (at("exp", (-20.0).into()), "0.000000002061153622438557827965940380155821"),
        (at("to_degrees", one), "57.29577951308232087679815481410517"),
        (DoubleDoubles.rounded(std::f64::consts::FRAC_2_SQRT_PI), "1.128379167095512573896158903121545"),
    ] {
        close(computed, digits(text), 1e-31, text);
    }
}

#[test]
fn functions_have_inverses() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let x = DoubleDoubles.div((random.float() * 3.0).into(), 7.0.into());
        for (f, inverse) in [
            ("exp", "ln"),
            ("exp_m1", "ln_1p"),
            ("exp2", "log2"),
            ("sin", "asin"),
            ("tan", "atan"),
            ("sinh", "asinh"),
            ("tanh", "atanh"),
            ("asin", "sin"),
            ("atan", "tan"),
            ("recip", "recip"),
        ] {
            close(at(inverse, at(f, x)), x, 1e-28, f);
        }
        let cosine = DoubleDoubles.add(x, 1.0.into());
        close(at("cos", at("acos", x)), x, 1e-28, "acos");
        close(
            at("cosh", at("acosh", cosine * cosine + 1.0.into())),
            cosine * cosine + 1.0.into(),
            1e-29,
            "acosh",
        );
        let (sin, cos) = (at("sin", x), at("cos", x));
        close(sin * sin + cos * cos, 1.0.into(), 1e-30, "sin² + cos²");
    }
}

#[test]
fn digits_of_floats() {
    #[exp(adjoint)]
    fn sum(terms: &[f64]) -> f64 {
        terms.iter().sum()
    }
    assert_eq!(testing::digits(&Sum, &[1.0, 2.0, 3.0]), 17.0);
    assert!((testing::digits(&Sum, &[1e9, 0.1, -1e9]) - 7.0).abs() < 1.0);
    assert!(testing::digits(&Sum, &[1e17, 0.1, -1e17]) == 0.0);
    assert_eq!(testing::digits(&reverse::grad(Sum), &[1e17, 0.1, -1e17]), [17.0; 3]);
    #[exp]
    fn chaotic(n: usize, x: f64) -> f64 {
        let mut x = x;
        for _ in 0..n {
            x = 3.9 * x * (1.0 - x);
        }
        x
    }
    let digits: Vec<f64> =
        [0, 10, 30, 60].iter().map(|n| testing::digits(&Chaotic { n: *n }, &0.3)).collect();
    assert!(digits[0] == 17.0 && digits[1] > 12.0 && digits[2] < 12.0 && digits[3] < 6.0, "{digits:?}");
    // Branches are decided by the floats, and undefined results have no digits to compare.
    #[exp]
    fn root(x: f64) -> f64 {
        if x > 0.1 { x.floor() + x.abs().max(0.3) } else { x.sqrt() }
    }
    assert!(testing::digits(&Root, &0.1) > 15.0);
    assert_eq!(testing::digits(&Root, &2.5), 17.0);
    assert_eq!(testing::digits(&Root, &-1.0), 17.0);
}

/// Infinities, NaN, zeros and huge numbers.
#[test]
fn digits_at_the_ends_of_the_range() {
    #[exp(adjoint)]
    fn edges(x: f64) -> [f64; 6] {
        let large = x * 1e300 * 1e300;
        [large, 1.0 / large, large - large, (x - x) / (x - x), x * 1e-200 * 1e-200, -large]
    }
    // Equal infinities, zeros and NaN of both are equal.
    assert_eq!(testing::digits(&Edges, &1.0), [17.0; 6]);

    // 0.1 + 0.2 - 0.3 is 0, and is not with floats. The third of 1 is no float, and its remainder is 0 with floats.
    #[exp]
    fn zeros(way: usize, x: f64) -> f64 {
        match way {
            0 => x * 0.1 + x * 0.2 - x * 0.3,
            1 => x - x / 3.0 - x / 3.0 - x / 3.0,
            _ => (x + 1e-17) - x,
        }
    }
    for way in 0..3 {
        assert_eq!(testing::digits(&Zeros { way }, &1.0), 0.0, "{way}");
    }

    // The numbers of 31 digits have the range of floats, and overflow with them.
    #[exp]
    fn overflowing(x: f64) -> f64 {
        (x * x).sqrt()
    }
    assert_eq!([1.0, 1e200].map(|x| testing::digits(&Overflowing, &x)), [17.0; 2]);
}

/// NaN of the float alone has no digits, and neither has a float beside a number that is NaN.
#[test]
fn a_number_that_is_nan_on_one_side_has_no_digits() {
    /// The float or the other number is NaN.
    struct Broken {
        float: bool,
    }
    impl ad::Signature for Broken {
        type In = f64;
        type Out = f64;
    }
    impl Exp<Product<F64, DoubleDoubles>> for Broken {
        fn apply(
            &self,
            dict: Product<F64, DoubleDoubles>,
            x: &ad::Num<Product<F64, DoubleDoubles>>,
        ) -> ad::Num<Product<F64, DoubleDoubles>> {
            let (float, exact) = x.value();
            let value = if self.float { (f64::NAN, exact) } else { (float, f64::NAN.into()) };
            ad::Num::new(dict, value)
        }
    }
    for float in [true, false] {
        assert_eq!(testing::digits(&Broken { float }, &2.0), 0.0, "{float}");
    }
}

/// A user's formula that cancels, and the same number by a better one; a panic of the user's is passed on.
#[test]
fn a_users_mistake_costs_digits() {
    #[exp(adjoint)]
    fn roots(stable: bool, b: f64) -> f64 {
        assert!(b > 0.0, "b is to be positive");
        let root = (b * b - 1.0).sqrt();
        if stable { 1.0 / (b + root) } else { b - root }
    }
    let [naive, stable] = [false, true].map(|stable| testing::digits(&Roots { stable }, &1e6));
    assert!(naive < 6.0 && stable > 15.0, "{naive} and {stable}");
    let slopes = [false, true].map(|stable| testing::digits(&reverse::grad(Roots { stable }), &1e6));
    assert!(slopes[0] < 6.0 && slopes[1] > 15.0, "{slopes:?}");
    let panic = std::panic::catch_unwind(|| testing::digits(&Roots { stable: true }, &-1.0)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"b is to be positive"));
}

/// cₖ(x) + x·cₖ₊₂(x) = 1/k!, on both sides of the place where the method changes.
#[test]
fn stumpffs_functions_obey_their_recurrence() {
    let names =
        ["stumpff[0]", "stumpff[1]", "stumpff[2]", "stumpff[3]", "stumpff[4]", "stumpff[5]", "stumpff[6]"];
    for x in [-300.0, -13.0, -0.7, -1e-9, 0.0, 1e-9, 0.3, 11.9, 12.1, 60.0, 987.0] {
        let x = DoubleDouble::from(x);
        let mut factorial = 1.0;
        for (k, name) in names[..5].iter().enumerate() {
            let (c, next) = (at(name, x), x * at(names[k + 2], x));
            let size = (c.high().abs() + next.high().abs()) * factorial;
            close((c + next) * factorial.into(), 1.0.into(), 1e-30 * size, name);
            factorial *= k as f64 + 1.0;
        }
    }
}

/// Logarithms and powers of numbers close to the ends of the range.
#[test]
fn large_arguments_keep_their_digits() {
    for x in [1e300, 3e-250, 2f64.powi(1023)] {
        let ln = at("ln", x.into());
        close(at("exp", DoubleDoubles.mul(ln, 0.5.into())), at("sqrt", x.into()), 1e-25, "exp(ln x / 2)");
        close(at("exp", ln), x.into(), 1e-25, "exp(ln x)");
    }
}
