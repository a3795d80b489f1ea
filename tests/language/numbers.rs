//! Literals, constants, casts and the functions of `f64`.

use ad::special;
use std::f64::consts::LN_2;

const GRAVITY: f64 = 9.81;
static LIMIT: f64 = 3.0;
const TABLE: [f64; 3] = [1.0, 0.5, 0.25];
const STEPS: usize = 4;

fn ordinary(x: f64) -> f64 {
    x * 2.0
}

pub struct Settings {
    pub rate: f64,
    pub steps: usize,
    pub name: &'static str,
}

const SETTINGS: Settings = Settings { rate: 0.5, steps: 2, name: "ab" };
const NAME: &str = "abc";

#[ad::exp]
fn mixed(x: f64, y: f64, #[fixed] z: f64, n: usize, name: &str) -> f64 {
    x * y + z * n as f64 + name.len() as f64
}

constructs! {
    fn literals_in_every_notation(x: f64) -> f64 {
        1. + 1e-3 * x + 1_000.0 + 2f64 * x * 0.1 - 1.5E2 + 0x10 as f64 + 1_0.5e+1_f64
    } as E at [0.5, -2.0];

    fn negative_literals(x: f64) -> f64 {
        let y = -1.5;
        x * y * -2.0
    } as E at [0.5, -2.0];

    fn constants_from_outside(x: f64) -> f64 {
        let mut s = GRAVITY;
        s += x * GRAVITY - LN_2 / x;
        for i in 0..STEPS {
            s *= if i > 2 { LIMIT } else { x };
        }
        x.max(LIMIT) + LIMIT.min(x) + s
    } as E at [0.5, 7.0];

    fn constants_in_tables(x: f64) -> f64 {
        let mut y = 0.0;
        for (i, c) in TABLE.iter().enumerate() {
            y = y * x + c + TABLE[i];
        }
        TABLE.iter().rev().fold(y, |acc, &c| acc * x + c)
    } as E at [0.5, -2.0];

    fn constants_compared(x: f64) -> f64 {
        if x < LIMIT && GRAVITY > LIMIT { x * x } else { LIMIT }
    } as E at [0.5, 7.0];

    fn constants_of_f64(x: f64) -> f64 {
        let tau = 2.0 * std::f64::consts::PI;
        (tau * x).sin() + f64::EPSILON * x.max(f64::MIN_POSITIVE).min(f64::INFINITY)
    } as E at [0.5, 1.0];

    fn functions_of_f64(x: f64) -> f64 {
        let a = f64::max(x, 1.0) + f64::powi(x, 3) + <f64>::hypot(x, 2.0);
        let roots: Vec<f64> = [4.0, 9.0].into_iter().map(f64::sqrt).collect();
        let naturals: f64 = (1..4).map(f64::from).sum();
        a + roots[0] * x + naturals + f64::from(3u8) * f64::from(2)
    } as E at [0.5, 2.0];

    fn methods_of_numbers(x: f64) -> f64 {
        let (s, c) = x.sin_cos();
        s * c + x.mul_add(2.0, 1.0) + x.abs().ln().powf(2.0) + 2.0_f64.powf(x) + x.clamp(0.0, 1.0) + x.tanh().recip()
    } as E at [0.5, 3.0];

    fn integers_by_into(x: f64, n: u8 = 3, k: i16 = -2) -> f64 {
        let a: f64 = n.into();
        let b: f64 = (k + 1).into();
        let wide: i64 = k.into();
        a * x + b * wide as f64
    } as E at [0.5, 2.0];

    fn casts_of_integers(x: f64, n: usize = 3, k: i64 = -2) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            sum += i as f64 * x + (i + 1) as f64 / n as f64;
        }
        sum * k as f64 + (x as f64) * 7 as f64
    } as E at [0.5, -2.0];

    fn remainder(x: f64) -> f64 {
        x % 3.0 + x.rem_euclid(2.0)
    } as E at [0.5, -2.5];

    fn type_annotations(x: f64) -> f64 {
        let y: f64 = x;
        let v: Vec<f64> = Vec::<f64>::with_capacity(3);
        let mut o: Option<f64> = None;
        o = Some(y);
        let f: fn(f64) -> f64 = |x: f64| -> f64 { x * x };
        f(o.unwrap()) + v.iter().sum::<f64>() + f64::default()
    } as E at [0.5, -2.0];

    fn ordinary_functions_over_plain_floats(x: f64) -> f64 {
        let c = ordinary(1.5);
        let d: f64 = ordinary(GRAVITY);
        let mut s = ordinary(0.25);
        s += x * c + d;
        s
    } as E at [0.5, -2.0];

    fn plain_floats_among_the_arguments_of_a_call(x: f64) -> f64 {
        let settings = &SETTINGS;
        mixed(x, settings.rate, settings.rate, settings.steps, settings.name)
            + mixed(x, GRAVITY / 2.0, GRAVITY, STEPS, NAME)
            + mixed(x, -0.5, -0.5, 1, "")
    } as E at [0.5, -2.0];

    fn default_values(x: f64) -> f64 {
        let mut v: [f64; 3] = Default::default();
        v[0] += x;
        v[0] * x + v[1] + v.get(7).copied().unwrap_or_default()
    } as E at [0.5, -2.0];

    fn tuples_arrays_and_nan(x: f64) -> f64 {
        let p = (x, [1.0, x], 3);
        let q = [[0.0; 2]; 2];
        if x.is_nan() { f64::NAN } else { p.0 * p.1[1] + q[0][1] + p.2 as f64 }
    } as E at [0.5, -2.0];

    fn f32_stays(x: f64) -> f64 {
        let small: f32 = 1.5f32 + 2.5f32;
        x * small as f64
    } as E at [0.5, -2.0];

    fn special_functions(x: f64) -> f64 {
        let half = ad::special::erf(0.5);
        let sum: f64 = [x, 1.5].into_iter().map(special::gamma).sum();
        sum * half + special::bessel_j(1, x) - special::erfc(x) * special::polygamma(1, x + 2.0)
    } as E at [0.5, 2.0];

    fn newer_methods_of_f64(x: f64) -> f64 {
        let y = x.midpoint(3.0) + f64::midpoint(x, -1.0) * x.round_ties_even();
        if y.is_normal() && !x.is_subnormal() { y * x } else { y }
    } as E at [0.7, -2.2];

    fn comparing_methods_of_slices(x: f64) -> f64 {
        let v = vec![x, x * x, 2.0];
        let found = v.contains(&2.0) && !v.is_sorted() | v.starts_with(&[x]);
        let first = found.then_some(x).and_then(|y| (y > 0.0).then(|| y * 3.0));
        first.map_or(0.5, |y| y * y) + std::iter::zip([x, 1.0], [2u8, 3]).map(|(y, k)| y * k as f64).sum::<f64>()
    } as E at [0.7, -2.2];

    fn operators_as_methods(x: f64) -> f64 {
        use std::ops::{Add, MulAssign};
        let mut y = x.add(2.0);
        y.mul_assign(x);
        y + [x, y].into_iter().fold(0.0, f64::add) - f64::add(x, 1.0)
    } as E at [0.7, -2.2];

    fn choices_on_plain_floats(x: f64) -> f64 {
        let nearest = ad::special::detached(x).round();
        (x - nearest) * (x - nearest) + ad::special::log_sum_exp(&[x, -x])
            + ad::special::sigmoid(x) * ad::special::log1pexp(x)
            + ad::special::hypot3(x, 2.0, ad::special::normal_cdf(x))
    } as E at [0.3, -1.2];
}
