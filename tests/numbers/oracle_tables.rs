//! The tables of the oracle are valid: they parse, and they are complete. Their values are those of `std`, which shares no code
//! with the generator.

use crate::oracle::{Row, binary, compositions, formulas, of, unary};
use std::collections::BTreeMap;

/// The largest error that a function of `std` may have, in units of the tables. The C library promises
/// less than an ulp (two units) for most functions; `sinh`, `cosh`, `tanh` and `acosh` have two ulps.
const UNITS: f64 = 4.0;

fn counts<const A: usize, const K: usize>(rows: &[Row<A, K>]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.function).or_default() += 1;
    }
    counts
}

#[test]
fn every_function_has_its_rows() {
    let (one, two, composite) = (counts(&unary()), counts(&binary()), counts(&compositions()));
    assert_eq!(one.len(), ONE.len() + SPECIAL.len() + 9, "nine exponents of `powi`");
    assert_eq!(two.len(), TWO.len());
    assert_eq!(composite.len(), COMPOSITE.len());
    for (function, count) in one.iter().chain(&two) {
        assert!((25..=90).contains(count), "{function} has {count} rows");
    }
    for (function, count) in &composite {
        assert_eq!(*count, 5, "{function}");
    }
    assert!(formulas().iter().map(|(name, _)| name).eq(COMPOSITE.iter().map(|(name, _)| name)));
}

#[test]
fn no_derivative_is_nan_and_every_inexact_one_has_an_error_scale() {
    fn check<const A: usize, const K: usize>(rows: &[Row<A, K>]) {
        for row in rows {
            assert!(row.at.iter().all(|x| x.is_finite()), "{row:?}");
            for k in 0..K {
                assert!(!row.exact[k].is_nan() && row.inherent[k] >= 0.0 && row.rules[k] >= 0.0, "{row:?}");
                assert!(row.exact[k] == 0.0 || row.inherent[k] > 0.0, "{row:?}");
                // Three digits of the column; among subnormals its unit is a whole spacing.
                assert!(row.exact[k] == 0.0 || row.condition(k) >= 0.99, "{row:?}");
            }
        }
    }
    check(&unary());
    check(&binary());
    check(&compositions());
}

#[test]
fn an_error_is_measured_in_the_units_of_its_row() {
    let row = of(&unary(), "exp").into_iter().find(|row| row.at == [1.0]).expect("exp has a row at 1");
    assert_eq!(row.exact, [std::f64::consts::E; 4]);
    assert_eq!(row.units_off(0, row.exact[0]), 0.0);
    assert!((0.5..=2.0).contains(&row.units_off(0, row.exact[0].next_up())));
    assert!(row.units_off(1, row.exact[1] * 1.000_001) > 1e8);
    assert_eq!(row.units_off(2, f64::NAN), f64::INFINITY);
    assert!(row.is_moderate());
}

#[test]
fn values_are_those_of_std() {
    let rows = unary();
    for (function, f) in ONE {
        for row in of(&rows, function) {
            compare(&row, f(row.at[0]));
        }
    }
    for n in -3..=5 {
        for row in of(&rows, &format!("powi[{n}]")) {
            compare(&row, row.at[0].powi(n));
        }
    }
    let rows = binary();
    for (function, f) in TWO {
        for row in of(&rows, function) {
            compare(&row, f(row.at[0], row.at[1]));
        }
    }
}

#[test]
fn values_of_compositions_are_those_of_std() {
    let rows = compositions();
    for (function, f) in COMPOSITE {
        for row in of(&rows, function) {
            if let Some(f) = f {
                compare(&row, f(row.at[0]));
            }
        }
    }
}

#[test]
fn special_functions_obey_their_identities() {
    let rows = unary();
    let pairs = |a, b| -> Vec<_> {
        let b = of(&rows, b);
        let same = |row: &Row<1, 4>| b.iter().find(|other| other.at == row.at).copied();
        let pairs: Vec<_> = of(&rows, a).into_iter().filter_map(|row| Some((row, same(&row)?))).collect();
        assert!(pairs.len() >= 30, "{a} shares {} points", pairs.len());
        pairs
    };
    for (erf, erfc) in pairs("erf", "erfc") {
        assert!((erf.exact[0] + erfc.exact[0] - 1.0).abs() <= f64::EPSILON, "erf + erfc at {:?}", erf.at);
        assert_eq!(erf.exact[1], -erfc.exact[1], "erf' at {:?}", erf.at);
    }
    for (ln_gamma, digamma) in pairs("ln_gamma", "digamma") {
        assert_eq!(ln_gamma.exact[1..], digamma.exact[..3], "ln_gamma' at {:?}", ln_gamma.at);
    }
    for (gamma, digamma) in pairs("gamma", "digamma") {
        let product = gamma.exact[0] * digamma.exact[0];
        assert!(gamma.exact[1] == product || (gamma.exact[1] / product - 1.0).abs() < 1e-15, "{gamma:?}");
    }
    for (j0, j1) in pairs("j0", "j1") {
        assert_eq!(j0.exact[1..], j1.exact.map(|v| -v)[..3], "j0' at {:?}", j0.at);
    }
    for ((j0, y0), (j1, y1)) in pairs("j0", "y0").into_iter().zip(pairs("j1", "y1")) {
        let wronskian = j1.exact[0] * y0.exact[0] - j0.exact[0] * y1.exact[0];
        let expected = std::f64::consts::FRAC_2_PI / j0.at[0];
        assert!((wronskian / expected - 1.0).abs() < 1e-13, "Wronskian at {:?}", j0.at);
    }
}

