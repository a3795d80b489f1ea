//! Closed intervals of real numbers, with outward rounding.

use core::fmt;

/// A closed interval of real numbers, whose ends are doubles or infinite. It may be [undefined](Interval::UNDEFINED).
///
/// An operation gives an interval that contains all results for numbers of its operands. Ends are rounded outwards, by one unit
/// in the last place where the exact end is not known.
///
/// ```
/// use ad::enclosure::Interval;
///
/// let x = Interval::new(1.0, 2.0);
/// assert_eq!(x + x, Interval::new(2.0, 4.0)); // exact sums stay exact
/// assert!((x / Interval::from(3.0)).contains(0.5));
/// assert!(!(Interval::from(0.1) + Interval::from(0.2)).is_point());
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Interval {
    lower: f64,
    upper: f64,
}

impl Interval {
    /// No number: a function was evaluated outside of its domain.
    pub const UNDEFINED: Interval = Interval { lower: f64::NAN, upper: f64::NAN };
    /// All real numbers.
    pub const ENTIRE: Interval = Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    /// The numbers from `lower` to `upper`.
    ///
    /// # Panics
    ///
    /// Panics if `lower > upper`, or if one of them is NaN.
    #[must_use]
    #[track_caller]
    pub fn new(lower: f64, upper: f64) -> Interval {
        assert!(lower <= upper, "cannot make an interval from {lower} to {upper}: write the lower end first");
        Interval { lower, upper }
    }

    /// The smallest number.
    #[must_use]
    pub const fn lower(self) -> f64 {
        self.lower
    }

    /// The largest number.
    #[must_use]
    pub const fn upper(self) -> f64 {
        self.upper
    }

    /// Whether a function was evaluated outside of its domain.
    #[must_use]
    #[inline]
    pub const fn is_undefined(self) -> bool {
        self.lower.is_nan() || self.upper.is_nan()
    }

    /// Whether there is exactly one number in it.
    #[must_use]
    pub fn is_point(self) -> bool {
        self.lower == self.upper
    }

    /// Whether `x` is in it.
    #[must_use]
    pub fn contains(self, x: f64) -> bool {
        self.lower <= x && x <= self.upper
    }

    /// Whether all numbers of it are in `other`.
    #[must_use]
    pub fn is_subset_of(self, other: Interval) -> bool {
        other.lower <= self.lower && self.upper <= other.upper
    }

    /// Whether all numbers of it are in the interior of `other`.
    #[must_use]
    pub fn is_interior_of(self, other: Interval) -> bool {
        other.lower < self.lower && self.upper < other.upper
    }

    /// A double close to the middle, in the interval.
    #[must_use]
    pub fn midpoint(self) -> f64 {
        if self.lower == f64::NEG_INFINITY && self.upper == f64::INFINITY {
            return 0.0;
        }
        let (lower, upper) = (self.lower.max(f64::MIN), self.upper.min(f64::MAX));
        lower.midpoint(upper)
    }

    /// An upper bound of the distance between the ends.
    #[must_use]
    pub fn width(self) -> f64 {
        (self - Interval::from(self.lower)).upper
    }

    /// An upper bound of the absolute values.
    #[must_use]
    pub fn magnitude(self) -> f64 {
        self.lower.abs().max(self.upper.abs())
    }

    /// The numbers that are in both, if there are any.
    #[must_use]
    pub fn intersection(self, other: Interval) -> Option<Interval> {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        (lower <= upper && !self.is_undefined() && !other.is_undefined()).then_some(Interval { lower, upper })
    }

    /// The least interval that contains both. It is undefined if one of them is.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() {
            return Interval::UNDEFINED;
        }
        Interval { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The interval between two bounds, in whichever order. Undefined if one of them is NaN.
    pub(super) fn between(a: f64, b: f64) -> Interval {
        if a.is_nan() || b.is_nan() {
            return Interval::UNDEFINED;
        }
        Interval { lower: a.min(b), upper: a.max(b) }
    }

    /// The interval around it, by `units` in the last place.
    pub(super) fn widened(self, units: u32) -> Interval {
        let (mut lower, mut upper) = (self.lower, self.upper);
        for _ in 0..units {
            (lower, upper) = (lower.next_down(), upper.next_up());
        }
        Interval { lower, upper }
    }

    /// The part between `lower` and `upper`, which contain all true values.
    pub(super) fn within(self, lower: f64, upper: f64) -> Interval {
        if self.is_undefined() {
            return self;
        }
        Interval { lower: self.lower.clamp(lower, upper), upper: self.upper.clamp(lower, upper) }
    }

    /// The double that a decimal literal or a constant rounds to, and its neighbours.
    pub(super) fn around(nearest: f64) -> Interval {
        Interval::from(nearest).widened(1)
    }

    pub(super) fn abs(self) -> Interval {
        if self.lower >= 0.0 || self.is_undefined() {
            self
        } else if self.upper <= 0.0 {
            -self
        } else {
            Interval { lower: 0.0, upper: self.magnitude() }
        }
    }

    pub(super) fn max(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() {
            return Interval::UNDEFINED;
        }
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    pub(super) fn min(self, other: Interval) -> Interval {
        -(-self).max(-other)
    }

    pub(super) fn square(self) -> Interval {
        let magnitude = self.abs();
        let (lower, upper) = (magnitude.lower, magnitude.upper);
        let bounds = (product(lower, lower).0.max(0.0), product(upper, upper).1);
        if self.is_undefined() { self } else { Interval { lower: bounds.0, upper: bounds.1 } }
    }
}

/// The point.
impl From<f64> for Interval {
    fn from(x: f64) -> Interval {
        Interval { lower: x, upper: x }
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_undefined() {
            return f.write_str("undefined");
        }
        write!(f, "[{:?}, {:?}]", self.lower, self.upper)
    }
}

/// The neighbour of a finite number other than 0: the next one above, or with `below` the next one below, if there is an `error`.
/// Without branches, since the sign of an error cannot be predicted.
#[inline]
fn neighbour(x: f64, below: bool, error: bool) -> f64 {
    let bits = x.to_bits();
    let away_from_zero = (bits >> 63 == 1) == below;
    let step = u64::from(error);
    f64::from_bits(if away_from_zero { bits.wrapping_add(step) } else { bits.wrapping_sub(step) })
}

/// The error of the sum of two doubles, by D. E. Knuth.
#[inline]
fn error_of_sum(a: f64, b: f64, sum: f64) -> f64 {
    let rest = sum - a;
    (a - (sum - rest)) + (b - rest)
}

/// A lower bound of a + b.
#[inline]
fn sum_below(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let error = error_of_sum(a, b, sum);
    if error.is_nan() {
        // An overflow, or an infinite end.
        return if a.is_infinite() || b.is_infinite() { sum } else { sum.next_down() };
    }
    neighbour(sum, true, error < 0.0)
}

/// A lower bound of a · b, where 0 · ∞ is 0, as for the ends of intervals.
#[inline]
fn product_below(a: f64, b: f64) -> f64 {
    let product = a * b;
    if product == 0.0 || !product.is_finite() {
        return at_the_end_of_the_range(a, b, product);
    }
    neighbour(product, true, a.abs() != 1.0 && b.abs() != 1.0)
}

#[cold]
fn at_the_end_of_the_range(a: f64, b: f64, product: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        0.0
    } else if a.is_infinite() || b.is_infinite() {
        product
    } else {
        product.next_down()
    }
}

