//! The number system of intervals.

use core::cmp::Ordering;
use core::fmt;

use super::paths::{Error, Paths};
use super::{Interval, functions};
use crate::function::Function;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, OrderedDict, RealDict, RingDict};

/// The dictionary of [`Interval`]s.
///
/// [`enclose`](super::enclose) evaluates under it. Its handle records comparisons that are undecided. The unbound handle belongs
/// to constants. It panics at an undecided comparison:
///
/// ```should_panic
/// use ad::enclosure::{Interval, Intervals};
/// use ad::prelude::*;
///
/// #[exp]
/// fn ramp(x: f64) -> f64 {
///     if x > 0.0 { x } else { 0.0 }
/// }
///
/// Ramp.eval(Intervals::default(), Interval::new(-1.0, 1.0));
/// ```
///
/// # Cost
///
/// A sum costs about as much as ten of floats, and a product twenty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Intervals<'p>(pub(super) Option<&'p Paths>);

impl Intervals<'_> {
    /// One of the answers that a comparison may have.
    fn decide(self, answers: &[Ordering], a: Interval, b: Interval) -> Option<Ordering> {
        match (answers, self.0) {
            ([], _) => None,
            ([answer], _) => Some(*answer),
            (_, Some(paths)) => Some(answers[paths.choose(answers.len(), a, b)]),
            (_, None) => panic!("undecided comparison of the intervals {a} and {b}"),
        }
    }

    /// Whether a comparison has no answer because an operand is undefined, which is an error.
    fn is_undefined(self, a: Interval, b: Interval) -> bool {
        let undefined = a.is_undefined() || b.is_undefined();
        if let Some(paths) = self.0.filter(|_| undefined) {
            paths.fail(Error::Undefined);
        }
        undefined
    }
}

impl Dict for Intervals<'_> {
    type V = Interval;
    fn zero(self) -> Interval {
        Interval::from(0.0)
    }
    fn one(self) -> Interval {
        Interval::from(1.0)
    }
    #[inline]
    fn add(self, a: Interval, b: Interval) -> Interval {
        a + b
    }
    #[inline]
    fn mul(self, a: Interval, b: Interval) -> Interval {
        a * b
    }
    #[allow(clippy::cast_precision_loss, reason = "a rounded number is widened")]
    fn natural(self, n: u64) -> Interval {
        let nearest = n as f64;
        if n < 1 << 53 { Interval::from(nearest) } else { Interval::around(nearest) }
    }
    fn power(self, a: Interval, n: u32) -> Interval {
        if a.is_undefined() { a } else { functions::power(a, n) }
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Intervals(self.0.or(other.0))
    }
    fn show(self, v: Interval, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        format.print(&v.lower(), f)?;
        f.write_str(", ")?;
        format.print(&v.upper(), f)?;
        f.write_str("]")
    }
}

impl RingDict for Intervals<'_> {
    #[inline]
    fn neg(self, a: Interval) -> Interval {
        -a
    }
    #[inline]
    fn sub(self, a: Interval, b: Interval) -> Interval {
        a - b
    }
}

impl FieldDict for Intervals<'_> {
    #[inline]
    fn div(self, a: Interval, b: Interval) -> Interval {
        a / b
    }
    /// The decimal number. It is a point if it is a double.
    // Inlined, so that the compiler knows the interval.
    #[inline]
    fn decimal(self, literal: Decimal) -> Interval {
        const LARGEST: u64 = 1 << 53;
        let Decimal { digits, exponent, nearest } = literal;
        let exact = match (u64::try_from(digits), exponent) {
            (Ok(digits), 0) => digits < LARGEST,
            (Ok(digits), 1..=15) => digits <= LARGEST / 10u64.pow(exponent.unsigned_abs()),
            // digits · 10ᵉ with e < 0 is digits / 5⁻ᵉ / 2⁻ᵉ.
            (Ok(digits), -22..=-1) => {
                let fives = 5u64.pow(exponent.unsigned_abs());
                digits.is_multiple_of(fives) && digits / fives < LARGEST
            }
            _ => digits == 0,
        };
        if exact { Interval::from(nearest) } else { Interval::around(nearest) }
    }
}

impl RealDict for Intervals<'_> {
    /// The double `c`, exactly.
    fn constant(self, c: f64) -> Interval {
        if c.is_nan() { Interval::UNDEFINED } else { Interval::from(c) }
    }
    fn rounded(self, c: f64) -> Interval {
        Interval::from(c).widened(2)
    }
    /// # Panics
    ///
    /// Panics if there is no enclosure of the function.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Interval; K]) -> Interval {
        let known = f.entry().and_then(|entry| functions::of(entry, &x));
        known
            .unwrap_or_else(|| panic!("the dictionary `Intervals` does not know the function `{}`", f.name()))
    }
    fn primal(self, _: Interval) -> Option<f64> {
        None
    }
    /// That of a point. Another interval has no answer for all its numbers: it is undecided.
    fn answer(self, a: Interval, question: impl Fn(f64) -> u64) -> Option<u64> {
        if !a.is_point() && !a.is_undefined() {
            match self.0 {
                Some(paths) => paths.refuse(a, a),
                None => panic!("a question about the interval {a} is undecided"),
            }
        }
        Some(question(a.midpoint()))
    }
    fn order(self) -> usize {
        0
    }
}

impl OrderedDict for Intervals<'_> {
    fn eq(self, a: Interval, b: Interval) -> bool {
        if self.is_undefined(a, b) {
            return false;
        }
        let both = [Ordering::Equal, Ordering::Less];
        let unequal = !(a.is_point() && b.is_point() && a == b);
        let equal = a.intersection(b).is_some();
        let answers = &both[usize::from(!equal)..=usize::from(unequal)];
        self.decide(answers, a, b) == Some(Ordering::Equal)
    }

    fn partial_cmp(self, a: Interval, b: Interval) -> Option<Ordering> {
        if self.is_undefined(a, b) {
            return None;
        }
        let possible = [
            (Ordering::Less, a.lower() < b.upper()),
            (Ordering::Equal, a.intersection(b).is_some()),
            (Ordering::Greater, a.upper() > b.lower()),
        ];
        let mut answers = [Ordering::Equal; 3];
        let mut count = 0;
        for (answer, _) in possible.into_iter().filter(|(_, possible)| *possible) {
            answers[count] = answer;
            count += 1;
        }
        self.decide(&answers[..count], a, b)
    }

    fn lt(self, a: Interval, b: Interval) -> bool {
        if self.is_undefined(a, b) {
            return false;
        }
        let both = [Ordering::Less, Ordering::Greater];
        let answers = &both[usize::from(a.lower() >= b.upper())..=usize::from(a.upper() >= b.lower())];
        self.decide(answers, a, b) == Some(Ordering::Less)
    }

    fn le(self, a: Interval, b: Interval) -> bool {
        if self.is_undefined(a, b) {
            return false;
        }
        let both = [Ordering::Less, Ordering::Greater];
        let answers = &both[usize::from(a.lower() > b.upper())..=usize::from(a.upper() > b.lower())];
        self.decide(answers, a, b) == Some(Ordering::Less)
    }
}
