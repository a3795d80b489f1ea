//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value. The stack stores every step in between. Source:
//! B. Speelpenning, *Compiling fast partial derivatives of functions given by algorithms*, 1980. The presentation follows the
//! paper's second listing.
//!
//! An evaluation panics after 2³⁰ - 1 steps, the largest number of a vertex. For longer ones, see
//! [`checkpoint`](mod@crate::checkpoint).
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
//! assert_eq!(stack::grad(Product).at(vec![2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
//! ```

use alloc::vec::Vec;

use crate::function::Partial;
use crate::mode::reverse::pullback::{arranged, operators_from_pullback};
use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::checkpoints::Release;
#[cfg(feature = "numbers")]
use crate::mode::reverse::tape::edges::Edges;
use crate::mode::reverse::tape::edges::record;
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::recompute::{Checkpointed, Rerun, Unrecorded};
use crate::mode::reverse::tape::sum::{RunningSum, TermByTerm, linear, scalar_product};
use crate::mode::reverse::tape::vertex::{Node, Vertex, collect, primals, seeds};
use crate::mode::strategy::{bound, constant_step};
use crate::number::erased::{Applied, erased};
use crate::number::exp::Repeatable;
use crate::number::shape::assert_same_structure;
use crate::number::slot::Slot;
use crate::{Dict, Exp, Matrix, Num, Of, Request, Seeding, Shape, Signature, Strategy};

/// The dictionary that pushes its steps on a stack and computes their values in `D`.
///
/// Only an operator such as [`grad`] makes one. The bound of a function that passes an expression to an operator names it:
///
/// ```
/// use ad::stack::{self, Stack};
/// use ad::{At, Exp, F64, Signature, exp};
///
/// /// A step downhill, for any expression.
/// fn descend<E>(e: &E, rate: f64, x: &mut Vec<f64>)
/// where
///     E: Signature<In = Vec<f64>, Out = f64> + for<'t> Exp<Stack<'t, F64>>,
/// {
///     let gradient = stack::grad(e).at(x.clone());
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
/// Each step needs 16 to 32 bytes. Reversing a step takes about as long as recording it.
#[derive(Clone, Copy)]
pub struct Stack<'t, D: Dict> {
    base: D,
    /// `None` while unbound, when there are only constants.
    tape: Option<&'t Tape<'t, D>>,
}

impl<D: Dict> Default for Stack<'_, D> {
    fn default() -> Self {
        Stack { base: D::default(), tape: None }
    }
}

impl<'t, D: Dict> Stack<'t, D> {
    pub(crate) fn new(base: D, tape: &'t Tape<'t, D>) -> Self {
        Stack { base, tape: Some(tape) }
    }

    /// Adds a term to a sum.
    #[inline]
    fn term(self, terms: &mut RunningSum, x: Node<'t, D::V>) {
        match (self.tape, x.vertex) {
            (_, None) => {}
            (Some(tape), Some(vertex)) => terms.add(tape, vertex),
            (None, Some(_)) => _ = constant_step::<Self, 1>(x.v, [x]),
        }
    }

    /// The same number as `a`, with a new vertex unless it is a constant.
    #[cfg(feature = "numbers")]
    pub(crate) fn apart(self, a: Node<'t, D::V>) -> Node<'t, D::V> {
        let vertex = self.tape.zip(a.vertex).map(|(tape, vertex)| tape.push(Edges::same(vertex), &[]));
        Node::new(a.v, vertex)
    }
}

impl<'t, D: Dict> Strategy for Stack<'t, D> {
    type Base = D;
    type Lifted = Node<'t, D::V>;
    const RECORDS_DOT: bool = true;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Stack { base: self.base.join(other.base), tape: self.tape.or(other.tape) }
    }
    #[inline]
    fn over(self, base: D) -> Self {
        Stack { base, ..self }
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

    /// Pushes a step.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Node<'t, D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Node<'t, D::V> {
        let Some(tape) = self.tape else { return constant_step::<Self, K>(v, operands) };
        Node::new(v, record::<D, K>(self.base(), operands, partial, tape))
    }

    /// A sum is one step for each progression of vertices among its terms.
    #[inline]
    fn sum(mut numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        let Some(first) = numbers.next() else { return Num::unbound(Dict::empty_sum) };
        let (mut stack, mut v) = (first.dict(), first.value().v);
        let mut terms = RunningSum::default();
        stack.term(&mut terms, first.value());
        for x in numbers {
            stack = Strategy::join(stack, x.dict());
            v = stack.base.add(v, x.value().v);
            stack.term(&mut terms, x.value());
        }
        Num::new(stack, Node::new(v, stack.tape.and_then(|tape| terms.finish(tape))))
    }

