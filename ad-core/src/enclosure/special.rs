//! The special functions of intervals.
//!
//! | function | method | bound |
//! |---|---|---|
//! | polygamma | Euler and Maclaurin's sum; reflection | the first term that is left out bounds the rest, since the terms alternate |
//! | Stumpff's functions | power series; recurrence upwards | a geometric series bounds the rest |
//! | squared angle | inverse tangents | those of the table |
//! | Γ, ln \|Γ\|, Bessel functions | `libm` | tested, as a number of units and an absolute error where there are zeros |

use alloc::vec;

use super::Interval;
use super::functions::{UNITS, at_ends, power, wave};

/// For the gamma function and Bessel functions.
const SPECIAL_UNITS: u32 = 64;
/// Bessel functions have an enclosure up to this order.
const BESSEL_ORDERS: u32 = 100;

fn exactly(x: f64) -> Interval {
    Interval::from(x)
}

/// The numbers between -b and b.
fn around_zero(b: f64) -> Interval {
    Interval::new(-b.abs(), b.abs())
}

/// Γ has its only positive minimum between these numbers.
const GAMMA_MINIMUM: (f64, f64) = (1.461_632_144_968_362, 1.461_632_144_968_363);

/// Γ or ln |Γ|. They fall, then rise, for positive arguments. For negative ones, only points have narrow enclosures.
pub(super) fn gamma_like(x: Interval, f: fn(f64) -> f64, has_zeros: bool) -> Interval {
    let at = |x: f64| {
        let y = exactly(f(x)).widened(SPECIAL_UNITS);
        let close_to_a_zero = y.magnitude() < 0.125 && 0.5 < x && x < 1e6;
        // Below 0 the reflection adds terms that cancel.
        let error = if x < 0.0 { 16.0 * f64::EPSILON * (1.0 - 6.0 * x) } else { f64::EPSILON / 256.0 };
        if has_zeros && (x < 0.0 || close_to_a_zero) { y + around_zero(error) } else { y }
    };
    if x.lower() <= 0.0 {
        let value = f(x.lower());
        return match x.is_point() {
            true if value.is_nan() => Interval::UNDEFINED,
            true if value.is_finite() => at(x.lower()),
            _ => Interval::ENTIRE,
        };
    }
    let ends = at(x.lower()).hull(at(x.upper()));
    let (left, right) = GAMMA_MINIMUM;
    if x.lower() < right && left < x.upper() {
        let minimum = at(left).hull(at(right));
        // Between `left` and `right` the value differs from these by less than the widening.
        return ends.hull(minimum);
    }
    ends
}

/// B₂, B₄, …, B₂₆.
const BERNOULLI: [(f64, f64); 13] = [
    (1.0, 6.0),
    (-1.0, 30.0),
    (1.0, 42.0),
    (-1.0, 30.0),
    (5.0, 66.0),
    (-691.0, 2730.0),
    (7.0, 6.0),
    (-3617.0, 510.0),
    (43867.0, 798.0),
    (-174_611.0, 330.0),
    (854_513.0, 138.0),
    (-236_364_091.0, 2730.0),
    (8_553_103.0, 6.0),
];

/// Σ Bⱼ·termⱼ. The last term is the bound of the rest, whose sign it has.
fn bernoulli_sum(mut term: impl FnMut(f64) -> Interval) -> Interval {
    let (mut sum, mut next) = (exactly(0.0), exactly(0.0));
    for (k, (numerator, denominator)) in (1_u8..).zip(BERNOULLI) {
        sum = sum + next;
        next = term(f64::from(k)) * exactly(numerator) / exactly(denominator);
    }
    sum + next.hull(exactly(0.0))
}

/// ψ⁽ⁿ⁾. It is ENTIRE if a pole is in `x`, and undefined at a pole.
pub(super) fn polygamma(n: u32, x: Interval) -> Interval {
    let (low, high) = (x.lower(), x.upper());
    if low <= 0.0 && (libm::ceil(low) <= high.min(0.0) || low.is_infinite()) {
        return if x.is_point() { Interval::UNDEFINED } else { Interval::ENTIRE };
    }
    if high.is_infinite() {
        return polygamma(n, Interval::new(low, f64::MAX)).hull(if n == 0 { x } else { exactly(0.0) });
    }
    let ends = polygamma_at(n, low).hull(polygamma_at(n, high));
    if x.is_point() || low > 0.0 || n % 2 == 0 {
        // ψ⁽ⁿ⁾ rises between its poles if n is even. For positive arguments it falls otherwise.
        return ends;
    }
    // It is positive and convex.
    let middle = x.midpoint();
    let tangent = polygamma_at(n, middle) + polygamma(n + 1, x) * (x - exactly(middle));
    tangent.intersection(Interval::new(0.0, ends.upper())).unwrap_or(ends)
}

