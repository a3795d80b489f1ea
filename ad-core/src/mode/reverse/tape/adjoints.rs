//! The adjoints of the vertices, during the backward phase.

use alloc::vec::Vec;
use core::cell::Cell;

use super::edges::{Edges, Factor, Progression};
use super::vertex::Vertex;
use crate::Dict;

/// The adjoint of each vertex; none where the result does not depend on it, as far as is known yet.
///
/// None is a value of its own where the dictionary has one that no adjoint can be (see [`Untouched`](crate::Untouched)): then
/// an adjoint is as large as a value. Elsewhere it is an option.
pub(crate) struct Adjoints<D: Dict> {
    values: Vec<D::V>,
    options: Vec<Option<D::V>>,
}

impl<D: Dict> Adjoints<D> {
    /// No vertex has one.
    pub(crate) const fn none() -> Self {
        Adjoints { values: Vec::new(), options: Vec::new() }
    }

    /// How much memory there is, whether in use or not.
    pub(crate) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<D::V>() + self.options.capacity() * size_of::<Option<D::V>>()
    }

    /// Makes these the adjoints of vertices with numbers below `end`, of which some are given.
    pub(crate) fn seed(&mut self, dict: D, end: usize, seeds: impl IntoIterator<Item = (Vertex, D::V)>) {
        self.resize(0);
        let mut seeds = seeds.into_iter().peekable();
        if seeds.peek().is_some() {
            self.resize(end);
        }
        for (vertex, seed) in seeds {
            self.add(dict, vertex.index(), seed);
        }
    }

    /// Makes these the adjoints of vertices with numbers below `end`: more, which have none, or fewer.
    pub(crate) fn resize(&mut self, end: usize) {
        match D::SHORTCUTS.untouched {
            Some(untouched) => self.values.resize(end, untouched.value),
            None => self.options.resize(end, None),
        }
    }

    #[inline]
    fn at(&self, index: usize) -> Option<D::V> {
        match D::SHORTCUTS.untouched {
            Some(untouched) => self.values.get(index).copied().filter(|v| !(untouched.is)(*v)),
            None => self.options.get(index).copied().flatten(),
        }
    }

    /// The adjoint of `vertex`.
    #[inline]
    pub(crate) fn get(&self, vertex: Vertex) -> Option<D::V> {
        self.at(vertex.index())
    }

    /// Takes the adjoint of `vertex` away.
    pub(crate) fn take(&mut self, vertex: Vertex) -> Option<D::V> {
        let adjoint = self.at(vertex.index())?;
        match D::SHORTCUTS.untouched {
            Some(untouched) => self.values[vertex.index()] = untouched.value,
            None => self.options[vertex.index()] = None,
        }
        Some(adjoint)
    }

    /// Adds the adjoint of `from` to that of `to`, and takes it away.
    pub(crate) fn hand_over(&mut self, dict: D, from: Vertex, to: Vertex) {
        if let Some(adjoint) = self.take(from) {
            self.add(dict, to.index(), adjoint);
        }
    }

    /// Adds `term` to the adjoint of vertex number `index`.
    pub(crate) fn add(&mut self, dict: D, index: usize, term: D::V) {
        match D::SHORTCUTS.untouched {
            Some(_) => Marked::add(dict, &Cell::from_mut(&mut *self.values).as_slice_of_cells()[index], term),
            None => Optional::add(dict, &Cell::from_mut(&mut *self.options).as_slice_of_cells()[index], term),
        }
    }

    /// Undoes the steps that made vertices number `start` and following, the last one first: the adjoint of each goes
    /// to its operands. The last of `partials` are their partial derivatives.
    pub(crate) fn undo(&mut self, dict: D, start: usize, steps: &[Edges], partials: &[D::V]) {
        // Where there are no adjoints, none has one.
        if D::SHORTCUTS.untouched.is_some() && !self.values.is_empty() {
            let sums = Cell::from_mut(&mut *self.values).as_slice_of_cells();
            undo::<D, Marked>(dict, sums, start, steps, partials);
        } else if !self.options.is_empty() {
            let sums = Cell::from_mut(&mut *self.options).as_slice_of_cells();
            undo::<D, Optional>(dict, sums, start, steps, partials);
        }
    }
}

/// How sums of adjoints are kept.
trait Sums<D: Dict> {
    /// A sum, or none.
    type Sum;
    /// The sum; `None` if nothing has arrived.
    fn get(sum: &Self::Sum) -> Option<D::V>;
    /// Adds a term.
    fn add(dict: D, sum: &Self::Sum, term: D::V);
    /// Adds a term that is itself such a sum.
    fn pass(dict: D, sum: &Self::Sum, adjoint: D::V);
}

/// Where the dictionary knows a value for none.
enum Marked {}

