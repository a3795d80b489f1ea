//! The idle vectors of a thread.
//!
//! The element type of a stack cannot be named, so memory is stored as vectors of words. `collect` of an empty vector's
//! `into_iter` reuses the memory if the elements have the same size. The standard library does not guarantee this. Without it,
//! vectors would be allocated anew, and `tests/limits` would fail.

use alloc::vec::Vec;
use core::cell::RefCell;

/// The number of bytes that a thread retains by default.
pub(crate) const KEPT: usize = 256 << 20;

/// The idle vectors of one size of elements.
struct Shelf<W> {
    idle: Vec<Vec<W>>,
    /// The number of vectors in use. Vectors from elsewhere, such as clones, are not retained, so that the pool does not grow.
    taken: usize,
}

struct Memory {
    /// The retained bytes, and their bound.
    bytes: usize,
    capacity: usize,
    shelves: Shelves,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory::keeping(KEPT)) };
}

/// An empty vector, in the same memory if the sizes are equal.
fn cast<T, U>(mut vector: Vec<T>) -> Vec<U> {
    vector.clear();
    vector.into_iter().map(|_| unreachable!("it is empty")).collect()
}

/// Whether elements of the two types have the same layout.
const fn same<T, U>() -> bool {
    size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()
}

fn bytes<T>(vector: &Vec<T>) -> usize {
    vector.capacity() * size_of::<T>()
}

/// See [`empty`](super::empty).
pub(super) fn take<T>() -> Vec<T> {
    // A thread that is torn down retains nothing.
    MEMORY.try_with(|memory| memory.borrow_mut().take()).ok().flatten().unwrap_or_default()
}

/// See [`keep`](super::keep). The content of the vector has been dropped.
pub(super) fn give<T>(vector: Vec<T>) {
    let _ = MEMORY.try_with(|memory| memory.borrow_mut().give(vector));
}

/// Counts memory that is retained elsewhere, if the bound permits it.
pub(crate) fn reserve(bytes: usize) -> bool {
    let reserved = MEMORY.try_with(|memory| {
        let mut memory = memory.borrow_mut();
        let fits = memory.bytes + bytes <= memory.capacity;
        memory.bytes += if fits { bytes } else { 0 };
        fits
    });
    reserved.unwrap_or(false)
}

/// Counts memory no longer that [`reserve`] counted.
pub(crate) fn release(bytes: usize) {
    let _ = MEMORY.try_with(|memory| memory.borrow_mut().bytes -= bytes);
}

/// Sets the number of bytes that the current thread retains, and frees the retained memory.
pub(crate) fn keep_memory(bytes: usize) {
    let _ = MEMORY.try_with(|memory| *memory.borrow_mut() = Memory::keeping(bytes));
}

/// An element type with a shelf.
trait Shelved: Sized {
    fn shelf(shelves: &mut Shelves) -> &mut Shelf<Self>;
}

impl Memory {
    fn take<T>(&mut self) -> Option<Vec<T>> {
        const { taken_from::<T>() }.and_then(|take| take(self))
    }

    fn give<T>(&mut self, vector: Vec<T>) {
        if let Some(give) = const { given_to::<T>() } {
            give(self, vector);
        }
    }

    fn take_from<T, W: Shelved>(&mut self) -> Option<Vec<T>> {
        let shelf = W::shelf(&mut self.shelves);
        shelf.taken += 1;
        let vector = shelf.idle.pop()?;
        self.bytes -= bytes(&vector);
        Some(cast(vector))
    }

    fn give_to<T, W: Shelved>(&mut self, vector: Vec<T>) {
        let bytes = self.bytes + bytes(&vector);
        let shelf = W::shelf(&mut self.shelves);
        let taken = shelf.taken;
        shelf.taken = taken.saturating_sub(1);
        if taken > 0 && bytes <= self.capacity {
            self.bytes = bytes;
            shelf.idle.push(cast(vector));
        }
    }
}

