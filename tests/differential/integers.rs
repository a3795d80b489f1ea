//! Integers beside numbers: arithmetic, overflow, casts, bits.

use crate::behaviour::{log, note};

same! {
    fn division_and_remainder(x: f64) -> f64 {
        let (a, b) = (17i32, -5i32);
        let all = [a / b, a % b, b / 3, b % 3, a.div_euclid(b), a.rem_euclid(b), (-a) / 4, -(a / 4)];
        all.iter().fold(x, |y, k| y * 3.0 + *k as f64)
    }

    fn integer_literals_stay_integers(x: f64) -> f64 {
        let half = 1 / 2;
        let third = 10 / 3 * 3;
        x + (half + third) as f64 + (7 / 2) as f64 + 7 as f64 / 2 as f64
    }

    fn powers_of_minus_one(x: f64) -> f64 {
        let mut y = 0.0;
        for k in 0..5 { y += (-1i32).pow(k) as f64 * x.powi(k as i32); }
        y
    }

    fn casts_between_integers(x: f64) -> f64 {
        let k = 300;
        let all = [k as u8 as i32, (k as i8) as i32, -1i32 as u8 as i32, (k as u16 as i64 - 400) as i32, 'a' as i32, true as i32];
        all.iter().map(|k| *k as f64 * x).sum::<f64>()
    }

    fn casts_to_numbers(x: f64) -> f64 {
        let (a, b, c, d, e) = (3u8, -4i16, 5u32, -6i64, 7usize);
        a as f64 + b as f64 * x - c as f64 / d as f64 + e as f64 + f64::from(a) + f64::from(b) - f64::from(c)
    }

    fn casts_of_large_integers(x: f64) -> f64 {
        let (a, b, c) = (u64::MAX, i64::MIN, i64::MAX);
        a as f64 + x * b as f64 - c as f64 + (1u64 << 63) as f64 + 9007199254740993u64 as f64
    }

    fn casts_of_expressions(x: f64) -> f64 {
        let (i, n) = (2usize, 5usize);
        (i + 1) as f64 * x / (n - i) as f64 + (n * n / 2) as f64 + (i as i32 - n as i32) as f64 + (n % 3) as f64
    }

    fn casts_bind_tighter(x: f64) -> f64 {
        let k = 3;
        k as f64 * x + 2 as f64 / k as f64 - -k as f64
    }

    fn casts_of_booleans_and_characters(x: f64) -> f64 {
        (x > 0.0) as u8 as f64 + 'b' as u32 as f64 + b'c' as f64 + u8::from(x < 1.0) as f64
    }

    fn casts_of_singles(x: f64) -> f64 {
        let s = 0.1f32;
        let t = 0.3f32 * s;
        s as f64 * x + t as f64 + f64::from(s) + (1.0f32 / 3.0) as f64
    }

    fn plain_floats_to_integers(x: f64) -> f64 {
        const SCALE: f64 = 3.9;
        let k = SCALE as usize + (SCALE * 2.0) as usize + (-SCALE) as i32 as usize % 7 + SCALE.round() as usize;
        x * k as f64
    }

    fn overflow_panics(x: f64) -> f64 {
        let mut k = 250u8;
        for _ in 0..10 { k += note("step", 1); }
        x * k as f64
    }

    fn underflow_of_a_length(x: f64) -> f64 {
        let v: Vec<f64> = if x > 0.0 { vec![x] } else { vec![] };
        let last = v.len() - 1;
        v[last]
    }

    fn division_by_zero_panics(x: f64) -> f64 {
        let n = (x > 0.0) as usize;
        log("before");
        x * (10 / n) as f64
    }

    fn negation_overflow_and_abs(x: f64) -> f64 {
        let k = i32::MIN + (x > 0.0) as i32;
        -k as f64 + k.abs() as f64
    }

    fn wrapping_and_saturating(x: f64) -> f64 {
        let k = 200u8;
        let all = [k.wrapping_add(100) as i32, k.saturating_add(100) as i32, k.checked_add(100).map_or(-1, |k| k as i32),
            k.overflowing_mul(2).0 as i32, 5u8.saturating_sub(9) as i32, (-7i32).unsigned_abs() as i32, 7u32.abs_diff(9) as i32];
        all.iter().fold(x, |y, k| y + *k as f64)
    }

    fn shifts_and_masks(x: f64) -> f64 {
        let mut k = 0b1011u32;
        k <<= 2; k |= 1; k ^= 0xF; k &= !2; k >>= 1;
        let bits = (0..8).filter(|i| k >> i & 1 == 1).count();
        x * k as f64 + bits as f64 + (k.count_ones() + k.leading_zeros()) as f64
    }

    fn compound_assignment_on_integers(x: f64) -> f64 {
        let mut k = 100;
        k += 5; k -= 3; k *= 2; k /= 7; k %= 20;
        let mut v = [1, 2, 3];
        v[0] += v[1] * v[2];
        v[1] -= v.iter().sum::<i32>();
        x * (k + v[0] - v[1]) as f64
    }

    fn binary_exponentiation(x: f64) -> f64 {
        let (mut base, mut k, mut result) = (x, 13u32, 1.0);
        while k > 0 {
            if k & 1 == 1 { result *= base; }
            base *= base;
            k >>= 1;
        }
        result
    }

    fn loop_counters_into_arithmetic(x: f64) -> f64 {
        let mut y = x;
        for i in 1..=6 { y = y / i as f64 + (i * i) as f64 - (6 - i) as f64; }
        for i in (0..10).step_by(3).rev() { y += i as f64; }
        for i in (-2..2).rev() { y *= i as f64 + 0.5; }
        y
    }

    fn factorials_and_binomials(x: f64) -> f64 {
        let factorial = |n: u64| (1..=n).product::<u64>();
        let binomial = |n: u64, k: u64| factorial(n) / (factorial(k) * factorial(n - k));
        (0..=5).map(|k| binomial(5, k) as f64 * x.powi(k as i32)).sum()
    }

    fn greatest_common_divisor(x: f64) -> f64 {
        fn gcd(a: u32, b: u32) -> u32 { if b == 0 { a } else { gcd(b, a % b) } }
        let (mut a, mut b) = (84, 36);
        while b != 0 { (a, b) = (b, a % b); }
        x * (a + gcd(100, 75)) as f64
    }

    fn linear_congruences(x: f64) -> f64 {
        let mut s = 12345u64;
        let mut y = x;
        for _ in 0..5 {
            s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            y += (s >> 33) as f64 / (1u64 << 31) as f64;
        }
        y
    }

    fn indices_computed(x: f64) -> f64 {
        let v = [x, 1.0, 2.0, x * x];
        let n = v.len();
        let mut sum = 0.0;
        for i in 0..n { sum = sum * 2.0 + v[(i * 3 + 1) % n] - v[n - 1 - i] + v[i / 2] + v[usize::min(i + 1, n - 1)]; }
        sum
    }

    fn powi_with_computed_exponents(x: f64) -> f64 {
        let n = 3u8;
        x.powi(n as i32) + x.powi(-(n as i32)) + x.powi(i32::from(n) / 2) + x.powi(2 - 2) + (0..3).map(|i| x.powi(i)).sum::<f64>()
    }

    fn integer_methods_with_names_of_float_methods(x: f64) -> f64 {
        let k = 7i32;
        x * (k.max(9).min(8) + k.pow(2) + k.signum() - (-3i32).abs() + k.clamp(0, 5) + 10i32.ilog2() as i32) as f64
    }

    fn ordering_of_integers(x: f64) -> f64 {
        use std::cmp::{Ordering, Reverse, max, min};
        let o = 3.cmp(&5);
        let k = max(2, 3) * min(4, 5) + (o == Ordering::Less) as i32 + (Reverse(1) < Reverse(2)) as i32;
        let (a, b) = if 2 < 3 && "a" < "b" && [1, 2] < [1, 3] { (x, 1.0) } else { (1.0, x) };
        a * k as f64 + b
    }

    fn widths_and_limits(x: f64) -> f64 {
        let k = u8::MAX as u32 + i16::MIN as u32 % 100 + u32::BITS + usize::MAX.count_ones();
        x * k as f64 + i32::MAX as f64
    }

    fn parsing_of_integers(x: f64) -> f64 {
        let k: usize = "12".parse().unwrap();
        let j = "x7".trim_start_matches('x').parse::<i32>().unwrap_or_default();
        let digits: u32 = "314".chars().filter_map(|c| c.to_digit(10)).sum();
        x * (k as f64) + j as f64 + digits as f64
    }
}
