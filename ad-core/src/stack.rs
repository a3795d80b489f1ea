//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use std::cell::RefCell;

use crate::function::Partial;
use crate::graph::{Adjoints, Edges, Node, Vertex};
use crate::{Dict, Exp, Num, Of, Shape, Signature, Strategy};

/// The stack: for each vertex, in order, the operands of the step that made it.
#[derive(Debug)]
struct Tape<V>(RefCell<Steps<V>>);

#[derive(Debug)]
struct Steps<V> {
    /// Where the operands of each vertex end.
    ends: Vec<usize>,
    operands: Vec<(Vertex, Partial<V>)>,
}

impl<V: Copy> Tape<V> {
    fn new() -> Self {
        Tape(RefCell::new(Steps { ends: Vec::new(), operands: Vec::new() }))
    }

    /// Pushes a step; its vertex.
    #[inline]
    fn push(&self, operands: impl Iterator<Item = (Vertex, Partial<V>)>) -> Vertex {
        let steps = &mut *self.0.borrow_mut();
        let vertex = Vertex::new(steps.ends.len());
        steps.operands.extend(operands);
        steps.ends.push(steps.operands.len());
        vertex
    }

    /// Pops every step, from the result backwards: its adjoint goes to its operands.
    fn backward<D: Dict<V = V>>(self, dict: D, result: Vertex) -> Adjoints<V> {
        let Steps { ends, mut operands } = self.0.into_inner();
        let mut adjoints = Adjoints::new(ends.len());
        adjoints.update(dict, result, Partial::One, dict.one());
        for index in (0..ends.len()).rev() {
            let start = if index == 0 { 0 } else { ends[index - 1] };
            if let Some(adjoint) = adjoints.get(Vertex::new(index)) {
                for &(operand, partial) in &operands[start..] {
                    adjoints.update(dict, operand, partial, adjoint);
                }
            }
            operands.truncate(start);
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
        let edges = Edges::new(operands, partial);
        match self.tape {
            Some(tape) if !edges.is_empty() => Node { v, vertex: Some(tape.push(edges.into_iter())) },
            _ => Stack::<D>::constant(v),
        }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The derivative of `e`, in reverse mode with a stack.
///
/// ```
/// use ad_core::{Exp, I64, Var, pow, stack};
/// assert_eq!(stack::diff(pow(4, Var)).eval(I64, 2), 32);
/// ```
pub fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> Grad<E> {
    Grad(e)
}

/// The gradient of `e`: its derivative with respect to every number that goes in, in the same shape.
///
/// ```
/// # use ad_core::{At, Dict, Exp, Num, Signature, stack};
/// struct Product;
/// impl Signature for Product { type In = [f64; 3]; type Out = f64; }
/// impl<D: Dict> Exp<D> for Product {
///     fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> { x.iter().product() }
/// }
/// assert_eq!(stack::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
pub fn grad<E: Signature<Out = f64>>(e: E) -> Grad<E> {
    Grad(e)
}

/// What [`diff`] and [`grad`] make: an expression again.
#[derive(Clone, Copy, Debug)]
pub struct Grad<E>(E);

impl<E: Signature<Out = f64>> Signature for Grad<E> {
    type In = E::In;
    type Out = E::In;
}

impl<D: Dict, E: Signature<Out = f64> + for<'t> Exp<Stack<'t, D>>> Exp<D> for Grad<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        let tape = Tape::new();
        // The forward phase.
        let (x, y) = {
            let stack = Stack { base: dict, tape: Some(&tape) };
            let x = E::In::map(x, &mut |x| {
                Num::new(stack, Node { v: x.value(), vertex: Some(tape.push(std::iter::empty())) })
            });
            let y = self.0.apply(stack, &x);
            (E::In::map(&x, &mut |x| x.value().vertex), y.value().vertex)
        };
        // The backward phase.
        let adjoints = y.map(|y| tape.backward(dict, y));
        E::In::map(&x, &mut |x| {
            let adjoint = adjoints.as_ref().and_then(|adjoints| adjoints.get(x?));
            Num::new(dict, adjoint.unwrap_or_else(|| dict.zero()))
        })
    }
}
