//! The number system of intervals.

use core::cmp::Ordering;
use core::fmt;

use super::paths::{Error, Handle, Paths};
use super::{Interval, functions};
use crate::function::Function;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, OrderedDict, RealDict, RingDict};

/// The dictionary of [`Interval`]s.
///
/// [`enclose`](super::enclose) evaluates under it, and records comparisons that are undecided. Without this door, they panic, as do
/// functions outside of their domain or without an enclosure:
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
/// A sum takes about 20 instructions, a product or a quotient 45. A value by arithmetic alone costs eight plain values, and up to 20 where
/// the plain function is in vector registers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Intervals<'p>(pub(super) Handle<'p>);

impl Intervals<'_> {
    /// One of the answers that a comparison may have.
    fn decide(self, answers: &[Ordering], a: Interval, b: Interval) -> Option<Ordering> {
        let answer = match answers {
            [] => return None,
            [_] => 0,
            _ => self.record(|paths| paths.choose(answers.len(), a, b), || Error::Undecided(a, b)),
        };
        Some(answers[answer])
    }

    /// Passes the paths of the evaluation to `f`.
    ///
    /// # Panics
    ///
    /// Panics with the error if no evaluation is under way.
    #[track_caller]
    fn record<R>(self, f: impl FnOnce(&Paths) -> R, error: impl FnOnce() -> Error) -> R {
        self.0.with(f).unwrap_or_else(|| panic!("{}", error()))
    }

    fn fail(self, error: &Error) {
        self.record(|paths| paths.fail(error.clone()), || error.clone());
    }

    /// Whether a < b for some numbers of two intervals with these ends, or for their neighbours if the numbers vary.
    fn may_be_less(self, a: f64, b: f64) -> bool {
        a < b || a == b && self.0.varies()
    }

    /// Whether a comparison has no answer because an operand is undefined, which is an error.
    fn is_undefined(self, a: Interval, b: Interval) -> bool {
        let undefined = a.is_undefined() || b.is_undefined();
        if undefined {
            self.fail(&Error::Undefined);
        }
        undefined
    }
}

impl Dict for Intervals<'_> {
    type V = Interval;
    type Level = Ground;
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
        Intervals(self.0.join(other.0))
    }
    #[inline]
    fn vary(self, varies: bool) -> bool {
        self.0.vary(varies)
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
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the compiler knows the interval")]
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
    /// Two neighbouring doubles around the constant, or those within two units of `c` if it is unknown.
    fn rounded(self, c: f64) -> Interval {
        Interval::of_constant(c)
    }
    /// A function outside of its domain, or without an enclosure, is an error of the evaluation. So is a jump where operands vary.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Interval; K]) -> Interval {
        let known = f.entry().and_then(|entry| functions::of(entry, &x));
        let y = known.unwrap_or(Interval::UNDEFINED);
        if known.is_none() {
            self.fail(&Error::Unknown(f.name()));
        } else if y.is_undefined() && !x.iter().any(|x| x.is_undefined()) {
            self.fail(&Error::Undefined);
        } else if f.entry().is_some_and(|entry| functions::jumps(entry, &x)) && self.0.varies() {
            self.fail(&Error::Jump(f.name()));
        }
        y
    }
    fn primal(self, _: Interval) -> Option<f64> {
        None
    }
    /// That of a point, and of its neighbours if it varies. Another interval has no answer for all its numbers: it is undecided.
    fn answer(self, a: Interval, question: impl Fn(f64) -> u64) -> Option<u64> {
        if self.is_undefined(a, a) {
            return Some(question(f64::NAN));
        }
        let x = a.midpoint();
        let answer = question(x);
        let is_certain = || [x.next_down(), x.next_up()].into_iter().all(|x| question(x) == answer);
        if !a.is_point() || self.0.varies() && !is_certain() {
            self.fail(&Error::Undecided(a, a));
        }
        Some(answer)
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
        let equal = a.intersection(b).is_some();
        let unequal = !(a.is_point() && b.is_point() && a == b) || self.0.varies();
        let answers = &both[usize::from(!equal)..=usize::from(unequal)];
        self.decide(answers, a, b) == Some(Ordering::Equal)
    }

    fn partial_cmp(self, a: Interval, b: Interval) -> Option<Ordering> {
        if self.is_undefined(a, b) {
            return None;
        }
        let possible = [
            (Ordering::Less, self.may_be_less(a.lower(), b.upper())),
            (Ordering::Equal, a.intersection(b).is_some()),
            (Ordering::Greater, self.may_be_less(b.lower(), a.upper())),
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
        let less = self.may_be_less(a.lower(), b.upper());
        let answers = &both[usize::from(!less)..=usize::from(a.upper() >= b.lower())];
        self.decide(answers, a, b) == Some(Ordering::Less)
    }

    fn le(self, a: Interval, b: Interval) -> bool {
        if self.is_undefined(a, b) {
            return false;
        }
        let both = [Ordering::Less, Ordering::Greater];
        let greater = self.may_be_less(b.lower(), a.upper());
        let answers = &both[usize::from(a.lower() > b.upper())..=usize::from(greater)];
        self.decide(answers, a, b) == Some(Ordering::Less)
    }
}
