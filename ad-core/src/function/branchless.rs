//! Elementary functions without branches. LLVM turns loops over them into vector instructions: see [`Lanes`](crate::Lanes).
//!
//! There is no fused multiplication, so the bits are the same on every target. Polynomials are evaluated in halves and quarters (G.
//! Estrin, 1960), because one long chain of operations leaves the processor idle.
//!
//! Sources: the reductions and polynomials of fdlibm (Sun Microsystems, 1993) for the logarithm, sine and cosine. The rational
//! function for the normal distribution was fitted here, by iterated weighted least squares in 50 digits (C. L. Lawson, 1961).

#![allow(
    clippy::inline_always,
    clippy::excessive_precision,
    clippy::unreadable_literal,
    reason = "a lane of a vector; coefficients as in the sources"
)]

use core::f64::consts::{FRAC_2_PI, LOG2_E, SQRT_2};

/// 1.5·2⁵²: the sum with a small number has the nearest integer in its last bits.
const MAGIC: f64 = 6755399441055744.0;
/// ln 2 in two parts, of which the first has 33 bits.
const LN2: [f64; 2] = [6.93147180369123816490e-01, 1.90821492927058770002e-10];
/// (eʳ - 1 - r) / r² for |r| ≤ ½ ln 2.
const EXP: [f64; 10] = [
    0.5000000000000001,
    0.1666666666666667,
    0.04166666666662412,
    0.008333333333326134,
    0.0013888888917215586,
    0.00019841269874822307,
    2.4801521293463862e-05,
    2.755725539833871e-06,
    2.762008948195459e-07,
    2.5105217695684516e-08,
];
/// exp(x²/2) Φ(-x) for 0 ≤ x ≤ 38.7: the numerator and the denominator.
const MILLS: [[f64; 11]; 2] = [
    [
        0.5,
        0.77466713977294410949,
        0.59374654665562807672,
        0.28911848438704575446,
        0.097603200153982336913,
        0.023593038513602213378,
        0.0040830687220443926918,
        0.00048951369465708685114,
        0.000037172015159963648926,
        1.382039171921793607e-6,
        0.0,
    ],
    [
        1.0,
        2.3472188403487435962,
        2.560302766851442426,
        1.7134151175150012687,
        0.78143237659965038859,
        0.25470331199228987082,
        0.060359078205478303768,
        0.010327911918772773118,
        0.0012304931265150928023,
        0.000093176424222788489266,
        3.4642584649973956025e-6,
    ],
];

/// eʳ - 1 for the remainder r of x, and the integer n for which x = n ln 2 + r, plus `MAGIC`.
#[inline(always)]
fn reduced(x: f64) -> (f64, f64) {
    let shifted = x * LOG2_E + MAGIC;
    let n = shifted - MAGIC;
    (near((x - n * LN2[0]) - n * LN2[1]), shifted)
}

/// eʳ - 1 for |r| ≤ ½ ln 2
#[inline(always)]
fn near(r: f64) -> f64 {
    let z = r * r;
    let pair = |i: usize| EXP[i] + EXP[i + 1] * r;
    let q = (pair(0) + z * pair(2)) + (z * z) * ((pair(4) + z * pair(6)) + (z * z) * pair(8));
    r + z * q
}

/// Whether [`usual_exp`] is right.
#[inline(always)]
pub(crate) fn is_near(x: f64) -> bool {
    x.abs() <= 708.0
}

/// `factor`·eˣ, where eˣ is a normal number.
#[inline(always)]
pub(crate) fn usual_exp(x: f64, factor: f64) -> f64 {
    let (p, shifted) = reduced(x);
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1f64.to_bits()));
    (factor + factor * p) * power
}

/// `factor`·eˣ, where neither the factor nor the product of its size with that of eʳ overflows.
#[inline(always)]
pub(crate) fn exp_times(x: f64, factor: f64) -> f64 {
    let x = if x > 710.0 { 710.0 } else { x };
    let x = if x < -1400.0 { -1400.0 } else { x };
    let (p, shifted) = reduced(x);
    // 2ⁿ in two factors, each of which is a normal number.
    let n = shifted.to_bits().wrapping_sub(MAGIC.to_bits()).wrapping_add(4096);
    let half = n >> 1;
    let power = |exponent: u64| f64::from_bits(exponent << 52);
    let (a, b) = (power(half.wrapping_sub(2048 - 1023)), power((n - half).wrapping_sub(2048 - 1023)));
    (factor + factor * p) * a * b
}

