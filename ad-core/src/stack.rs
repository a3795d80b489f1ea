//! Reverse mode with a stack: every step is pushed, and a loop pops them in reverse.
//!
//! The derivative with respect to all inputs costs a small multiple of the value; the stack remembers every
//! step in between. Source: B. Speelpenning, *Compiling fast partial derivatives of functions given by
//! algorithms*, 1980; the presentation follows the paper's second listing.

use std::cell::RefCell;
use std::ops::Range;

use crate::function::Partial;
use crate::graph::{Adjoints, Node, Step, Vertex, collect, primals, seeds};
use crate::recompute::{Checkpoint, Checkpoints, Release};
use crate::reverse::operators;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// The stack of steps, one for each vertex.
struct Tape<'t, D: Dict> {
    steps: RefCell<Vec<Step<D::V>>>,
    checkpoints: Checkpoints<'t, D>,
}

impl<'t, D: Dict> Tape<'t, D> {
    /// An empty tape in the memory of an old one. Make a [`Release`] of its checkpoints next.
    fn new(mut steps: Vec<Step<D::V>>) -> Self {
        steps.clear();
        Tape { steps: RefCell::new(steps), checkpoints: Checkpoints::new() }
    }

    fn len(&self) -> usize {
        self.steps.borrow().len()
    }

    /// Pushes a step; its vertex.
    #[inline]
    fn push(&self, step: Step<D::V>) -> Vertex {
        let mut steps = self.steps.borrow_mut();
        let vertex = Vertex::new(steps.len());
        steps.push(step);
        vertex
    }

    fn variable(&self, v: D::V) -> Node<D::V> {
        Node { v, vertex: Some(self.push(Step::variable(v))) }
    }

    /// Undoes every step, the last one first; the adjoints of the results are given. To do so again is possible
    /// only if one is to `keep` what is needed for it.
    fn backward(
        &'t self,
        dict: D,
        seeds: impl IntoIterator<Item = (Vertex, D::V)>,
        adjoints: &mut Adjoints<D::V>,
        keep: bool,
    ) {
        adjoints.seed(dict, self.len(), seeds);
        let mut end = self.len();
        if self.checkpoints.len() > 0 {
            end = self.recompute(dict, end, adjoints, keep);
        }
        self.undo(dict, 0..end, adjoints);
    }

    #[inline]
    fn undo(&self, dict: D, vertices: Range<usize>, adjoints: &mut Adjoints<D::V>) {
        for (index, step) in vertices.clone().zip(&self.steps.borrow()[vertices]).rev() {
            adjoints.undo(dict, index, step);
        }
    }

    /// Undoes the steps before `end` and the checkpoints between them, as far as the first checkpoint, whose
    /// number it returns.
    ///
    /// What was not recorded at a checkpoint is recorded at the end of the tape, undone and forgotten. That may make
    /// checkpoints in turn. It is a loop, with a list of the recordings under way, because they can be many.
    #[cold]
    #[inline(never)]
    fn recompute(&'t self, dict: D, end: usize, adjoints: &mut Adjoints<D::V>, keep: bool) -> usize {
        let stack = Stack { base: dict, tape: Some(self) };
        let mut kept = Vec::new();
        let mut recordings = vec![Recording { start: 0, end, first: 0, operands: Vec::new() }];
        while let Some(recording) = recordings.last_mut() {
            let Some(mut checkpoint) = self.checkpoints.pop_from(recording.first) else {
                if recordings.len() == 1 {
                    break;
                }
                let recording = recordings.pop().expect("there is one more than one");
                self.undo(dict, recording.start..recording.end, adjoints);
                for (i, operand) in recording.operands.iter().enumerate() {
                    adjoints.hand_over(dict, Vertex::new(recording.start + i), *operand);
                }
                self.truncate(recording.start, adjoints);
                continue;
            };
            self.undo(dict, checkpoint.results.end..recording.end, adjoints);
            let results: Vec<_> = checkpoint.results.clone().map(|i| adjoints.take(Vertex::new(i))).collect();
            recording.end = checkpoint.results.start;
            let keep = keep && recordings.len() == 1;
            if !keep {
                self.truncate(checkpoint.results.start, adjoints);
            }
            if results.iter().any(Option::is_some) {
                let (start, first) = (self.len(), self.checkpoints.len());
                let vertices = checkpoint.record(stack, keep, &mut |v| self.variable(v));
                adjoints.resize(self.len());
                // The variables stand for the operands and take over their adjoints, so that the terms of each are
                // added in the order in which they would be if there were no checkpoint.
                for (i, operand) in checkpoint.operands.iter().enumerate() {
                    adjoints.hand_over(dict, *operand, Vertex::new(start + i));
                }
                for (vertex, adjoint) in vertices.into_iter().zip(results) {
                    if let (Some(vertex), Some(adjoint)) = (vertex, adjoint) {
                        adjoints.update(dict, vertex.index(), adjoint);
                    }
                }
                let operands =
                    if keep { checkpoint.operands.clone() } else { std::mem::take(&mut checkpoint.operands) };
                recordings.push(Recording { start, end: self.len(), first, operands });
            }
            kept.extend(keep.then_some(checkpoint));
        }
        kept.into_iter().rev().for_each(|checkpoint| self.checkpoints.push(checkpoint));
        recordings[0].end
    }

