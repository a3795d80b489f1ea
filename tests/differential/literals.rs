//! Float literals, constants and statics in every position.

use crate::behaviour::{log, note};
use std::f64::consts::{self, E, LN_2, PI, TAU};

pub const HALF: f64 = 0.5;
pub static LIMIT: f64 = 3.25;
pub const TABLE: [f64; 4] = [1.0, -0.0, 0.1, 1e-300];
pub const GRID: [[f64; 2]; 2] = [[1.5, 2.5], [3.5, 4.5]];
pub const PAIR: (f64, u32) = (0.1, 3);
pub const COUNT: usize = 3;
pub static NAMES: [&str; 2] = ["a", "bc"];
pub struct Limits {
    pub low: f64,
    pub high: f64,
    pub steps: usize,
}
pub const LIMITS: Limits = Limits { low: -1.5, high: 0.3, steps: 4 };
pub struct Unit;
impl Unit {
    pub const SCALE: f64 = 2.5;
    pub const STEPS: u32 = 4;
}
thread_local! { pub static LOCAL: f64 = const { 0.7 }; }

pub fn plain(k: i32) -> f64 {
    log("plain");
    0.1 * k as f64
}

fn width(r: std::ops::Range<f64>, scale: [f64; 2]) -> f64 {
    (r.end - r.start) * scale[0]
}

