//! Checkpoints by effect handlers.
//!
//! A part first runs on constants, so its operations give values and perform nothing. Then it performs one effect, whose handler numbers
//! the results and resumes. The resumption returns when all later steps are reversed. Now the handler resumes the computation once more.
//! It runs the part again from its saved arguments, and this time the part performs its steps to the same handler.
//!
//! Source: J. Sigal, *Automatic Differentiation via Effects and Handlers: An Implementation in Frank*, PEPM 2021. There, the effect
//! carries the part, and a handler `evaluate` gives values. Here a part belongs to its evaluation by a lifetime. So it stays on the side
//! of the computation, which pauses during the backward phase.

use core::cell::Cell;

use super::{Backward, Effects, Evaluation, PerformedStep};
use crate::handler::Continuation;
use crate::mode::reverse::tape::checkpoints::Checkpoints;
use crate::mode::reverse::tape::edges::Edges;
use crate::mode::reverse::tape::recompute::Checkpointed;
use crate::mode::reverse::tape::vertex::{Node, Vertex};
use crate::mode::strategy::Strategy;
use crate::number::exp::Repeatable;
use crate::{Dict, Exp, Num, Of, Shape};

/// The parts of an evaluation that have run on constants.
pub(super) type Parts<'t, D> = Checkpoints<Box<dyn Part<'t, D> + 't>>;

/// A value of the computation.
pub(super) enum Value<D: Dict> {
    /// The dictionary and the seeds of the whole computation.
    Whole(D, Vec<(Vertex, D::V)>),
    /// The second run of a part.
    Part(Recorded),
    /// There was no second run, since nothing depends on the part.
    Passed,
}

/// A part whose steps have been performed.
pub(super) struct Recorded {
    /// Its first variable. There is one for each operand.
    first: Vertex,
    /// The vertices of the arguments that are not constant.
    operands: Vec<Vertex>,
    results: Vec<Option<Vertex>>,
}

/// An expression and its arguments, with the shapes erased.
pub(super) trait Part<'t, D: Dict> {
    /// Evaluates the expression again. Arguments that are not constant become variables from number `first` on.
    fn record(&self, effects: Effects<'t, D>, first: Vertex) -> Recorded;
}

impl<'t, D: Dict + 't, E: Exp<Effects<'t, D>>> Part<'t, D> for Checkpointed<'t, E, D::V> {
    fn record(&self, effects: Effects<'t, D>, first: Vertex) -> Recorded {
        let mut variables = (first.index()..).map(Vertex::new);
        let x = E::In::map(&self.inputs, &mut |x| {
            let variable = x.vertex.and_then(|_| variables.next());
            Num::new(effects, Node::new(x.v, variable))
        });
        let y = self.e.apply(effects, &x);
        let mut results = Vec::new();
        E::Out::for_each(&y, &mut |y| results.push(y.value().vertex));
        Recorded { first, operands: self.operands(), results }
    }
}

/// The first run of a part.
pub(super) fn checkpoint<'t, D: Dict, E>(
    effects: Effects<'t, D>,
    e: &E,
    x: &Of<E::In, Num<Effects<'t, D>>>,
) -> Of<E::Out, Num<Effects<'t, D>>>
where
    E: Exp<Effects<'t, D>> + Repeatable<Kept: Exp<Effects<'t, D>>>,
{
    let mut operands = 0;
    let mut unused = None;
    E::In::for_each(x, &mut |x| {
        if x.value().vertex.is_some() {
            operands += 1;
            unused = Some(x.value().v);
        }
    });
    let (Some(Evaluation { performer, parts }), Some(unused)) = (effects.evaluation, unused) else {
        return e.apply(effects, x);
    };
    let constant = |x: &Num<Effects<'t, D>>| Num::new(effects, Effects::<D>::constant(x.value().v));
    let y = e.apply(effects, &E::In::map(x, &mut |x| constant(x)));
    let results = E::Out::count(&y);
    if results == 0 {
        return y;
    }
    let edges = Edges::checkpoint(Vertex::new(results), Vertex::new(operands));
    let first = performer.perform(PerformedStep { edges, partials: [unused; 2] });
    let inputs = E::In::map(x, &mut |x| x.value_under(effects));
    parts.push(Box::new(Checkpointed { e: e.keep(), inputs }));
    let mut vertices = (first.index()..).map(Vertex::new);
    E::Out::map(&y, &mut |y| Num::new(effects, Node::new(y.value_under(effects).v, vertices.next())))
}

/// Gives the value of the computation, and then runs the parts again, the last one first, each when its handler asks for it. Returns the
/// last value.
pub(super) fn run_again<D: Dict>(
    effects: Effects<'_, D>,
    whole: Value<D>,
    value: &Cell<Option<Value<D>>>,
) -> Value<D> {
    let Some(Evaluation { performer, parts }) = effects.evaluation else { return whole };
    let mut last = whole;
    while !parts.is_empty() {
        value.set(Some(last));
        let first = performer.pause();
        let part = parts.pop_from(0).expect("there is one for each handler that waits");
        last = first.map_or(Value::Passed, |first| Value::Part(part.record(effects, first)));
    }
    last
}

impl<D: Dict> Backward<D> {
    /// The handler of a part.
    #[cold]
    #[inline(never)]
    pub(super) fn part(&mut self, edges: Edges, mut k: Continuation<'_, Self>) {
        let (results, operands) = (edges.first(), edges.second());
        let first = self.number_many(results);
        k.resume_part(self, first);
        let vertices = (first.index()..).map(Vertex::new).take(results);
        self.results = vertices.map(|vertex| self.adjoints.take(vertex)).collect();
        self.vertices = first.index();
        if self.results.iter().all(Option::is_none) {
            return k.pass(self);
        }
        let first = self.number_many(operands);
        k.resume(self, first);
        self.vertices = first.index();
        let operands = self.operands.split_off(self.operands.len() - operands);
        for (variable, operand) in (first.index()..).map(Vertex::new).zip(operands) {
            self.adjoints.hand_over(self.dict, variable, operand);
        }
    }

    /// The variables of the part represent its operands and take over their adjoints. So the terms of each adjoint are added in the same
    /// order as without checkpoints.
    #[cold]
    #[inline(never)]
    pub(super) fn seed_part(&mut self, Recorded { first, operands, results }: Recorded) {
        self.adjoints.resize(self.vertices);
        for (variable, operand) in (first.index()..).map(Vertex::new).zip(&operands) {
            self.adjoints.hand_over(self.dict, *operand, variable);
        }
        for (vertex, adjoint) in results.into_iter().zip(self.results.drain(..)) {
            if let (Some(vertex), Some(adjoint)) = (vertex, adjoint) {
                self.adjoints.add(self.dict, vertex.index(), adjoint);
            }
        }
        self.operands.extend(operands);
    }

    /// Numbers the next vertices, and returns the first.
    fn number_many(&mut self, count: usize) -> Vertex {
        let first = Vertex::new(self.vertices);
        self.vertices = Vertex::new(self.vertices + count - 1).index() + 1;
        first
    }
}
