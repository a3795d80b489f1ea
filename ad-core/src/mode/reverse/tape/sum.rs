//! Sums and scalar products of many numbers, in few steps.
//!
//! The terms of a sum often have the same number of steps, as in Σ xᵢ²·yᵢ. Then the vertices of the terms are an arithmetic
//! progression, such as 7, 9, 11. The vertices of variables are also a progression. The sum of a progression is one step, whose
//! operands fit into one word. Its reversal is a loop over neighbours.
//!
//! Otherwise the vertices form several progressions, such as 7, 9, 11 and 20, 21. Then each progression of several vertices has
//! one step for its sum. A further step adds the sum to that of the previous progressions.

#![allow(clippy::option_option, reason = "the outer one is whether it can be done, the inner one its result")]

use alloc::vec::Vec;

use super::Tape;
use super::adjoints::Adjoints;
use super::edges::{Edges, Factor, Progression};
use super::memory::Mark;
use super::vertex::{Node, Vertex};
use crate::Dict;

/// The vertex of a sum whose terms come one after the other.
#[derive(Default)]
pub(crate) struct RunningSum {
    /// The part on the tape.
    sum: Option<Vertex>,
    /// The part that is not on the tape.
    last: Option<Progression>,
}

impl RunningSum {
    /// Adds a term.
    #[inline]
    pub(crate) fn add<D: Dict>(&mut self, tape: &Tape<'_, D>, term: Vertex) {
        self.last = Some(match self.last {
            None => Progression::of(term),
            Some(last) => last.with(term).unwrap_or_else(|| {
                self.record(tape, last);
                Progression::of(term)
            }),
        });
    }

    /// The vertex of the sum, or `None` if there was no term.
    pub(crate) fn finish<D: Dict>(mut self, tape: &Tape<'_, D>) -> Option<Vertex> {
        if let Some(last) = self.last.take() {
            self.record(tape, last);
        }
        self.sum
    }

    fn record<D: Dict>(&mut self, tape: &Tape<'_, D>, terms: Progression) {
        let first = Vertex::new(terms.first);
        let vertex = match terms.count {
            1 => first,
            2 => sum(tape, first, Vertex::new(terms.first + terms.step)),
            _ => tape.push(Edges::range(terms), &[]),
        };
        self.sum = Some(self.sum.map_or(vertex, |so_far| sum(tape, so_far, vertex)));
    }
}

fn sum<D: Dict>(tape: &Tape<'_, D>, a: Vertex, b: Vertex) -> Vertex {
    tape.push(Edges::pair((a, Factor::<D::V>::One), (b, Factor::One)), &[])
}

/// The vertex of Σ aᵢ·bᵢ, in at most three steps. It is `Some(None)` if all numbers are constants, and `None` if more steps are
/// needed.
pub(crate) fn scalar_product<'t, D: Dict>(
    tape: &Tape<'t, D>,
    a: impl Iterator<Item = Node<'t, D::V>> + Clone,
    b: impl Iterator<Item = Node<'t, D::V>> + Clone,
) -> Option<Option<Vertex>> {
    let left = progression(a.clone())?;
    let right = progression(b.clone())?;
    let left = left.map(|of| tape.push_many(Edges::weighted(of), b.map(|b| b.v)));
    let right = right.map(|of| tape.push_many(Edges::weighted(of), a.map(|a| a.v)));
    Some(match (left, right) {
        (Some(left), Some(right)) => Some(sum(tape, left, right)),
        (left, right) => left.or(right),
    })
}

/// The vertices of the numbers, if they are a progression. It is `Some(None)` if all numbers are constants.
#[inline]
fn progression<'t, V>(mut numbers: impl Iterator<Item = Node<'t, V>>) -> Option<Option<Progression>> {
    match numbers.next().and_then(|first| first.vertex) {
        Some(first) => numbers.try_fold(Progression::of(first), |so_far, x| so_far.with(x.vertex?)).map(Some),
        None => numbers.all(|x| x.vertex.is_none()).then_some(None),
    }
}

