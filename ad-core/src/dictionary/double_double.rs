//! Numbers of twice the precision of a double.

use core::cmp::Ordering;
use core::fmt;

use crate::function::constants::rest;
#[cfg(not(feature = "std"))]
use crate::function::math::{Float as _, Round as _};
use crate::function::{Entry, Function, Partial, Powi, Sigmoid, Stumpff};
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, OrderedDict, RealDict, RingDict};

/// An unevaluated sum of two doubles, with about 31 decimal digits.
///
/// Source: T. J. Dekker, *A floating-point technique for extending the available precision*, Numer. Math. 18, 1971; the algorithms of
/// Y. Hida, X. S. Li, D. H. Bailey, *Library for double-double and quad-double arithmetic*, 2007.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// π, without its last digits.
    const PI: Self = DoubleDouble { high: core::f64::consts::PI, low: 1.224_646_799_147_353_2e-16 };
    /// The difference of π and [`PI`](Self::PI).
    const REST_OF_PI: f64 = -2.994_769_809_718_339_7e-33;
    const LN_2: Self = DoubleDouble { high: core::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };
    const LN_10: Self = DoubleDouble { high: core::f64::consts::LN_10, low: -2.170_756_223_382_249_4e-16 };
    const ONE: Self = DoubleDouble { high: 1.0, low: 0.0 };

    /// The double that is nearest to the number.
    #[must_use]
    pub const fn high(self) -> f64 {
        self.high
    }

    /// The difference of the number and that double.
    #[must_use]
    pub const fn low(self) -> f64 {
        self.low
    }

    /// a + b for |a| ≥ |b|.
    fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        // An infinity has no error.
        DoubleDouble { high, low: if high.is_finite() { b - (high - a) } else { 0.0 } }
    }

    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let rest = high - a;
        let low = (a - (high - rest)) + (b - rest);
        DoubleDouble { high, low: if high.is_finite() { low } else { 0.0 } }
    }

    /// Without a fused operation, which is slow on some targets.
    fn product(a: f64, b: f64) -> Self {
        let halves = |x: f64| {
            let shifted = 134_217_729.0 * x; // 2²⁷ + 1
            let high = shifted - (shifted - x);
            (high, x - high)
        };
        let high = a * b;
        let ((a, a_low), (b, b_low)) = (halves(a), halves(b));
        let low = ((a * b - high) + a * b_low + a_low * b) + a_low * b_low;
        DoubleDouble { high, low: if low.is_finite() { low } else { 0.0 } }
    }

    fn scaled(self, power_of_two: f64) -> Self {
        DoubleDouble { high: self.high * power_of_two, low: self.low * power_of_two }
    }

    fn sqrt(self) -> Self {
        let root = self.high.sqrt();
        if root == 0.0 || !root.is_finite() {
            return root.into();
        }
        let rest = self - DoubleDouble::product(root, root);
        DoubleDouble::ordered_sum(root, rest.high / (2.0 * root))
    }

    fn powi(self, n: i32) -> Self {
        let (mut base, mut power, mut m) = (self, DoubleDouble::ONE, n.unsigned_abs());
        while m > 0 {
            if m % 2 == 1 {
                power = power * base;
            }
            base = base * base;
            m /= 2;
        }
        if n < 0 { DoubleDouble::ONE / power } else { power }
    }

    /// Σ xᵏ/k! from `first`, in steps of `step`, with signs that alternate if `alternating`. For small `self`.
    fn series(self, first: u32, step: u32, alternating: bool) -> Self {
        let mut term = (1..=first).fold(DoubleDouble::ONE, |term, k| term * self / f64::from(k).into());
        let (mut sum, mut k) = (term, first);
        while term.high.abs() > 1e-34 * sum.high.abs() && k < 60 {
            for _ in 0..step {
                k += 1;
                term = term * self / f64::from(k).into();
            }
            if alternating {
                term = -term;
            }
            sum = sum + term;
        }
        sum
    }

    /// eˣ - 1
    fn exp_m1(self) -> Self {
        let float = self.high.exp_m1();
        if self.high == 0.0 || !float.is_finite() || self.high < -100.0 {
            return float.into();
        }
        // x = k ln 2 + 64 r, so that the series of e^r - 1 is short.
        let k = (self.high / core::f64::consts::LN_2).round();
        let rest = self - DoubleDouble::LN_2 * k.into();
        let mut y = rest.scaled(1.0 / 64.0).series(1, 1, false);
        for _ in 0..6 {
            y = y * (y + 2.0.into());
        }
        #[allow(clippy::cast_possible_truncation, reason = "|k| is below 1100")]
        let k = k as i32;
        // In two steps, since 2ᵏ may overflow.
        let (half, other) = (2f64.powi(k / 2), 2f64.powi(k - k / 2));
        let shifted = DoubleDouble::sum(half * other, -1.0);
        y.scaled(half).scaled(other) + shifted
    }

    fn exp(self) -> Self {
        if self.high.abs() > 1500.0 || self.high.is_nan() {
            return self.high.exp().into();
        }
        if self.high.abs() > 700.0 {
            let root = self.scaled(0.5).exp();
            return root * root;
        }
        if self.high < 0.0 {
            return DoubleDouble::ONE / (-self).exp();
        }
        self.exp_m1() + DoubleDouble::ONE
    }

    /// ln(1 + x), by a step of Newton's method.
    fn ln_1p(self) -> Self {
        let y = self.high.ln_1p();
        if y == 0.0 || !y.is_finite() || y.abs() > 600.0 {
            return y.into();
        }
        let y: Self = y.into();
        let grown = y.exp_m1();
        y + (self - grown) / (grown + DoubleDouble::ONE)
    }

    fn ln(self) -> Self {
        let y = self.high.ln();
        if !y.is_finite() {
            return y.into();
        }
        if y.abs() > 600.0 {
            let shift = if y > 0.0 { -900 } else { 900 };
            return self.scaled(2f64.powi(shift)).ln() - DoubleDouble::LN_2 * f64::from(shift).into();
        }
        if y.abs() < 0.5 {
            return (self - DoubleDouble::ONE).ln_1p();
        }
        let y: Self = y.into();
        y + (self * (-y).exp() - DoubleDouble::ONE)
    }

    fn sin_cos(self) -> (Self, Self) {
        if self.high.abs() > 1e8 || self.high.is_nan() {
            return (self.high.sin().into(), self.high.cos().into());
        }
        let quarters = (self.high / core::f64::consts::FRAC_PI_2).round();
        let half: Self = (quarters / 2.0).into();
        let rest = self - DoubleDouble::PI * half - (half.high * DoubleDouble::REST_OF_PI).into();
        let sin = if rest.high == 0.0 { rest } else { rest.series(1, 2, true) };
        let cos = rest.series(0, 2, true);
        match quarters.rem_euclid(4.0) {
            0.0 => (sin, cos),
            1.0 => (cos, -sin),
            2.0 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// The angle of the point (a, b), by a step of Newton's method.
    fn atan2(b: Self, a: Self) -> Self {
        let angle = b.high.atan2(a.high);
        let radius = (a * a + b * b).sqrt();
        if radius.high == 0.0 || !radius.high.is_finite() {
            return angle.into();
        }
        let (sin, cos) = DoubleDouble::from(angle).sin_cos();
        DoubleDouble::from(angle) + (b * cos - a * sin) / radius
    }

    /// Half of (eˣ - e⁻ˣ)
    fn sinh(self) -> Self {
        if self.high.abs() > 300.0 {
            return self.high.sinh().into();
        }
        if self.high < 0.0 {
            return -(-self).sinh();
        }
        let y = self.exp_m1();
        (y + y / (y + DoubleDouble::ONE)).scaled(0.5)
    }

    fn cosh(self) -> Self {
        if self.high.abs() > 300.0 {
            return self.high.cosh().into();
        }
        let y = self.exp();
        (y + DoubleDouble::ONE / y).scaled(0.5)
    }

    fn asinh(self) -> Self {
        if self.high.abs() > 1e150 {
            return self.high.asinh().into();
        }
        let x = if self.high < 0.0 { -self } else { self };
        let square = x * x;
        let y = (x + square / (DoubleDouble::ONE + (DoubleDouble::ONE + square).sqrt())).ln_1p();
        if self.high < 0.0 { -y } else { y }
    }

    /// Stumpff's function of order k, as for floats.
    fn stumpff(self, k: u32) -> Self {
        let factorial = |k: u32| (1..=k).fold(DoubleDouble::ONE, |y, i| y * f64::from(i).into());
        if k < 2 {
            let (root, is_negative) = (self.abs().sqrt(), self.high < 0.0);
            return match k {
                _ if self.high == 0.0 => DoubleDouble::ONE,
                0 if is_negative => root.cosh(),
                0 => root.sin_cos().1,
                _ if is_negative => root.sinh() / root,
                _ => root.sin_cos().0 / root,
            };
        }
        let mut n = f64::from(k);
        if self.high.abs() > (n + 1.0) * (n + 2.0) {
            let mut i = 2 - k % 2;
            let mut c = if i == 2 {
                let half = self.scaled(0.25).stumpff(1);
                (half * half).scaled(0.5)
            } else {
                self.stumpff(1)
            };
            while i < k {
                c = (DoubleDouble::ONE / factorial(i) - c) / self;
                i += 2;
            }
            return c;
        }
        let (mut sum, mut term) = (DoubleDouble::ONE, DoubleDouble::ONE);
        while term.high.abs() > 1e-34 * sum.high.abs() {
            term = -(term * self) / ((n + 1.0) * (n + 2.0)).into();
            sum = sum + term;
            n += 2.0;
        }
        sum / factorial(k)
    }

    /// The square of the angle whose tangent has the square `self`.
    fn squared_angle(self) -> Self {
        let root = self.abs().sqrt();
        if self.high < 0.0 {
            let angle = ((root + root) / (DoubleDouble::ONE - root)).ln_1p().scaled(0.5);
            return -(angle * angle);
        }
        let angle = DoubleDouble::atan2(root, DoubleDouble::ONE);
        angle * angle
    }

    fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// The functions of one number that are computed here to all digits.
    pub(crate) fn unary(self, entry: Entry) -> Option<Self> {
        let one = DoubleDouble::ONE;
        Some(match entry {
            Entry::Sqrt(_) => self.sqrt(),
            Entry::Cbrt(_) => {
                let root: Self = self.high.cbrt().into();
                if root.high == 0.0 || !root.high.is_finite() {
                    return Some(root);
                }
                root - (root * root * root - self) / (root * root * 3.0.into())
            }
            Entry::Recip(_) => one / self,
            Entry::Powi(Powi(n)) => self.powi(n),
            Entry::Exponential(_) => self.exp(),
            Entry::Exp2(_) => (self * DoubleDouble::LN_2).exp(),
            Entry::ExpM1(_) => self.exp_m1(),
            Entry::Ln(_) => self.ln(),
            Entry::Ln1p(_) => self.ln_1p(),
            Entry::Log2(_) => self.ln() / DoubleDouble::LN_2,
            Entry::Log10(_) => self.ln() / DoubleDouble::LN_10,
            Entry::Sin(_) => self.sin_cos().0,
            Entry::Cos(_) => self.sin_cos().1,
            Entry::Tan(_) => {
                let (sin, cos) = self.sin_cos();
                sin / cos
            }
            Entry::Atan(_) => DoubleDouble::atan2(self, one),
            Entry::Asin(_) => DoubleDouble::atan2(self, ((one - self) * (one + self)).sqrt()),
            Entry::Acos(_) => DoubleDouble::atan2(((one - self) * (one + self)).sqrt(), self),
            Entry::Sinh(_) => self.sinh(),
            Entry::Cosh(_) => self.cosh(),
            Entry::Tanh(_) if self.high.abs() < 300.0 => self.sinh() / self.cosh(),
            Entry::Asinh(_) => self.asinh(),
            Entry::Acosh(_) if self.high < 1e150 => {
                let d = self - one;
                (d + (d * (self + one)).sqrt()).ln_1p()
            }
            Entry::Atanh(_) => ((self + self) / (one - self)).ln_1p().scaled(0.5),
            Entry::Sigmoid(_) if self.high.abs() < 600.0 => one / (one + (-self).exp()),
            Entry::Log1pExp(_) if self.high.abs() < 600.0 => self.exp().ln_1p(),
            Entry::Stumpff(Stumpff(k)) if self.high.abs() < 1e10 => self.stumpff(k),
            Entry::SquaredAngle(_) if self.high > -1.0 && self.high < 1e300 => self.squared_angle(),
            Entry::OneMinusSquare(_) => (one - self) * (one + self),
            Entry::SqrtSquareMinusOne(_) => ((self - one) * (self + one)).sqrt(),
            Entry::ToRadians(_) => self * DoubleDouble::PI / 180.0.into(),
            Entry::ToDegrees(_) => self * 180.0.into() / DoubleDouble::PI,
            _ => return None,
        })
    }

    /// The same of several numbers.
    pub(crate) fn several(entry: Entry, x: &[Self]) -> Option<Self> {
        let less = |a: &Self, b: &Self| a.high < b.high || a.high == b.high && a.low < b.low;
        Some(match (entry, x) {
            (Entry::MulAdd(_), [a, b, c]) => *a * *b + *c,
            (Entry::Midpoint(_), [a, b]) => (*a + *b).scaled(0.5),
            // Elsewhere the float is one of the operands, and the derivative adds the rest of that.
            (Entry::Max(_), [a, b]) if a.high == b.high => *if less(a, b) { b } else { a },
            (Entry::Min(_), [a, b]) if a.high == b.high => *if less(b, a) { b } else { a },
            (Entry::Clamp(_), [x, least, most]) if x.high == least.high || x.high == most.high => {
                *if less(x, least) {
                    least
                } else if less(most, x) {
                    most
                } else {
                    x
                }
            }
            (Entry::Atan2(_), [b, a]) => DoubleDouble::atan2(*b, *a),
            (Entry::Hypot(_), [a, b]) => {
                let scale = a.high.abs().max(b.high.abs());
                if scale == 0.0 || !scale.is_finite() {
                    return Some(a.high.hypot(b.high).into());
                }
                let (a, b) = (*a / scale.into(), *b / scale.into());
                (a * a + b * b).sqrt() * scale.into()
            }
            (Entry::Cosine(_), [a, b]) if a.high != 0.0 => {
                let ratio = *b / *a;
                let cosine = DoubleDouble::ONE / (DoubleDouble::ONE + ratio * ratio).sqrt();
                if a.high < 0.0 { -cosine } else { cosine }
            }
            (Entry::TanhSlope(_), [x, y]) if y.high.abs() >= 0.5 => {
                let e = (*x * (-2.0 * y.high.signum()).into()).exp();
                let sum = DoubleDouble::ONE + e;
                e * 4.0.into() / (sum * sum)
            }
            (Entry::TanhSlope(_), [_, y]) => DoubleDouble::ONE - *y * *y,
            (Entry::SigmoidSlope(_), [x, y]) if y.high > 0.5 => *y * (-*x).unary(Entry::Sigmoid(Sigmoid))?,
            (Entry::SigmoidSlope(_), [_, y]) => *y * (DoubleDouble::ONE - *y),
            (Entry::Powf(_), [a, b]) if a.high > 0.0 => (a.ln() * *b).exp(),
            _ => return None,
        })
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        DoubleDouble { high, low: 0.0 }
    }
}

impl core::ops::Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        DoubleDouble { high: -self.high, low: -self.low }
    }
}

