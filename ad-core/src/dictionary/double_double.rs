//! Numbers of twice the precision of a double.

mod functions;
mod turns;

use core::cmp::Ordering;
use core::fmt;

use crate::function::constants::rest;
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Function, Partial};
use crate::number::num::each;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, OrderedDict, RealDict, RingDict};

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
        let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
        let low = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
        if low.is_finite() || !high.is_finite() {
            return DoubleDouble { high, low: if low.is_finite() { low } else { 0.0 } };
        }
        // The halves of a huge number overflow.
        let (large, small) = if a.abs() > b.abs() { (a, b) } else { (b, a) };
        let shrunk = DoubleDouble::product(large * 2f64.powi(-60), small);
        DoubleDouble { high, low: shrunk.low * 2f64.powi(60) }
    }

    /// A result that underflows, and is not exact: one unit away from 0. So it differs from that of floats, and the digits that both have
    /// lost are seen.
    fn underflown(nearest: f64, is_negative: bool) -> Self {
        (nearest + if is_negative { -f64::from_bits(1) } else { f64::from_bits(1) }).into()
    }

    /// The product, which underflows.
    #[cold]
    fn tiny_product(self, other: Self) -> Self {
        let nearest = self.high * other.high;
        if self.high == 0.0 || other.high == 0.0 {
            return nearest.into();
        }
        let (small, large) = if self.high.abs() < other.high.abs() { (self, other) } else { (other, self) };
        let grown = small.scaled(2f64.powi(600)) * large;
        let is_exact = grown.scaled(2f64.powi(-600)).scaled(2f64.powi(600)) == grown;
        if is_exact {
            nearest.into()
        } else {
            Self::underflown(nearest, (self.high < 0.0) != (other.high < 0.0))
        }
    }

    fn scaled(self, power_of_two: f64) -> Self {
        DoubleDouble { high: self.high * power_of_two, low: self.low * power_of_two }
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
        let product = DoubleDouble::ordered_sum(product.high, low);
        if product.high.abs() < f64::MIN_POSITIVE { self.tiny_product(other) } else { product }
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
        if quotient.abs() < f64::MIN_POSITIVE {
            let is_negative = (self.high < 0.0) != (other.high < 0.0);
            return if rest.high == 0.0 { quotient.into() } else { Self::underflown(quotient, is_negative) };
        }
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        DoubleDouble::ordered_sum(quotient, second) + (rest.high / other.high).into()
    }
}

/// The dictionary of numbers with about 31 decimal digits.
///
/// [`testing::digits`](crate::testing::digits) compares floats with them. The elementary functions have 30 digits, also of large arguments.
/// The special functions and custom rules are evaluated as floats, with a first-order correction: they have the digits of a float. A result
/// that underflows is not 0, and is one unit off.
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
    type Level = Ground;
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
        let high = each(x, DoubleDouble::high);
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