fn polygamma_at(n: u32, x: f64) -> Interval {
    if x < 0.0 {
        return reflected(n, x);
    }
    let (exponent, mut sum) = (n.saturating_add(1), exactly(0.0));
    let (s, mut at) = (f64::from(exponent), exactly(x));
    let inverse = |x: Interval, n: u32| exactly(1.0) / power(x, n);
    while at.lower() < 12.0 + s {
        sum = sum + inverse(at, exponent);
        at = at + exactly(1.0);
    }
    let square = at * at;
    if n == 0 {
        // ψ(x) = ln x - 1/2x - Σ B₂ₖ/(2k x²ᵏ): Abramowitz and Stegun, 6.3.18.
        let mut power = exactly(1.0);
        let tail = bernoulli_sum(|k| {
            power = power * square;
            exactly(1.0) / (power * exactly(2.0 * k))
        });
        return at_ends(at, libm::log).widened(UNITS) - exactly(0.5) / at - tail - sum;
    }
    // n! ζ(s, x), by Σ B₂ₖ/(2k)! · s(s+1)…(s+2k-2) · x^(-s-2k+1): 6.4.11.
    sum = sum + inverse(at, n) / exactly(s - 1.0) + exactly(0.5) * inverse(at, exponent);
    let mut term = exactly(s) * inverse(at, exponent) / at / exactly(2.0);
    sum = sum
        + bernoulli_sum(|k| {
            let current = term;
            let growth = exactly(s + 2.0 * k - 1.0) * exactly(s + 2.0 * k);
            term = term * growth / exactly((2.0 * k + 1.0) * (2.0 * k + 2.0)) / square;
            current
        });
    let y = (1..=n).fold(sum, |y, i| y * exactly(f64::from(i)));
    if n % 2 == 0 { -y } else { y }
}

/// ψ⁽ⁿ⁾(x) = (-1)ⁿ ψ⁽ⁿ⁾(1-x) - π dⁿ/dxⁿ cot πx.
fn reflected(n: u32, x: f64) -> Interval {
    let pi = Interval::of_constant(core::f64::consts::PI);
    // The remainder is exact.
    let angle = pi * exactly(x - libm::round(x));
    let cot = wave(angle, libm::cos, false) / wave(angle, libm::sin, true);
    // cot⁽ⁿ⁾ is a polynomial in c = cot: p₀ = c, pₙ₊₁ = -(1 + c²) pₙ'.
    let mut p = vec![exactly(0.0), exactly(1.0)];
    for _ in 0..n {
        let slope = || (1..).zip(&p[1..]).map(|(k, a)| exactly(-f64::from(k)) * *a);
        let zeros = [exactly(0.0); 2];
        p = slope().chain(zeros).zip(zeros.into_iter().chain(slope())).map(|(a, b)| a + b).collect();
    }
    let derivative = p.iter().rev().fold(exactly(0.0), |sum, a| sum * cot + *a) * power(pi, n);
    // 1 - x, with its rounding.
    let mirrored = exactly(1.0) - exactly(x);
    let value = polygamma(n, mirrored);
    (if n % 2 == 0 { value } else { -value }) - pi * derivative
}

/// The order, its sign, and x, for Jₙ and Yₙ with n ≥ 0: both change their sign with that of an odd order. `None` if the order is too
/// large.
fn order(n: i32) -> Option<(u32, bool)> {
    let order = n.unsigned_abs();
    (order <= BESSEL_ORDERS).then_some((order, n < 0 && order % 2 == 1))
}

/// The value `y` of a Bessel function of order n at x > 0, which `libm` computes by recurrences. Zeros are beyond n.
fn bessel_at(n: u32, x: f64, y: f64) -> Interval {
    let y = exactly(y).widened(SPECIAL_UNITS + 8 * n);
    let amplitude = if x > 1.0 { 1.0 / libm::sqrt(x) } else { 1.0 };
    let error = (8.0 + f64::from(n)) * f64::EPSILON * amplitude;
    if x >= f64::from(n) { y + around_zero(error) } else { y }
}

/// Jₙ. By the mean value theorem, since its derivative is between -1 and 1.
pub(super) fn bessel_j(n: i32, x: Interval) -> Option<Interval> {
    let (n, is_negated) = order(n)?;
    let middle = x.midpoint();
    // libm's argument of the order is signed.
    let value = bessel_at(n, middle.abs(), libm::jn(n.cast_signed(), middle));
    let y = (value + (x - exactly(middle))).within(-1.0, 1.0);
    Some(if is_negated { -y } else { y })
}

/// Yₙ. Its derivative is (Yₙ₋₁ - Yₙ₊₁) / 2, and J² + Y² falls (G. N. Watson, *A Treatise on the Theory of Bessel Functions*, 13.74).
pub(super) fn bessel_y(n: i32, x: Interval) -> Option<Interval> {
    let (n, is_negated) = order(n)?;
    let at = |n: u32, x: f64| bessel_at(n, x, libm::yn(n.cast_signed(), x));
    let y = if x.upper() < 0.0 {
        Interval::UNDEFINED
    } else if x.lower() <= 0.0 {
        Interval::ENTIRE
    } else if x.is_point() {
        at(n, x.lower())
    } else {
        let (low, middle) = (x.lower(), x.midpoint());
        let modulus = |n: u32| {
            let j = bessel_at(n, low, libm::jn(n.cast_signed(), low));
            (power(j, 2) + power(at(n, low), 2)).magnitude()
        };
        let slope = libm::sqrt(modulus(n.abs_diff(1)).max(modulus(n + 1))).next_up();
        at(n, middle) + around_zero(slope) * (x - exactly(middle))
    };
    Some(if is_negated { -y } else { y })
}

