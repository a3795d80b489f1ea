//! The adjoints of the vertices, during the backward phase.
//!
//! The adjoint of a reversed step is removed at once, while it is in a cache. To clear all adjoints before the next backward
//! phase would be another pass over the memory. So after a backward phase only variables have adjoints.

use alloc::vec::Vec;
use core::cell::Cell;

use super::edges::{Edges, Factor, Progression};
use super::vertex::Vertex;
use crate::Dict;

/// How many entries of a list precede the adjoint of vertex 0.
///
/// Allocators put long lists at the same offset in a page of memory. So without these entries, a step and its adjoint would have
/// addresses with equal low bits. By these bits, a processor decides whether a load has to wait for an earlier store ("4K aliasing").
/// The sweep stores an adjoint just before it loads the step of this adjoint.
const LEAD: usize = 64;

/// The adjoint of each vertex, or none if the result does not depend on it so far.
///
/// The dictionary may have a value that no adjoint can be (see [`Untouched`](crate::Untouched)). This value then marks an empty
/// adjoint, and an adjoint is as large as a value. Otherwise an adjoint is an option.
///
/// A list of adjoints begins with [`LEAD`] unused entries, or has none.
pub(crate) struct Adjoints<D: Dict> {
    values: Vec<D::V>,
    options: Vec<Option<D::V>>,
    /// One more than the number of the last variable with an adjoint, among the reversed steps.
    variables: usize,
    /// Whether vertices from number `variables` on have none. It is false during a backward phase, and after a panic in one.
    swept: bool,
}

impl<D: Dict> Adjoints<D> {
    /// No vertex has an adjoint.
    pub(crate) const fn none() -> Self {
        Adjoints { values: Vec::new(), options: Vec::new(), variables: 0, swept: false }
    }

    /// The bytes of memory, whether in use or not.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<D::V>() + self.options.capacity() * size_of::<Option<D::V>>()
    }

    /// Makes these the adjoints of vertices with numbers below `end`, and sets the given ones.
    pub(crate) fn seed(&mut self, dict: D, end: usize, seeds: impl IntoIterator<Item = (Vertex, D::V)>) {
        let mut seeds = seeds.into_iter().peekable();
        if self.swept && seeds.peek().is_some() {
            self.clear(self.variables);
            if self.values.len().max(self.options.len()) < LEAD + end {
                self.resize(end);
            }
        } else {
            self.values.clear();
            self.options.clear();
            if seeds.peek().is_some() {
                self.resize(end);
            }
        }
        (self.variables, self.swept) = (0, false);
        for (vertex, seed) in seeds {
            self.add(dict, vertex.index(), seed);
        }
    }

    /// Marks that all steps have been reversed.
    pub(crate) fn swept(&mut self) {
        self.swept = true;
    }

    /// Removes the adjoints of vertices with numbers below `end`.
    fn clear(&mut self, end: usize) {
        match D::SHORTCUTS.untouched {
            Some(untouched) => {
                sums(&mut self.values).iter().take(end).for_each(|sum| sum.set(untouched.value));
            }
            None => sums(&mut self.options).iter().take(end).for_each(|sum| sum.set(None)),
        }
    }

    /// Makes these the adjoints of vertices with numbers below `end`: additional ones are empty.
    pub(crate) fn resize(&mut self, end: usize) {
        match D::SHORTCUTS.untouched {
            Some(untouched) => self.values.resize(LEAD + end, untouched.value),
            None => self.options.resize(LEAD + end, None),
        }
    }

    #[inline]
    fn at(&self, index: usize) -> Option<D::V> {
        match D::SHORTCUTS.untouched {
            Some(untouched) => self.values.get(LEAD + index).copied().filter(|v| !(untouched.is)(*v)),
            None => self.options.get(LEAD + index).copied().flatten(),
        }
    }

    /// The adjoint of `vertex`.
    #[inline]
    pub(crate) fn get(&self, vertex: Vertex) -> Option<D::V> {
        self.at(vertex.index())
    }

    /// Removes the adjoint of `vertex`.
    pub(crate) fn take(&mut self, vertex: Vertex) -> Option<D::V> {
        let adjoint = self.at(vertex.index())?;
        match D::SHORTCUTS.untouched {
            Some(untouched) => sums(&mut self.values)[vertex.index()].set(untouched.value),
            None => sums(&mut self.options)[vertex.index()].set(None),
        }
        Some(adjoint)
    }

    /// Moves the adjoint of `from` to that of `to`, by addition.
    pub(crate) fn hand_over(&mut self, dict: D, from: Vertex, to: Vertex) {
        if let Some(adjoint) = self.take(from) {
            self.add(dict, to.index(), adjoint);
        }
    }

    /// Adds `term` to the adjoint of vertex number `index`.
    pub(crate) fn add(&mut self, dict: D, index: usize, term: D::V) {
        match D::SHORTCUTS.untouched {
            Some(_) => Marked::add(dict, &sums(&mut self.values)[index], term),
            None => Optional::add(dict, &sums(&mut self.options)[index], term),
        }
    }

    /// Reverses the steps of vertices number `start` and following, the last one first. The adjoint of each step is passed to its
    /// operands, and that of a variable stays. `partials` ends with their partial derivatives.
    pub(crate) fn undo(&mut self, dict: D, start: usize, steps: &[Edges], partials: &[D::V]) {
        // Where there are no adjoints, none has one.
        if D::SHORTCUTS.untouched.is_some() && !self.values.is_empty() {
            undo::<D, Marked>(dict, sums(&mut self.values), &mut self.variables, start, steps, partials);
        } else if !self.options.is_empty() {
            undo::<D, Optional>(dict, sums(&mut self.options), &mut self.variables, start, steps, partials);
        }
    }
}