    /// A scalar product is one step for each side, and their sum.
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        let numbers = || a.iter().zip(b);
        let stack = numbers().fold(Stack::default(), |stack: Self, (a, b)| {
            Strategy::join(Strategy::join(stack, a.dict()), b.dict())
        });
        let vertex = match stack.tape {
            Some(tape) if a.len() > 2 => {
                scalar_product(tape, a.iter().map(|a| a.value()), b.iter().map(|b| b.value()))
            }
            _ => None,
        };
        let Some(vertex) = vertex else { return numbers().map(|(a, b)| a * b).sum() };
        let products = numbers().map(|(a, b)| stack.base.mul(a.value().v, b.value().v));
        let v = products.reduce(|sum, product| stack.base.add(sum, product));
        Num::new(stack, Node::new(v.expect("there are more than two"), vertex))
    }

    /// Reverses each term after its recording. The sum is one step for each progression of vertices among the numbers of `x`.
    fn terms<E>(self, terms: impl Iterator<Item = E>, x: &Of<E::In, Num<Self>>) -> Num<Self>
    where
        E: Exp<Self> + Signature<Out = f64>,
    {
        let mut constant = true;
        E::In::for_each(x, &mut |x| constant &= x.value().vertex.is_none());
        let Some(tape) = self.tape.filter(|_| !constant) else {
            return Strategy::sum(terms.map(|term| term.apply(self, x)));
        };
        let start = tape.end();
        let mut spare = tape.spare.take();
        let mut gradient = TermByTerm::behind(tape, spare.adjoints);
        spare.operands.clear();
        // Each term has its own variables in place of the numbers of `x`, with consecutive vertices. If `x` is already of this
        // form, it serves.
        let own;
        let x = if is_run::<E::In, D>(x) {
            E::In::for_each(x, &mut |x| {
                spare.operands.extend(x.value().vertex.map(|vertex| (vertex, vertex)));
            });
            x
        } else {
            own = E::In::map(x, &mut |x| {
                let x = Num::new(self, x.value_under(self));
                let Some(vertex) = x.value().vertex else { return x };
                let own = tape.variable(x.value().v);
                spare.operands.extend(own.vertex.map(|own| (vertex, own)));
                Num::new(self, own)
            });
            gradient.begin_here();
            &own
        };
        let mut sum = None;
        let mut program = None;
        for term in terms {
            let v = if term.has_program() {
                let (constants, sweep) = program.get_or_insert_with(|| {
                    let constant = |x: &Num<Self>| Num::new(self, Self::constant(x.value().v));
                    (E::In::map(x, &mut |x| constant(x)), PulledBack::<E::In, D>::new(self))
                });
                let v = sweep.of_term(&term, constants);
                let mut adjoints = sweep.adjoints.iter();
                E::In::for_each(x, &mut |x| {
                    if let (Some(vertex), Some(d)) = (x.value().vertex, adjoints.next().copied().flatten()) {
                        gradient.add_to(self.base, vertex, d);
                    }
                });
                v
            } else {
                let y = term.apply(self, x).value_under(self);
                gradient.add(self.base, y.vertex);
                y.v
            };
            sum = Some(sum.map_or(v, |sum| self.base.add(sum, v)));
        }
        let slopes = spare.operands.iter().filter_map(|(vertex, own)| Some((*vertex, gradient.get(*own)?)));
        spare.slopes.clear();
        spare.slopes.extend(slopes);
        tape.truncate(start);
        let v = sum.unwrap_or_else(|| self.base.empty_sum());
        let sum = Num::new(self, Node::new(v, linear(tape, &spare.slopes)));
        spare.adjoints = gradient.into_adjoints();
        tape.spare.set(spare);
        sum
    }

    /// Evaluates `e` at constants, and makes its results variables.
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        let mut constant = true;
        E::In::for_each(x, &mut |x| constant &= x.value().vertex.is_none());
        let Some(tape) = self.tape.filter(|tape| !constant && !tape.whole) else { return e.apply(self, x) };
        let y = e.apply(self, &E::In::map(x, &mut |x| Num::new(self, Self::constant(x.value().v))));
        let start = tape.end();
        let y = E::Out::map(&y, &mut |y| Num::new(self, tape.variable(y.value_under(self).v)));
        let inputs = E::In::map(x, &mut |x| x.value_under(self));
        tape.checkpoints.push(Unrecorded::new((start, tape.end()), Checkpointed { e: e.keep(), inputs }));
        y
    }
}

/// Whether `x` consists of numbers that depend on variables, with consecutive vertices.
fn is_run<'t, S: Shape, D: Dict + 't>(x: &Of<S, Num<Stack<'t, D>>>) -> bool {
    let (mut last, mut run) = (None, true);
    S::for_each(x, &mut |x| {
        let vertex = x.value().vertex.map(Vertex::index);
        run &= vertex.is_some_and(|vertex| last.is_none_or(|last| vertex == last + 1));
        last = vertex;
    });
    run
}

