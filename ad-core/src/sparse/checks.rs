//! Evaluations that also check the pattern, and the record if there is one.
//!
//! A program may choose its inputs by an integer outside of its argument. No comparison of numbers shows that the integer has
//! changed. So some evaluations sweep along random groups of columns. A row has a derivative along a group only if its pattern has a
//! column of the group. A derivative that is not 0 elsewhere proves that the pattern is wrong: no rounding error does.

use super::colouring::{Colouring, Pattern};
use super::sweep::ColumnSweeps;

/// The largest distance between two checks. A check of a record costs about as much as ten evaluations by it.
const SELDOM: u32 = 256;

/// So many groups are swept in one pass.
const GROUPS: usize = 4;

/// When the next check takes place.
#[derive(Clone, Debug)]
pub(super) struct Checks {
    /// The number of evaluations since the last check.
    evaluations: u32,
    /// The one that checks. If the check fails, all further ones check, too.
    next: u32,
    random: u64,
}

impl Checks {
    pub(super) fn new() -> Self {
        Checks { evaluations: 0, next: 4, random: 1 }
    }

    /// The pattern is that of the caller, and is not checked.
    pub(super) fn never() -> Self {
        Checks { next: u32::MAX, ..Checks::new() }
    }

    /// An evaluation begins.
    pub(super) fn count(&mut self) {
        self.evaluations = self.evaluations.saturating_add(u32::from(self.next < u32::MAX));
    }

    /// Whether this evaluation checks.
    pub(super) fn are_due(&self) -> bool {
        self.evaluations >= self.next
    }

    /// The check has found nothing.
    pub(super) fn pass(&mut self) {
        self.evaluations = 0;
        self.next = SELDOM.min(self.next * 4);
    }

    /// Sweeps along random groups of columns. In an average row, about one column of the pattern is in a group.
    pub(super) fn groups(&mut self, pattern: &Pattern) -> ColumnSweeps {
        let columns = (pattern.nonzeros() / pattern.rows().max(1) + 1).max(GROUPS);
        let group = |_| {
            self.random =
                self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some(usize::try_from(self.random >> 33).expect("31 bits") % columns)
                .filter(|group| *group < GROUPS)
        };
        ColumnSweeps::new(Colouring::of_some((0..pattern.columns()).map(group)))
    }
}

/// The first row with a derivative along a group of which its pattern has no column.
pub(super) fn unexpected(pattern: &Pattern, groups: &ColumnSweeps) -> Option<usize> {
    let mut rows = groups.matrix().chunks(groups.count().max(1)).enumerate();
    let found = rows.find(|(i, row)| {
        row.iter().enumerate().any(|(group, d)| {
            let known = || pattern.in_row(*i).any(|j| groups.colouring().of(j) == Some(group));
            d.is_finite() && *d != 0.0 && !known()
        })
    });
    found.map(|(i, _)| i)
}