impl core::ops::Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (DoubleDouble::sum(self.high, other.high), DoubleDouble::sum(self.low, other.low));
        let high = DoubleDouble::ordered_sum(high.high, high.low + low.high);
        DoubleDouble::ordered_sum(high.high, high.low + low.low)
    }
}

impl core::ops::Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl core::ops::Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = DoubleDouble::product(self.high, other.high);
        let cross = self.high * other.low + self.low * other.high;
        let low = if cross.is_finite() { product.low + cross } else { product.low };
        DoubleDouble::ordered_sum(product.high, low)
    }
}

impl core::ops::Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let quotient = self.high / other.high;
        if !quotient.is_finite() || other.high.is_infinite() {
            return quotient.into();
        }
        let rest = self - other * quotient.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        DoubleDouble::ordered_sum(quotient, second) + (rest.high / other.high).into()
    }
}

/// The dictionary of numbers with about 31 decimal digits.
///
/// [`testing::digits`](crate::testing::digits) compares floats with them. The elementary functions have 30 digits in the usual range
/// of their argument. The special functions, custom rules and functions of huge arguments are evaluated as floats, with a first-order
/// correction: they have the digits of a float.
///
/// ```
/// use ad::numbers::{DoubleDouble, DoubleDoubles};
/// use ad::prelude::*;
///
/// #[exp]
/// fn third(x: f64) -> f64 {
///     x / 3.0
/// }
///
/// let y = Third.eval(DoubleDoubles, DoubleDouble::from(1.0));
/// assert_eq!(y.high(), 1.0 / 3.0);
/// assert!((y.low() - 1.850_371_707_708_594e-17).abs() < 1e-32);
/// ```
///
/// # Cost
///
/// About 20 times a float for a sum or a product, and some microseconds for a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DoubleDoubles;

