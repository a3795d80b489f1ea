//! Checkpoints of a tape. The stack strategy evaluates the expression without recording. The backward phase records it when it
//! reaches the checkpoint, reverses it, and removes its steps.
//!
//! An evaluation without recording needs no second dictionary: steps on constants are not recorded. A checkpoint is on the tape
//! as its results, which are vertices without operands. A separate list contains its place. A tape without checkpoints is not
//! slower.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Tape;
use super::adjoints::Adjoints;
use super::memory::Mark;
use super::vertex::{Node, Vertex};
use crate::{Dict, Of, Shape, Signature};

/// An evaluation that was not recorded.
pub(crate) struct Unrecorded<'t, D: Dict> {
    /// The place of its results.
    results: (Mark, Mark),
    /// The vertices of the arguments that are not constant.
    operands: Vec<Vertex>,
    expression: Box<dyn Rerun<'t, D> + 't>,
}

impl<'t, D: Dict + 't> Unrecorded<'t, D> {
    pub(crate) fn new<E: Signature + 't>(
        results: (Mark, Mark),
        checkpointed: Checkpointed<'t, E, D::V>,
    ) -> Self
    where
        Checkpointed<'t, E, D::V>: Rerun<'t, D>,
    {
        Unrecorded { results, operands: checkpointed.operands(), expression: Box::new(checkpointed) }
    }
}

/// The expression of a checkpoint, and its arguments.
pub(crate) struct Checkpointed<'t, E: Signature, V: Copy> {
    pub(crate) e: E,
    pub(crate) inputs: Of<E::In, Node<'t, V>>,
}

impl<E: Signature, V: Copy> Checkpointed<'_, E, V> {
    /// The vertices of the arguments that are not constant.
    pub(crate) fn operands(&self) -> Vec<Vertex> {
        let mut operands = Vec::new();
        E::In::for_each(&self.inputs, &mut |x| operands.extend(x.vertex));
        operands
    }
}

/// An expression and its arguments, with the shapes erased.
pub(crate) trait Rerun<'t, D: Dict> {
    /// The adjoints of the operands from those of the results, by the adjoint program of the expression, if it has one.
    fn pull_back(
        &self,
        dict: D,
        tape: &'t Tape<'t, D>,
        results: &[Option<D::V>],
    ) -> Option<Vec<Option<D::V>>>;

    /// Evaluates the expression again. Arguments that are not constant become new variables on the tape. Returns the vertices of
    /// the results.
    fn record(&self, dict: D, tape: &'t Tape<'t, D>) -> Vec<Option<Vertex>>;
}

// -----------------------------------------------------------------------------------------------------------

/// A part of the tape that is being reversed, and of its list of checkpoints.
struct Part {
    start: Mark,
    /// The end of the part that is not reversed yet.
    end: Mark,
    /// The number of its first checkpoint.
    first: usize,
    /// The vertices that the part's variables, which are its first vertices, represent.
    operands: Vec<Vertex>,
}

impl<'t, D: Dict> Tape<'t, D> {
    /// Reverses the checkpoints from number `first` on, and the steps behind that one. Returns the end of the remaining steps.
    /// All of these are behind `start`.
    ///
    /// The expression of a checkpoint is recorded at the end of the tape, reversed and removed. The recording may contain
    /// checkpoints. The function is a loop with a list of parts, because there can be many.
    #[cold]
    #[inline(never)]
    pub(crate) fn recompute(
        &'t self,
        dict: D,
        (start, first): (Mark, usize),
        adjoints: &mut Adjoints<D>,
        keep: bool,
    ) -> Mark {
        let mut kept = Vec::new();
        let mut parts = vec![Part { start, end: self.end(), first, operands: Vec::new() }];
        while let Some(part) = parts.last_mut() {
            let Some(mut checkpoint) = self.checkpoints.pop_from(part.first) else {
                if parts.len() == 1 {
                    break;
                }
                let part = parts.pop().expect("there is one more than one");
                self.undo(dict, part.start.steps, part.end, adjoints);
                for (i, operand) in part.operands.iter().enumerate() {
                    adjoints.hand_over(dict, Vertex::new(part.start.steps + i), *operand);
                }
                self.forget(part.start, adjoints);
                continue;
            };
            let (start, end) = checkpoint.results;
            self.undo(dict, end.steps, part.end, adjoints);
            let results: Vec<_> = (start.steps..end.steps).map(|i| adjoints.take(Vertex::new(i))).collect();
            part.end = start;
            let keep = keep && parts.len() == 1;
            if !keep {
                self.forget(start, adjoints);
            }
            let wanted = results.iter().any(Option::is_some);
            let pulled_back = wanted.then(|| checkpoint.expression.pull_back(dict, self, &results)).flatten();
            if let Some(found) = pulled_back {
                for (operand, d) in checkpoint.operands.iter().zip(found) {
                    d.into_iter().for_each(|d| adjoints.add(dict, operand.index(), d));
                }
            } else if wanted {
                let (start, first) = (self.end(), self.checkpoints.len());
                let vertices = checkpoint.expression.record(dict, self);
                adjoints.resize(self.end().steps);
                // The variables represent the operands and take over their adjoints. So the terms of each adjoint are added in
                // the same order as without checkpoints.
                for (i, operand) in checkpoint.operands.iter().enumerate() {
                    adjoints.hand_over(dict, *operand, Vertex::new(start.steps + i));
                }
                for (vertex, adjoint) in vertices.into_iter().zip(results) {
                    if let (Some(vertex), Some(adjoint)) = (vertex, adjoint) {
                        adjoints.add(dict, vertex.index(), adjoint);
                    }
                }
                let operands = if keep {
                    checkpoint.operands.clone()
                } else {
                    core::mem::take(&mut checkpoint.operands)
                };
                parts.push(Part { start, end: self.end(), first, operands });
            }
            kept.extend(keep.then_some(checkpoint));
        }
        kept.into_iter().rev().for_each(|checkpoint| self.checkpoints.push(checkpoint));
        parts[0].end
    }

    fn forget(&self, from: Mark, adjoints: &mut Adjoints<D>) {
        self.truncate(from);
        adjoints.resize(from.steps);
    }
}
