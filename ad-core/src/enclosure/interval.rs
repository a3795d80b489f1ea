//! Closed intervals of real numbers, with outward rounding.
//!
//! The usual operations have one branch, which is never taken: a call would pass through memory, and signs cannot be predicted.

#![allow(
    clippy::inline_always,
    clippy::needless_bitwise_bool,
    reason = "an operation takes some ten instructions, and its rare cases are functions behind one branch"
)]

use core::fmt;

use crate::function::constants::rest;

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
    #[inline(always)]
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

    /// The double that a decimal literal rounds to, and its neighbours.
    #[inline(always)]
    pub(super) fn around(nearest: f64) -> Interval {
        Interval::from(nearest).widened(1)
    }

    /// Two neighbouring doubles around the constant that rounds to `c`. If it is unknown, two units on either side.
    pub(super) fn of_constant(c: f64) -> Interval {
        match rest(c) {
            Some(rest) if rest < 0.0 => Interval::of(c.next_down(), c),
            Some(_) => Interval::of(c, c.next_up()),
            None => Interval::from(c).widened(2),
        }
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
        let square = magnitude * magnitude;
        Interval { ends: [if square.ends[0] > 0.0 { 0.0 } else { square.ends[0] }, square.ends[1]] }
    }

    /// The quotient if 0 or an infinity is in an operand, or if it is exact.
    #[cold]
    #[inline(never)]
    fn unusual_quotient(self, other: Interval) -> Interval {
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
#[inline(always)]
fn higher(x: f64, units: u32) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    let mirrored = |bits: i64| if bits < 0 { i64::MIN - bits } else { bits };
    let place = mirrored(x.to_bits().cast_signed()) + i64::from(units);
    let largest = f64::INFINITY.to_bits().cast_signed();
    f64::from_bits(mirrored(place.min(largest)).cast_unsigned())
}

/// A double above each finite number that is rounded, the next one or the one behind: S. M. Rump, P. Zimmermann, S. Boldo, G. Melquiond,
/// *Computing predecessor and successor in rounding to nearest*, BIT 49, 2009. Without branches, since rounding errors cannot be predicted.
#[inline(always)]
fn above(x: [f64; 2], is_rounded: [bool; 2]) -> [f64; 2] {
    /// u·(1 + 2u), for u = ε / 2.
    const UNIT: f64 = f64::EPSILON / 2.0 * (1.0 + f64::EPSILON);
    const LEAST: f64 = f64::from_bits(1);
    [0, 1].map(|i| x[i] + if is_rounded[i] { x[i].abs() * UNIT + LEAST } else { 0.0 })
}

/// Whether the numbers are finite and not huge, by one comparison.
#[inline(always)]
fn are_moderate(x: [f64; 2]) -> bool {
    x[0].abs() + x[1].abs() < f64::MAX
}

/// Upper bounds of the sums. A rounded sum s of a and b is too small if s - a < b or s - b < a. The difference from the larger
/// summand is exact (T. J. Dekker, 1971). The other difference is rounded, but never reports a sum as too small that is not.
#[inline(always)]
fn sums(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let sums = [a[0] + b[0], a[1] + b[1]];
    let is_small = [0, 1].map(|i| (sums[i] - a[i] < b[i]) | (sums[i] - b[i] < a[i]));
    let ends = above(sums, is_small);
    if !are_moderate(ends) {
        return sums_at_the_end_of_the_range(a[0], a[1], b[0], b[1]).into();
    }
    ends
}

/// If a sum overflows or is huge, or an operand is infinite or NaN. A pair is returned in registers.
#[cold]
#[inline(never)]
fn sums_at_the_end_of_the_range(a0: f64, a1: f64, b0: f64, b1: f64) -> (f64, f64) {
    let above = |a: f64, b: f64| {
        let sum = a + b;
        let is_exact = a.is_infinite() || b.is_infinite() || !(sum - a < b || sum - b < a);
        if is_exact { sum } else { sum.next_up() }
    };
    (above(a0, b0), above(a1, b1))
}

/// Whether both numbers are 1 or -1, so that products with them are exact.
#[inline(always)]
fn are_units(x: [f64; 2]) -> bool {
    (x[0].abs() == 1.0) & (x[1].abs() == 1.0)
}

/// An upper bound of the product, where 0 · ∞ is 0, as for the ends of intervals.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        0.0
    } else if a.is_infinite() || b.is_infinite() || a.abs() == 1.0 || b.abs() == 1.0 {
        a * b
    } else {
        (a * b).next_up()
    }
}

/// The ends of the product of intervals with these ends, if a product is 0, exact, infinite or NaN.
#[cold]
#[inline(never)]
fn unusual_product(m: f64, b: f64, n: f64, d: f64) -> (f64, f64) {
    if m.is_nan() || b.is_nan() || n.is_nan() || d.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    let upper = |[p, q, r, s]: [f64; 4]| p.max(q).max(r).max(s);
    (
        upper([product(m, d), product(b, n), product(-m, n), product(-b, d)]),
        upper([product(m, n), product(b, d), product(-m, d), product(-b, n)]),
    )
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
    #[inline(always)]
    fn add(self, other: Interval) -> Interval {
        Interval { ends: sums(self.ends, other.ends) }
    }
}

impl core::ops::Sub for Interval {
    type Output = Interval;
    #[inline(always)]
    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl core::ops::Mul for Interval {
    type Output = Interval;
    /// The extreme products of two ends, as in R. E. Moore, *Interval Analysis*, 1966, all of them at once.
    #[inline(always)]
    fn mul(self, other: Interval) -> Interval {
        // Here a ≤ x ≤ b and c ≤ y ≤ d, with a = -m and c = -n. `left` are ac and -ad, `right` are bd and -bc.
        let ([m, b], [n, d]) = (self.ends, other.ends);
        let (left, right) = ([m * n, m * d], [b * d, b * n]);
        let greater = |a: f64, b: f64| if a > b { a } else { b };
        let lesser = |a: f64, b: f64| if a < b { a } else { b };
        let (high, low) =
            ([0, 1].map(|i| greater(left[i], right[i])), [0, 1].map(|i| lesser(left[i], right[i])));
        let ends = [greater(high[1], -low[0]), greater(high[0], -low[1])];
        let sizes = [0, 1].map(|i| left[i].abs() + right[i].abs());
        if !are_moderate(sizes)
            | (ends[0] == 0.0)
            | (ends[1] == 0.0)
            | are_units(self.ends)
            | are_units(other.ends)
        {
            return Interval { ends: unusual_product(m, b, n, d).into() };
        }
        Interval { ends: above(ends, [true; 2]) }
    }
}

impl core::ops::Div for Interval {
    type Output = Interval;
    /// The quotient by an interval with 0 and other numbers has no bound on one or both sides. The quotient by 0 is undefined.
    #[inline(always)]
    fn div(self, other: Interval) -> Interval {
        let ([m, b], [n, d]) = (self.ends, other.ends);
        // By a negative divisor, divide the negatives.
        let (ends, near, far) = if d < 0.0 { ([b, m], -d, n) } else { ([m, b], -n, d) };
        let ends = ends.map(|end| end / if end > 0.0 { near } else { far });
        if near.is_nan()
            | (near <= 0.0)
            | !are_moderate(ends)
            | (ends[0] == 0.0)
            | (ends[1] == 0.0)
            | are_units(other.ends)
        {
            return self.unusual_quotient(other);
        }
        Interval { ends: above(ends, [true; 2]) }
    }
}
