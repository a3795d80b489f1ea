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
    // Equal infinities and NaN of both are equal. A number that underflows has lost its digits.
    assert_eq!(testing::digits(&Edges, &1.0), [17.0, 17.0, 17.0, 17.0, 0.0, 17.0]);

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

/// The high and low parts of an angle, of its sine and of its cosine, by `mpmath` with 6000 bits. Some are close to a multiple of π/2.
#[allow(
    clippy::unreadable_literal,
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "printed by Python"
)]
const ANGLES: [(f64, f64, [f64; 2], [f64; 2]); 14] = [
    (1e+16, 0.3, [0.5598190475282051, 4.258027429601608e-17], [-0.8286148888504317, 2.0257478199106425e-17]),
    (
        8.98846567431158e+307,
        0.0,
        [0.563127779850884, -1.1428508797646435e-17],
        [-0.826369834614148, 4.103345667279406e-17],
    ),
    (
        1e+22,
        0.0,
        [-0.8522008497671888, -6.7806825896773284e-18],
        [0.523214785395139, -4.7143201076575164e-17],
    ),
    (
        1.4285714285714286e+299,
        -2.189905363322835e+282,
        [-0.3114464156185202, 6.682902729763477e-18],
        [0.9502637161327249, 3.51833051234875e-17],
    ),
    (
        5.319372648326541e+255,
        0.0,
        [1.0, -1.098476220074687e-37],
        [-4.687165924254628e-19, 4.3720557429382733e-36],
    ),
    (
        -333333333.3333333,
        -1.9868214925130207e-08,
        [0.9456743893806735, -2.777456713768333e-17],
        [-0.32511528612092416, 8.19802215603166e-18],
    ),
    (
        123456.789,
        -4.307366907596588e-12,
        [-0.9986640823434471, -4.07901867127187e-17],
        [0.05167253271439977, 1.3487279063190782e-18],
    ),
    (
        0.9,
        -2.2204460492503132e-17,
        [0.7833269096274834, -2.577211298006181e-17],
        [0.6216099682706645, -4.705766143661187e-17],
    ),
    (
        -833333333333.3334,
        4.0690104166666664e-05,
        [-0.9997018012715448, 6.993921585868385e-18],
        [0.02441942944519129, -1.741114754032752e-19],
    ),
    (
        3.1415926535897933e+20,
        -10297.73566167205,
        [-1.8893658457757178e-13, -8.777058743787056e-30],
        [1.0, -1.784851649591897e-26],
    ),
    (
        1.5707963267948966e+40,
        2.934839913205506e+23,
        [-0.9394753747915493, -4.323362302094836e-17],
        [-0.3426164329980071, -1.3460528973291428e-17],
    ),
    (
        14285714.285714285,
        2.66092164175851e-10,
        [0.27397895865460103, 2.2550117148905222e-17],
        [0.9617356862540458, -2.630234164015097e-17],
    ),
    (
        9.42477796076938,
        3.6739403974420594e-16,
        [1.56675938590016e-32, -1.0347192653081946e-48],
        [-1.0, 1.2273674866531233e-64],
    ),
    (
        -38785092.0937833,
        1.8386023327334304e-09,
        [-0.7071067811865476, 4.833646653630224e-17],
        [0.7071067811865476, -4.833646659822689e-17],
    ),
];

/// The high and low parts of an argument and of the function there, by `mpmath`.
#[allow(
    clippy::unreadable_literal,
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "printed by Python"
)]
const LARGE: [(&str, [f64; 2], [f64; 2]); 14] = [
    ("sinh", [333.3333333333333, 1.8947806286936004e-14], [2.909358940723498e+144, 6.051770043899609e+127]),
    ("sinh", [-709.7870638808357, -2.410816663416696e-14], [-9.027659579934788e+307, 6.530627977294401e+291]),
    ("cosh", [666.6666666666666, 3.789561257387201e-14], [1.6928738891935509e+289, -1.4583518074180668e+272]),
    ("ln_1p", [3.333333333333333e+269, 2.3517043854872437e+253], [620.5993628197242, 1.8973862059865208e-14]),
    (
        "asinh",
        [-3.3333333333333334e+199, 4.074720545950576e+182],
        [-460.111553490701, 2.6314808750391617e-14],
    ),
    (
        "asinh",
        [3.333333333333333e+306, 2.5446316637567844e+290],
        [706.4881584410639, -2.7337439848078555e-14],
    ),
    (
        "acosh",
        [3.3333333333333334e+199, -4.074720545950576e+182],
        [460.111553490701, -2.6314808750391617e-14],
    ),
    (
        "sigmoid",
        [-666.6666666666666, -3.789561257387201e-14],
        [2.9535572802661007e-290, -2.0928411668741077e-306],
    ),
    (
        "log1pexp",
        [-633.3333333333334, 3.789561257387201e-14],
        [8.847653945944123e-276, -4.942017351984921e-292],
    ),
    (
        "stumpff[0]",
        [33333333333333.332, 0.0013020833333333333],
        [-0.9988509601707283, -5.0928902239364286e-17],
    ),
    (
        "stumpff[1]",
        [3.333333333333333e+19, 1365.3333333333333],
        [1.2651896819722293e-10, -3.021616859793755e-27],
    ),
    ("atan", [3.3333333333333334e+199, -4.074720545950576e+182], [1.5707963267948966, 6.123233995736766e-17]),
    ("tan", [3.3333333333333332e+16, 1.3333333333333333], [0.16244122266847652, 4.677012099716723e-18]),
    ("exp", [-466.6666666666667, 1.8947806286936004e-14], [2.1342327429859673e-203, 6.216926446107552e-220]),
];

