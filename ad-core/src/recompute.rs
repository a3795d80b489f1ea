//! What the stack strategy does about a checkpoint: it evaluates the expression without recording it, and when the
//! backward phase comes to it, records it then, undoes it, and forgets it again.
//!
//! To evaluate without recording takes no second dictionary: under the same handle, steps on constants are not
//! recorded. A checkpoint stands on the tape as its results, which are vertices without operands; a list beside
//! the tape says where. A tape without checkpoints is not slowed by any of this.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use crate::graph::{Node, Vertex};
use crate::stack::Stack;
use crate::{Dict, Exp, Num, Of, Shape, Signature};

/// An evaluation that was not recorded.
pub(crate) struct Checkpoint<'t, D: Dict> {
    /// Where its results stand.
    pub(crate) results: std::ops::Range<usize>,
    /// The vertices of the arguments that are no constants.
    pub(crate) operands: Vec<Vertex>,
    expression: Box<dyn Record<'t, D> + 't>,
}

impl<'t, D: Dict + 't> Checkpoint<'t, D> {
    /// The evaluation of `e` at `inputs`, which had these `results`.
    pub(crate) fn new<E>(e: E, inputs: Of<E::In, Node<D::V>>, results: std::ops::Range<usize>) -> Self
    where
        E: Exp<Stack<'t, D>> + 'static,
    {
        let mut operands = Vec::new();
        E::In::for_each(&inputs, &mut |x| operands.extend(x.vertex));
        Checkpoint { results, operands, expression: Box::new(Recorded { e, inputs: Some(inputs) }) }
    }

    /// Evaluates the expression at its old arguments, of which those that are no constants become new variables,
    /// made by `variable`; the vertices of the results. It can be done once, or again and again if one is to `keep`
    /// the arguments.
    pub(crate) fn record(
        &mut self,
        stack: Stack<'t, D>,
        keep: bool,
        variable: &mut dyn FnMut(D::V) -> Node<D::V>,
    ) -> Vec<Option<Vertex>> {
        self.expression.record(stack, keep, variable)
    }
}

/// An expression and its arguments, whatever their shapes.
trait Record<'t, D: Dict> {
    fn record(
        &mut self,
        stack: Stack<'t, D>,
        keep: bool,
        variable: &mut dyn FnMut(D::V) -> Node<D::V>,
    ) -> Vec<Option<Vertex>>;
}

struct Recorded<E: Signature, V: Copy> {
    e: E,
    inputs: Option<Of<E::In, Node<V>>>,
}

impl<'t, D: Dict + 't, E: Exp<Stack<'t, D>>> Record<'t, D> for Recorded<E, D::V> {
    fn record(
        &mut self,
        stack: Stack<'t, D>,
        keep: bool,
        variable: &mut dyn FnMut(D::V) -> Node<D::V>,
    ) -> Vec<Option<Vertex>> {
        let inputs = self.inputs.as_ref().expect("a checkpoint is recorded once, unless it is kept");
        let x =
            E::In::map(inputs, &mut |x| Num::new(stack, if x.vertex.is_some() { variable(x.v) } else { *x }));
        if !keep {
            // Before the evaluation, which may make checkpoints of its own: there are never two of one state.
            self.inputs = None;
        }
        let y = self.e.apply(stack, &x);
        let mut vertices = Vec::new();
        E::Out::for_each(&y, &mut |y| vertices.push(y.value().vertex));
        vertices
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The checkpoints of a tape, in order.
///
/// They hold expressions under the dictionary that holds a reference to this, so they must not be dropped with it:
/// whoever makes a tape also makes a [`Release`] after it, which empties it before.
pub(crate) struct Checkpoints<'t, D: Dict>(RefCell<Vec<ManuallyDrop<Checkpoint<'t, D>>>>);

impl<'t, D: Dict> Checkpoints<'t, D> {
    pub(crate) fn new() -> Self {
        Checkpoints(RefCell::default())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub(crate) fn push(&self, checkpoint: Checkpoint<'t, D>) {
        self.0.borrow_mut().push(ManuallyDrop::new(checkpoint));
    }

    /// The last one, if there is one of number `first` or later.
    pub(crate) fn pop_from(&self, first: usize) -> Option<Checkpoint<'t, D>> {
        let mut checkpoints = self.0.borrow_mut();
        if checkpoints.len() > first { checkpoints.pop().map(ManuallyDrop::into_inner) } else { None }
    }
}

/// Drops the checkpoints of a tape, also when there is a panic.
pub(crate) struct Release<'a, 't, D: Dict>(pub(crate) &'a Checkpoints<'t, D>);

impl<D: Dict> Drop for Release<'_, '_, D> {
    fn drop(&mut self) {
        while self.0.pop_from(0).is_some() {}
    }
}