same! {
    fn every_notation(x: f64) -> f64 {
        1. + x * 1.0 + 1e0 + 1E-3 + 1_000.5e+2 + 2f64 + 3_f64 + 0.1_f64 + 1e308 * 10e-308 + 4.9e-324 + 123456789.123456789
    }

    fn decimals_round_as_rustc_rounds(x: f64) -> f64 {
        let all = [0.1, 0.2, 0.3, 1.1, 2.675, 1e23, 8.5e15, 9007199254740993.0, 1.7976931348623157e308, 2.2250738585072014e-308,
            0.000001, 123456.789e-3, 3.14159265358979323846264338327950288, 5e-324, 1e-310, 179769313486231570000000000000.0];
        all.iter().fold(x, |a, b| a * 0.5 + b)
    }

    fn large_naturals(x: f64) -> f64 {
        let all = [9007199254740992.0, 18446744073709551615.0, 18446744073709551616.0, 1e22, 1e19, 4294967296.0, 1e300];
        all.iter().fold(x, |a, b| b - a)
    }

    fn negative_literals_and_zeros(x: f64) -> (f64, f64, f64, f64) {
        (-0.0, 0.0 * -1.0, -0.0 + x, -(0.0) - x)
    }

    fn negative_zero_is_kept(x: f64) -> f64 {
        let z = -0.0;
        let a = [-0.0; 2];
        let b = vec![-0.0];
        let c = Some(-0.0).unwrap();
        1.0 / z + 1.0 / a[1] + 1.0 / b[0] + 1.0 / c + (-0.0f64).recip() + x.copysign(-0.0)
    }

    fn negation_binds_weaker_than_methods(x: f64) -> f64 {
        -2.0_f64.powi(2) + -x.powi(2) + (-2.0f64).powi(2) - -1.5_f64.abs()
    }

    fn literals_as_receivers(x: f64) -> f64 {
        2.0_f64.sqrt() + 3.0f64.max(x) + 0.5f64.sin() * 1e3_f64.ln() + 7.9_f64.floor() - 2.0f64.powf(x)
    }

    fn literals_as_arguments(x: f64) -> f64 {
        x.max(0.5).min(2.0) + x.powf(2.0) + x.clamp(-1.0, 1.0) + x.mul_add(2.0, -3.0) + f64::max(1.0, 2.0) + f64::atan2(1.0, x)
    }

    fn literals_on_both_sides(x: f64) -> f64 {
        let a = 1.0 / 3.0;
        let b = 0.1 + 0.2;
        let c = 2.0 * 3.0 - 7.0 % 4.0;
        a + b * x - c + 1.0 / 3.0 * x + x * 1.0 / 3.0
    }

    fn literals_associate_to_the_left(x: f64) -> f64 {
        0.1 + 0.2 + x + 0.3 + 0.4 - (0.1 + (0.2 + 0.3)) * x
    }

    fn literals_in_containers(x: f64) -> f64 {
        let a = [1.0, x, 0.1];
        let b = vec![0.1; 3];
        let c = (0.2, [0.3, x], Some(0.4));
        let d = [[0.1; 2]; 2];
        let e: Vec<f64> = Vec::from([0.7, x]);
        let f = Box::new(0.9);
        a[2] + b[1] + c.0 * c.1[0] + c.2.unwrap_or(0.5) + d[1][1] + e[0] * *f
    }

    fn literals_in_ranges(x: f64) -> f64 {
        let inside = (0.5..1.5).contains(&x) as u8 + (..0.1).contains(&x) as u8 * 2 + (0.1..=3.7).contains(&x) as u8 * 4;
        let r = 0.25..0.75;
        (r.end - r.start) * inside as f64
    }

    fn literals_returned_and_broken(x: f64) -> f64 {
        let f = |a: f64| -> f64 { if a > 1.0 { return 0.1; } 0.2 };
        let y = loop { if x > 0.0 { break 0.3; } break 0.4; };
        f(x) + y
    }

    fn literals_as_defaults(x: f64) -> f64 {
        let none: Option<f64> = None;
        none.unwrap_or(0.1) + none.map_or(0.2, |y| y) + Some(x).map_or(0.5, |y| y + 0.25) + none.unwrap_or_else(|| 0.3)
    }

    fn suffixes(x: f64) -> f64 {
        x * 1f64 + 0x10 as f64 + 0b11 as f64 + 0o7 as f64 + 1_0f64 + (3.7f32 as f64) + (1u8 as f64)
    }

    fn constants_of_the_user(x: f64) -> f64 {
        HALF * x + LIMIT - TABLE[2] * TABLE[1] + GRID[1][0] / GRID[0][1] + PAIR.0 * PAIR.1 as f64 + Unit::SCALE
    }

    fn constants_before_numbers(x: f64) -> f64 {
        HALF + LIMIT * LIMIT - HALF / LIMIT * x + HALF.max(x) + LIMIT.min(2.0) * HALF.sqrt()
    }

    fn constants_in_fields(x: f64) -> f64 {
        let mut y = LIMITS.low;
        for _ in 0..LIMITS.steps { y = y * 0.5 + LIMITS.high; }
        y * x + Unit::STEPS as f64
    }

    fn constants_of_std(x: f64) -> f64 {
        PI * x + TAU - E / LN_2 + consts::SQRT_2 + std::f64::consts::FRAC_PI_3 * core::f64::consts::LOG2_E
    }

    fn constants_of_the_type(x: f64) -> f64 {
        f64::EPSILON + x * f64::MIN_POSITIVE + f64::MAX.min(x) + f64::MIN / f64::INFINITY + f64::NEG_INFINITY.max(x)
    }

    fn nan_from_everywhere(x: f64) -> (f64, f64, f64) {
        (f64::NAN + x, 0.0 / 0.0, f64::INFINITY - f64::INFINITY)
    }

    fn local_constants(x: f64) -> f64 {
        const A: f64 = 0.1;
        const B: [f64; 2] = [0.2, A * 3.0];
        static C: f64 = 0.4;
        const N: usize = B.len();
        let a = [x; N];
        a[1] * A + B[1] * C
    }

    fn plain_values_in_arithmetic(x: f64) -> f64 {
        let a = plain(3) * x;
        let b = x - plain(1) / 2.0;
        let c = plain(2) * 0.1 + 0.3;
        a + b * c + LOCAL.with(|l| *l) * x
    }

    fn plain_values_bound_first(x: f64) -> f64 {
        let rate = plain(3);
        let weights = [plain(1) * x, x];
        let mut sum = rate * 0.1 + x;
        sum += weights[0] * weights[1];
        sum -= HALF;
        sum
    }

    fn sums_of_constants_stay_in_order(x: f64) -> f64 {
        let total: f64 = TABLE.iter().sum::<f64>() + TABLE.iter().product::<f64>();
        total + TABLE.iter().map(|c| c * x).sum::<f64>() - GRID.iter().flatten().map(|g| g - x).fold(0.0, |a, b| a + b)
    }

    fn constants_compared(x: f64) -> f64 {
        let k = (x < HALF) as u8 + (LIMIT <= x) as u8 * 2 + (HALF < LIMIT) as u8 * 4 + (TABLE[0] == x) as u8 * 8;
        k as f64
    }

    fn constants_assigned(x: f64) -> f64 {
        let mut y = HALF;
        y += x;
        let mut z = x;
        z = LIMIT;
        z *= HALF;
        let mut t = [HALF, x];
        t[0] = TABLE[2];
        t[1] -= PI;
        y * z + t[0] * t[1]
    }

    fn constants_in_branches(x: f64) -> f64 {
        let a = if x > 0.0 { HALF } else { x };
        let b = match COUNT { 3 => LIMIT, _ => 0.1 };
        let c = Some(HALF).map_or(x, |h| h * x);
        a * b + c
    }

    fn float_arguments_of_integers(x: f64) -> f64 {
        let v = [COUNT as f64, NAMES[1].len() as f64, (COUNT * 2) as f64 / 4.0, -(COUNT as f64)];
        v.iter().fold(x, |a, b| a * b + 1.0)
    }

    fn ranges_for_plain_functions(x: f64) -> f64 {
        x * width(0.5..1.5, [3.0, 0.0]) + width(-0.5..0.5, [0.5, 1.0])
    }
}
