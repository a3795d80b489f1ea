//! Elementary functions of several floats at once: code without branches, which LLVM turns into vector instructions.
//!
//! There is no fused multiplication, so the bits are the same on every target. Sources: the reductions and polynomials of fdlibm (Sun
//! Microsystems, 1993) for the logarithm, sine and cosine; M. M. Shepherd and J. G. Laframboise, *Chebyshev approximation of
//! (1 + 2x) exp(x²) erfc x in 0 ≤ x < ∞*, Math. Comp. 36, 1981, for the error function, with new coefficients.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, LOG2_E};

/// `f` of each lane. It is not inlined: LLVM makes vectors of it alone, and not of the middle of a long program.
macro_rules! lanes {
    ($($name:ident)*) => {$(
        #[inline(never)]
        pub(super) fn $name<const W: usize>(mut x: [f64; W]) -> [f64; W] {
            for x in &mut x {
                *x = one::$name(*x);
            }
            x
        }
    )*};
}

lanes!(exp ln tanh sigmoid erfc);

/// The sine, or the cosine.
#[inline(never)]
pub(super) fn sine<const W: usize>(x: [f64; W], cosine: bool) -> [f64; W] {
    let mut y = x;
    for y in &mut y {
        *y = one::sine(*y, cosine);
    }
    // The reduction is exact up to here.
    if x.iter().any(|x| x.abs() > one::FAR) {
        far(&x, &mut y, cosine);
    }
    y
}

#[cold]
#[inline(never)]
fn far(x: &[f64], y: &mut [f64], cosine: bool) {
    #[cfg(not(feature = "std"))]
    use crate::function::math::Float as _;
    for (x, y) in x.iter().zip(y).filter(|(x, _)| x.abs() > one::FAR) {
        *y = if cosine { x.cos() } else { x.sin() };
    }
}

/// Φ(x) = ½ erfc(-x/√2)
#[inline(never)]
pub(super) fn normal_cdf<const W: usize>(mut x: [f64; W]) -> [f64; W] {
    for x in &mut x {
        *x = 0.5 * one::erfc(-*x * FRAC_1_SQRT_2);
    }
    x
}

/// 1 - y² for y = tanh x: see [`TanhSlope`](crate::function::TanhSlope).
#[inline(never)]
pub(super) fn tanh_slope<const W: usize>([mut x, y]: [[f64; W]; 2]) -> [f64; W] {
    for i in 0..W {
        let e = one::exp(-2.0 * x[i].abs());
        let sum = 1.0 + e;
        x[i] = if y[i].abs() >= 0.5 { 4.0 * e / (sum * sum) } else { 1.0 - y[i] * y[i] };
    }
    x
}

/// y·(1 - y) for y = σ(x): see [`SigmoidSlope`](crate::function::SigmoidSlope).
#[inline(never)]
pub(super) fn sigmoid_slope<const W: usize>([mut x, y]: [[f64; W]; 2]) -> [f64; W] {
    for i in 0..W {
        let other = if y[i] > 0.5 { one::sigmoid(-x[i]) } else { 1.0 - y[i] };
        x[i] = y[i] * other;
    }
    x
}

/// The functions of one float.
#[allow(
    clippy::inline_always,
    clippy::excessive_precision,
    clippy::unreadable_literal,
    reason = "a lane of a vector; coefficients as in the sources"
)]
mod one {
    use super::{FRAC_2_PI, LOG2_E};

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
    /// (1 + 2x) exp(x²) erfc(x) for 0 ≤ x ≤ 28, as a polynomial in (x - 3.75) / (x + 3.75).
    const ERFC: [f64; 23] = [
        1.2375126308378275,
        -0.1402405985855467,
        0.003585415485463176,
        0.08227673849011206,
        -0.10880393014168106,
        0.09230432116153993,
        -0.05869339859094069,
        0.02836227740014224,
        -0.009746579546962219,
        0.0017556260215779694,
        0.0002937136283583615,
        -0.00029015499780103287,
        5.164904747385963e-05,
        2.2387398378331314e-05,
        -1.1443275463109222e-05,
        -9.805232999755347e-07,
        1.7484571152476394e-06,
        -4.761411292573067e-08,
        -2.5277972576038e-07,
        1.5541926008735928e-08,
        3.2804974939006835e-08,
        -7.183425067225737e-10,
        -2.3518669182722137e-09,
    ];

