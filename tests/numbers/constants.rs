//! A constant of `f64::consts` stands for the irrational number. Every other plain float is exact.

#![allow(clippy::items_after_statements, reason = "each program stands before its use")]

use ad::enclosure::{Interval, enclose};
use ad::numbers::{Decimal, DoubleDouble, DoubleDoubles, FieldDict};
use ad::prelude::*;
use std::f64::consts::{
    self, FRAC_1_PI, FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6,
    FRAC_PI_8, LN_2, LN_10, LOG2_10, LOG2_E, LOG10_2, LOG10_E, PI, SQRT_2, TAU,
};

const X: f64 = 0.7;

/// All constants, times x.
#[exp(adjoint)]
fn products(x: f64) -> [f64; 21] {
    let with_path = x * std::f64::consts::PI;
    [
        x * FRAC_1_PI,
        x * FRAC_1_SQRT_2,
        FRAC_2_PI * x,
        x / (1.0 / FRAC_2_SQRT_PI),
        x * FRAC_PI_2,
        x * consts::FRAC_PI_3,
        x * FRAC_PI_4,
        x * FRAC_PI_6,
        x * FRAC_PI_8,
        x * LN_10,
        LN_2 * x,
        x * LOG10_2,
        x * LOG10_E,
        x * LOG2_10,
        x * core::f64::consts::LOG2_E + (LOG2_E - LOG2_E),
        with_path * (PI / PI),
        x * SQRT_2,
        2.0 * TAU * x * 0.5,
        x * consts::E,
        x.to_radians(),
        x.to_degrees(),
    ]
}

/// The products for x = 0.7, by `mpmath`.
const DIGITS: [&str; 21] = [
    "0.2228169203286534559406386844392238521702626196953473",
    "0.4949747468305832356787418797978931396317377171106620",
    "0.4456338406573069118812773688784477043405252393906946",
    "0.7898654169668587516172099595132862998398053439748226",
    "1.099557428756427563704555223975188019884191197921837",
    "0.7330382858376183758030368159834586799227941319478912",
    "0.5497787143782137818522776119875940099420955989609184",
    "0.3665191429188091879015184079917293399613970659739456",
    "0.2748893571891068909261388059937970049710477994804592",
    "1.611809565095831876557274562253185182449301141456988",
    "0.4852030263919616858101441125542440736902544079402996",
    "0.2107209969647868232811999347486266754430590017900911",
    "0.3040061373322762600692409121758813432031343637500335",
    "2.325349666421153495985981316917315500218379091539409",
    "1.009886528622274321083417200402970776480506951745375",
    "2.199114857512855127409110447950376039768382395843674",
    "0.9899494936611664713574837595957862792634754342213240",
    "4.398229715025710254818220895900752079536764791687347",
    "1.902797279921331544036238294930778743215248872515583",
    "0.01221730476396030626338394693305764466537990219913152",
    "40.10704565915762206931496319906029339064727154516251",
];

/// The decimal digits of a double, all of them, or those of a text, in one width.
fn aligned(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').expect("a point");
    format!("{whole:0>3}.{fraction:0<80}")
}

/// Whether it contains the number with these digits.
fn contains(y: Interval, digits: &str) -> bool {
    let [lower, upper] = [y.lower(), y.upper()].map(|end| aligned(&format!("{end:.80}")));
    lower <= aligned(digits) && aligned(digits) <= upper
}