/// Lower and upper bounds of a · b.
#[inline]
fn product(a: f64, b: f64) -> (f64, f64) {
    (product_below(a, b), -product_below(-a, b))
}

/// Lower and upper bounds of a / b for b ≠ 0, where ∞ / ∞ does not occur.
fn quotient(a: f64, b: f64) -> (f64, f64) {
    let quotient = a / b;
    if a == 0.0 || b.is_infinite() || a.is_infinite() || b.abs() == 1.0 {
        return (quotient, quotient);
    }
    (quotient.next_down(), quotient.next_up())
}

impl core::ops::Neg for Interval {
    type Output = Interval;
    #[inline]
    fn neg(self) -> Interval {
        Interval { lower: -self.upper, upper: -self.lower }
    }
}

impl core::ops::Add for Interval {
    type Output = Interval;
    #[inline]
    fn add(self, other: Interval) -> Interval {
        let (lower, upper) = (sum_below(self.lower, other.lower), -sum_below(-self.upper, -other.upper));
        if lower.is_nan() || upper.is_nan() { Interval::UNDEFINED } else { Interval { lower, upper } }
    }
}

impl core::ops::Sub for Interval {
    type Output = Interval;
    #[inline]
    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl core::ops::Mul for Interval {
    type Output = Interval;
    #[inline]
    fn mul(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() {
            return Interval::UNDEFINED;
        }
        // By the signs, as in R. E. Moore, *Interval Analysis*, 1966.
        let (a, b, c, d) = (self.lower, self.upper, other.lower, other.upper);
        let below = product_below;
        let above = |x: f64, y: f64| -product_below(-x, y);
        let (lower, upper) = if a >= 0.0 {
            (below(if c >= 0.0 { a } else { b }, c), above(if d >= 0.0 { b } else { a }, d))
        } else if b <= 0.0 {
            (below(if d >= 0.0 { a } else { b }, d), above(if c >= 0.0 { b } else { a }, c))
        } else if c >= 0.0 {
            (below(a, d), above(b, d))
        } else if d <= 0.0 {
            (below(b, c), above(a, c))
        } else {
            (below(a, d).min(below(b, c)), above(a, c).max(above(b, d)))
        };
        Interval { lower, upper }
    }
}

impl core::ops::Div for Interval {
    type Output = Interval;
    /// The quotient by an interval with 0 and other numbers has no bound on one or both sides. The quotient by 0 is undefined.
    fn div(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() || other.lower == 0.0 && other.upper == 0.0 {
            return Interval::UNDEFINED;
        }
        let (a, b, c, d) = (self.lower, self.upper, other.lower, other.upper);
        if c > 0.0 || d < 0.0 {
            // By a negative divisor, divide the negatives.
            let (a, b, c, d) = if c > 0.0 { (a, b, c, d) } else { (-b, -a, -d, -c) };
            let lower = if a.is_infinite() { a } else { quotient(a, if a >= 0.0 { d } else { c }).0 };
            let upper = if b.is_infinite() { b } else { quotient(b, if b >= 0.0 { c } else { d }).1 };
            // An infinite point divided by an infinite end is no number.
            return if lower.is_nan() || upper.is_nan() {
                Interval::ENTIRE
            } else {
                Interval { lower, upper }
            };
        }
        if a == 0.0 && b == 0.0 {
            return Interval::from(0.0);
        }
        if c < 0.0 && d > 0.0 || a < 0.0 && b > 0.0 {
            return Interval::ENTIRE;
        }
        // One end of the divisor is 0, and the dividend has one sign.
        let far = if c == 0.0 { d } else { c };
        let near = if a >= 0.0 { a } else { b };
        let bounds = if near.is_infinite() { (near / far, near / far) } else { quotient(near, far) };
        if (near >= 0.0 && a >= 0.0) == (far > 0.0) {
            Interval { lower: bounds.0.max(0.0), upper: f64::INFINITY }
        } else {
            Interval { lower: f64::NEG_INFINITY, upper: bounds.1.min(0.0) }
        }
    }
}
