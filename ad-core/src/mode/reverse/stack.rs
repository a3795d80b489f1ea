//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use crate::function::Partial;
use crate::mode::reverse::pullback::operators_from_pullback;
use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::edges::{Edges, record};
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::recompute::{Release, Rerun, Unrecorded};
use crate::mode::reverse::tape::sum::{Terms, scalar_product};
use crate::mode::reverse::tape::vertex::{Node, Vertex, collect, primals, seeds};
use crate::mode::strategy::{bound, constant_step};
use crate::number::exp::Repeatable;
use crate::number::shape::assert_same_structure;
use crate::{Argument, Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// The dictionary that pushes its steps on a stack and computes their values in `D`.
#[derive(Clone, Copy)]
pub struct Stack<'t, D: Dict> {
    base: D,
    /// `None` while unbound: there are only constants.
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
    fn term(self, terms: &mut Terms, x: Node<'t, D::V>) {
        match (self.tape, x.vertex) {
            (_, None) => {}
            (Some(tape), Some(vertex)) => terms.add(tape, vertex),
            (None, Some(_)) => _ = constant_step::<Self, 1>(x.v, [x]),
        }
    }

    /// The same number as `a`, with a vertex of its own unless it is a constant.
    pub(crate) fn apart(self, a: Node<'t, D::V>) -> Node<'t, D::V> {
        let vertex = self.tape.zip(a.vertex).map(|(tape, vertex)| tape.push(Edges::same(vertex), &[]));
        Node::new(a.v, vertex)
    }
}

impl<'t, D: Dict> Strategy for Stack<'t, D> {
    type Base = D;
    type Lifted = Node<'t, D::V>;

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

    /// A step is pushed.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Node<'t, D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Node<'t, D::V> {
        let Some(tape) = self.tape else { return constant_step::<Self, K>(v, operands) };
        Node::new(v, record::<D, K>(operands, partial, |edges, partials| tape.push(edges, partials)))
    }

    /// A sum is one step for each progression of vertices among its terms.
    #[inline]
    fn sum(mut numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        let Some(first) = numbers.next() else { return Num::unbound(Dict::empty_sum) };
        let (mut stack, mut v) = (first.dict(), first.value().v);
        let mut terms = Terms::default();
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

    /// Evaluates `e` at constants, and makes its results variables.
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        let mut constant = true;
        E::In::for_each(x, &mut |x| constant &= x.value().vertex.is_none());
        let Some(tape) = self.tape.filter(|_| !constant) else { return e.apply(self, x) };
        let y = e.apply(self, &E::In::map(x, &mut |x| Num::new(self, Self::constant(x.value().v))));
        let start = tape.end();
        let y = E::Out::map(&y, &mut |y| Num::new(self, tape.variable(y.value_under(self).v)));
        let inputs = E::In::map(x, &mut |x| x.value_under(self));
        let mut operands = Vec::new();
        E::In::for_each(&inputs, &mut |x| operands.extend(x.vertex));
        tape.checkpoints.push(Unrecorded::new((start, tape.end()), operands, Again { e: e.keep(), inputs }));
        y
    }
}

/// The expression of a checkpoint, and its arguments.
struct Again<'t, E: Signature, V: Copy> {
    e: E,
    inputs: Of<E::In, Node<'t, V>>,
}

impl<'t, D: Dict + 't, E: Exp<Stack<'t, D>>> Rerun<'t, D> for Again<'t, E, D::V> {
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

// -----------------------------------------------------------------------------------------------------------

/// The forward phase: the variables and the results, and the handle of the base.
fn evaluate<'t, D: Dict, E: Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    tape: &'t Tape<'t, D>,
) -> (D, Of<E::In, Node<'t, D::V>>, Of<E::Out, Node<'t, D::V>>) {
    let stack = Stack::new(dict, tape);
    let x = E::In::map(x, &mut |x| Num::new(stack, tape.variable(x.value())));
    let y = e.apply(stack, &x);
    let nodes = (E::In::map(&x, &mut |x| x.value()), E::Out::map(&y, &mut |y| y.value()));
    (bound::<_, E::Out>(stack, &y), nodes.0, nodes.1)
}

pub(crate) fn pullback<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    let (dict, x, y) = evaluate(e, dict, x, &tape);
    let mut adjoints = Adjoints::none();
    tape.backward(dict, seeds::<E::Out, _>(&y, seed), &mut adjoints, false);
    (primals::<E::Out, _>(dict, &y), collect::<E::In, _>(dict, &adjoints, &x))
}

/// What arrives at each number of the argument, where anything does.
pub(crate) fn arriving<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> Vec<Option<Num<D>>> {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    let (dict, x, y) = evaluate(e, dict, x, &tape);
    let mut adjoints = Adjoints::none();
    tape.backward(dict, seeds::<E::Out, _>(&y, seed), &mut adjoints, false);
    let mut found = Vec::new();
    E::In::for_each(&x, &mut |x| {
        found.push(x.vertex.and_then(|vertex| adjoints.get(vertex)).map(|d| Num::new(dict, d)));
    });
    found
}

/// One forward phase, and a backward phase for each row.
fn rows<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Vec<Of<E::In, Num<D>>>) {
    let mut rows = Vec::new();
    let y =
        pullbacks(e, dict, x, E::Out::count, |dict, i, j| (i == j).then(|| dict.one()), |row| rows.push(row));
    (y, rows)
}