    #[inline(always)]
    fn polynomial<const N: usize>(c: &[f64; N], x: f64) -> f64 {
        let mut y = c[N - 1];
        for i in (0..N - 1).rev() {
            y = y * x + c[i];
        }
        y
    }

    /// eʳ - 1 for the remainder r of x, and the integer n for which x = n ln 2 + r, plus `MAGIC`.
    #[inline(always)]
    fn reduced(x: f64) -> (f64, f64) {
        let shifted = x * LOG2_E + MAGIC;
        let n = shifted - MAGIC;
        let r = (x - n * LN2[0]) - n * LN2[1];
        (r + r * r * polynomial(&EXP, r), shifted)
    }

    /// `factor`·eˣ, where neither the factor nor the product of its size with that of eʳ overflows.
    #[inline(always)]
    fn exp_times(x: f64, factor: f64) -> f64 {
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

    #[inline(always)]
    pub(super) fn exp(x: f64) -> f64 {
        exp_times(x, 1.0)
    }

    #[inline(always)]
    pub(super) fn ln(x: f64) -> f64 {
        let tiny = x < f64::MIN_POSITIVE;
        let scaled = if tiny { x * 18014398509481984.0 } else { x }; // 2⁵⁴
        let bits = scaled.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - 0x3fe6_a09e_0000_0000);
        let exponent = f64::from_bits(bits >> 52 | 0x4330_0000_0000_0000) - (4503599627370496.0 + 1023.0);
        let k = exponent - if tiny { 54.0 } else { 0.0 };
        let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) + 0x3fe6_a09e_0000_0000);
        let f = m - 1.0;
        let s = f / (2.0 + f);
        let (z, w) = (s * s, s * s * (s * s));
        let even =
            w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
        let odd = z
            * (6.666666666666735130e-01
                + w * (2.857142874366239149e-01
                    + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
        let half = 0.5 * f * f;
        let y = k * LN2[0] - ((half - (s * (half + (even + odd)) + k * LN2[1])) - f);
        let y = if x < f64::INFINITY { y } else { x };
        let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
        if x < 0.0 { f64::NAN } else { y }
    }

    /// The reduction is exact up to here.
    pub(super) const FAR: f64 = 1e6;

    /// The sine, or the cosine.
    #[inline(always)]
    pub(super) fn sine(x: f64, cosine: bool) -> f64 {
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
            * (4.16666666666666019037e-02
                + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05))
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
    pub(super) fn tanh(x: f64) -> f64 {
        let a = x.abs();
        let a = if a > 22.0 { 22.0 } else { a };
        let (p, shifted) = reduced(2.0 * a);
        let power = f64::from_bits(shifted.to_bits().wrapping_sub(MAGIC.to_bits()).wrapping_add(1023) << 52);
        let e = p * power + (power - 1.0);
        (e / (e + 2.0)).copysign(x)
    }

    /// 1 / (1 + e⁻ˣ)
    #[inline(always)]
    pub(super) fn sigmoid(x: f64) -> f64 {
        let e = exp(-x.abs());
        (if x < 0.0 { e } else { 1.0 }) / (1.0 + e)
    }

    #[inline(always)]
    pub(super) fn erfc(x: f64) -> f64 {
        let a = x.abs();
        let a = if a > 28.0 { 28.0 } else { a };
        let t = (a - 3.75) / (a + 3.75);
        let q = polynomial(&ERFC, t) / (1.0 + 2.0 * a);
        // a² = square + rest, exactly
        let square = a * a;
        let high = f64::from_bits(a.to_bits() & 0xffff_ffff_f800_0000);
        let low = a - high;
        let rest = ((high * high - square) + 2.0 * high * low) + low * low;
        let y = exp_times(-square, q - q * rest);
        if x < 0.0 { 2.0 - y } else { y }
    }
}
