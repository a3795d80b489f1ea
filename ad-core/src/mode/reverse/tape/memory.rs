//! The memory of a tape: a list of steps, and a list of their partial derivatives, which grow behind a shared reference.

use alloc::vec::Vec;
use core::cell::UnsafeCell;
use core::num::NonZeroU32;

use super::edges::Edges;
use super::vertex::{Vertex, too_many_steps};

/// Append-only lists of `Copy` values.
///
/// Two `RefCell`s of `Vec`s would need borrow flags, and one flag cost a sixth of a reverse sweep. Each `Vec` would also compare its
/// length with its capacity. No method runs foreign code while it refers to the lists, so no flag is needed.
#[derive(Debug)]
pub(crate) struct Memory<V>(UnsafeCell<Lists<V>>);

/// Where on a tape: so many steps, with so many partial derivatives, come before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) steps: usize,
    pub(crate) values: usize,
}

#[derive(Debug)]
struct Lists<V> {
    /// The first one, if there is any, stands for no step, so that no vertex has the number 0.
    steps: Vec<Edges>,
    values: Vec<V>,
    /// How many steps may stand in the lists before they have to grow. 0 if there are none; else
    ///
    /// * `steps.len() ≤ room ≤ steps.capacity()` and `room ≤ Vertex::LIMIT`, and
    /// * `values.capacity() - values.len() ≥ 2 · (room - steps.len())`.
    room: usize,
}

impl<V: Copy> Lists<V> {
    const EMPTY: Self = Lists { steps: Vec::new(), values: Vec::new(), room: 0 };

    /// Makes room for at least one more step.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        if self.steps.is_empty() {
            self.steps.push(Edges::NONE);
        }
        let len = self.steps.len();
        let room = room_beyond(len);
        self.steps.reserve_exact(room - len);
        // As much as all steps may need, so that the room is the same when these have been forgotten.
        self.values.reserve_exact((2 * (room - len)).max((2 * room).saturating_sub(self.values.len())));
        self.room = room;
    }

    /// Forgets all but the steps before `mark`, and the first one. The lists keep their memory.
    fn truncate(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps.max(1));
        self.values.truncate(mark.values);
        // The room may now exceed the memory of the values.
        let spare = (self.values.capacity() - self.values.len()) / 2;
        self.room = self.room.min(self.steps.len() + spare);
    }
}

/// For how many steps to have room when there are `len`.
///
/// # Panics
///
/// Panics if no more can be numbered.
fn room_beyond(len: usize) -> usize {
    if len >= Vertex::LIMIT {
        too_many_steps()
    }
    (2 * len).clamp(64, Vertex::LIMIT)
}

impl<V: Copy> Memory<V> {
    pub(crate) const fn new() -> Self {
        Memory(UnsafeCell::new(Lists::EMPTY))
    }

    /// The end of the lists.
    #[inline]
    pub(crate) fn end(&self) -> Mark {
        // SAFETY: There is no other reference to the lists now. `Memory` is not `Sync`, so no other thread has one. Every
        // reference ends in the method that made it: all references are private, and none is returned.
        let lists = unsafe { &*self.0.get() };
        Mark { steps: lists.steps.len(), values: lists.values.len() }
    }

