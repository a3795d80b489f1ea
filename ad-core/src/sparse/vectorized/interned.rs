//! A table in which equal items have one number.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

/// Different items, in the order in which they came.
pub(super) struct Interned<T> {
    items: Vec<T>,
    /// One more than the number of an item, or 0; the length is a power of two.
    slots: Vec<u32>,
}

impl<T: Copy + Eq + Hash> Interned<T> {
    pub(super) fn new() -> Self {
        Interned { items: Vec::new(), slots: vec![0; 64] }
    }

    /// The number of `item`, which may be new.
    ///
    /// # Panics
    ///
    /// Panics beyond 2³² - 1 items.
    pub(super) fn number(&mut self, item: T) -> u32 {
        if 2 * self.items.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(&item);
        if self.slots[slot] == 0 {
            self.items.push(item);
            self.slots[slot] = u32::try_from(self.items.len()).expect("fewer than 2³² items");
        }
        self.slots[slot] - 1
    }

    /// Where `item` is, or would be.
    fn slot(&self, item: &T) -> usize {
        let mut hasher = Multiplicative(0);
        item.hash(&mut hasher);
        let last = self.slots.len() - 1;
        #[allow(clippy::cast_possible_truncation, reason = "only the last bits count")]
        let mut slot = hasher.finish() as usize & last;
        while let Some(other) = self.slots[slot].checked_sub(1) {
            if self.items[other as usize] == *item {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for number in 0..self.items.len() {
            let slot = self.slot(&self.items[number]);
            self.slots[slot] = u32::try_from(number + 1).expect("fewer than 2³² items");
        }
    }
}

/// D. E. Knuth, *The Art of Computer Programming* 3, section 6.4: a product with 2⁶⁴ divided by the golden ratio.
struct Multiplicative(u64);

impl Hasher for Multiplicative {
    fn finish(&self) -> u64 {
        self.0 >> 32
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_isize(&mut self, word: isize) {
        self.write_i64(word as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::Interned;

    #[test]
    fn equal_items_have_one_number() {
        let mut table = Interned::new();
        for round in 0..2 {
            for i in 0..1000_u32 {
                assert_eq!(table.number((i * 64, 1_u64)), i, "in round {round}");
            }
        }
    }
}
