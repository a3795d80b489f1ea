//! Reverse mode by effect handlers: the control stack is the tape.
//!
//! The expression *performs* every step as an effect. The handler numbers the vertex, resumes the expression,
//! and when that returns, which is after all later steps have been undone, undoes this one. No list of steps is
//! kept: they live in the activations of the handler. Source: the paper's third listing; K. C. Sivaramakrishnan's
//! and T. Rompf's before it.

use crate::function::Partial;
use crate::graph::{Adjoints, Node, Step, Vertex};
use crate::handler::{Continuation, Handler, Performer, handle};
use crate::{Dict, Exp, Num, Of, Shape, Signature, Strategy};

/// The handler of steps.
struct Backward<D: Dict> {
    dict: D,
    /// How many vertices there are; in the backward phase, how many are left.
    vertices: usize,
    adjoints: Adjoints<D::V>,
}

impl<D: Dict> Backward<D> {
    /// Numbers the next vertex.
    #[inline]
    fn number(&mut self) -> Vertex {
        let vertex = Vertex::new(self.vertices);
        self.vertices += 1;
        vertex
    }
}

impl<D: Dict> Handler for Backward<D> {
    type Effect = Step<D::V>;
    type Answer = Vertex;
    type Return = Option<Vertex>;
    type Result = ();

    #[inline]
    fn effect(&mut self, step: Step<D::V>, k: Continuation<'_, Self>) {
        let vertex = self.number();
        k.resume(self, vertex);
        self.vertices -= 1;
        self.adjoints.undo(self.dict, self.vertices, &step);
    }

    fn returns(&mut self, result: Option<Vertex>) {
        self.adjoints = Adjoints::new(self.vertices, result, self.dict.one());
    }
}

/// The dictionary that performs its steps as effects and computes their values in `D`.
#[derive(Clone, Copy)]
pub struct Effects<'t, D: Dict> {
    base: D,
    /// `None` while unbound: there are only constants.
    performer: Option<Performer<'t, Step<D::V>, Vertex>>,
}

impl<D: Dict> Default for Effects<'_, D> {
    fn default() -> Self {
        Effects { base: D::default(), performer: None }
    }
}

impl<D: Dict> Strategy for Effects<'_, D> {
    type Base = D;
    type Lifted = Node<D::V>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Effects { base: self.base.join(other.base), performer: self.performer.or(other.performer) }
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

    /// A step is performed.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Node<D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Node<D::V> {
        let vertex = self.performer.and_then(|p| Step::record(v, operands, partial, |step| p.perform(step)));
        Node { v, vertex }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The derivative of `e`, in reverse mode by effect handlers.
///
/// ```
/// use ad_core::{Exp, I64, Var, effects, pow};
/// assert_eq!(effects::diff(pow(4, Var)).eval(I64, 2), 32);
/// ```
pub fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> Grad<E> {
    Grad(e)
}

/// The gradient of `e`: its derivative with respect to every number that goes in, in the same shape.
///
/// ```
/// # use ad_core::{At, Dict, Exp, Num, Signature, effects};
/// struct Product;
/// impl Signature for Product { type In = [f64; 3]; type Out = f64; }
/// impl<D: Dict> Exp<D> for Product {
///     fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> { x.iter().product() }
/// }
/// assert_eq!(effects::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
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

impl<D: Dict, E: Signature<Out = f64> + for<'t> Exp<Effects<'t, D>>> Exp<D> for Grad<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        let mut backward = Backward { dict, vertices: 0, adjoints: Adjoints::none() };
        let x = E::In::map(x, &mut |x| Node { v: x.value(), vertex: Some(backward.number()) });
        // The forward and the backward phase.
        handle(&mut backward, |performer| {
            let effects = Effects { base: dict, performer: Some(performer) };
            let y = self.0.apply(effects, &E::In::map(&x, &mut |x| Num::new(effects, *x)));
            y.value().vertex
        });
        E::In::map(&x, &mut |x| {
            let adjoint = x.vertex.and_then(|vertex| backward.adjoints.get(vertex));
            Num::new(dict, adjoint.unwrap_or_else(|| dict.zero()))
        })
    }
}
