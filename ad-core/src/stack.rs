//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use crate::function::Partial;
use crate::graph::{Adjoints, Node, Step, Vertex, collect, primals, seeds};
use crate::log::Log;
use crate::reverse::operators;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// The stack of steps, one for each vertex.
#[derive(Debug)]
pub(crate) struct Tape<V>(Log<Step<V>>);

impl<V: Copy> Tape<V> {
    pub(crate) fn new() -> Self {
        Tape(Log::new())
    }

    /// Pushes a step; its vertex.
    #[inline]
    pub(crate) fn push(&self, step: Step<V>) -> Vertex {
        let vertex = Vertex::new(self.0.len());
        self.0.push(step);
        vertex
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    /// Undoes every step, the last one first; the adjoints of the results are given.
    fn backward<D: Dict<V = V>>(&self, dict: D, seeds: impl IntoIterator<Item = (Vertex, V)>) -> Adjoints<V> {
        let mut adjoints = Adjoints::none();
        self.backward_into(dict, seeds, &mut adjoints, |_, _| ());
        adjoints
    }

    /// `watch` is told how many steps are left, and the adjoints, at the beginning and after each step.
    pub(crate) fn backward_into<D: Dict<V = V>>(
        &self,
        dict: D,
        seeds: impl IntoIterator<Item = (Vertex, V)>,
        adjoints: &mut Adjoints<V>,
        mut watch: impl FnMut(usize, &Adjoints<V>),
    ) {
        self.0.read(|steps| {
            adjoints.seed(dict, steps.len(), seeds);
            watch(steps.len(), adjoints);
            for (index, step) in steps.iter().enumerate().rev() {
                adjoints.undo(dict, index, step);
                watch(index, adjoints);
            }
        });
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

impl<'t, D: Dict> Stack<'t, D> {
    pub(crate) fn new(base: D, tape: &'t Tape<D::V>) -> Self {
        Stack { base, tape: Some(tape) }
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
    let stack = Stack::new(dict, tape);
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
    let adjoints = tape.backward(dict, seeds::<E::Out, _>(&y, seed));
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
        let adjoints = tape.backward(dict, seeds::<E::Out, _>(&y, |j| (i == j).then(|| dict.one())));
        collect::<E::In, _>(dict, &adjoints, &x)
    };
    (primals::<E::Out, _>(dict, &y), (0..E::Out::count(&y)).map(row).collect())
}

operators!("stack", Stack);

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
    tape: Tape<D::V>,
    adjoints: Adjoints<D::V>,
    /// The variables, without their tape while no evaluation is under way.
    variables: Option<Of<E::In, Num<Stack<'static, D>>>>,
    inputs: Vec<D::V>,
}

impl<E: Signature<Out = f64> + for<'t> Exp<Stack<'t, D>>, D: Dict + 'static> Prepared<E, D> {
    /// Prepares the gradient of `e` under `dict`. Memory is allocated by the first evaluation.
    pub fn new(e: E, dict: D) -> Self {
        Prepared {
            e,
            dict,
            tape: Tape::new(),
            adjoints: Adjoints::none(),
            variables: None,
            inputs: Vec::new(),
        }
    }

    /// The value at `x`; the gradient goes into `gradient`.
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` are `Vec`s of different lengths. After a panic, also one of the expression,
    /// this can be used again.
    pub fn gradient_into(&mut self, x: &Of<E::In, D::V>, gradient: &mut Of<E::In, D::V>) -> D::V {
        let Prepared { e, dict, tape, adjoints, variables, inputs } = self;
        let dict = *dict;
        E::In::zip_mut(gradient, x, &mut |gradient, _| *gradient = dict.zero());
        tape.clear();
        inputs.clear();
        E::In::for_each(x, &mut |x| inputs.push(*x));
        // The forward phase. Variables of an earlier evaluation are reused if they are as many.
        let stack = Stack::new(dict, tape);
        let variable = |v| Num::new(stack, Node { v, vertex: Some(tape.push(Step::variable(v))) });
        let x = match variables.take().filter(|old| E::In::conforms(old, x)) {
            Some(old) => {
                let mut values = inputs.iter();
                E::In::into_map(old, &mut |old| {
                    values.next().map_or_else(|| variable(old.value().v), |v| variable(*v))
                })
            }
            None => E::In::map(x, &mut |x| variable(*x)),
        };
        let y = e.apply(stack, &x).value_under(stack);
        // The backward phase.
        tape.backward_into(dict, y.vertex.as_slice().iter().map(|y| (*y, dict.one())), adjoints, |_, _| ());
        E::In::zip_mut(gradient, &x, &mut |gradient, x| {
            if let Some(adjoint) = x.value().vertex.and_then(|x| adjoints.get(x)) {
                *gradient = adjoint;
            }
        });
        *variables = Some(E::In::into_map(x, &mut |x| Num::new(Stack::default(), x.value())));
        y.v
    }
}
