//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use std::cell::RefCell;

use crate::function::Partial;
use crate::graph::{Adjoints, Node, Step, Vertex, collect, primals, seeds};
use crate::reverse::operators;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// The stack of steps, one for each vertex.
#[derive(Debug)]
struct Tape<V>(RefCell<Vec<Step<V>>>);

impl<V: Copy> Tape<V> {
    fn new() -> Self {
        Tape(RefCell::default())
    }

    /// Pushes a step; its vertex.
    #[inline]
    fn push(&self, step: Step<V>) -> Vertex {
        let mut steps = self.0.borrow_mut();
        let vertex = Vertex::new(steps.len());
        steps.push(step);
        vertex
    }

    /// Undoes every step, the last one first.
    fn backward<D: Dict<V = V>>(&self, dict: D, results: &[(Vertex, V)]) -> Adjoints<V> {
        let steps = self.0.borrow();
        let mut adjoints = Adjoints::new(dict, steps.len(), results);
        for (index, step) in steps.iter().enumerate().rev() {
            adjoints.undo(dict, index, step);
        }
        adjoints
    }
}

/// The dictionary that pushes its steps on a stack and computes their values in `D`.
#[derive(Clone, Copy)]
pub struct Stack<'t, D: Dict> {
    base: D,
    /// `None` while unbound: there are only constants.
    tape: Option<&'t Tape<D::V>>,
}

impl<D: Dict> Default for Stack<'_, D> {
    fn default() -> Self {
        Stack { base: D::default(), tape: None }
    }
}

impl<D: Dict> Strategy for Stack<'_, D> {
    type Base = D;
    type Lifted = Node<D::V>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Stack { base: self.base.join(other.base), tape: self.tape.or(other.tape) }
    }
    #[inline]
    fn constant(v: D::V) -> Node<D::V> {
        Node { v, vertex: None }
    }
    #[inline]
    fn primal(a: Node<D::V>) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Node<D::V>) -> bool {
        a.vertex.is_none()
    }

    /// A step is pushed.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Node<D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Node<D::V> {
        let vertex = self.tape.and_then(|tape| Step::record(v, operands, partial, |step| tape.push(step)));
        Node { v, vertex }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The forward phase: the variables and the results.
fn record<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    tape: &Tape<D::V>,
) -> (Of<E::In, Node<D::V>>, Of<E::Out, Node<D::V>>) {
    let stack = Stack { base: dict, tape: Some(tape) };
    let x = E::In::map(x, &mut |x| {
        let v = x.value();
        Num::new(stack, Node { v, vertex: Some(tape.push(Step::variable(v))) })
    });
    let y = e.apply(stack, &x);
    (E::In::map(&x, &mut |x| x.value()), E::Out::map(&y, &mut |y| y.value()))
}

fn pullback<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let tape = Tape::new();
    let (x, y) = record(e, dict, x, &tape);
    let adjoints = tape.backward(dict, &seeds::<E::Out, _>(&y, seed));
    (primals::<E::Out, _>(dict, &y), collect::<E::In, _>(dict, &adjoints, &x))
}

/// One forward phase, and a backward phase for each row.
fn rows<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Vec<Of<E::In, Num<D>>>) {
    let tape = Tape::new();
    let (x, y) = record(e, dict, x, &tape);
    let row = |i| {
        let adjoints = tape.backward(dict, &seeds::<E::Out, _>(&y, |j| (i == j).then(|| dict.one())));
        collect::<E::In, _>(dict, &adjoints, &x)
    };
    (primals::<E::Out, _>(dict, &y), (0..E::Out::count(&y)).map(row).collect())
}

operators!("stack", Stack);
