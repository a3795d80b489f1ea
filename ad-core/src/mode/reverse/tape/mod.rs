//! The tape: vertices, recorded steps and adjoints, the memory they lie in, and what is computed again instead.
//!
//! Nothing here knows which dictionary records the steps.

#[expect(unsafe_code, reason = "the memory of a tape, without the bookkeeping of a `RefCell`")]
pub(crate) mod memory;
pub(crate) mod recompute;
pub(crate) mod vertex;

use std::ops::Range;

use self::memory::Memory;
use self::recompute::Checkpoints;
use self::vertex::{Adjoints, Node, Step, Vertex};
use crate::Dict;

/// The stack of steps, one for each vertex, and of checkpoints between them.
pub(crate) struct Tape<'t, D: Dict> {
    steps: Memory<Step<D::V>>,
    pub(crate) checkpoints: Checkpoints<'t, D>,
}

impl<'t, D: Dict> Tape<'t, D> {
    /// An empty tape in the memory of `steps`. Make a [`Release`] of its checkpoints next.
    pub(crate) fn new(mut steps: Memory<Step<D::V>>) -> Self {
        steps.clear();
        Tape { steps, checkpoints: Checkpoints::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Pushes a step; its vertex.
    #[inline]
    pub(crate) fn push(&self, step: Step<D::V>) -> Vertex {
        let vertex = Vertex::new(self.len());
        self.steps.push(step);
        vertex
    }

    #[inline]
    pub(crate) fn variable(&self, v: D::V) -> Node<'t, D::V> {
        Node::new(v, Some(self.push(Step::variable(v))))
    }

    /// Forgets all but the first `steps`.
    pub(crate) fn truncate(&self, steps: usize) {
        self.steps.truncate(steps);
    }

    /// Takes the memory, for another tape.
    pub(crate) fn take_memory(&self) -> Memory<Step<D::V>> {
        self.steps.take()
    }

    /// Undoes every step, the last one first; the adjoints of the results are given. To do so again is possible
    /// only if one is to `keep` the checkpoints.
    ///
    /// `watch` is told how many steps are left, and the adjoints, at the beginning and after each step.
    pub(crate) fn backward(
        &'t self,
        dict: D,
        seeds: impl IntoIterator<Item = (Vertex, D::V)>,
        adjoints: &mut Adjoints<D::V>,
        keep: bool,
        mut watch: impl FnMut(usize, &Adjoints<D::V>),
    ) {
        adjoints.seed(dict, self.len(), seeds);
        watch(self.len(), adjoints);
        let end = if self.checkpoints.is_empty() { self.len() } else { self.recompute(dict, adjoints, keep) };
        self.undo(dict, 0..end, adjoints, watch);
    }

    /// Undoes these steps.
    #[inline]
    pub(crate) fn undo(
        &self,
        dict: D,
        vertices: Range<usize>,
        adjoints: &mut Adjoints<D::V>,
        mut watch: impl FnMut(usize, &Adjoints<D::V>),
    ) {
        self.steps.read(|steps| {
            for (index, step) in vertices.clone().zip(&steps[vertices]).rev() {
                adjoints.undo(dict, index, step);
                watch(index, adjoints);
            }
        });
    }
}