/// The sum of two doubles.
fn of_two([high, low]: [f64; 2]) -> DoubleDouble {
    DoubleDouble::from(high) + low.into()
}

#[test]
fn many_turns_keep_all_digits_of_an_angle() {
    for (high, low, sine, cosine) in ANGLES {
        let (x, sine, cosine) = (of_two([high, low]), of_two(sine), of_two(cosine));
        close(at("sin", x), sine, 1e-30, &format!("sin {x:?}"));
        close(at("cos", x), cosine, 1e-30, &format!("cos {x:?}"));
        close(at("tan", x), DoubleDoubles.div(sine, cosine), 1e-29, &format!("tan {x:?}"));
    }
    for function in ["sin", "cos", "tan"] {
        for x in [f64::INFINITY, f64::NAN] {
            assert!(at(function, x.into()).high().is_nan(), "{function} {x}");
        }
    }
}

#[test]
fn functions_of_large_arguments_keep_all_digits() {
    for (function, x, y) in LARGE {
        // Stumpff's functions are those of the root of the argument, which has 31 digits.
        let relative = if function.starts_with("stumpff") { 1e-31 * x[0].sqrt() } else { 1e-28 };
        close(at(function, of_two(x)), of_two(y), relative, function);
    }
    // The parts into which a product divides a huge number overflow.
    let third = DoubleDoubles.div(1e305.into(), 3.0.into());
    assert!(third.low() != 0.0);
    close(DoubleDoubles.mul(third, 3.0.into()), 1e305.into(), 1e-31, "a huge product");
}

/// Squares of huge numbers overflow in both number systems, and those of ratios only in one that squares them.
#[test]
fn derivatives_at_the_ends_of_the_range_have_their_digits() {
    #[exp(adjoint)]
    fn ends(which: usize, x: f64, y: f64) -> f64 {
        match which {
            0 => (x + 1.0).acosh(),
            1 => y.atan2(x),
            2 => x.hypot(y),
            3 => (-x).powf(3.0) * 1e-300,
            _ => x.asinh(),
        }
    }
    for which in 0..5 {
        for (x, y) in [(1e100, 1e-100), (1e-100, 1e100), (1e200, 1e-100), (1e-100, 1e200), (1.0, 3.0)] {
            // 1 + 10⁻¹⁰⁰ is 1 in floats, and (-10²⁰⁰)³ overflows.
            if which == 0 && x < 1.0 || which == 3 && !(1e-90..1e110).contains(&x) {
                continue;
            }
            let e = Ends { which };
            assert!(testing::digits(&e, &(x, y)) > 14.0, "{which} at {x}, {y}");
            let (by_x, by_y) = call::grad(&e, &(x, y));
            let digits = testing::digits(&reverse::grad(e), &(x, y));
            let is_seen = |d: f64| d.is_finite() && d.abs() > 1e-290;
            assert!(!is_seen(by_x) || digits.0 > 13.0, "{which} at {x}, {y}: {digits:?}");
            assert!(!is_seen(by_y) || digits.1 > 13.0, "{which} at {x}, {y}: {digits:?}");
        }
    }
}

/// Where the argument of a function has lost its digits, and where all of a result are lost.
#[test]
fn lost_digits_are_seen() {
    #[exp(adjoint)]
    fn turns(which: usize, x: f64) -> f64 {
        let angle = 1e16 * x + 0.3;
        match which {
            0 => angle.sin(),
            1 => angle.cos(),
            _ => angle.tan(),
        }
    }
    for which in 0..3 {
        let e = Turns { which };
        assert!(testing::digits(&e, &1.0) < 1.0, "{which}");
        assert!(testing::digits(&reverse::grad(e), &1.0) < 1.0, "{which}");
    }

    #[exp]
    fn tiny(which: usize, x: f64) -> f64 {
        match which {
            0 => x * x,
            1 => x / 1e200,
            2 => (-1.0 / x).exp(),
            3 => x.powi(2),
            4 => 1.0 / x.powi(-2),
            5 => x * x * 1e300,
            6 => -x * x,
            _ => (1.0 / x).powi(-2),
        }
    }
    for which in 0..8 {
        let digits = testing::digits(&Tiny { which }, &1e-200);
        assert!(digits == 0.0 || which == 4 && digits == 17.0, "{which}: {digits}");
    }
    // Few bits are left of 1e-320.
    for which in [0, 3, 5, 6] {
        let digits = testing::digits(&Tiny { which }, &1e-160);
        assert!((2.0..5.0).contains(&digits), "{which}: {digits}");
    }
    // Exact results have all digits.
    assert_eq!(testing::digits(&Tiny { which: 0 }, &2f64.powi(-535)), 17.0);
    assert_eq!(testing::digits(&Tiny { which: 0 }, &0.0), 17.0);
    assert_eq!(testing::digits(&Tiny { which: 1 }, &-0.0), 17.0);
}