#[test]
fn enclosures_contain_the_product_with_the_irrational_number() {
    let y = enclose(&Products, &Interval::from(X)).unwrap();
    for (y, digits) in y.iter().zip(DIGITS) {
        assert!(contains(*y, digits), "{y} does not contain {digits}");
        assert!(y.width() <= 8.0 * f64::EPSILON * y.magnitude(), "{y} is wide");
    }
    // The derivative by x is the constant. By linearity, x times it is the product.
    for slope in [
        enclose(&stack::jacobian(Products), &Interval::from(X)),
        enclose(&reverse::jacobian(Products), &Interval::from(X)),
    ]
    .map(Result::unwrap)
    {
        for (slope, digits) in slope.iter().zip(DIGITS) {
            assert!(contains(*slope * Interval::from(X), digits), "{slope}, for {digits}");
        }
    }
    // A double is on one side of the irrational number. Products with 1 are exact.
    #[exp]
    fn two(x: f64) -> [f64; 2] {
        [x * PI, x * LN_10]
    }
    let found = enclose(&Two, &Interval::from(1.0)).unwrap();
    assert_eq!(found, [Interval::new(PI, PI.next_up()), Interval::new(LN_10.next_down(), LN_10)]);
}

#[test]
fn double_doubles_have_all_digits_of_a_constant() {
    let y = Products.eval(DoubleDoubles, DoubleDouble::from(X));
    for (y, digits) in y.into_iter().zip(DIGITS) {
        let (whole, fraction) = digits.split_once('.').expect("a point");
        let exact = DoubleDoubles.decimal(Decimal {
            digits: format!("{whole}{}", &fraction[..34]).parse().expect("digits"),
            exponent: -34,
            nearest: digits.parse().expect("a float"),
        });
        let distance = (y - exact).high().abs();
        assert!(distance <= 3e-31 * y.high().abs(), "{y:?} and {exact:?}");
    }
}

#[test]
fn floats_keep_their_bits() {
    let plain = [
        X * FRAC_1_PI,
        X * FRAC_1_SQRT_2,
        X * FRAC_2_PI,
        X / (1.0 / FRAC_2_SQRT_PI),
        X * FRAC_PI_2,
        X * FRAC_PI_3,
        X * FRAC_PI_4,
        X * FRAC_PI_6,
        X * FRAC_PI_8,
        X * LN_10,
        X * LN_2,
        X * LOG10_2,
        X * LOG10_E,
        X * LOG2_10,
        X * LOG2_E,
        X * PI,
        X * SQRT_2,
        X * TAU,
        X * consts::E,
        X.to_radians(),
        X.to_degrees(),
    ];
    assert_eq!(products(X).map(f64::to_bits), plain.map(f64::to_bits));
    assert_eq!(Products.at(X).map(f64::to_bits), plain.map(f64::to_bits));
    assert_eq!(stack::jacobian(Products).at(X)[15].to_bits(), PI.to_bits());
}

/// A user's constant is exact, whatever its name is.
#[test]
fn other_plain_floats_are_exact() {
    mod mine {
        pub(super) mod consts {
            pub(crate) const PI: f64 = 3.0;
            pub(crate) const G: f64 = 9.5;
        }
        pub(super) const TAU: f64 = 0.5;
        pub(super) const E: usize = 1;
    }
    use mine::{E, TAU, consts};
    // Sums of few digits are exact.
    #[exp(adjoint)]
    fn own(x: f64, y: [f64; 2]) -> f64 {
        x + consts::PI + TAU + y[E] + consts::G
    }
    let point = (Interval::from(1.0), [1.0, 2.0].map(Interval::from));
    assert_eq!(enclose(&Own, &point), Ok(Interval::from(16.0)));
    assert_eq!(Own.at((1.0, [1.0, 2.0])), 16.0);
}

/// Where a plain float is needed, a constant stays one.
#[test]
fn constants_are_plain_floats_where_these_are_needed() {
    fn plain(angle: f64) -> f64 {
        angle.cos()
    }
    struct Settings {
        angle: f64,
    }
    #[exp]
    fn rotated(x: f64, #[fixed] angle: f64) -> f64 {
        x * angle
    }
    #[exp]
    fn program(x: f64) -> [f64; 3] {
        let settings = Settings { angle: FRAC_PI_2 };
        [x * plain(PI), rotated(x, TAU), x * settings.angle]
    }
    assert_eq!(Program.at(2.0), [-2.0, 2.0 * TAU, PI]);
    assert_eq!(stack::jacobian(Program).at(2.0), [-1.0, TAU, FRAC_PI_2]);
}