/// The same with √2·x in place of x.
const MILLS_2: [[f64; 11]; 2] = {
    let (mut c, mut i) = (MILLS, 0);
    while i < 11 {
        let power = (1 << (i / 2)) as f64 * if i % 2 == 0 { 1.0 } else { SQRT_2 };
        (c[0][i], c[1][i]) = (c[0][i] * power, c[1][i] * power);
        i += 1;
    }
    c
};

/// The quotient of the polynomials for x ≥ 0.
#[inline(always)]
fn quotient([p, q]: [[f64; 11]; 2], x: f64) -> f64 {
    let (z, w) = (x * x, (x * x) * (x * x));
    let pair = |c: [f64; 11], i: usize| c[i] + c[i + 1] * x;
    let four = |c: [f64; 11], i: usize| pair(c, i) + z * pair(c, i + 2);
    let numerator = four(p, 0) + w * (four(p, 4) + w * pair(p, 8));
    let denominator = four(q, 0) + w * (four(q, 4) + w * (pair(q, 8) + z * q[10]));
    numerator / denominator
}

/// x² as a sum, exactly.
#[inline(always)]
fn square(x: f64) -> [f64; 2] {
    let square = x * x;
    let high = f64::from_bits(x.to_bits() & 0xffff_ffff_f800_0000);
    let low = x - high;
    [square, ((high * high - square) + 2.0 * high * low) + low * low]
}

/// Φ(x), by an exponential for its arguments.
#[inline(always)]
fn normal_cdf_by(x: f64, exp: impl Fn(f64, f64) -> f64) -> f64 {
    let a = x.abs();
    let a = if a > 38.7 { 38.7 } else { a };
    let ([square, rest], q) = (square(a), quotient(MILLS, a));
    let y = exp(-0.5 * square, q - q * (0.5 * rest));
    if x > 0.0 { 1.0 - y } else { y }
}

/// Whether [`usual_normal_cdf`] is right.
#[inline(always)]
pub(crate) fn is_central(x: f64) -> bool {
    x.abs() < 37.0
}

/// Φ(x), where it is a normal number.
#[inline(always)]
pub(crate) fn usual_normal_cdf(x: f64) -> f64 {
    normal_cdf_by(x, usual_exp)
}

/// Φ(x)
pub(crate) fn normal_cdf(x: f64) -> f64 {
    if is_central(x) { usual_normal_cdf(x) } else { normal_cdf_by(x, exp_times) }
}

/// erfc x, by an exponential for its arguments.
#[inline(always)]
pub(crate) fn erfc(x: f64, exp: impl Fn(f64, f64) -> f64) -> f64 {
    let a = x.abs();
    let a = if a > 27.3 { 27.3 } else { a };
    let ([square, rest], q) = (square(a), 2.0 * quotient(MILLS_2, a));
    let y = exp(-square, q - q * rest);
    if x < 0.0 { 2.0 - y } else { y }
}

/// The logarithm of x/2ⁿ for a normal number x.
#[inline(always)]
fn logarithm(x: f64, n: f64) -> f64 {
    // 2ᵏ·m with m between √½ and √2
    let bits = x.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - 0x3fe6_a09e_0000_0000);
    let k = f64::from_bits(bits >> 52 | 0x4330_0000_0000_0000) - (4503599627370496.0 + 1023.0) - n;
    let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) + 0x3fe6_a09e_0000_0000);
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    let odd = z
        * ((6.666666666666735130e-01 + w * 2.857142874366239149e-01)
            + (w * w) * (1.818357216161805012e-01 + w * 1.479819860510658591e-01));
    let half = 0.5 * f * f;
    k * LN2[0] - ((half - (s * (half + (even + odd)) + k * LN2[1])) - f)
}