impl<D: Dict> Sums<D> for Marked {
    type Sum = Cell<D::V>;
    #[inline]
    fn get(sum: &Cell<D::V>) -> Option<D::V> {
        let Some(untouched) = D::SHORTCUTS.untouched else { unreachable!("there is a mark") };
        Some(sum.get()).filter(|sum| !(untouched.is)(*sum))
    }
    #[inline]
    fn add(dict: D, sum: &Cell<D::V>, term: D::V) {
        let Some(untouched) = D::SHORTCUTS.untouched else { unreachable!("there is a mark") };
        sum.set((untouched.accumulate)(dict, sum.get(), term));
    }
    /// To the value for none, which is like 0, it is simply added.
    #[inline]
    fn pass(dict: D, sum: &Cell<D::V>, adjoint: D::V) {
        sum.set(dict.add(sum.get(), adjoint));
    }
}

/// Where it does not.
enum Optional {}

impl<D: Dict> Sums<D> for Optional {
    type Sum = Cell<Option<D::V>>;
    #[inline]
    fn get(sum: &Self::Sum) -> Option<D::V> {
        sum.get()
    }
    #[inline]
    fn add(dict: D, sum: &Self::Sum, term: D::V) {
        sum.set(Some(match sum.get() {
            Some(sum) => dict.add(sum, term),
            None => term,
        }));
    }
    #[inline]
    fn pass(dict: D, sum: &Self::Sum, adjoint: D::V) {
        Self::add(dict, sum, adjoint);
    }
}

/// The loop of the backward phase: see [`Adjoints::undo`].
#[inline(always)]
#[allow(clippy::inline_always, reason = "there is one instance for each kind of sums")]
fn undo<D: Dict, S: Sums<D>>(dict: D, sums: &[S::Sum], start: usize, steps: &[Edges], mut partials: &[D::V]) {
    for (sum, &edges) in sums[start..start + steps.len()].iter().zip(steps).rev() {
        let Some(adjoint) = S::get(sum) else {
            partials = &partials[..partials.len() - edges.values()];
            continue;
        };
        let sum = |vertex: usize| &sums[vertex];
        match edges.kind() {
            Edges::VARIABLE => {}
            Edges::SUM => {
                S::pass(dict, sum(edges.first()), adjoint);
                S::pass(dict, sum(edges.second()), adjoint);
            }
            Edges::DIFFERENCE => {
                S::pass(dict, sum(edges.first()), adjoint);
                S::add(dict, sum(edges.second()), negated::<D>(adjoint));
            }
            Edges::PRODUCT => {
                let [p, q] = pop(&mut partials);
                S::add(dict, sum(edges.first()), dict.mul(adjoint, p));
                S::add(dict, sum(edges.second()), dict.mul(adjoint, q));
            }
            Edges::FUNCTION => {
                let [p] = pop(&mut partials);
                S::add(dict, sum(edges.first()), dict.mul(adjoint, p));
            }
            Edges::NEGATION => S::add(dict, sum(edges.first()), negated::<D>(adjoint)),
            kind => {
                let (rest, own) = partials.split_at(partials.len() - edges.values());
                partials = rest;
                match kind {
                    Edges::RANGE | Edges::WEIGHTED => many::<D, S>(dict, sums, adjoint, edges, own),
                    _ => mixed::<D, S>(dict, sums, adjoint, edges, own),
                }
            }
        }
    }
}

/// The last of the partial derivatives.
#[inline]
fn pop<V: Copy, const N: usize>(partials: &mut &[V]) -> [V; N] {
    let (rest, last) = partials.split_last_chunk().expect("a step's partial derivatives stand on the tape");
    *partials = rest;
    *last
}

#[inline]
fn negated<D: Dict>(adjoint: D::V) -> D::V {
    let negate = D::SHORTCUTS.negate.expect("a sign is remembered only where it makes no difference");
    negate(adjoint)
}

/// The kinds of steps that are rare.
#[inline(never)]
fn mixed<D: Dict, S: Sums<D>>(dict: D, sums: &[S::Sum], adjoint: D::V, edges: Edges, partials: &[D::V]) {
    let mut partials = partials.iter();
    for (vertex, factor) in [edges.first(), edges.second()].into_iter().zip(edges.factors()) {
        match factor {
            None => {}
            Some(Factor::One) => S::pass(dict, &sums[vertex], adjoint),
            Some(Factor::Minus) => S::add(dict, &sums[vertex], negated::<D>(adjoint)),
            Some(Factor::Value(())) => {
                let partial = partials.next().expect("there is one for each such factor");
                S::add(dict, &sums[vertex], dict.mul(adjoint, *partial));
            }
        }
    }
}

/// Those of many operands.
#[inline(never)]
fn many<D: Dict, S: Sums<D>>(dict: D, sums: &[S::Sum], adjoint: D::V, edges: Edges, partials: &[D::V]) {
    let Progression { first, step, count } = edges.vertices();
    let weighted = edges.kind() == Edges::WEIGHTED;
    if step == 1 {
        // The loops over neighbours are vectorized.
        let sums = &sums[first..first + count];
        if weighted {
            sums.iter().zip(partials).for_each(|(sum, p)| S::add(dict, sum, dict.mul(adjoint, *p)));
        } else {
            sums.iter().for_each(|sum| S::pass(dict, sum, adjoint));
        }
        return;
    }
    for i in 0..count {
        let sum = &sums[first + i * step];
        if weighted {
            S::add(dict, sum, dict.mul(adjoint, partials[i]));
        } else {
            S::pass(dict, sum, adjoint);
        }
    }
}
