//! The polygamma functions ψ⁽ⁿ⁾ of all orders, which no maintained small crate offers.
//!
//! ψ⁽ⁿ⁾(x) = (-1)ⁿ⁺¹ n! Σ 1/(x+k)ⁿ⁺¹: a few terms of the series, then the Euler–Maclaurin tail.
//! Source: Abramowitz & Stegun, *Handbook of Mathematical Functions*, 6.3.18, 6.4.6, 6.4.7, 6.4.10, 6.4.11.

use alloc::vec::Vec;
use core::f64::consts::PI;

#[cfg(not(feature = "std"))]
use super::math::Float as _;

/// B₂, B₄, …, B₂₄.
const BERNOULLI: [f64; 12] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174_611.0 / 330.0,
    854_513.0 / 138.0,
    -236_364_091.0 / 2730.0,
];

/// ψ⁽ⁿ⁾(x); NaN at the poles 0, -1, -2, ….
pub(crate) fn polygamma(n: u32, x: f64) -> f64 {
    if x <= 0.0 {
        if x == x.floor() { f64::NAN } else { reflected(n, x) }
    } else if n == 0 {
        digamma(x)
    } else {
        let sign = if n % 2 == 0 { -1.0 } else { 1.0 };
        sign * hurwitz(n, x)
    }
}

/// ψ(x) for x > 0.
fn digamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 12.0 {
        below += x.recip();
        x += 1.0;
    }
    let square = x * x;
    let (mut tail, mut power) = (0.0, 1.0);
    for (k, b) in (1..).zip(BERNOULLI) {
        power *= square;
        tail += b / (f64::from(2 * k) * power);
    }
    x.ln() - 0.5 / x - tail - below
}

/// n! ζ(n+1, x) for n ≥ 1, x > 0.
fn hurwitz(n: u32, mut x: f64) -> f64 {
    let s = f64::from(n) + 1.0;
    let factorial: f64 = (1..=n).map(f64::from).product();
    let mut sum = 0.0;
    while x < 12.0 + s {
        sum += x.powf(-s);
        x += 1.0;
    }
    sum += x.powf(1.0 - s) / (s - 1.0) + 0.5 * x.powf(-s);
    // Σ B₂ₖ/(2k)! · s(s+1)…(s+2k-2) · x^(-s-2k+1)
    let mut term = s * x.powf(-s - 1.0) / 2.0;
    for (k, b) in (1..).zip(BERNOULLI) {
        let k = f64::from(k);
        sum += b * term;
        term *= (s + 2.0 * k - 1.0) * (s + 2.0 * k) / ((2.0 * k + 1.0) * (2.0 * k + 2.0)) / (x * x);
    }
    factorial * sum
}

/// ψ⁽ⁿ⁾(x) = (-1)ⁿ ψ⁽ⁿ⁾(1-x) - π dⁿ/dxⁿ cot πx.
fn reflected(n: u32, x: f64) -> f64 {
    // cot⁽ⁿ⁾ is a polynomial in c = cot: p₀ = c, pₙ₊₁ = -(1 + c²) pₙ'.
    let c = cot_pi(x);
    let mut p = vec![0.0, 1.0];
    for _ in 0..n {
        let slope: Vec<f64> = (1..).map(f64::from).zip(&p[1..]).map(|(k, a)| -k * a).collect();
        p = slope.iter().copied().chain([0.0, 0.0]).collect();
        for (i, a) in slope.iter().enumerate() {
            p[i + 2] += a;
        }
    }
    let cot_n =
        p.iter().rev().fold(0.0, |sum, a| sum * c + a) * PI.powi(i32::try_from(n).unwrap_or(i32::MAX));
    let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
    sign * polygamma(n, 1.0 - x) - PI * cot_n
}

/// cot πx, with an exact reduction of the argument.
fn cot_pi(x: f64) -> f64 {
    let r = x - x.round();
    (PI * r).tan().recip()
}

#[cfg(test)]
mod tests {
    use super::{BERNOULLI, PI, polygamma};

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 4e-15 * b.abs(), "{a} is not {b}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri perturbs the last bits of ln on purpose")]
    fn values_of_the_handbook() {
        close(polygamma(0, 1.0), -0.577_215_664_901_532_9);
        close(polygamma(0, 0.5), -1.963_510_026_021_423_5);
        close(polygamma(0, -1.5), 0.703_156_640_645_243_2);
        close(polygamma(1, 1.0), 1.644_934_066_848_226_4);
        close(polygamma(1, -0.5), 8.934_802_200_544_679);
        close(polygamma(2, 1.0), -2.404_113_806_319_188_5);
        close(polygamma(3, 1.0), 6.493_939_402_266_829);
        // (-1)ⁿ⁺¹ n! ζ(n+1)
        close(polygamma(8, 1.0), -40_320.0 * 1.002_008_392_826_082_2);
        close(polygamma(10, 1.0), -3_628_800.0 * 1.000_494_188_604_119_5);
        assert!(polygamma(0, -3.0).is_nan());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri perturbs the last bits of ln on purpose")]
    fn a_large_argument_is_reflected_exactly() {
        // The cotangent is -1 there.
        close(polygamma(0, -1_000_000.25), polygamma(0, 1_000_001.25) + PI);
    }

    /// Σ (m+1 over j) Bⱼ = 0 over j ≤ m.
    #[test]
    fn the_numbers_of_bernoulli_obey_their_recurrence() {
        let b = |j: u8| match j {
            0 => 1.0,
            1 => -0.5,
            _ if j % 2 == 1 => 0.0,
            _ => BERNOULLI[usize::from(j) / 2 - 1],
        };
        for m in 1..=24_u8 {
            let (mut binomial, mut sum, mut scale) = (1.0, 0.0, 0.0_f64);
            for (j, left) in (0..=m).zip((0..=m).rev()) {
                sum += binomial * b(j);
                scale = scale.max((binomial * b(j)).abs());
                binomial *= (f64::from(left) + 1.0) / (f64::from(m - left) + 1.0);
            }
            assert!(sum.abs() <= 1e-14 * scale, "m = {m}: {sum}");
        }
    }
}
