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
    /// The lower end with the opposite sign, and the upper end: both are rounded upwards, by the same instructions.
    ends: [f64; 2],
}

impl Interval {
    /// No number: a function was evaluated outside of its domain.
    pub const UNDEFINED: Interval = Interval::of(f64::NAN, f64::NAN);
    /// All real numbers.
    pub const ENTIRE: Interval = Interval::of(f64::NEG_INFINITY, f64::INFINITY);

    #[inline]
    const fn of(lower: f64, upper: f64) -> Interval {
        Interval { ends: [-lower, upper] }
    }

    /// The numbers from `lower` to `upper`.
    ///
    /// # Panics
    ///
    /// Panics if `lower > upper`, or if one of them is NaN.
    #[must_use]
    #[track_caller]
    pub fn new(lower: f64, upper: f64) -> Interval {
        assert!(lower <= upper, "cannot make an interval from {lower} to {upper}: write the lower end first");
        Interval::of(lower, upper)
    }

    /// The smallest number.
    #[must_use]
    pub const fn lower(self) -> f64 {
        -self.ends[0]
    }

    /// The largest number.
    #[must_use]
    pub const fn upper(self) -> f64 {
        self.ends[1]
    }

    /// Whether a function was evaluated outside of its domain.
    #[must_use]
    #[inline]
    pub const fn is_undefined(self) -> bool {
        self.ends[0].is_nan() || self.ends[1].is_nan()
    }

    /// Whether there is exactly one number in it.
    #[must_use]
    pub fn is_point(self) -> bool {
        self.lower() == self.upper()
    }

    /// Whether `x` is in it.
    #[must_use]
    pub fn contains(self, x: f64) -> bool {
        self.lower() <= x && x <= self.upper()
    }

    /// Whether all numbers of it are in `other`.
    #[must_use]
    pub fn is_subset_of(self, other: Interval) -> bool {
        other.lower() <= self.lower() && self.upper() <= other.upper()
    }

    /// Whether all numbers of it are in the interior of `other`.
    #[must_use]
    pub fn is_interior_of(self, other: Interval) -> bool {
        other.lower() < self.lower() && self.upper() < other.upper()
    }

    /// A double close to the middle, in the interval.
    #[must_use]
    pub fn midpoint(self) -> f64 {
        if self.lower() == f64::NEG_INFINITY && self.upper() == f64::INFINITY {
            return 0.0;
        }
        let (lower, upper) = (self.lower().max(f64::MIN), self.upper().min(f64::MAX));
        lower.midpoint(upper)
    }

    /// An upper bound of the distance between the ends.
    #[must_use]
    pub fn width(self) -> f64 {
        (self - Interval::from(self.lower())).upper()
    }

    /// An upper bound of the absolute values.
    #[must_use]
    pub fn magnitude(self) -> f64 {
        self.lower().abs().max(self.upper().abs())
    }

    /// The numbers that are in both, if there are any.
    #[must_use]
    pub fn intersection(self, other: Interval) -> Option<Interval> {
        let (lower, upper) = (self.lower().max(other.lower()), self.upper().min(other.upper()));
        (lower <= upper && !self.is_undefined() && !other.is_undefined())
            .then_some(Interval::of(lower, upper))
    }

    /// The least interval that contains both. It is undefined if one of them is.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() {
            return Interval::UNDEFINED;
        }
        Interval::of(self.lower().min(other.lower()), self.upper().max(other.upper()))
    }

    /// The interval between two bounds, in whichever order. Undefined if one of them is NaN.
    pub(super) fn between(a: f64, b: f64) -> Interval {
        if a.is_nan() || b.is_nan() {
            return Interval::UNDEFINED;
        }
        Interval::of(a.min(b), a.max(b))
    }

    /// The interval around it, by `units` in the last place.
    pub(super) fn widened(self, units: u32) -> Interval {
        Interval::of(-higher(-self.lower(), units), higher(self.upper(), units))
    }

    /// The part between `lower` and `upper`, which contain all true values.
    pub(super) fn within(self, lower: f64, upper: f64) -> Interval {
        if self.is_undefined() {
            return self;
        }
        Interval::of(self.lower().clamp(lower, upper), self.upper().clamp(lower, upper))
    }

    /// The double that a decimal literal or a constant rounds to, and its neighbours.
    pub(super) fn around(nearest: f64) -> Interval {
        Interval::from(nearest).widened(1)
    }

    pub(super) fn abs(self) -> Interval {
        if self.lower() >= 0.0 || self.is_undefined() {
            self
        } else if self.upper() <= 0.0 {
            -self
        } else {
            Interval::of(0.0, self.magnitude())
        }
    }

    pub(super) fn max(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() {
            return Interval::UNDEFINED;
        }
        Interval::of(self.lower().max(other.lower()), self.upper().max(other.upper()))
    }

    pub(super) fn min(self, other: Interval) -> Interval {
        -(-self).max(-other)
    }

    pub(super) fn square(self) -> Interval {
        let magnitude = self.abs();
        let [lower, upper] = products(magnitude.ends, [magnitude.lower(), magnitude.upper()]);
        if self.is_undefined() { self } else { Interval { ends: [lower.min(0.0), upper] } }
    }
}

/// The point.
impl From<f64> for Interval {
    fn from(x: f64) -> Interval {
        Interval::of(x, x)
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
        write!(f, "[{:?}, {:?}]", self.lower(), self.upper())
    }
}

