//! The elementary functions of numbers with 31 digits.

use super::DoubleDouble;
use super::turns::quarters;
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Entry, Powi, Sigmoid, Stumpff};

impl DoubleDouble {
    /// Beside 1. So is the square of such a number beside the number, which may underflow.
    const NEGLIGIBLE: f64 = 1e-35;

    fn sqrt(self) -> Self {
        let root = self.high.sqrt();
        if root == 0.0 || !root.is_finite() {
            return root.into();
        }
        let rest = self - DoubleDouble::product(root, root);
        DoubleDouble::ordered_sum(root, rest.high / (2.0 * root))
    }

    pub(super) fn powi(self, n: i32) -> Self {
        let power_of = |mut base: Self, mut n: u32| {
            let mut power = DoubleDouble::ONE;
            while n > 0 {
                if n % 2 == 1 {
                    power = power * base;
                }
                base = base * base;
                n /= 2;
            }
            power
        };
        let y = power_of(self, n.unsigned_abs());
        if n >= 0 {
            return y;
        }
        // The power may overflow, and its reciprocal be a number.
        let overflows = y.high.is_infinite() && self.high.is_finite();
        if overflows { power_of(DoubleDouble::ONE / self, n.unsigned_abs()) } else { DoubleDouble::ONE / y }
    }

    /// Σ xᵏ/k! from `first`, in steps of `step`, with signs that alternate if `alternating`. For small `self`.
    fn series(self, first: u32, step: u32, alternating: bool) -> Self {
        let mut term = (1..=first).fold(DoubleDouble::ONE, |term, k| term * self / f64::from(k).into());
        if self.high.abs() < Self::NEGLIGIBLE {
            return term;
        }
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
        if self.high.abs() < Self::NEGLIGIBLE {
            return self;
        }
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
            let y = self.high.exp();
            return if y == 0.0 && self.high.is_finite() { Self::underflown(y, false) } else { y.into() };
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
        if y == 0.0 || !y.is_finite() {
            return y.into();
        }
        if y > 600.0 {
            return self.ln();
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
        if !self.high.is_finite() {
            return (f64::NAN.into(), f64::NAN.into());
        }
        let (quarters, rest) =
            if self.high.abs() < core::f64::consts::FRAC_PI_4 { (0, self) } else { quarters(self) };
        let sin = if rest.high == 0.0 { rest } else { rest.series(1, 2, true) };
        let cos = rest.series(0, 2, true);
        match quarters {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// The angle of the point (a, b), by a step of Newton's method.
    fn atan2(b: Self, a: Self) -> Self {
        let angle = b.high.atan2(a.high);
        let scale = a.high.abs().max(b.high.abs());
        if scale == 0.0 || !scale.is_finite() {
            return angle.into();
        }
        let (b, a) = (b / scale.into(), a / scale.into());
        let radius = (a * a + b * b).sqrt();
        let (sin, cos) = DoubleDouble::from(angle).sin_cos();
        DoubleDouble::from(angle) + (b * cos - a * sin) / radius
    }

    /// √(a² + b²)
    fn hypot(a: Self, b: Self) -> Self {
        let scale = a.high.abs().max(b.high.abs());
        if scale == 0.0 || !scale.is_finite() {
            return a.high.hypot(b.high).into();
        }
        let (a, b) = (a / scale.into(), b / scale.into());
        (a * a + b * b).sqrt() * scale.into()
    }

    /// Half of (eˣ - e⁻ˣ)
    fn sinh(self) -> Self {
        if self.high < 0.0 {
            return -(-self).sinh();
        }
        if self.high > 300.0 {
            return self.cosh();
        }
        let y = self.exp_m1();
        (y + y / (y + DoubleDouble::ONE)).scaled(0.5)
    }

    fn cosh(self) -> Self {
        let x = self.abs();
        if x.high > 300.0 {
            // e⁻ˣ is nothing beside eˣ, which overflows before its half.
            let root = x.scaled(0.5).exp();
            return root.scaled(0.5) * root;
        }
        let y = x.exp();
        (y + DoubleDouble::ONE / y).scaled(0.5)
    }

    fn asinh(self) -> Self {
        let x = self.abs();
        if x.high < Self::NEGLIGIBLE {
            return self;
        }
        if x.high > 1e150 {
            let y = x.ln() + DoubleDouble::LN_2;
            return if self.high < 0.0 { -y } else { y };
        }
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
            Entry::Acosh(_) if self.high > 1e150 => self.ln() + DoubleDouble::LN_2,
            Entry::Acosh(_) => {
                let d = self - one;
                (d + (d * (self + one)).sqrt()).ln_1p()
            }
            Entry::Atanh(_) => ((self + self) / (one - self)).ln_1p().scaled(0.5),
            Entry::Sigmoid(_) | Entry::Log1pExp(_) if self.high <= -600.0 => self.exp(),
            Entry::Sigmoid(_) if self.high.abs() < 600.0 => one / (one + (-self).exp()),
            Entry::Log1pExp(_) if self.high.abs() < 600.0 => self.exp().ln_1p(),
            Entry::Stumpff(Stumpff(k)) if self.high.is_finite() => self.stumpff(k),
            Entry::SquaredAngle(_) if self.high > -1.0 && self.high < 1e300 => self.squared_angle(),
            Entry::OneMinusSquare(_) => (one - self) * (one + self),
            Entry::SqrtSquareMinusOne(_) => (self - one).sqrt() * (self + one).sqrt(),
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
            (Entry::Hypot(_), [a, b]) => DoubleDouble::hypot(*a, *b),
            (Entry::Cosine(_), [a, b]) if a.high.is_finite() && (a.high, b.high) != (0.0, 0.0) => {
                *a / DoubleDouble::hypot(*a, *b)
            }
            (Entry::TanhSlope(_), [x, y]) if y.high.abs() >= 0.5 => {
                let e = (*x * (-2.0 * y.high.signum()).into()).exp();
                let sum = DoubleDouble::ONE + e;
                e * 4.0.into() / (sum * sum)
            }
            (Entry::TanhSlope(_), [_, y]) => DoubleDouble::ONE - *y * *y,
            (Entry::SigmoidSlope(_), [x, y]) if y.high > 0.5 => *y * (-*x).unary(Entry::Sigmoid(Sigmoid))?,
            (Entry::SigmoidSlope(_), [_, y]) => *y * (DoubleDouble::ONE - *y),
            #[allow(clippy::cast_possible_truncation, reason = "an integer that fits")]
            (Entry::Powf(_), [a, b])
                if a.high < 0.0 && b.low == 0.0 && b.high == f64::from(b.high as i32) =>
            {
                a.powi(b.high as i32)
            }
            (Entry::Powf(_), [a, b]) if a.high > 0.0 => (a.ln() * *b).exp(),
            _ => return None,
        })
    }
}
