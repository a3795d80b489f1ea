//! The saved contents of buffers that each iteration of a loop refills.
//!
//! If the reverse code of an iteration only reads a buffer, the forward code writes into the block itself. A block that is removed stays
//! initialized, so that later iterations need not do it.

use alloc::vec::Vec;
use core::mem;

use crate::number::memory;

/// See the module.
#[derive(Clone, Debug)]
pub struct Blocks<T> {
    list: Vec<T>,
    /// The end of the last block.
    end: usize,
}

impl<T: Copy> Blocks<T> {
    /// No blocks, in memory of the thread.
    #[inline]
    pub fn begin() -> Self {
        Blocks { list: memory::empty(), end: 0 }
    }

    /// A further block of this length. Its content is arbitrary: that of a block that was removed, for instance.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn next(&mut self, length: usize) -> &mut [T]
    where
        T: Default,
    {
        let start = self.end;
        if self.list.len() - start < length {
            self.list = longer(mem::take(&mut self.list), length);
        }
        self.end += length;
        &mut self.list[start..][..length]
    }

    /// Saves the content of a buffer.
    #[inline]
    pub fn save(&mut self, buffer: &[T]) {
        self.list.truncate(self.end);
        self.list.extend_from_slice(buffer);
        self.end = self.list.len();
    }

    /// Removes the last block, which has this length.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn last(&mut self, length: usize) -> &[T] {
        let rest = self.end.checked_sub(length);
        self.end = rest.expect("the reverse sweep has more iterations than the forward sweep");
        &self.list[self.end..][..length]
    }

    /// Restores the buffer to the content of the last block, which is removed.
    #[inline]
    pub fn restore(&mut self, buffer: &mut [T]) {
        buffer.copy_from_slice(self.last(buffer.len()));
    }

    /// Returns the memory to the thread.
    #[inline]
    pub fn end(self) {
        memory::keep(self.list);
    }
}

/// A list with room for a further block.
#[cold]
#[inline(never)]
fn longer<T: Copy + Default>(mut list: Vec<T>, length: usize) -> Vec<T> {
    list.resize(list.len() + length, T::default());
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_removed_first() {
        let mut blocks = Blocks::begin();
        let mut expected = Vec::new();
        // Lengths differ between loops, and memory of removed blocks is used again.
        for length in [3, 1, 4, 0, 2, 7] {
            for i in 0..5_u32 {
                let content: Vec<u32> = (0..length).map(|j| 100 * length + 10 * i + j).collect();
                if i % 2 == 0 {
                    blocks.save(&content);
                } else {
                    blocks.next(content.len()).copy_from_slice(&content);
                }
                expected.push(content);
            }
            assert_eq!(blocks.last(length as usize), expected.pop().unwrap());
        }
        let mut copy = blocks.clone();
        for content in expected.into_iter().rev() {
            let mut buffer = vec![0; content.len()];
            blocks.restore(&mut buffer);
            assert_eq!(buffer, content);
            assert_eq!(copy.last(content.len()), content);
        }
        blocks.end();
    }

    #[test]
    #[should_panic(expected = "more iterations")]
    fn a_block_too_many_is_noticed() {
        let mut blocks = Blocks::begin();
        blocks.save(&[1.0, 2.0]);
        blocks.last(2);
        blocks.last(2);
    }
}