/// The double that is `units` doubles above `x`: the doubles in their order are integers.
fn higher(x: f64, units: u32) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    let mirrored = |bits: i64| if bits < 0 { i64::MIN - bits } else { bits };
    let place = mirrored(x.to_bits().cast_signed()) + i64::from(units);
    let largest = f64::INFINITY.to_bits().cast_signed();
    f64::from_bits(mirrored(place.min(largest)).cast_unsigned())
}

/// The next double above a finite number, or the one above that: S. M. Rump, P. Zimmermann, S. Boldo, G. Melquiond, *Computing predecessor
/// and successor in rounding to nearest*, BIT 49, 2009. Without branches, since rounding errors cannot be predicted.
#[inline]
fn above(x: f64, is_rounded: bool) -> f64 {
    /// u·(1 + 2u), for u = ε / 2.
    const UNIT: f64 = f64::EPSILON / 2.0 * (1.0 + f64::EPSILON);
    const LEAST: f64 = f64::from_bits(1);
    x + if is_rounded { x.abs() * UNIT + LEAST } else { 0.0 }
}

/// The error of the sum of two doubles, by D. E. Knuth.
#[inline]
fn error_of_sum(a: f64, b: f64, sum: f64) -> f64 {
    let rest = sum - a;
    (a - (sum - rest)) + (b - rest)
}

/// Upper bounds of the sums.
#[inline]
fn sums(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let sums = [a[0] + b[0], a[1] + b[1]];
    let errors = [error_of_sum(a[0], b[0], sums[0]), error_of_sum(a[1], b[1], sums[1])];
    if errors[0].is_nan() | errors[1].is_nan() {
        return [0, 1].map(|i| sum_at_the_end_of_the_range(a[i], b[i], errors[i]));
    }
    [above(sums[0], errors[0] > 0.0), above(sums[1], errors[1] > 0.0)]
}

/// If the error is NaN, the sum overflows, or an operand is infinite.
#[cold]
fn sum_at_the_end_of_the_range(a: f64, b: f64, error: f64) -> f64 {
    let is_exact = a.is_infinite() || b.is_infinite() || error <= 0.0;
    if is_exact { a + b } else { (a + b).next_up() }
}

/// Upper bounds of the products, where 0 · ∞ is 0, as for the ends of intervals.
#[inline]
fn products(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let products = [a[0] * b[0], a[1] * b[1]];
    let is_usual = |product: f64| (product != 0.0) & product.is_finite();
    let is_rounded = |i: usize| (a[i].abs() != 1.0) & (b[i].abs() != 1.0);
    if is_usual(products[0]) & is_usual(products[1]) {
        return [above(products[0], is_rounded(0)), above(products[1], is_rounded(1))];
    }
    [0, 1].map(|i| product_at_the_end_of_the_range(a[i], b[i], is_rounded(i)))
}

#[cold]
fn product_at_the_end_of_the_range(a: f64, b: f64, is_rounded: bool) -> f64 {
    if a == 0.0 || b == 0.0 {
        0.0
    } else if a.is_infinite() || b.is_infinite() || !is_rounded {
        a * b
    } else {
        (a * b).next_up()
    }
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
        Interval { ends: [self.ends[1], self.ends[0]] }
    }
}

impl core::ops::Add for Interval {
    type Output = Interval;
    #[inline]
    fn add(self, other: Interval) -> Interval {
        let ends = sums(self.ends, other.ends);
        if ends[0].is_nan() || ends[1].is_nan() { Interval::UNDEFINED } else { Interval { ends } }
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
        // By the signs, as in R. E. Moore, *Interval Analysis*, 1966. Here a ≤ x ≤ b and c ≤ y ≤ d, with a = -m and c = -n.
        let ([m, b], [n, d]) = (self.ends, other.ends);
        let ends = if m <= 0.0 {
            products([if n <= 0.0 { -m } else { b }, if d >= 0.0 { b } else { -m }], [n, d])
        } else if b <= 0.0 {
            products([if d >= 0.0 { m } else { -b }, if n <= 0.0 { -b } else { m }], [d, n])
        } else if n <= 0.0 {
            products([m, b], [d, d])
        } else if d <= 0.0 {
            products([b, m], [n, n])
        } else {
            let (left, right) = (products([m, m], [d, n]), products([b, b], [n, d]));
            [left[0].max(right[0]), left[1].max(right[1])]
        };
        Interval { ends }
    }
}

impl core::ops::Div for Interval {
    type Output = Interval;
    /// The quotient by an interval with 0 and other numbers has no bound on one or both sides. The quotient by 0 is undefined.
    fn div(self, other: Interval) -> Interval {
        if self.is_undefined() || other.is_undefined() || other.lower() == 0.0 && other.upper() == 0.0 {
            return Interval::UNDEFINED;
        }
        let (a, b, c, d) = (self.lower(), self.upper(), other.lower(), other.upper());
        if c > 0.0 || d < 0.0 {
            // By a negative divisor, divide the negatives.
            let (a, b, c, d) = if c > 0.0 { (a, b, c, d) } else { (-b, -a, -d, -c) };
            let lower = if a.is_infinite() { a } else { quotient(a, if a >= 0.0 { d } else { c }).0 };
            let upper = if b.is_infinite() { b } else { quotient(b, if b >= 0.0 { c } else { d }).1 };
            // An infinite point divided by an infinite end is no number.
            return if lower.is_nan() || upper.is_nan() {
                Interval::ENTIRE
            } else {
                Interval::of(lower, upper)
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
            Interval::of(bounds.0.max(0.0), f64::INFINITY)
        } else {
            Interval::of(f64::NEG_INFINITY, bounds.1.min(0.0))
        }
    }
}