/// A shelf for elements of a size, as a number of units of one alignment. A constant chooses the shelf of an element type. Calls in
/// branches would cost rustc a visit of every shelf's casts for each element type, which was half of the time of an unoptimized build. The
/// large ones are for tuples of lanes.
macro_rules! shelves {
    ($($name:ident: [$Unit:ty; $count:literal],)*) => {
        struct Shelves {
            $($name: Shelf<[$Unit; $count]>,)*
        }

        $(impl Shelved for [$Unit; $count] {
            fn shelf(shelves: &mut Shelves) -> &mut Shelf<Self> {
                &mut shelves.$name
            }
        })*

        impl Memory {
            const fn keeping(capacity: usize) -> Self {
                let shelves = Shelves { $($name: Shelf { idle: Vec::new(), taken: 0 },)* };
                Memory { bytes: 0, capacity, shelves }
            }
        }

        const fn taken_from<T>() -> Option<fn(&mut Memory) -> Option<Vec<T>>> {
            $(if same::<T, [$Unit; $count]>() {
                return Some(Memory::take_from::<T, [$Unit; $count]>);
            })*
            None
        }

        const fn given_to<T>() -> Option<fn(&mut Memory, Vec<T>)> {
            $(if same::<T, [$Unit; $count]>() {
                return Some(Memory::give_to::<T, [$Unit; $count]>);
            })*
            None
        }
    };
}

shelves! {
    bytes_1: [u8; 1],
    bytes_2: [u16; 1],
    halves_5: [u32; 5],
    words_1: [u64; 1],
    words_2: [u64; 2],
    words_3: [u64; 3],
    words_4: [u64; 4],
    words_5: [u64; 5],
    words_6: [u64; 6],
    words_7: [u64; 7],
    words_8: [u64; 8],
    words_9: [u64; 9],
    words_10: [u64; 10],
    words_11: [u64; 11],
    words_12: [u64; 12],
    words_13: [u64; 13],
    words_14: [u64; 14],
    words_15: [u64; 15],
    words_16: [u64; 16],
    words_17: [u64; 17],
    words_18: [u64; 18],
    words_19: [u64; 19],
    words_20: [u64; 20],
    words_21: [u64; 21],
    words_22: [u64; 22],
    words_23: [u64; 23],
    words_24: [u64; 24],
    words_25: [u64; 25],
    words_26: [u64; 26],
    words_27: [u64; 27],
    words_28: [u64; 28],
    words_29: [u64; 29],
    words_30: [u64; 30],
    words_31: [u64; 31],
    words_32: [u64; 32],
    words_40: [u64; 40],
    words_48: [u64; 48],
    words_56: [u64; 56],
    words_64: [u64; 64],
    words_72: [u64; 72],
    words_80: [u64; 80],
    words_88: [u64; 88],
    words_96: [u64; 96],
    words_104: [u64; 104],
    words_112: [u64; 112],
    words_120: [u64; 120],
    words_128: [u64; 128],
    words_144: [u64; 144],
    words_160: [u64; 160],
    words_176: [u64; 176],
    words_192: [u64; 192],
    words_208: [u64; 208],
    words_224: [u64; 224],
    words_240: [u64; 240],
    words_256: [u64; 256],
}

#[cfg(test)]
mod tests {
    use super::super::{empty, keep};
    use super::*;

    /// The same memory serves other element types of the same size. The content of a vector is dropped once.
    #[test]
    fn memory_goes_from_vector_to_vector() {
        let mut first: Vec<(f64, usize)> = empty();
        first.resize(100, (1.0, 1));
        let place = first.as_ptr().addr();
        keep(first);
        assert_eq!(empty::<[f32; 4]>().capacity(), 0, "another alignment");
        let again: Vec<Option<f64>> = empty();
        assert_eq!((again.as_ptr().addr(), again.capacity(), again.len()), (place, 100, 0));
        assert_eq!(empty::<Option<f64>>().capacity(), 0, "it is in use");
        keep(again);
        keep_memory(0);
        assert_eq!(empty::<(f64, f64)>().capacity(), 0, "what was kept is freed");
        keep(vec![1.0_f64]);
        assert_eq!(empty::<f64>().capacity(), 0, "nothing is to be kept");
        keep_memory(KEPT);
        keep(vec![1.0_f64]);
        assert_eq!(empty::<f64>().capacity(), 0, "it was not taken from here");

        let shared = std::rc::Rc::new(());
        keep(vec![shared.clone(); 3]);
        assert_eq!(std::rc::Rc::strong_count(&shared), 1);
    }
}