impl Dict for DoubleDoubles {
    type V = DoubleDouble;
    fn zero(self) -> DoubleDouble {
        0.0.into()
    }
    fn one(self) -> DoubleDouble {
        DoubleDouble::ONE
    }
    fn add(self, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        a + b
    }
    fn mul(self, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        a * b
    }
    #[allow(clippy::cast_precision_loss, reason = "two halves of 32 bits are exact")]
    fn natural(self, n: u64) -> DoubleDouble {
        DoubleDouble::sum(((n >> 32) as f64) * 4_294_967_296.0, (n & 0xffff_ffff) as f64)
    }
    fn show(self, v: DoubleDouble, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        format.print(&v.high, f)
    }
}

impl RingDict for DoubleDoubles {
    fn neg(self, a: DoubleDouble) -> DoubleDouble {
        -a
    }
}

impl FieldDict for DoubleDoubles {
    fn div(self, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        a / b
    }
    /// All digits, if there are at most 38 of them.
    fn decimal(self, literal: Decimal) -> DoubleDouble {
        #[allow(clippy::cast_possible_truncation, reason = "64 bits of 128")]
        let halves = ((literal.digits >> 64) as u64, literal.digits as u64);
        let digits = self.natural(halves.0) * 18_446_744_073_709_551_616.0.into() + self.natural(halves.1);
        let scale = DoubleDouble::from(10.0).powi(literal.exponent.abs());
        let value = if literal.exponent < 0 { digits / scale } else { digits * scale };
        if value.high.is_finite() && scale.high.is_finite() { value } else { literal.nearest.into() }
    }
}

