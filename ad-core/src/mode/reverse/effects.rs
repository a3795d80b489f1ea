//! Reverse mode by effect handlers: the control stack is the tape.
//!
//! The expression *performs* every step as an effect. The handler numbers the vertex and resumes the expression. The resumption
//! returns after all later steps have been reversed, and then the handler reverses this one. There is no list of steps: the
//! activations of the handler store them. Source: the paper's third listing; K. C. Sivaramakrishnan's and T. Rompf's before it.
//!
//! An evaluation panics after 2³⁰ - 1 steps, the largest number of a vertex, or when the [stack](crate::handler::set_stack_size)
//! is used up.
//!
//! A recursion that makes no step on its way down cannot be stopped by a panic. It ends at the guard page of its stack: the process dies
//! by `SIGSEGV` (on Windows by an access violation), and prints no message about an overflow. Under the other strategies the same
//! recursion ends with Rust's message `has overflowed its stack`. For a deep one, see
//! [`set_stack_size`](crate::handler::set_stack_size).
//!
//! ```
//! use ad::prelude::*;
//!
//! #[exp]
//! fn product(x: &[f64]) -> f64 {
//!     x.iter().product()
//! }
//!
//! // A gradient has the shape of the argument.
//! assert_eq!(effects::grad(Product).at(vec![2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
//! // As every strategy, it nests in the others.
//! assert_eq!(forward::diff(effects::diff(ad::paper::pow(3, ad::paper::Var))).eval(I64, 5), 30);
//! ```

use crate::function::Partial;
use crate::handler::{Continuation, Handler, Performer, handle};
use crate::mode::reverse::pullback::{arranged, operators_from_pullback};
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::edges::{Edges, Remember, record};
use crate::mode::reverse::tape::vertex::{Node, Vertex, collect, primals, seeds};
use crate::mode::strategy::{bound, constant_step};
use crate::number::shape::assert_same_structure;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// A step: its edges, and up to two partial derivatives.
#[derive(Clone, Copy)]
pub(crate) struct PerformedStep<V> {
    edges: Edges,
    partials: [V; 2],
}

/// The handler of steps.
struct Backward<D: Dict> {
    dict: D,
    /// The number of the next vertex. In the backward phase it is one more than that of the last remaining vertex.
    vertices: usize,
    adjoints: Adjoints<D>,
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
    type Effect = PerformedStep<D::V>;
    type Answer = Vertex;
    type Return = (D, Vec<(Vertex, D::V)>);
    type Result = ();

    #[inline]
    fn effect(&mut self, step: PerformedStep<D::V>, k: Continuation<'_, Self>) {
        let vertex = self.number();
        k.resume(self, vertex);
        self.vertices -= 1;
        let partials = &step.partials[..step.edges.values()];
        self.adjoints.undo(self.dict, self.vertices, &[step.edges], partials);
    }

    fn returns(&mut self, (dict, results): (D, Vec<(Vertex, D::V)>)) {
        self.dict = dict;
        self.adjoints.seed(self.dict, self.vertices, results);
    }
}

/// The dictionary that performs its steps as effects and computes their values in `D`.
///
/// The bound of a function that passes an expression to one of the operators here names it:
///
/// ```
/// use ad::effects::{self, Effects};
/// use ad::{At, Exp, F64, Signature, exp};
///
/// /// A step downhill, for any expression.
/// fn descend<E>(e: &E, rate: f64, x: &mut Vec<f64>)
/// where
///     E: Signature<In = Vec<f64>, Out = f64> + for<'t> Exp<Effects<'t, F64>>,
/// {
///     let gradient = effects::grad(e).at(x.clone());
///     x.iter_mut().zip(gradient).for_each(|(x, slope)| *x -= rate * slope);
/// }
///
/// #[exp]
/// fn bowl(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum()
/// }
///
/// let mut x = vec![4.0, -2.0];
/// descend(&Bowl, 0.25, &mut x);
/// assert_eq!(x, [2.0, -1.0]);
/// ```
///
/// # Cost
///
/// Each step is an effect, which uses about 100 bytes of the control stack until it is reversed: see [`handler`](crate::handler).
#[derive(Clone, Copy)]
pub struct Effects<'t, D: Dict> {
    base: D,
    /// `None` while unbound, when there are only constants.
    performer: Option<Performer<'t, PerformedStep<D::V>, Vertex>>,
}

impl<D: Dict> Default for Effects<'_, D> {
    fn default() -> Self {
        Effects { base: D::default(), performer: None }
    }
}

impl<'t, D: Dict> Strategy for Effects<'t, D> {
    type Base = D;
    type Lifted = Node<'t, D::V>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Effects { base: self.base.join(other.base), performer: self.performer.or(other.performer) }
    }
    #[inline]
    fn over(self, base: D) -> Self {
        Effects { base, ..self }
    }
    #[inline]
    fn constant(v: D::V) -> Node<'t, D::V> {
        Node::new(v, None)
    }
    #[inline]
    fn primal(a: Node<'t, D::V>) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Node<'t, D::V>) -> bool {
        a.vertex.is_none()
    }

    /// Performs a step.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Node<'t, D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Node<'t, D::V> {
        let Some(performer) = self.performer else { return constant_step::<Self, K>(v, operands) };
        Node::new(v, record::<D, K>(self.base(), operands, partial, &Performing { performer, v }))
    }
}

/// A step with the value `v`, about to be performed.
struct Performing<'t, D: Dict> {
    performer: Performer<'t, PerformedStep<D::V>, Vertex>,
    v: D::V,
}

impl<D: Dict> Remember<D> for Performing<'_, D> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    fn remember(&self, edges: Edges, partials: &[D::V]) -> Vertex {
        let mut both = [self.v; 2];
        both[..partials.len()].copy_from_slice(partials);
        self.performer.perform(PerformedStep { edges, partials: both })
    }
}

// -----------------------------------------------------------------------------------------------------------

fn pullback<D: Dict, E: for<'t> Exp<Effects<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let mut backward = Backward { dict, vertices: 1, adjoints: Adjoints::none() };
    let x = E::In::map(x, &mut |x| Node::new(x.value(), Some(backward.number())));
    let mut y = None;
    // The forward phase and, when it has returned, the backward phase.
    handle(&mut backward, |performer| {
        let effects = Effects { base: dict, performer: Some(performer) };
        let numbers = e.apply(effects, &E::In::map(&x, &mut |x| Num::new(effects, x.under())));
        let nodes = y.insert(E::Out::map(&numbers, &mut |y| y.value().under()));
        (bound::<_, E::Out>(effects, &numbers), seeds::<E::Out, _>(nodes, seed))
    });
    let y = y.expect("the computation has returned");
    let Backward { dict, adjoints, .. } = backward;
    (primals::<E::Out, _>(dict, &y), collect::<E::In, _>(dict, &adjoints, &x))
}

/// A forward and a backward phase for each row, since a control stack can be reversed only once.
fn rows<D: Dict, E: for<'t> Exp<Effects<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    let row = |i| pullback(e, dict, x, |j| (i == j).then(|| dict.one()));
    let (y, first) = row(0);
    let outputs = E::Out::count(&y);
    let rest = (1..outputs).map(|i| row(i).1);
    let rows = core::iter::once(first).chain(rest).take(outputs).collect();
    let rows = arranged::<D, E::In, E::Out>(&y, rows);
    (y, rows)
}

operators_from_pullback!("effects" "#[exp]", D, for<'t> Exp<Effects<'t, D>>);