    /// Appends a step and its partial derivatives, two at most; its number.
    ///
    /// # Panics
    ///
    /// Panics if there are more partial derivatives, or more steps than can be numbered.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(
        clippy::inline_always,
        clippy::cast_possible_truncation,
        reason = "it is what the forward phase consists of; a step's number fits"
    )]
    pub(crate) fn push(&self, edges: Edges, values: &[V]) -> NonZeroU32 {
        // SAFETY: as in `end`. Growing calls the allocator, which has no way to reach these lists.
        let lists = unsafe { &mut *self.0.get() };
        assert!(values.len() <= 2, "a step has two partial derivatives at most");
        if lists.steps.len() == lists.room {
            lists.grow();
        }
        let step = lists.steps.len();
        // SAFETY: Now 1 ≤ step < room. `grow` ensures this. If `grow` was not called, there is room, so the lists are not empty.
        // By the invariants of `room`, the steps have memory for one more, and the values for two more. By the same invariants,
        // the number is that of a vertex, which fits into 32 bits. All elements are `Copy`, so nothing is dropped twice. Each new
        // element is within the capacity, and is initialized before the length includes it.
        unsafe {
            lists.steps.as_mut_ptr().add(step).write(edges);
            lists.steps.set_len(step + 1);
            // Otherwise the length would be stored again where it has not changed.
            if !values.is_empty() {
                let value = lists.values.len();
                let end = lists.values.as_mut_ptr().add(value);
                values.iter().enumerate().for_each(|(i, v)| end.add(i).write(*v));
                lists.values.set_len(value + values.len());
            }
            NonZeroU32::new_unchecked(step as u32)
        }
    }

    /// Appends a step with any number of partial derivatives; its number. What is pushed while they are computed is
    /// forgotten, and so is everything if there is a panic.
    pub(crate) fn push_many(&self, edges: Edges, values: impl Iterator<Item = V>) -> NonZeroU32 {
        let mut lists = self.replace(Lists::EMPTY);
        lists.values.extend(values);
        lists.values.reserve(2 * (lists.room - lists.steps.len()));
        self.replace(lists);
        self.push(edges, &[])
    }

    /// Reads the lists. What is pushed meanwhile is forgotten, and so is everything if `read` panics.
    #[inline]
    pub(crate) fn read<R>(&self, read: impl FnOnce(&[Edges], &[V]) -> R) -> R {
        // The lists are empty while foreign code runs, so nothing refers to them.
        let lists = self.replace(Lists::EMPTY);
        let result = read(&lists.steps, &lists.values);
        self.replace(lists);
        result
    }

    #[inline]
    fn replace(&self, lists: Lists<V>) -> Lists<V> {
        // SAFETY: as in `end`.
        core::mem::replace(unsafe { &mut *self.0.get() }, lists)
    }

    /// Forgets all but the steps before `mark`.
    pub(crate) fn truncate(&self, mark: Mark) {
        // SAFETY: as in `end`. The values are `Copy`, so none is dropped.
        unsafe { &mut *self.0.get() }.truncate(mark);
    }

    /// Takes the lists and their memory.
    pub(crate) fn take(&self) -> Self {
        Memory(UnsafeCell::new(self.replace(Lists::EMPTY)))
    }

    /// How much memory there is, whether in use or not.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        // SAFETY: as in `end`.
        let lists = unsafe { &*self.0.get() };
        lists.steps.capacity() * size_of::<Edges>() + lists.values.capacity() * size_of::<V>()
    }

    /// Forgets all steps and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().truncate(Mark { steps: 1, values: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::{Edges, Mark, Memory, room_beyond};
    use crate::mode::reverse::tape::vertex::Vertex;

    fn lists(memory: &Memory<i32>) -> (Vec<Edges>, Vec<i32>) {
        memory.read(|steps, values| (steps.to_vec(), values.to_vec()))
    }

    #[test]
    fn what_is_pushed_behind_shared_references_is_there() {
        let memory = Memory::new();
        let (a, b) = (&memory, &memory);
        let mut expected = Vec::new();
        for (n, i) in (0_u32..).zip(0..100) {
            assert_eq!(a.push(Edges::NONE, &[i]).get(), 3 * n + 1);
            b.push(Edges::NONE, &[]);
            b.push(Edges::NONE, &[i + 1000, i + 2000]);
            expected.extend([i, i + 1000, i + 2000]);
        }
        assert_eq!(memory.end(), Mark { steps: 301, values: 300 });
        assert_eq!(lists(&memory), (vec![Edges::NONE; 301], expected));
    }

    /// Many steps with two values fill the memory that steps with fewer left.
    #[test]
    fn there_is_memory_for_two_values_a_step_whatever_was_forgotten() {
        let memory = Memory::new();
        for first in [0, 1, 2, 50, 63, 64, 100, 1000] {
            for count in 0..3 {
                let values = &[7, 8][..count];
                (0..first).for_each(|_| _ = memory.push(Edges::NONE, values));
                let mark = memory.end();
                (0..100).for_each(|_| _ = memory.push(Edges::NONE, &[]));
                memory.truncate(mark);
                (0..300).for_each(|i| _ = memory.push(Edges::NONE, &[i, -i]));
                let (steps, found) = lists(&memory);
                let last = mark.steps.max(1) + 300;
                assert_eq!((steps.len(), found.len()), (last, mark.values + 600));
                assert_eq!(found[mark.values..mark.values + 4], [0, 0, 1, -1]);
                assert_eq!(found[..mark.values], [7, 8][..count].repeat(first));
                memory.truncate(Mark { steps: 0, values: 0 });
            }
        }
    }

    #[test]
    fn a_memory_that_was_large_enough_is_large_enough_again() {
        let mut memory = Memory::<i32>::new();
        let mut last = 0;
        for _ in 0..4 {
            (0..5000).for_each(|i| _ = memory.push(Edges::NONE, &[i, i][..usize::from(i % 7 == 0)]));
            let lists = memory.0.get_mut();
            let capacity = lists.values.capacity();
            assert!(last == 0 || last == capacity, "{last} became {capacity}");
            last = capacity;
            memory.clear();
        }
    }

    #[test]
    fn there_is_memory_for_two_values_a_step_after_a_step_of_many() {
        let memory = Memory::new();
        for count in [0, 1, 2, 3, 50, 1000] {
            memory.truncate(Mark { steps: 0, values: 0 });
            memory.push(Edges::NONE, &[1, 2]);
            assert_eq!(memory.push_many(Edges::NONE, 0..count).get(), 2);
            (0..100).for_each(|i| _ = memory.push(Edges::NONE, &[i, -i]));
            let expected: Vec<_> =
                [1, 2].into_iter().chain(0..count).chain((0..100).flat_map(|i| [i, -i])).collect();
            assert_eq!(lists(&memory), (vec![Edges::NONE; 103], expected));
        }
    }

    #[test]
    fn no_vertex_has_the_number_0_whatever_happens_to_the_memory() {
        let mut memory = Memory::<i32>::new();
        memory.clear();
        assert_eq!(memory.push(Edges::NONE, &[]).get(), 1);
        memory.clear();
        assert_eq!(memory.push(Edges::NONE, &[]).get(), 1);
        memory.truncate(Mark { steps: 0, values: 0 });
        assert_eq!(memory.push(Edges::NONE, &[]).get(), 1);
        memory.read(|_, _| assert_eq!(memory.push(Edges::NONE, &[]).get(), 1));
        let taken = memory.take();
        assert_eq!(memory.push(Edges::NONE, &[]).get(), 1);
        assert_eq!(taken.push(Edges::NONE, &[]).get(), 2);
    }

    #[test]
    fn what_is_pushed_while_the_lists_are_read_is_forgotten() {
        let memory = Memory::new();
        memory.push(Edges::NONE, &[1]);
        let seen = memory.read(|_, values| {
            memory.push(Edges::NONE, &[7]);
            values.to_vec()
        });
        assert_eq!((seen, lists(&memory).1), (vec![1], vec![1]));
    }

    #[test]
    fn a_reader_that_panics_leaves_an_empty_list() {
        let memory = Memory::new();
        memory.push(Edges::NONE, &[1]);
        let read = std::panic::AssertUnwindSafe(|| memory.read(|_, values| values[1]));
        assert!(std::panic::catch_unwind(read).is_err());
        assert_eq!(memory.end(), Mark { steps: 0, values: 0 });
    }

    #[test]
    #[should_panic = "two partial derivatives at most"]
    fn a_step_has_no_three_values() {
        Memory::new().push(Edges::NONE, &[1, 2, 3]);
    }

    #[test]
    fn the_lists_grow_up_to_the_last_number() {
        assert_eq!([0, 1, 64, 1000].map(room_beyond), [64, 64, 128, 2000]);
        assert_eq!(room_beyond(Vertex::LIMIT / 2 + 1), Vertex::LIMIT);
        assert_eq!(room_beyond(Vertex::LIMIT - 1), Vertex::LIMIT);
    }

    #[test]
    #[should_panic = "more than it can number"]
    fn and_no_further() {
        room_beyond(Vertex::LIMIT);
    }
}