/// One forward phase, and as many backward phases as `count` says: in number k, `seed(dict, k, i)` is the adjoint of output number i.
/// What each gives is handed to `receive`.
pub(crate) fn pullbacks<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    count: impl FnOnce(&Of<E::Out, Num<D>>) -> usize,
    seed: impl Fn(D, usize, usize) -> Option<D::V>,
    mut receive: impl FnMut(Of<E::In, Num<D>>),
) -> Of<E::Out, Num<D>> {
    let tape = Tape::new(Memory::new());
    let _release = Release(&tape.checkpoints);
    let (dict, x, y) = evaluate(e, dict, x, &tape);
    let primals = primals::<E::Out, _>(dict, &y);
    let mut adjoints = Adjoints::none();
    for k in 0..count(&primals) {
        tape.backward(dict, seeds::<E::Out, _>(&y, |i| seed(dict, k, i)), &mut adjoints, true);
        receive(collect::<E::In, _>(dict, &adjoints, &x));
    }
    primals
}

operators_from_pullback!("stack", Stack);

// -----------------------------------------------------------------------------------------------------------

/// The gradient of an expression, prepared: it keeps its memory from one evaluation to the next, and allocates
/// nothing once it has seen an evaluation of the same size (unless the expression itself does).
///
/// ```
/// use ad_core::{Dict, Exp, F64, Num, Signature, stack};
/// struct Product;
/// impl Signature for Product { type In = Vec<f64>; type Out = f64; }
/// impl<D: Dict> Exp<D> for Product {
///     fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> { x.iter().product() }
/// }
/// let mut product = stack::Prepared::new(Product, F64);
/// let mut gradient = vec![0.0; 3];
/// assert_eq!(product.gradient_into(&vec![2.0, 3.0, 5.0], &mut gradient), 30.0);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// ```
pub struct Prepared<E: Signature, D: Dict + 'static> {
    e: E,
    dict: D,
    kept: Kept<D>,
    /// The container of the variables, while no evaluation is under way.
    variables: Option<Of<E::In, Idle<D>>>,
}

/// The memory of a tape and of its adjoints.
pub(crate) struct Kept<D: Dict> {
    memory: Memory<D::V>,
    adjoints: Adjoints<D>,
}

impl<D: Dict> Default for Kept<D> {
    fn default() -> Self {
        Kept { memory: Memory::new(), adjoints: Adjoints::none() }
    }
}

impl<D: Dict> Kept<D> {
    /// How much memory this is, whether it has ever been used or not.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes() + self.adjoints.bytes()
    }
}

/// What was a variable, without its tape. It has the same size, so that the container's memory can be reused, and
/// can be sent to another thread, which a reference to a tape cannot.
#[derive(Clone, Copy)]
struct Idle<D: Dict> {
    _node: Node<'static, D::V>,
    _dict: D,
    _no_tape: Option<&'static ()>,
}

impl<D: Dict> Idle<D> {
    #[inline]
    fn new(x: Num<Stack<'_, D>>) -> Self {
        Idle { _node: x.value().under(), _dict: D::default(), _no_tape: None }
    }
}

impl<E: Signature<Out = f64> + for<'t> Exp<Stack<'t, D>>, D: Dict + 'static> Prepared<E, D> {
    /// Prepares the gradient of `e` under `dict`. Memory is allocated by the first evaluation.
    pub fn new(e: E, dict: D) -> Self {
        Self::within(e, dict, Kept::default())
    }

    pub(crate) fn within(e: E, dict: D, kept: Kept<D>) -> Self {
        Prepared { e, dict, kept, variables: None }
    }

    /// The memory, for another expression.
    pub(crate) fn into_memory(self) -> Kept<D> {
        self.kept
    }

    /// The value at `x`; the gradient goes into `gradient`.
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` differ in [structure](Shape#structure). After a panic, also one of the expression,
    /// this can be used again.
    pub fn gradient_into<X, H>(&mut self, x: &X, gradient: &mut Of<E::In, D::V>) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let Prepared { e, dict, kept: Kept { memory, adjoints }, variables } = self;
        let dict = *dict;
        let tape = Tape::new(memory.take());
        let _release = Release(&tape.checkpoints);
        // The forward phase. Variables of an earlier evaluation are reused if they are as many.
        let stack = Stack::new(dict, &tape);
        let mut variable = |v: &D::V| Num::new(stack, tape.variable(*v));
        let x = match variables.take() {
            Some(old) => x.map_numbers_into(old, &mut variable),
            None => x.map_numbers(&mut variable),
        };
        assert_same_structure::<E::In, _, _>(("argument", &x), ("gradient", gradient));
        E::In::for_each_mut(gradient, &mut |gradient| *gradient = dict.zero());
        let y = e.apply(stack, &x).value_under(stack);
        // The backward phase.
        let seeds = y.vertex.map(|y| (y, dict.one()));
        tape.backward(dict, seeds, adjoints, false);
        E::In::zip_mut(gradient, &x, &mut |gradient, x| {
            if let Some(adjoint) = x.value().vertex.and_then(|x| adjoints.get(x)) {
                *gradient = adjoint;
            }
        });
        *variables = Some(E::In::into_map(x, &mut Idle::new));
        *memory = tape.take_memory();
        y.v
    }
}
