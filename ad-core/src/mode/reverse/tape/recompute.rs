//! What a tape does about a checkpoint: the stack strategy evaluates the expression without recording it, and when the
//! backward phase comes to it, records it then, undoes it, and forgets it again.
//!
//! To evaluate without recording takes no second dictionary: under the same handle, steps on constants are not
//! recorded. A checkpoint stands on the tape as its results, which are vertices without operands; a list beside
//! the tape says where. A tape without checkpoints is not slowed by any of this.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::mem::ManuallyDrop;

use super::Tape;
use super::adjoints::Adjoints;
use super::memory::Mark;
use super::vertex::Vertex;
use crate::Dict;

/// An evaluation that was not recorded.
pub(crate) struct Unrecorded<'t, D: Dict> {
    /// Where its results stand.
    results: (Mark, Mark),
    /// The vertices of the arguments that are no constants.
    operands: Vec<Vertex>,
    expression: Box<dyn Rerun<'t, D> + 't>,
}

impl<'t, D: Dict> Unrecorded<'t, D> {
    pub(crate) fn new(
        results: (Mark, Mark),
        operands: Vec<Vertex>,
        expression: impl Rerun<'t, D> + 't,
    ) -> Self {
        Unrecorded { results, operands, expression: Box::new(expression) }
    }
}

/// An expression and its arguments, whatever their shapes.
pub(crate) trait Rerun<'t, D: Dict> {
    /// Evaluates the expression once more. Those of the arguments that are no constants become new variables on the
    /// tape. The vertices of the results.
    fn record(&self, dict: D, tape: &'t Tape<'t, D>) -> Vec<Option<Vertex>>;
}

// -----------------------------------------------------------------------------------------------------------

/// The checkpoints of a tape, in order.
///
/// They hold expressions under the dictionary that holds a reference to this, so they must not be dropped with it:
/// whoever makes a tape also makes a [`Release`] after it, which empties it before.
pub(crate) struct Checkpoints<'t, D: Dict>(RefCell<Vec<ManuallyDrop<Unrecorded<'t, D>>>>);

impl<'t, D: Dict> Checkpoints<'t, D> {
    pub(crate) fn new() -> Self {
        Checkpoints(RefCell::default())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub(crate) fn push(&self, checkpoint: Unrecorded<'t, D>) {
        self.0.borrow_mut().push(ManuallyDrop::new(checkpoint));
    }

    /// Forgets those from number `first` on.
    pub(crate) fn forget(&self, first: usize) {
        while self.pop_from(first).is_some() {}
    }

    /// The last one, if there is one of number `first` or later.
    fn pop_from(&self, first: usize) -> Option<Unrecorded<'t, D>> {
        let mut checkpoints = self.0.borrow_mut();
        if checkpoints.len() > first { checkpoints.pop().map(ManuallyDrop::into_inner) } else { None }
    }
}

/// Drops the checkpoints of a tape, also when there is a panic.
pub(crate) struct Release<'a, 't, D: Dict>(pub(crate) &'a Checkpoints<'t, D>);

impl<D: Dict> Drop for Release<'_, '_, D> {
    fn drop(&mut self) {
        self.0.forget(0);
    }
}

// -----------------------------------------------------------------------------------------------------------

/// What is being undone: a part of the tape, and of its list of checkpoints.
struct Part {
    start: Mark,
    /// Where the part ends that is not undone yet.
    end: Mark,
    /// The number of its first checkpoint.
    first: usize,
    /// The vertices that its variables, which are its first vertices, stand for.
    operands: Vec<Vertex>,
}

impl<'t, D: Dict> Tape<'t, D> {
    /// Undoes the checkpoints from number `first` on, and the steps behind that one; where those end that are left. They
    /// are all that come behind `start`.
    ///
    /// What was not recorded at a checkpoint is recorded at the end of the tape, undone and forgotten. That may make
    /// checkpoints in turn. It is a loop, with a list of the parts under way, because they can be many.
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
            if results.iter().any(Option::is_some) {
                let (start, first) = (self.end(), self.checkpoints.len());
                let vertices = checkpoint.expression.record(dict, self);
                adjoints.resize(self.end().steps);
                // The variables stand for the operands and take over their adjoints, so that the terms of each are
                // added in the order in which they would be if there were no checkpoint.
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
