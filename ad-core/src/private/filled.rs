//! The iterations of a reverse loop that have adjoints to pass on. If only some numbers of a result are differentiated, as for a row of
//! a Jacobian, most slots of its lists are empty.

use core::ops::Range;

/// Iterations that are inspected together, without a branch for each of them. A shorter loop is not inspected.
const BLOCK: usize = 8;

/// The iterations from the first block with a filled slot to the last one. A loop whose first and last slots are filled is inspected in
/// constant time.
#[inline]
pub fn filled(count: usize, is_filled: impl Fn(usize) -> bool) -> Range<usize> {
    let is_empty = |from: usize| !(from..from + BLOCK).fold(false, |found, k| found | is_filled(k));
    let (mut from, mut to) = (0, count);
    while to - from >= BLOCK && is_empty(to - BLOCK) {
        to -= BLOCK;
    }
    while to - from >= BLOCK && is_empty(from) {
        from += BLOCK;
    }
    from..to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_filled_slot_is_outside_of_the_range() {
        for count in 0..40 {
            assert!(filled(count, |_| false).len() < BLOCK);
            for (a, b) in (0..count).flat_map(|a| (a..count).map(move |b| (a, b))) {
                let range = filled(count, |k| k == a || k == b);
                assert!(range.start <= a && b < range.end && range.end <= count);
                assert!(range.len() < b - a + 2 * BLOCK);
            }
        }
    }
}