/// The logarithm of a normal number.
#[inline(always)]
pub(crate) fn ln(x: f64) -> f64 {
    logarithm(x, 0.0)
}

/// Whether [`ln`] is right.
#[inline(always)]
pub(crate) fn is_positive(x: f64) -> bool {
    (f64::MIN_POSITIVE..f64::INFINITY).contains(&x)
}

/// The logarithm of 0, of a subnormal or negative number, ∞ or NaN.
pub(crate) fn ln_at_the_edge(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        _ if x < 0.0 => f64::NAN,
        _ if x < f64::MIN_POSITIVE => logarithm(x * 18014398509481984.0, 54.0),
        _ => x,
    }
}

/// Up to here the reduction of [`sine`] is exact.
pub(crate) const LONGEST: f64 = 1e6;

/// The sine, or the cosine.
#[inline(always)]
pub(crate) fn sine(x: f64, cosine: bool) -> f64 {
    /// π/2 in parts of 33 bits, and the rest.
    const PI_2: [f64; 4] = [
        1.57079632673412561417e+00,
        6.07710050630396597660e-11,
        2.02226624871116645580e-21,
        8.47842766036889956997e-32,
    ];
    let shifted = x * FRAC_2_PI + MAGIC;
    let n = shifted - MAGIC;
    // x - n·π/2 as r + tail
    let a = x - n * PI_2[0];
    let w = n * PI_2[1];
    let b = a - w;
    let lost = (a - b) - w;
    let w = n * PI_2[2];
    let c = b - w;
    let rest = n * PI_2[3] - ((b - c) - w) - lost;
    let r = c - rest;
    let tail = (c - r) - rest;

    let z = r * r;
    let w = z * z;
    let p = 8.33333333332248946124e-03
        + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06)
        + z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    let v = z * r;
    let sin = r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
    let q = z
        * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05))
        + w * w
            * (-2.75573143513906633035e-07
                + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    let half = 0.5 * z;
    let u = 1.0 - half;
    let cos = u + (((1.0 - u) - half) + (z * q - r * tail));

    let quadrant = shifted.to_bits().wrapping_add(cosine.into());
    let other = 0u64.wrapping_sub(quadrant & 1);
    let bits = (sin.to_bits() & !other) | (cos.to_bits() & other);
    f64::from_bits(bits ^ (quadrant & 2) << 62)
}

/// (e^(2|x|) - 1) / (e^(2|x|) + 1)
#[inline(always)]
pub(crate) fn tanh(x: f64) -> f64 {
    let a = x.abs();
    let a = if a > 22.0 { 22.0 } else { a };
    let (p, shifted) = reduced(2.0 * a);
    let power = f64::from_bits(shifted.to_bits().wrapping_sub(MAGIC.to_bits()).wrapping_add(1023) << 52);
    let e = p * power + (power - 1.0);
    (e / (e + 2.0)).copysign(x)
}

/// 1 / (1 + e⁻ˣ), by an exponential for its arguments.
#[inline(always)]
pub(crate) fn sigmoid(x: f64, exp: impl Fn(f64, f64) -> f64) -> f64 {
    let e = exp(-x.abs(), 1.0);
    (if x < 0.0 { e } else { 1.0 }) / (1.0 + e)
}

/// 1 - y² for y = tanh x. If |y| exceeds ⅞, the difference would amplify the error of y, and (e⁻ᵃ·(1 + |y|))² with a = |x| does not.
#[inline(always)]
pub(crate) fn tanh_slope(x: f64, y: f64) -> f64 {
    let a = x.abs();
    // The square is 0 there.
    let a = if a > 700.0 { 700.0 } else { a };
    let root = usual_exp(-a, 1.0 + y.abs());
    if y.abs() > 0.875 { root * root } else { 1.0 - y * y }
}

/// y·(1 - y) for y = σ(x), without cancellation.
#[inline(always)]
pub(crate) fn sigmoid_slope(x: f64, y: f64) -> f64 {
    y * if y > 0.5 { sigmoid(-x, exp_times) } else { 1.0 - y }
}