/// The entries of a list that belong to vertices.
#[inline]
fn sums<T>(list: &mut [T]) -> &[Cell<T>] {
    Cell::from_mut(list.get_mut(LEAD..).unwrap_or_default()).as_slice_of_cells()
}

/// The representation of sums of adjoints.
trait Representation<D: Dict> {
    /// A sum, or none.
    type Sum;
    /// Removes the sum. It is `None` for an empty adjoint.
    fn take(sum: &Self::Sum) -> Option<D::V>;
    /// Puts it back.
    fn put(sum: &Self::Sum, adjoint: D::V);
    /// Adds a term.
    fn add(dict: D, sum: &Self::Sum, term: D::V);
    /// Adds a term that is itself such a sum.
    fn pass(dict: D, sum: &Self::Sum, adjoint: D::V);
}

/// The dictionary has a mark of empty adjoints.
enum Marked {}

impl<D: Dict> Representation<D> for Marked {
    type Sum = Cell<D::V>;
    #[inline]
    fn take(sum: &Cell<D::V>) -> Option<D::V> {
        let Some(untouched) = D::SHORTCUTS.untouched else { unreachable!("there is a mark") };
        let adjoint = Some(sum.get()).filter(|sum| !(untouched.is)(*sum))?;
        sum.set(untouched.value);
        Some(adjoint)
    }
    #[inline]
    fn put(sum: &Cell<D::V>, adjoint: D::V) {
        sum.set(adjoint);
    }
    #[inline]
    fn add(dict: D, sum: &Cell<D::V>, term: D::V) {
        let Some(untouched) = D::SHORTCUTS.untouched else { unreachable!("there is a mark") };
        sum.set((untouched.accumulate)(dict, sum.get(), term));
    }
    /// A term may simply be added to the mark, which behaves like 0.
    #[inline]
    fn pass(dict: D, sum: &Cell<D::V>, adjoint: D::V) {
        sum.set(dict.add(sum.get(), adjoint));
    }
}

/// The dictionary has no mark.
enum Optional {}

