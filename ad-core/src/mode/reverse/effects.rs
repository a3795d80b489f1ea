//! Reverse mode by effect handlers: the control stack is the tape.
//!
//! The expression *performs* every step as an effect. The handler numbers the vertex and resumes the expression. The resumption
//! returns after all later steps have been reversed, and then the handler reverses this one. There is no list of steps: the
//! activations of the handler store them.
//!
//! An evaluation panics after 2³⁰ - 1 steps, the largest number of a vertex, or when the [stack](crate::handler::set_stack_size)
//! is used up. For longer ones, see [checkpoints](#checkpoints).
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
//!
//! # Checkpoints
//!
//! A part of the program inside a [`checkpoint`](fn@crate::checkpoint) runs twice. In the forward phase it gives values and performs no
//! step, so it needs no memory. In the backward phase it runs again from its saved arguments, and performs its steps to the same handler.
//! So the control stack has the steps of one part at a time, and one activation for each other part:
//!
//! ```
//! use ad::prelude::*;
//! use ad::checkpoint;
//!
//! #[exp]
//! fn hundred_steps(x: f64) -> f64 {
//!     let mut x = x;
//!     for _ in 0..100 {
//!         x = x.sin();
//!     }
//!     x
//! }
//!
//! #[exp]
//! fn in_parts(x: f64) -> f64 {
//!     let mut x = x;
//!     for _ in 0..50 {
//!         x = checkpoint(HundredSteps).at(x);
//!     }
//!     x
//! }
//!
//! // At most 100 steps and 50 parts at a time, and not 5000 steps.
//! assert_eq!(effects::diff(InParts).at(1.0), stack::diff(InParts).at(1.0));
//! ```
//!
//! [`iterate`](fn@crate::iterate) places the checkpoints of a loop.
//!
//! # Source
//!
//! The third listing of the [paper](crate::paper), and before it a program by K. C. Sivaramakrishnan. By other operators for control:
//! F. Wang, D. Zheng, J. Decker, X. Wu, G. M. Essertel and T. Rompf, *Demystifying differentiable programming: shift/reset the penultimate
//! backpropagator*, ICFP 2019. Checkpoints: J. Sigal, *Automatic Differentiation via Effects and Handlers: An Implementation in Frank*,
//! PEPM 2021.

mod parts;

use parts::{Parts, Value};

use crate::function::Partial;
use crate::handler::{Continuation, Handler, Performer, handle_in_parts};
use crate::mode::reverse::pullback::{arranged, operators_from_pullback};
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::checkpoints::Release;
use crate::mode::reverse::tape::edges::{Edges, Remember, record};
use crate::mode::reverse::tape::vertex::{Node, Vertex, collect, primals, seeds};
use crate::mode::strategy::{bound, constant_step};
use crate::number::erased::{Applied, erased};
use crate::number::exp::Repeatable;
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
    /// The adjoints of the results of a part that runs again, until it has returned.
    results: Vec<Option<D::V>>,
    /// The vertices that the variables of the parts represent, for each part that is being reversed.
    operands: Vec<Vertex>,
}

impl<D: Dict> Backward<D> {
    fn new(dict: D) -> Self {
        let adjoints = Adjoints::none();
        Backward { dict, vertices: 1, adjoints, results: Vec::new(), operands: Vec::new() }
    }

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
    type Return = Value<D>;
    type Result = ();

    #[inline]
    fn effect(&mut self, step: PerformedStep<D::V>, k: Continuation<'_, Self>) {
        if step.edges.kind() == Edges::CHECKPOINT {
            return self.part(step.edges, k);
        }
        let vertex = self.number();
        k.resume(self, vertex);
        self.vertices -= 1;
        let partials = &step.partials[..step.edges.values()];
        self.adjoints.undo(self.dict, self.vertices, &[step.edges], partials);
    }

    fn returns(&mut self, value: Value<D>) {
        match value {
            Value::Whole(dict, results) => {
                self.dict = dict;
                self.adjoints.seed(self.dict, self.vertices, results);
            }
            Value::Part(part) => self.seed_part(part),
            Value::Passed => {}
        }
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
    evaluation: Option<&'t Evaluation<'t, D>>,
}

/// The performer of an evaluation, and its checkpoints.
struct Evaluation<'t, D: Dict> {
    performer: Performer<'t, PerformedStep<D::V>, Vertex>,
    parts: Parts<'t, D>,
}

impl<D: Dict> Default for Effects<'_, D> {
    fn default() -> Self {
        Effects { base: D::default(), evaluation: None }
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
        Effects { base: self.base.join(other.base), evaluation: self.evaluation.or(other.evaluation) }
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
        let Some(Evaluation { performer, .. }) = self.evaluation else {
            return constant_step::<Self, K>(v, operands);
        };
        Node::new(v, record::<D, K>(self.base(), operands, partial, &Performing { performer: *performer, v }))
    }

    /// Evaluates `e` at constants, which performs nothing, and makes its results variables.
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        parts::checkpoint(self, e, x)
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

#[inline]
fn pullback<D: Dict, E: for<'t> Exp<Effects<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    erased!(seed: FnMut(usize) -> Option<D::V>);
    #[cfg(debug_assertions)]
    let e: &dyn for<'t> Applied<E::In, E::Out, Effects<'t, D>> = e;
    reversed::<E::In, E::Out, D, _>(e, dict, x, seed)
}

fn reversed<I: Shape, O: Shape, D: Dict, E: for<'t> Applied<I, O, Effects<'t, D>> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<O, Num<D>>, Of<I, Num<D>>) {
    let mut backward = Backward::new(dict);
    let x = I::map(x, &mut |x| Node::new(x.value(), Some(backward.number())));
    let mut y = None;
    // The forward phase and, when it has returned, the backward phase.
    handle_in_parts(&mut backward, |performer, value| {
        let evaluation = Evaluation { performer, parts: Parts::new() };
        let _release = Release(&evaluation.parts);
        let effects = Effects { base: dict, evaluation: Some(&evaluation) };
        let numbers = e.applied(effects, &I::map(&x, &mut |x| Num::new(effects, x.under())));
        let nodes = y.insert(O::map(&numbers, &mut |y| y.value().under()));
        let bound = bound::<_, O>(effects, &numbers);
        drop(numbers);
        parts::run_again(effects.over(bound), Value::Whole(bound, seeds::<O, _>(nodes, seed)), value)
    });
    let y = y.expect("the computation has returned");
    let Backward { dict, adjoints, .. } = backward;
    (primals::<O, _>(dict, &y), collect::<I, _>(dict, &adjoints, &x))
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