impl<'t, D: Dict + 't, E: Exp<Stack<'t, D>>> Rerun<'t, D> for Checkpointed<'t, E, D::V> {
    /// The program runs on constants, so it records no steps.
    fn pull_back(
        &self,
        dict: D,
        tape: &'t Tape<'t, D>,
        results: &[Option<D::V>],
    ) -> Option<Vec<Option<D::V>>> {
        if !self.e.has_program() {
            return None;
        }
        let stack = Stack::new(dict, tape);
        let x = E::In::map(&self.inputs, &mut |x| Num::new(stack, <Stack<'t, D> as Strategy>::constant(x.v)));
        let mut sweep = PulledBack::<E::In, D>::new(stack);
        sweep.seeds.extend(results);
        self.e.program(stack, &x, &mut sweep);
        let mut adjoints = sweep.adjoints.into_iter();
        let mut of_operands = Vec::new();
        E::In::for_each(&self.inputs, &mut |x| {
            let d = adjoints.next().flatten();
            of_operands.extend(x.vertex.map(|_| d));
        });
        Some(of_operands)
    }

    fn record(&self, dict: D, tape: &'t Tape<'t, D>) -> Vec<Option<Vertex>> {
        let stack = Stack::new(dict, tape);
        let x = E::In::map(&self.inputs, &mut |x| {
            Num::new(stack, if x.vertex.is_some() { tape.variable(x.v) } else { *x })
        });
        let y = self.e.apply(stack, &x);
        let mut vertices = Vec::new();
        E::Out::for_each(&y, &mut |y| vertices.push(y.value().vertex));
        vertices
    }
}

/// One sweep of the adjoint program of a part, at constants of the stack.
struct PulledBack<'t, I: Shape, D: Dict> {
    stack: Stack<'t, D>,
    /// The adjoint of each number of the result.
    seeds: Vec<Option<D::V>>,
    /// The last number of the result.
    value: Option<D::V>,
    /// The adjoint of each number of the argument.
    adjoints: Vec<Option<D::V>>,
    slots: Option<Of<I, Slot<Num<Stack<'t, D>>>>>,
}

impl<'t, I: Shape, D: Dict> PulledBack<'t, I, D> {
    fn new(stack: Stack<'t, D>) -> Self {
        PulledBack { stack, seeds: Vec::new(), value: None, adjoints: Vec::new(), slots: None }
    }

    /// The value of a term of a sum, with the adjoint 1.
    fn of_term<E>(&mut self, term: &E, x: &Of<I, Num<Stack<'t, D>>>) -> D::V
    where
        E: Exp<Stack<'t, D>> + Signature<In = I, Out = f64>,
    {
        self.adjoints.clear();
        self.seeds.clear();
        self.seeds.push(Some(self.stack.base.one()));
        term.program(self.stack, x, self);
        self.value.expect("the program gives it")
    }
}

impl<'t, I: Shape, O: Shape, D: Dict> Seeding<I, O, Stack<'t, D>> for PulledBack<'t, I, D> {
    fn request(&self) -> Request {
        Request::Vjp
    }
    fn value(&mut self, y: &Of<O, Num<Stack<'t, D>>>) -> usize {
        O::for_each(y, &mut |y| self.value = Some(y.value_under(self.stack).v));
        1
    }
    fn slots(&mut self) -> Option<Of<I, Slot<Num<Stack<'t, D>>>>> {
        self.slots.take()
    }
    fn seed(&mut self, _: usize, dy: &Of<O, Slot<Num<Stack<'t, D>>>>) {
        let mut seeds = self.seeds.iter();
        O::for_each(dy, &mut |slot: &Slot<Num<Stack<'t, D>>>| {
            let seed = seeds.next().copied().flatten();
            let constant = |d| Num::new(self.stack, <Stack<'t, D> as Strategy>::constant(d));
            seed.into_iter().for_each(|d| slot.add(constant(d)));
        });
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Num<Stack<'t, D>>>>) {
        I::for_each(dx, &mut |slot: &Slot<Num<Stack<'t, D>>>| {
            self.adjoints.push(slot.take().map(|d| d.value_under(self.stack).v));
        });
    }
    fn retain(&mut self, dx: Of<I, Slot<Num<Stack<'t, D>>>>) {
        self.slots = Some(dx);
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The forward phase: the variables and the results, and the handle of the base.
fn evaluate<'t, I: Shape, O: Shape, D: Dict, E: Applied<I, O, Stack<'t, D>> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    tape: &'t Tape<'t, D>,
) -> (D, Of<I, Node<'t, D::V>>, Of<O, Node<'t, D::V>>) {
    let stack = Stack::new(dict, tape);
    let x = variables::<I, D>(stack, tape, x);
    let y = e.applied(stack, &x);
    (bound::<_, O>(stack, &y), nodes::<I, D>(&x), nodes::<O, D>(&y))
}