/// The vertex of Σ xᵢ·pᵢ, or `None` if there is no xᵢ.
pub(crate) fn linear<D: Dict>(tape: &Tape<'_, D>, operands: &[(Vertex, D::V)]) -> Option<Vertex> {
    let mut total = None;
    let mut rest = operands;
    while let [(first, p), ..] = rest {
        let mut of = Progression::of(*first);
        let more =
            rest[1..].iter().map_while(|(vertex, _)| of.with(*vertex).map(|longer| of = longer)).count();
        let (own, others) = rest.split_at(more + 1);
        let vertex = match own {
            [_] => tape.push(Edges::single(*first, Factor::Value(*p)), &[*p]),
            _ => tape.push_many(Edges::weighted(of), own.iter().map(|(_, p)| *p)),
        };
        total = Some(total.map_or(vertex, |so_far| sum(tape, so_far, vertex)));
        rest = others;
    }
    total
}

/// Memory for sums term by term.
pub(crate) struct Spare<D: Dict> {
    pub(crate) adjoints: Adjoints<D>,
    /// The vertices of the argument, and the variables that represent them.
    pub(crate) operands: Vec<(Vertex, Vertex)>,
    /// The gradient.
    pub(crate) slopes: Vec<(Vertex, D::V)>,
}

impl<D: Dict> Default for Spare<D> {
    fn default() -> Self {
        Spare { adjoints: Adjoints::none(), operands: Vec::new(), slopes: Vec::new() }
    }
}

impl<D: Dict> Spare<D> {
    /// The bytes of this memory.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        self.adjoints.bytes()
            + self.operands.capacity() * size_of::<(Vertex, Vertex)>()
            + self.slopes.capacity() * size_of::<(Vertex, D::V)>()
    }
}

/// The gradient of a sum whose terms are reversed and removed one by one.
pub(crate) struct TermByTerm<'t, D: Dict> {
    tape: &'t Tape<'t, D>,
    /// The start of each term: on the tape, and among its checkpoints.
    start: (Mark, usize),
    adjoints: Adjoints<D>,
}

impl<'t, D: Dict> TermByTerm<'t, D> {
    /// The gradient of the terms that are recorded from here on, in the memory of these adjoints.
    pub(crate) fn behind(tape: &'t Tape<'t, D>, mut adjoints: Adjoints<D>) -> Self {
        adjoints.resize(0);
        let mut this = TermByTerm { tape, start: (tape.end(), tape.checkpoints.len()), adjoints };
        this.begin_here();
        this
    }

    /// Starts the terms here. Earlier steps stay.
    pub(crate) fn begin_here(&mut self) {
        self.start.0 = self.tape.end();
        self.adjoints.resize(self.start.0.steps);
    }

    /// The adjoints, for their memory.
    pub(crate) fn into_adjoints(self) -> Adjoints<D> {
        self.adjoints
    }

    /// Adds the recorded term with this vertex.
    pub(crate) fn add(&mut self, dict: D, term: Option<Vertex>) {
        let TermByTerm { tape, start, adjoints } = self;
        let (mark, checkpoints) = *start;
        if let Some(term) = term {
            let end = tape.end();
            adjoints.resize(end.steps);
            adjoints.add(dict, term.index(), dict.one());
            let some = tape.checkpoints.len() > checkpoints;
            let end = if some { tape.recompute(dict, *start, adjoints, false) } else { end };
            tape.undo(dict, mark.steps, end, adjoints);
        }
        tape.checkpoints.forget(checkpoints);
        tape.truncate(mark);
        adjoints.resize(mark.steps);
    }

    /// Adds to the adjoint of a vertex before the terms.
    pub(crate) fn add_to(&mut self, dict: D, vertex: Vertex, d: D::V) {
        self.adjoints.add(dict, vertex.index(), d);
    }

    /// The adjoint of a vertex before the terms, if there is one.
    pub(crate) fn get(&self, vertex: Vertex) -> Option<D::V> {
        self.adjoints.get(vertex)
    }
}
