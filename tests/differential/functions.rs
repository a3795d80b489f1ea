//! The functions of `f64`, by method, by path and by value.

use crate::behaviour::{log, note};

fn twice<T>(f: fn(T) -> T, x: T) -> T {
    f(f(x))
}

fn called<T, F: Fn(T) -> T>(f: F, x: T) -> T {
    log("called");
    f(x)
}

const LIMIT: f64 = 2.5;
const TABLE: [f64; 3] = [0.5, 1.5, 2.5];

same! {
    fn a_number_stands_in_for_a_constant(x: f64) -> f64 {
        let none: Option<f64> = None;
        let limit = Some(LIMIT);
        Some(LIMIT).unwrap_or(x) + limit.unwrap_or_else(|| x) + none.unwrap_or(x) + Some(x).unwrap_or(LIMIT)
            + TABLE.get(1).copied().unwrap_or(x) * TABLE.get(7).copied().unwrap_or(x)
            + TABLE.iter().copied().next().unwrap_or(x + 1.0)
    }

    fn trigonometry(x: f64) -> [f64; 9] {
        let (s, c) = x.sin_cos();
        [x.sin(), x.cos(), x.tan(), x.asin(), x.acos(), x.atan(), s, c, x.to_radians() + x.to_degrees()]
    }

    fn hyperbolics(x: f64) -> [f64; 6] {
        [x.sinh(), x.cosh(), x.tanh(), x.asinh(), x.acosh(), x.atanh()]
    }

    fn exponentials(x: f64) -> [f64; 9] {
        [x.exp(), x.exp2(), x.exp_m1(), x.ln(), x.ln_1p(), x.log2(), x.log10(), x.log(3.0), x.log(x)]
    }

    fn roots_and_powers(x: f64, y: f64) -> [f64; 8] {
        [x.sqrt(), x.cbrt(), x.powi(3), x.powi(-2), x.powi(0), x.powf(y), x.powf(0.5), x.hypot(y)]
    }

    fn rounding(x: f64) -> [f64; 5] {
        [x.floor(), x.ceil(), x.round(), x.trunc(), x.fract()]
    }

    fn rounding_at_halves(x: f64) -> [f64; 5] {
        let h = x.floor() + 0.5;
        [h.floor(), h.ceil(), h.round(), h.trunc(), h.fract()]
    }

    fn signs(x: f64, y: f64) -> [f64; 6] {
        [x.abs(), x.signum(), x.copysign(y), -x, x.recip(), -(-x)]
    }

    fn choices(x: f64, y: f64) -> [f64; 6] {
        [x.max(y), x.min(y), y.max(x), y.min(x), x.clamp(-1.0, 2.0), x.max(f64::NAN)]
    }

    fn clamp_with_bad_bounds_panics(x: f64, y: f64) -> f64 {
        log("before");
        x.clamp(y, 1.0)
    }

    fn quotients(x: f64, y: f64) -> [f64; 6] {
        [x % y, x / y, x.rem_euclid(y), x.div_euclid(y), x % 0.3, -x % y]
    }

    fn several_arguments(x: f64, y: f64) -> [f64; 4] {
        [x.mul_add(y, 1.0), y.atan2(x), x.hypot(y), f64::mul_add(x, x, y)]
    }

    fn predicates(x: f64) -> f64 {
        let b = [x.is_nan(), x.is_finite(), x.is_infinite(), x.is_sign_negative(), x.is_sign_positive()];
        b.iter().fold(0, |k, b| 2 * k + *b as u32) as f64
    }

    fn paths_called(x: f64, y: f64) -> [f64; 8] {
        [f64::sin(x), f64::powi(x, 2), f64::powf(x, y), <f64>::sqrt(x), f64::max(x, y), f64::abs(-x), f64::clamp(x, 0.0, 1.0), f64::from(3u8) * x]
    }

    fn paths_as_values(x: f64, y: f64) -> [f64; 5] {
        let f = f64::sin;
        let g = if x > 0.0 { f64::exp } else { f64::abs };
        let h = f64::max;
        [f(x), g(x), h(x, y), (f64::sqrt)(x), [f64::cos, f64::tan][1](x)]
    }

    fn paths_as_arguments(x: f64) -> f64 {
        let v = [x, 1.0, 4.0];
        v.iter().copied().map(f64::sqrt).sum::<f64>() + v.iter().cloned().fold(f64::INFINITY, f64::min) + v.into_iter().reduce(f64::max).unwrap()
    }

    fn paths_to_helpers(x: f64) -> f64 {
        twice(f64::cos, x) + called(f64::abs, x) + called(|y: f64| y * 2.0, x)
    }

    fn predicates_by_path(x: f64) -> f64 {
        let v = [x, 1.0, f64::NAN];
        let some = Some(x).filter(|y| !f64::is_nan(*y)).map_or(7.0, f64::abs);
        some + v.iter().filter(|y| y.is_finite()).count() as f64 + v.iter().copied().any(f64::is_infinite) as u8 as f64
    }

    fn operator_traits_by_path(x: f64, y: f64) -> [f64; 6] {
        use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
        let mut z = x;
        z.add_assign(y);
        [x.add(y), Sub::sub(x, y), Mul::mul(x, 2.0), x.div(y), Neg::neg(x), z]
    }

    fn operator_traits_as_values(x: f64) -> f64 {
        use std::ops::{Add, Mul};
        let v = [x, 2.0, 0.5];
        v.iter().copied().fold(1.0, Mul::mul) + v.iter().copied().fold(0.0, std::ops::Add::add) + v.into_iter().reduce(f64::add).unwrap()
    }

    fn clone_and_default(x: f64) -> f64 {
        let y = x.clone() + Clone::clone(&x) + f64::clone(&x);
        y * f64::default() + <f64 as Default>::default() + f64::default()
    }

    fn comparison_methods(x: f64, y: f64) -> f64 {
        let b = [x.lt(&y), x.ge(&y), x.eq(&y), x.ne(&y), x.gt(&1.0), x.le(&0.5), PartialOrd::lt(&x, &y)];
        b.iter().fold(0, |k, b| 2 * k + *b as u32) as f64 + x.partial_cmp(&y).map_or(0.5, |o| o as i8 as f64)
    }

    fn conversions(x: f64) -> f64 {
        f64::from(3i32) * x + f64::from(2.5f32) + x * f64::from(2u8) + f64::from(x)
    }

    fn references_as_receivers(x: f64) -> f64 {
        let r = &x;
        let rr = &r;
        r.sin() + rr.cos() + (*r).abs() + (&&x).powi(2) + r.max(1.0)
    }

    fn references_as_operands(x: f64, y: f64) -> [f64; 8] {
        let (a, b) = (&x, &y);
        [a + b, a - y, x * b, a / &y, a % b, -a, a * 2.0, 3.0 - b]
    }

    fn products_of_references(x: f64) -> f64 {
        let mut y = x;
        y += &x;
        y *= &2.0;
        let r = &mut y;
        *r -= &x;
        *r /= 3.0;
        y
    }

    fn chained_methods(x: f64) -> f64 {
        x.abs().sqrt().max(0.1).ln().exp().powi(2).sin().mul_add(2.0, 1.0).clamp(-5.0, 5.0)
    }

    fn precedence(x: f64, y: f64) -> f64 {
        x + y * x - y / x % 3.0 - -x * -y + (x + y) * (x - y) - x * y * x / y / x
    }

    fn association(x: f64, y: f64) -> f64 {
        (x + y) + 0.1 - (x + (y + 0.1)) + x / (y / 3.0) - x / y / 3.0 + (x * (y * 0.1)) - x * y * 0.1
    }

    fn cancellation_is_not_simplified(x: f64) -> [f64; 6] {
        [x - x, x + 0.0, x * 0.0, x * 1.0, 0.0 - x, x / x]
    }

    fn horner(x: f64) -> f64 {
        [0.1, -0.3, 2.5, 1e-3].iter().rev().fold(0.0, |y, c| y * x + c)
    }

    fn newton(x: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..8 { y -= (y * y - x) / (2.0 * y); }
        y
    }

    fn ties_and_midpoints(x: f64, y: f64) -> [f64; 5] {
        let h = x.floor() + 0.5;
        [x.round_ties_even(), h.round_ties_even(), f64::round_ties_even(-h), x.midpoint(y), f64::midpoint(x, 1.0)]
    }

    fn classes_of_floats(x: f64) -> f64 {
        let b = [x.is_normal(), x.is_subnormal(), f64::is_normal(x * 0.5), f64::is_subnormal(x * 1e-10)];
        b.iter().fold(0, |k, b| 2 * k + *b as u32) as f64
    }

    fn only_a_remainder(x: f64, y: f64) -> f64 { x % y }

    fn only_a_remainder_in_place(x: f64, y: f64) -> f64 { let mut z = x; z %= y; z }

    fn only_a_quotient_in_place(x: f64, y: f64) -> f64 { let mut z = x; z /= y; z }

    fn only_a_difference_in_place(x: f64, y: f64) -> f64 { let mut z = x; z -= y; z }

    fn only_a_comparison(x: f64, y: f64) -> f64 { if x < y { x } else { y } }

    fn only_an_equality(x: f64, y: f64) -> f64 { if x == y { x * y } else { y } }

    fn only_a_minus(x: f64) -> f64 { -x }

    fn only_a_predicate(x: f64) -> f64 { if x.is_nan() { x } else { x * x } }

    fn only_a_negative_integer(x: f64, y: f64) -> f64 { let k = -3; x * y + k as f64 }

    fn only_an_index(x: f64) -> f64 { let k = [3usize, 1]; let mut y = x; for i in 0..2 { y *= k[i] as f64; } y }

    fn only_a_negative_literal_in_a_struct(x: f64, y: f64) -> f64 {
        struct Pair<T> { a: T, b: T }
        let p = Pair { a: x, b: -1.0 };
        p.a * y + p.b
    }
}
