//! Floats that record the path of a program through its comparisons.
//!
//! Each sweep computes with them. With `std`, the record belongs to the thread, and numbers stay in their thread. A pointer to
//! the record in each number would make sweeps a tenth slower.

use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use super::unseen::of_floats;
use crate::function::{Function, Partial};
use crate::number::print::Format;
use crate::{Decimal, Dict, F64, FieldDict, Ground, OrderedDict, RealDict, RingDict, Shortcuts, Untouched};

/// Floats that record the outcomes of comparisons, so that two paths of a program can be compared.
///
/// With `CONSTANTS` it also records the constants that are not literals.
///
/// Only [`sparse`](crate::sparse) makes one. The bounds of [`ForwardSweeps`](crate::sparse::ForwardSweeps) name it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Witness<'t, const CONSTANTS: bool = false> {
    /// `None` while unbound.
    #[cfg(not(feature = "std"))]
    outcomes: Option<&'t Cell<Way>>,
    evaluation: PhantomData<&'t Cell<Way>>,
}

/// The path of a program: a hash of the outcomes of its comparisons, in order. Two paths with the same hash count as equal.
pub(super) type Way = u64;

/// The record of an evaluation.
pub(super) struct Outcomes {
    #[cfg(not(feature = "std"))]
    way: Cell<Way>,
    /// The path so far of the surrounding evaluation.
    #[cfg(feature = "std")]
    outer: Way,
}

/// Not 0, so that leading outcomes of 0 count.
pub(super) const START: Way = 1;

#[cfg(feature = "std")]
std::thread_local! {
    static WAY: Cell<Way> = const { Cell::new(START) };
}

#[cfg(feature = "std")]
impl Outcomes {
    pub(super) fn new() -> Self {
        Outcomes { outer: WAY.replace(START) }
    }

    /// The path so far. Another one begins.
    #[allow(clippy::unused_self, reason = "the place belongs to the thread")]
    pub(super) fn end(&self) -> Way {
        WAY.replace(START)
    }
}

#[cfg(feature = "std")]
impl Drop for Outcomes {
    fn drop(&mut self) {
        WAY.set(self.outer);
    }
}

#[cfg(not(feature = "std"))]
impl Outcomes {
    pub(super) fn new() -> Self {
        Outcomes { way: Cell::new(START) }
    }

    pub(super) fn end(&self) -> Way {
        self.way.replace(START)
    }
}

impl<'t, const CONSTANTS: bool> Witness<'t, CONSTANTS> {
    #[cfg_attr(feature = "std", allow(unused_variables, reason = "the place belongs to the thread"))]
    pub(super) fn new(outcomes: &'t Outcomes) -> Self {
        Witness {
            #[cfg(not(feature = "std"))]
            outcomes: Some(&outcomes.way),
            evaluation: PhantomData,
        }
    }

    /// A polynomial of the outcomes at the point 0x4c957f2d modulo 2⁶⁴: a product and a sum, which are two instructions. The
    /// powers of the point repeat after 2⁶² steps.
    #[inline]
    #[cfg_attr(feature = "std", allow(clippy::unused_self, reason = "the place belongs to the thread"))]
    fn learns(self, outcome: u64) {
        let further = |way: Way| way.wrapping_mul(0x4c95_7f2d).wrapping_add(outcome);
        #[cfg(feature = "std")]
        WAY.set(further(WAY.get()));
        #[cfg(not(feature = "std"))]
        if let Some(way) = self.outcomes {
            way.set(further(way.get()));
        }
    }
}

// rustc need not propose an internal dictionary.

#[diagnostic::do_not_recommend]
impl<const CONSTANTS: bool> Dict for Witness<'_, CONSTANTS> {
    of_floats!(Dict);
    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        annihilates: |_, v| (F64::SHORTCUTS.annihilates)(F64, v),
        untouched: match F64::SHORTCUTS.untouched {
            None => None,
            Some(Untouched { value, is, .. }) => {
                Some(Untouched { value, is, accumulate: |_, sum, term| sum + (term + 0.0) })
            }
        },
        negate: F64::SHORTCUTS.negate,
        is_unit: |_, v| (F64::SHORTCUTS.is_unit)(F64, v),
    };
    #[inline]
    fn empty_sum(self) -> f64 {
        F64.empty_sum()
    }
    fn show(self, v: f64, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F64.show(v, format, f)
    }
    #[cfg(not(feature = "std"))]
    #[inline]
    fn join(self, other: Self) -> Self {
        Witness { outcomes: self.outcomes.or(other.outcomes), ..self }
    }
}

#[diagnostic::do_not_recommend]
impl<const CONSTANTS: bool> RingDict for Witness<'_, CONSTANTS> {
    of_floats!(RingDict);
    #[inline]
    fn sub(self, a: f64, b: f64) -> f64 {
        a - b
    }
    #[inline]
    fn integer(self, n: i64) -> f64 {
        F64.integer(n)
    }
}

#[diagnostic::do_not_recommend]
impl<const CONSTANTS: bool> FieldDict for Witness<'_, CONSTANTS> {
    of_floats!(FieldDict);
}

#[diagnostic::do_not_recommend]
impl<const CONSTANTS: bool> RealDict for Witness<'_, CONSTANTS> {
    #[inline]
    fn constant(self, c: f64) -> f64 {
        if CONSTANTS {
            self.learns(c.to_bits());
        }
        c
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [f64; K]) -> f64 {
        f.value(x)
    }
    #[inline]
    fn order(self) -> usize {
        0
    }
    #[inline]
    fn with_partials<F: Function<K>, const K: usize>(self, f: F, x: [f64; K]) -> (f64, [Partial<f64>; K]) {
        F64.with_partials(f, x)
    }
    #[inline]
    fn primal(self, a: f64) -> Option<f64> {
        Some(a)
    }
    #[inline]
    fn answer(self, a: f64, question: impl Fn(f64) -> u64) -> Option<u64> {
        let answer = question(a);
        self.learns(answer);
        Some(answer)
    }
}

#[diagnostic::do_not_recommend]
impl<const CONSTANTS: bool> OrderedDict for Witness<'_, CONSTANTS> {
    #[inline]
    fn eq(self, a: f64, b: f64) -> bool {
        let outcome = a == b;
        self.learns(outcome.into());
        outcome
    }
    #[inline]
    fn lt(self, a: f64, b: f64) -> bool {
        let outcome = a < b;
        self.learns(outcome.into());
        outcome
    }
    #[inline]
    fn le(self, a: f64, b: f64) -> bool {
        let outcome = a <= b;
        self.learns(outcome.into());
        outcome
    }
    #[inline]
    fn partial_cmp(self, a: f64, b: f64) -> Option<Ordering> {
        let order = a.partial_cmp(&b);
        self.learns(match order {
            Some(Ordering::Less) => 0,
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            None => 3,
        });
        order
    }
}