impl RealDict for DoubleDoubles {
    fn constant(self, c: f64) -> DoubleDouble {
        c.into()
    }

    /// All digits of the constants of `std` and of the table of functions.
    fn rounded(self, c: f64) -> DoubleDouble {
        DoubleDouble { high: c, low: rest(c).unwrap_or_default() }
    }

    fn function<F: Function<K>, const K: usize>(self, f: F, x: [DoubleDouble; K]) -> DoubleDouble {
        let known = f.entry().and_then(|entry| match x.as_slice() {
            [x] => x.unary(entry),
            x => DoubleDouble::several(entry, x),
        });
        if let Some(y) = known {
            return y;
        }
        // The float, corrected by the derivative.
        let high = x.map(|x| x.high);
        let y = f.value(high);
        let corrected = (0..K).filter(|i| x[*i].low != 0.0).map(|i| match f.partial(i, high, y) {
            Partial::Zero => 0.0,
            Partial::One => x[i].low,
            Partial::MinusOne(p) | Partial::Value(p) => p * x[i].low,
        });
        let correction: f64 = corrected.sum();
        if correction.is_finite() { DoubleDouble::sum(y, correction) } else { y.into() }
    }

    fn primal(self, a: DoubleDouble) -> Option<f64> {
        Some(a.high)
    }
    fn order(self) -> usize {
        0
    }
}

impl OrderedDict for DoubleDoubles {
    fn eq(self, a: DoubleDouble, b: DoubleDouble) -> bool {
        a == b
    }
    fn partial_cmp(self, a: DoubleDouble, b: DoubleDouble) -> Option<Ordering> {
        let low = || a.low.partial_cmp(&b.low).unwrap_or(Ordering::Equal);
        a.high.partial_cmp(&b.high).map(|order| order.then_with(low))
    }
}