    fn truncate(&self, vertices: usize, adjoints: &mut Adjoints<D::V>) {
        self.steps.borrow_mut().truncate(vertices);
        adjoints.resize(vertices);
    }
}

/// What is being undone: a part of the tape, and of the list of checkpoints.
struct Recording {
    start: usize,
    /// Where the part ends that is not undone yet.
    end: usize,
    /// The number of its first checkpoint.
    first: usize,
    /// The vertices that its variables, which are its first vertices, stand for.
    operands: Vec<Vertex>,
}

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

    /// Evaluates `now` at constants, and makes its results variables.
    fn checkpoint<E, R>(
        self,
        now: &E,
        again: impl FnOnce() -> R,
        x: &Of<E::In, Num<Self>>,
    ) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self>,
        R: Exp<Self> + Signature<In = E::In, Out = E::Out> + 'static,
    {
        let mut constant = true;
        E::In::for_each(x, &mut |x| constant &= x.value().vertex.is_none());
        let Some(tape) = self.tape.filter(|_| !constant) else { return now.apply(self, x) };
        let y = now.apply(self, &E::In::map(x, &mut |x| Num::new(self, Self::constant(x.value().v))));
        let start = tape.len();
        let y = E::Out::map(&y, &mut |y| Num::new(self, tape.variable(y.value_under(self).v)));
        let inputs = E::In::map(x, &mut |x| x.value_under(self));
        tape.checkpoints.push(Checkpoint::new(again(), inputs, start..tape.len()));
        y
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The forward phase: the variables and the results.
fn record<'t, D: Dict, E: Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    tape: &'t Tape<'t, D>,
) -> (Of<E::In, Node<D::V>>, Of<E::Out, Node<D::V>>) {
    let stack = Stack { base: dict, tape: Some(tape) };
    let x = E::In::map(x, &mut |x| Num::new(stack, tape.variable(x.value())));
    let y = e.apply(stack, &x);
    (E::In::map(&x, &mut |x| x.value()), E::Out::map(&y, &mut |y| y.value()))
}

fn pullback<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    let tape = Tape::new(Vec::new());
    let _release = Release(&tape.checkpoints);
    let (x, y) = record(e, dict, x, &tape);
    let mut adjoints = Adjoints::none();
    tape.backward(dict, seeds::<E::Out, _>(&y, seed), &mut adjoints, false);
    (primals::<E::Out, _>(dict, &y), collect::<E::In, _>(dict, &adjoints, &x))
}

/// One forward phase, and a backward phase for each row.
fn rows<D: Dict, E: for<'t> Exp<Stack<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Vec<Of<E::In, Num<D>>>) {
    let tape = Tape::new(Vec::new());
    let _release = Release(&tape.checkpoints);
    let (x, y) = record(e, dict, x, &tape);
    let mut adjoints = Adjoints::none();
    let row = |i| {
        let seeds = seeds::<E::Out, _>(&y, |j| (i == j).then(|| dict.one()));
        tape.backward(dict, seeds, &mut adjoints, true);
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
    steps: Vec<Step<D::V>>,
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
            steps: Vec::new(),
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
        let Prepared { e, dict, steps, adjoints, variables, inputs } = self;
        let dict = *dict;
        E::In::zip_mut(gradient, x, &mut |gradient, _| *gradient = dict.zero());
        let tape = Tape::new(std::mem::take(steps));
        let _release = Release(&tape.checkpoints);
        inputs.clear();
        E::In::for_each(x, &mut |x| inputs.push(*x));
        // The forward phase. Variables of an earlier evaluation are reused if they are as many.
        let stack = Stack { base: dict, tape: Some(&tape) };
        let variable = |v| Num::new(stack, tape.variable(v));
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
        tape.backward(dict, y.vertex.as_slice().iter().map(|y| (*y, dict.one())), adjoints, false);
        E::In::zip_mut(gradient, &x, &mut |gradient, x| {
            if let Some(adjoint) = x.value().vertex.and_then(|x| adjoints.get(x)) {
                *gradient = adjoint;
            }
        });
        *variables = Some(E::In::into_map(x, &mut |x| Num::new(Stack::default(), x.value())));
        *steps = tape.steps.take();
        y.v
    }
}
