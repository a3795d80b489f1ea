//! The tape: vertices, recorded steps and adjoints, their memory, and recomputation.
//!
//! Nothing here depends on the dictionary that records the steps.

pub(crate) mod adjoints;
pub(crate) mod checkpoints;
pub(crate) mod edges;
#[expect(unsafe_code, reason = "the memory of a tape, without the bookkeeping of a `RefCell`")]
pub(crate) mod memory;
pub(crate) mod recompute;
pub(crate) mod sum;
pub(crate) mod vertex;

use alloc::vec::Vec;
use core::cell::Cell;

use self::adjoints::Adjoints;
use self::checkpoints::Checkpoints;
use self::edges::{Edges, Remember};
use self::memory::{Mark, Memory};
use self::recompute::Unrecorded;
use self::sum::Spare;
use self::vertex::{Node, Vertex};
use crate::Dict;

/// The stack of steps, one for each vertex, and of checkpoints between them.
pub(crate) struct Tape<'t, D: Dict> {
    memory: Memory<D::V>,
    pub(crate) checkpoints: Checkpoints<Unrecorded<'t, D>>,
    /// Memory for sums term by term, while none is in progress.
    pub(crate) spare: Cell<Spare<D>>,
    /// Whether checkpoints are recorded as well, since the steps outlive the tape.
    pub(crate) whole: bool,
}

impl<'t, D: Dict> Tape<'t, D> {
    /// The beginning of the tape, and the number of its first checkpoint.
    const ALL: (Mark, usize) = (Mark { steps: 0, values: 0 }, 0);

    /// An empty tape in this memory. The caller must make a [`Release`](checkpoints::Release) of its checkpoints next.
    pub(crate) fn new(mut memory: Memory<D::V>) -> Self {
        memory.clear();
        Tape { memory, checkpoints: Checkpoints::new(), spare: Cell::default(), whole: false }
    }

    /// A tape without checkpoints, whose steps [`steps`](Tape::steps) gives.
    pub(crate) fn whole() -> Self {
        Tape { whole: true, ..Tape::new(Memory::new()) }
    }

    /// A copy of the steps and their partial derivatives.
    pub(crate) fn steps(&self) -> (Vec<Edges>, Vec<D::V>) {
        self.memory.read(|steps, partials| (steps.to_vec(), partials.to_vec()))
    }

    /// The place of the next step.
    pub(crate) fn end(&self) -> Mark {
        self.memory.end()
    }

    /// Pushes a step, and returns its vertex.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    pub(crate) fn push(&self, edges: Edges, partials: &[D::V]) -> Vertex {
        Vertex::numbered(self.memory.push(edges, partials))
    }

    /// Pushes a step with any number of partial derivatives, and returns its vertex.
    pub(crate) fn push_many(&self, edges: Edges, partials: impl Iterator<Item = D::V>) -> Vertex {
        Vertex::numbered(self.memory.push_many(edges, partials))
    }

    #[inline]
    pub(crate) fn variable(&self, v: D::V) -> Node<'t, D::V> {
        Node::new(v, Some(self.push(Edges::NONE, &[])))
    }

    /// Removes all steps from `mark` on.
    pub(crate) fn truncate(&self, mark: Mark) {
        self.memory.truncate(mark);
    }

    /// Takes the memory, for another tape.
    pub(crate) fn take_memory(&self) -> Memory<D::V> {
        self.memory.take()
    }

    /// Reverses every step, the last one first, from the given adjoints of the results. It can be repeated only if it is to
    /// `keep` the checkpoints.
    pub(crate) fn backward(
        &'t self,
        dict: D,
        seeds: impl IntoIterator<Item = (Vertex, D::V)>,
        adjoints: &mut Adjoints<D>,
        keep: bool,
    ) {
        let end = self.end();
        adjoints.seed(dict, end.steps, seeds);
        let end =
            if self.checkpoints.is_empty() { end } else { self.recompute(dict, Self::ALL, adjoints, keep) };
        self.undo(dict, 0, end, adjoints);
        adjoints.swept();
    }

    /// The same, one step at a time. At the beginning and after each step, `watch` receives a number and the adjoints of the
    /// steps before this number. The number is that of the step that was reversed last. At the beginning, the number is the end
    /// of the tape.
    #[cfg(feature = "numbers")]
    pub(crate) fn watched(
        &'t self,
        dict: D,
        seeds: impl IntoIterator<Item = (Vertex, D::V)>,
        mut watch: impl FnMut(usize, &Adjoints<D>),
    ) {
        let mut adjoints = Adjoints::none();
        let mut end = self.end();
        adjoints.seed(dict, end.steps, seeds);
        watch(end.steps, &adjoints);
        if !self.checkpoints.is_empty() {
            end = self.recompute(dict, Self::ALL, &mut adjoints, false);
        }
        while end.steps > 0 {
            let step = end.steps - 1;
            let values = self.memory.read(|steps, _| steps[step].values());
            self.undo(dict, step, end, &mut adjoints);
            watch(step, &adjoints);
            end = Mark { steps: step, values: end.values - values };
        }
    }

    /// Reverses the steps from number `start` up to `end`.
    pub(crate) fn undo(&self, dict: D, start: usize, end: Mark, adjoints: &mut Adjoints<D>) {
        self.memory.read(|steps, partials| {
            adjoints.undo(dict, start, &steps[start..end.steps], &partials[..end.values]);
        });
    }
}

impl<D: Dict> Remember<D> for Tape<'_, D> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    fn remember(&self, edges: Edges, partials: &[D::V]) -> Vertex {
        self.push(edges, partials)
    }
}
