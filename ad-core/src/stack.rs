//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use std::cell::RefCell;

use crate::function::Partial;
use crate::graph::{Adjoints, Node, Step, Vertex};
use crate::{Dict, Exp, Num, Of, Shape, Signature, Strategy};

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

    /// Pops every step, the last one first.
    fn backward<D: Dict<V = V>>(self, dict: D, result: Option<Vertex>, seed: V) -> Adjoints<V> {
        let mut steps = self.0.into_inner();
        let mut adjoints = Adjoints::new(steps.len(), result, seed);
        while let Some(step) = steps.pop() {
            adjoints.undo(dict, steps.len(), &step);
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
                Num::new(stack, Node { v: x.value(), vertex: Some(tape.push(Step::variable(x.value()))) })
            });
            let y = self.0.apply(stack, &x);
            (E::In::map(&x, &mut |x| x.value()), y.value().vertex)
        };
        // The backward phase.
        let adjoints = tape.backward(dict, y, dict.one());
        E::In::map(&x, &mut |x| {
            let adjoint = x.vertex.and_then(|vertex| adjoints.get(vertex));
            Num::new(dict, adjoint.unwrap_or_else(|| dict.zero()))
        })
    }
}