fn compare<const A: usize, const K: usize>(row: &Row<A, K>, computed: f64) {
    let off = row.units_off(0, computed);
    assert!(
        off <= UNITS,
        "{}{:?}: std has {computed:e}, {off} units from the oracle's {:e}",
        row.function,
        row.at,
        row.exact[0]
    );
}

const SPECIAL: [&str; 15] = [
    "erf", "erfc", "gamma", "ln_gamma", "digamma", "j0", "j1", "jn[2]", "jn[3]", "jn[5]", "y0", "y1",
    "yn[2]", "yn[3]", "yn[5]",
];

/// A function of one variable in `std`.
type One = (&'static str, fn(f64) -> f64);

const ONE: [One; 31] = [
    ("sqrt", f64::sqrt),
    ("cbrt", f64::cbrt),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("exp_m1", f64::exp_m1),
    ("ln", f64::ln),
    ("log2", f64::log2),
    ("log10", f64::log10),
    ("ln_1p", f64::ln_1p),
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("sinh", f64::sinh),
    ("cosh", f64::cosh),
    ("tanh", f64::tanh),
    ("asinh", f64::asinh),
    ("acosh", f64::acosh),
    ("atanh", f64::atanh),
    ("recip", f64::recip),
    ("abs", f64::abs),
    ("signum", f64::signum),
    ("to_radians", f64::to_radians),
    ("to_degrees", f64::to_degrees),
    ("trunc", f64::trunc),
    ("floor", f64::floor),
    ("ceil", f64::ceil),
    ("round", f64::round),
    ("fract", f64::fract),
];

/// A function of two variables in `std`.
type Two = (&'static str, fn(f64, f64) -> f64);

const TWO: [Two; 9] = [
    ("powf", f64::powf),
    ("atan2", f64::atan2),
    ("hypot", f64::hypot),
    ("log", f64::log),
    ("rem_euclid", f64::rem_euclid),
    ("div", |a, b| a / b),
    ("max", f64::max),
    ("min", f64::min),
    ("copysign", f64::copysign),
];

/// A composition as `std` computes it; `None` where it needs a function that `std` lacks.
type Composite = (&'static str, Option<fn(f64) -> f64>);

const COMPOSITE: [Composite; 44] = [
    ("exp_sin_over", Some(|x| x.sin().exp() / (1.0 + x * x))),
    ("self_power", Some(|x| x.powf(x))),
    ("sqrt_one_plus_ln_squared", Some(|x| (1.0 + x.ln() * x.ln()).sqrt())),
    ("tanh_cube", Some(|x| x.powi(3).tanh())),
    ("black_scholes_call", None),
    ("erf_bell", None),
    ("sigmoid", Some(|x| 1.0 / (1.0 + (-x).exp()))),
    ("softplus", Some(|x| x.exp().ln_1p())),
    ("log_sum_exp", Some(|x| (x.exp() + (2.0 * x).exp() + (-x).exp() + 1.0).ln())),
    ("rational", Some(|x| (x.powi(3) - 2.0 * x + 1.0) / (x * x + x + 1.0))),
    ("runge", Some(|x| 1.0 / (1.0 + 25.0 * x * x))),
    ("cbrt_one_plus", Some(|x| (1.0 + x).cbrt())),
    ("atan_recip", Some(|x| (1.0 / x).atan())),
    ("sin_recip", Some(|x| (1.0 / x).sin())),
    ("sinc", Some(|x| x.sin() / x)),
    ("gaussian", Some(|x| (-x * x / 2.0).exp())),
    ("flat", Some(|x| (-1.0 / (x * x)).exp())),
    ("tower", Some(|x| (x.exp() - 1.0).exp())),
    ("ln_ln", Some(|x| x.ln().ln())),
    ("ln_gap", Some(|x| ((1.0 + x) / (1.0 - x)).ln())),
    ("cos_square", Some(|x| (x * x).cos())),
    ("chirp", Some(|x| x.powi(3).sin() * (-x).exp())),
    ("damped", Some(|x| (-x / 4.0).exp() * (3.0 * x).cos())),
    ("tan_sin", Some(|x| x.sin().tan())),
    ("sec", Some(|x| 1.0 / x.cos())),
    ("gudermann", Some(|x| 2.0 * (x / 2.0).tanh().atan())),
    ("asin_ratio", Some(|x| (x / (1.0 + x * x)).asin())),
    ("acos_cube", Some(|x| x.powi(3).acos())),
    ("acosh_square", Some(|x| (1.0 + x * x).acosh())),
    ("asinh_exp", Some(|x| x.exp().asinh())),
    ("atanh_sin", Some(|x| x.sin().atanh())),
    ("catenary", Some(|x| 2.0 * (x / 2.0).cosh() - x.sinh())),
    ("polynomial", Some(|x| ((((x - 3.0) * x + 5.0) * x - 7.0) * x + 2.0) * x.powi(6))),
    ("laurent", Some(|x| x.powi(-3) + 2.0 / x - x * x)),
    ("exp2_log2", Some(|x| (x * (x + 2.0).log2()).exp2())),
    ("log10_quadratic", Some(|x| (x * x + x + 10.0).log10())),
    ("expm1_ratio", Some(|x| x.exp_m1() / x)),
    ("ln1p_sin", Some(|x| (x.sin() / 2.0).ln_1p())),
    ("relativistic", Some(|x| 1.0 / (1.0 - x * x).sqrt())),
    ("lennard_jones", Some(|x| 4.0 * (x.powi(-12) - x.powi(-6)))),
    ("planck", Some(|x| x.powi(3) / x.exp_m1())),
    ("hypot_line", Some(|x| (x * x + (1.0 - x) * (1.0 - x)).sqrt())),
    ("angle_of_curve", Some(|x| (x * x - 1.0).atan2(1.0 + x))),
    ("erfc_scaled", None),
];
