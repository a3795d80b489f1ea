//! A dictionary that counts its operations.

use std::cell::Cell;

use ad::{Dict, Ground, I64, OrderedDict, RingDict};

/// How many operations were performed. Constants do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// `+`
    pub(crate) add: usize,
    /// `×`
    pub(crate) mul: usize,
    /// `-`, with one or two operands
    pub(crate) sub: usize,
}

impl Counts {
    pub(crate) fn total(self) -> usize {
        self.add + self.mul + self.sub
    }
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { add: 0, mul: 0, sub: 0 }) };
}

/// How many operations of [`Counting`] were performed since this was last asked.
pub(crate) fn lap() -> Counts {
    COUNTS.take()
}

fn note(operation: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    operation(&mut counts);
    COUNTS.set(counts);
}

/// The integers modulo 2⁶⁴.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counting;

impl Dict for Counting {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        0
    }
    fn one(self) -> i64 {
        1
    }
    fn natural(self, n: u64) -> i64 {
        n.cast_signed()
    }
    fn add(self, a: i64, b: i64) -> i64 {
        note(|counts| counts.add += 1);
        I64.add(a, b)
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        note(|counts| counts.mul += 1);
        I64.mul(a, b)
    }
}

impl RingDict for Counting {
    fn neg(self, a: i64) -> i64 {
        note(|counts| counts.sub += 1);
        I64.neg(a)
    }
    fn sub(self, a: i64, b: i64) -> i64 {
        note(|counts| counts.sub += 1);
        I64.sub(a, b)
    }
}

impl OrderedDict for Counting {
    fn eq(self, a: i64, b: i64) -> bool {
        a == b
    }
    fn partial_cmp(self, a: i64, b: i64) -> Option<std::cmp::Ordering> {
        Some(a.cmp(&b))
    }
}