fn variables<'t, S: Shape, D: Dict>(
    stack: Stack<'t, D>,
    tape: &'t Tape<'t, D>,
    x: &Of<S, Num<D>>,
) -> Of<S, Num<Stack<'t, D>>> {
    S::map(x, &mut |x| Num::new(stack, tape.variable(x.value())))
}

fn nodes<'t, S: Shape, D: Dict>(x: &Of<S, Num<Stack<'t, D>>>) -> Of<S, Node<'t, D::V>> {
    S::map(x, &mut |x| x.value())
}

pub(crate) fn pullback<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    erased!(seed: FnMut(usize) -> Option<D::V>);
    #[cfg(debug_assertions)]
    let e: &dyn for<'t> Applied<E::In, E::Out, Stack<'t, D>> = e;
    reversed::<E::In, E::Out, D, _, _>(e, dict, x, seed, collect::<E::In, _>)
}

/// The incoming adjoint of each number of the argument, if there is one.
pub(crate) fn incoming<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> Vec<Option<Num<D>>> {
    let each = |dict, adjoints: &Adjoints<D>, x: &Of<E::In, Node<'_, D::V>>| {
        let mut found = Vec::new();
        E::In::for_each(x, &mut |x| {
            found.push(x.vertex.and_then(|vertex| adjoints.get(vertex)).map(|d| Num::new(dict, d)));
        });
        found
    };
    reversed::<E::In, E::Out, D, _, _>(e, dict, x, seed, each).1
}

/// One forward phase and one backward phase, whose adjoints `read` gets with the variables.
fn reversed<I: Shape, O: Shape, D: Dict, E: for<'t> Applied<I, O, Stack<'t, D>> + ?Sized, R>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
    read: impl for<'t> FnOnce(D, &Adjoints<D>, &Of<I, Node<'t, D::V>>) -> R,
) -> (Of<O, Num<D>>, R) {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    let (dict, x, y) = evaluate::<I, O, D, E>(e, dict, x, &tape);
    let mut adjoints = Adjoints::none();
    tape.backward(dict, seeds::<O, _>(&y, seed), &mut adjoints, false);
    (primals::<O, _>(dict, &y), read(dict, &adjoints, &x))
}

/// One forward phase, and a backward phase for each row.
pub(crate) fn rows<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    let mut rows = Vec::new();
    let y =
        pullbacks(e, dict, x, E::Out::count, |dict, i, j| (i == j).then(|| dict.one()), |row| rows.push(row));
    let rows = arranged::<D, E::In, E::Out>(&y, rows);
    (y, rows)
}

/// One forward phase, and `count` backward phases. In phase k, `seed(dict, k, i)` is the adjoint of output number i, and
/// `receive` gets the result.
#[inline]
pub(crate) fn pullbacks<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    count: impl FnOnce(&Of<E::Out, Num<D>>) -> usize,
    seed: impl Fn(D, usize, usize) -> Option<D::V>,
    receive: impl FnMut(Of<E::In, Num<D>>),
) -> Of<E::Out, Num<D>> {
    erased!(receive: FnMut(Of<E::In, Num<D>>));
    #[cfg(debug_assertions)]
    let e: &dyn for<'t> Applied<E::In, E::Out, Stack<'t, D>> = e;
    reversed_often::<E::In, E::Out, D, _>(e, dict, x, count, seed, receive)
}

fn reversed_often<I: Shape, O: Shape, D: Dict, E: for<'t> Applied<I, O, Stack<'t, D>> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    count: impl FnOnce(&Of<O, Num<D>>) -> usize,
    seed: impl Fn(D, usize, usize) -> Option<D::V>,
    mut receive: impl FnMut(Of<I, Num<D>>),
) -> Of<O, Num<D>> {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    let (dict, x, y) = evaluate::<I, O, D, E>(e, dict, x, &tape);
    let primals = primals::<O, _>(dict, &y);
    let mut adjoints = Adjoints::none();
    for k in 0..count(&primals) {
        tape.backward(dict, seeds::<O, _>(&y, |i| seed(dict, k, i)), &mut adjoints, true);
        receive(collect::<I, _>(dict, &adjoints, &x));
    }
    primals
}

operators_from_pullback!("stack" "#[exp]", D, for<'t> Exp<Stack<'t, D>>);

pub(crate) use super::prepared::{Seeds, TapeMemory, Variables};