impl<D: Dict> Representation<D> for Optional {
    type Sum = Cell<Option<D::V>>;
    #[inline]
    fn take(sum: &Self::Sum) -> Option<D::V> {
        sum.take()
    }
    #[inline]
    fn put(sum: &Self::Sum, adjoint: D::V) {
        sum.set(Some(adjoint));
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
fn undo<D: Dict, S: Representation<D>>(
    dict: D,
    sums: &[S::Sum],
    variables: &mut usize,
    start: usize,
    steps: &[Edges],
    mut partials: &[D::V],
) {
    let mut rest = sums[start..start + steps.len()].iter().zip(steps).enumerate().rev();
    while let Some((i, (own, step))) = rest.next() {
        let edges = *step;
        let Some(adjoint) = S::take(own) else {
            partials = &partials[..partials.len() - edges.values()];
            continue;
        };
        let sum = |vertex: usize| &sums[vertex];
        match edges.kind() {
            Edges::VARIABLE => {
                S::put(own, adjoint);
                *variables = (*variables).max(start + i + 1);
            }
            Edges::SUM => {
                S::pass(dict, sum(edges.first()), adjoint);
                // In `s + a * b` the product is the next step, and is reversed here, in one round of the loop instead of two.
                if edges.second() + 1 == start + i
                    && let Some((_, (own, product))) = rest.clone().next()
                    && product.kind() == Edges::PRODUCT
                {
                    rest.next();
                    let [p, q] = pop(&mut partials);
                    S::pass(dict, own, adjoint);
                    if let Some(adjoint) = S::take(own) {
                        S::add(dict, sum(product.first()), dict.mul(adjoint, p));
                        S::add(dict, sum(product.second()), dict.mul(adjoint, q));
                    }
                } else {
                    S::pass(dict, sum(edges.second()), adjoint);
                }
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

/// Removes the last partial derivative.
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

/// Rare kinds of steps.
#[inline(never)]
fn mixed<D: Dict, S: Representation<D>>(
    dict: D,
    sums: &[S::Sum],
    adjoint: D::V,
    edges: Edges,
    partials: &[D::V],
) {
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

/// Steps of many operands.
#[inline(never)]
fn many<D: Dict, S: Representation<D>>(
    dict: D,
    sums: &[S::Sum],
    adjoint: D::V,
    edges: Edges,
    partials: &[D::V],
) {
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

#[cfg(test)]
mod tests {
    use super::{Adjoints, Edges, Factor, Vertex};
    use crate::mode::reverse::tape::Tape;
    use crate::mode::reverse::tape::memory::{Mark, Memory};
    use crate::{Dict, F64, I64};

    /// A tape of variables `x` and `y`, of `steps` steps s ← s + x, and of a variable in the middle, with which `s` starts.
    /// Returns the vertices of the three variables, and that of `s`.
    fn record<D: Dict>(tape: &Tape<'_, D>, one: D::V, steps: usize) -> ([Vertex; 3], Vertex) {
        let push = |edges| tape.push(edges, &[]);
        let plus = |a, b| push(Edges::pair((a, Factor::<D::V>::One), (b, Factor::One)));
        let (x, y) = (push(Edges::NONE), push(Edges::NONE));
        (0..steps).fold(y, |unused, _| plus(unused, y));
        let z = push(Edges::NONE);
        let s = tape.push(Edges::pair((z, Factor::Value(one)), (x, Factor::Value(one))), &[one, one]);
        ([x, y, z], (0..steps).fold(s, |s, _| plus(s, x)))
    }

    /// A backward phase in `adjoints`, in any state.
    fn sweep<D: Dict<V: PartialEq + core::fmt::Debug>>(
        dict: D,
        adjoints: &mut Adjoints<D>,
        steps: usize,
        end: bool,
    ) {
        let tape = Tape::new(Memory::new());
        let ([x, y, z], s) = record(&tape, dict.one(), steps);
        if !end {
            // As after a panic of an operation.
            adjoints.seed(dict, tape.end().steps, [(s, dict.one())]);
            tape.undo(dict, s.index() - steps / 2, tape.end(), adjoints);
            return;
        }
        tape.backward(dict, [(s, dict.one()), (y, dict.one())], adjoints, false);
        let count = u64::try_from(steps).expect("it fits");
        let expected = [Some(dict.natural(count + 1)), Some(dict.one()), Some(dict.one())];
        assert_eq!([x, y, z].map(|variable| adjoints.get(variable)), expected);
        let left = (1..tape.end().steps + 3).filter(|i| adjoints.at(*i).is_some()).count();
        assert_eq!(left, 3, "only variables have an adjoint afterwards");
    }

    /// Several phases in the same memory: shorter, longer, ended by a panic, and without a varying result.
    fn many<D: Dict<V: PartialEq + core::fmt::Debug>>(dict: D) {
        let mut adjoints = Adjoints::none();
        for (steps, end) in
            [(5, true), (5, true), (9, true), (2, true), (40, false), (3, true), (40, true), (0, true)]
        {
            sweep(dict, &mut adjoints, steps, end);
        }
        Tape::new(Memory::new()).backward(dict, [], &mut adjoints, false);
        assert!((0..100).all(|i| adjoints.at(i).is_none()));
        sweep(dict, &mut adjoints, 7, true);
        sweep(dict, &mut adjoints, 40, false);
        sweep(dict, &mut adjoints, 20, false);
        sweep(dict, &mut adjoints, 41, true);
    }

    /// All ways to write three steps over two variables and each other, each a sum, a difference, a product or a multiple. The
    /// backward phase may be interrupted before each step, and must equal single steps.
    fn in_any_pieces<D: Dict<V: PartialEq + core::fmt::Debug>>(dict: D) {
        const STEPS: usize = 3;
        for choice in 0..64 * (2 * 2) * (3 * 3) * (4 * 4) {
            let mut rest = choice;
            let mut choose = |n: usize| {
                let chosen = rest % n;
                rest /= n;
                chosen
            };
            let tape = Tape::new(Memory::new());
            let mut vertices = vec![tape.push(Edges::NONE, &[]), tape.push(Edges::NONE, &[])];
            for k in 0..STEPS {
                let (a, b) = (vertices[choose(k + 2)], vertices[choose(k + 2)]);
                let (one, minus, value) = (Factor::<D::V>::One, Factor::Minus, Factor::Value(dict.one()));
                let (p, q) = (dict.natural(2 * k as u64 + 2), dict.natural(2 * k as u64 + 3));
                vertices.push(match choose(4) {
                    0 => tape.push(Edges::pair((a, one), (b, one)), &[]),
                    1 if D::SHORTCUTS.negate.is_some() => tape.push(Edges::pair((a, one), (b, minus)), &[]),
                    2 => tape.push(Edges::single(b, value), &[p]),
                    _ => tape.push(Edges::pair((a, value), (b, value)), &[p, q]),
                });
            }
            let found = |pieces: usize| {
                let mut adjoints = Adjoints::none();
                let mut end = tape.end();
                let seeds = vertices[2..].iter().map(|vertex| (*vertex, dict.one()));
                adjoints.seed(dict, end.steps, seeds);
                for step in (0..end.steps).rev() {
                    if step == 0 || pieces >> step & 1 == 1 {
                        let values = tape.memory.read(|steps, _| {
                            steps[step..end.steps].iter().map(|step| step.values()).sum::<usize>()
                        });
                        tape.undo(dict, step, end, &mut adjoints);
                        end = Mark { steps: step, values: end.values - values };
                    }
                }
                assert_eq!(end.values, 0);
                (0..tape.end().steps).map(|i| adjoints.at(i)).collect::<Vec<_>>()
            };
            let expected = found(usize::MAX);
            (0..1 << STEPS).for_each(|pieces| assert_eq!(found(pieces << 3), expected, "{choice}"));
        }
    }

    #[test]
    fn steps_reversed_together_equal_single_steps() {
        in_any_pieces(F64);
        in_any_pieces(I64);
    }

    #[test]
    fn a_backward_phase_begins_without_adjoints_whatever_was_before() {
        many(F64);
        many(I64);
    }
}