/// Stumpff's function of order k: cₖ(x) = ∫ (1 - t)ᵏ⁻¹/(k - 1)! · cos (√x t) dt from 0 to 1. The function decreases for x < 0.
/// For x > 0, the integral bounds the size of the function by 1/k!, and the size of the slope by 1/(k + 2)!.
pub(super) fn stumpff(k: u32, x: Interval) -> Interval {
    if x.is_point() {
        return stumpff_at(k, x.lower());
    }
    let inverse_factorial = |k: u32| (exactly(1.0) / rounded_factorial(k)).upper();
    let (low, high) = (x.lower(), x.upper());
    let negative = (low < 0.0).then(|| stumpff_at(k, low).hull(stumpff_at(k, high.min(0.0))));
    let positive = (high > 0.0).then(|| {
        let part = Interval::new(low.max(0.0), high);
        let (middle, bound) = (part.midpoint(), inverse_factorial(k));
        let distance = part - exactly(middle);
        let y = stumpff_at(k, middle) + distance * around_zero(inverse_factorial(k + 2));
        y.within(-bound, bound)
    });
    match (negative, positive) {
        (Some(a), Some(b)) => a.hull(b),
        (a, b) => a.or(b).unwrap_or(Interval::UNDEFINED),
    }
}

/// k!, whose products are exact up to 18!.
fn rounded_factorial(k: u32) -> Interval {
    if k < 19 {
        return exactly((1..=k).map(f64::from).product());
    }
    (1..=k).fold(exactly(1.0), |product, i| product * exactly(f64::from(i)))
}

fn stumpff_at(k: u32, x: f64) -> Interval {
    if x == f64::INFINITY {
        let bound = if k < 2 { 1.0 } else { 0.0 };
        return if k == 1 { exactly(0.0) } else { around_zero(bound) };
    }
    if k < 2 {
        let root = at_ends(exactly(x.abs()), libm::sqrt).widened(1).within(0.0, f64::INFINITY);
        return match (k, x < 0.0) {
            _ if x == 0.0 => exactly(1.0),
            (0, true) => at_ends(root, libm::cosh).widened(UNITS).within(1.0, f64::INFINITY),
            (0, false) => wave(root, libm::cos, false),
            (_, true) => (at_ends(root, libm::sinh).widened(UNITS) / root).within(1.0, f64::INFINITY),
            (_, false) => (wave(root, libm::sin, true) / root).within(-1.0, 1.0),
        };
    }
    let (n, minus_x) = (f64::from(k), exactly(-x));
    if x.abs() <= (n + 1.0) * (n + 2.0) {
        // The terms fall from the first one on.
        let (mut sum, mut term, mut n) = (exactly(1.0), exactly(1.0), n);
        while term.magnitude() > 1e-20 * sum.magnitude() {
            term = term * minus_x / exactly((n + 1.0) * (n + 2.0));
            sum = sum + term;
            n += 2.0;
        }
        let ratio = x.abs() / ((n + 1.0) * (n + 2.0));
        let rest = around_zero(term.magnitude() * (2.0 * ratio / (1.0 - ratio)).max(1.0));
        return (sum + rest) / rounded_factorial(k);
    }
    let (mut i, mut c) =
        if k % 2 == 0 { (2, power(stumpff_at(1, x / 4.0), 2) / exactly(2.0)) } else { (1, stumpff_at(1, x)) };
    while i < k {
        c = (exactly(1.0) / rounded_factorial(i) - c) / exactly(x);
        i += 2;
    }
    c
}

/// atan² √t, or -atanh² √-t for negative t. It rises.
pub(super) fn squared_angle(t: Interval) -> Interval {
    if t.lower() < -1.0 {
        return Interval::UNDEFINED;
    }
    let at = |t: f64| {
        let root = at_ends(exactly(t.abs()), libm::sqrt).widened(1).within(0.0, f64::INFINITY);
        let angle = if t >= 0.0 {
            at_ends(root, libm::atan).widened(UNITS)
        } else if t > -0.5 {
            at_ends(root, libm::atanh).widened(UNITS)
        } else {
            // ln (1 + √-t) - ½ ln (1 + t), where 1 + t is exact.
            let sum = at_ends(exactly(1.0) + root, libm::log).widened(UNITS);
            sum - exactly(0.5) * exactly(libm::log(1.0 + t)).widened(UNITS)
        };
        let square = power(angle.within(0.0, f64::INFINITY), 2);
        if t < 0.0 { -square } else { square }
    };
    at(t.lower()).hull(at(t.upper()))
}
