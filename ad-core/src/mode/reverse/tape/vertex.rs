//! The computation graph of reverse mode: what the stack and the effects strategy share.
//!
//! A number under a reverse strategy is a primal and a [`Vertex`], unless it is a constant. The vertices are
//! numbered in the order of the steps that made them. How the steps are remembered until the backward phase is
//! what the two strategies differ in.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

use crate::function::Partial;
use crate::{Dict, Num, Of, Shape};

/// A vertex of the graph: the number of the step that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex(NonZeroU32);

impl Vertex {
    /// More vertices than this cannot be numbered.
    const LIMIT: u32 = (1 << 31) - 1;

    /// Vertex number `index`.
    ///
    /// # Panics
    ///
    /// Panics after 2³¹ - 1 steps.
    #[inline]
    pub(crate) fn new(index: usize) -> Self {
        match u32::try_from(index) {
            Ok(index) if index < Self::LIMIT => Vertex(NonZeroU32::MIN.saturating_add(index)),
            _ => too_many_steps(),
        }
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cold]
#[inline(never)]
fn too_many_steps() -> ! {
    panic!(
        "reverse mode has recorded 2³¹ steps, more than it can number: differentiate a shorter computation"
    )
}

/// A primal, and its vertex unless it is a constant.
///
/// A vertex means nothing in another evaluation. That is what `'t` is for: it stands for one evaluation, and no
/// other lifetime will do, be it longer or shorter.
///
/// ```compile_fail
/// use ad_core::{Node, Num, F64, stack::Stack};
/// fn moved<'t, 'u>(x: Node<'t, f64>, other: Stack<'u, F64>) -> Num<Stack<'u, F64>> { Num::new(other, x) }
/// ```
///
/// ```
/// use ad_core::{Node, Num, F64, stack::Stack};
/// fn kept<'t>(x: Node<'t, f64>, same: Stack<'t, F64>) -> Num<Stack<'t, F64>> { Num::new(same, x) }
/// ```
#[derive(Clone, Copy)]
pub struct Node<'t, V> {
    /// The primal.
    pub v: V,
    /// The vertex; `None` for a constant.
    pub(crate) vertex: Option<Vertex>,
    /// Invariant in `'t`, and as `Send` as the primal is.
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl<V> Node<'_, V> {
    #[inline]
    pub(crate) fn new(v: V, vertex: Option<Vertex>) -> Self {
        Node { v, vertex, evaluation: PhantomData }
    }

    /// The same node under another lifetime, for an evaluation's own code: it sees its nodes before and after the
    /// expression does.
    #[inline]
    pub(crate) fn under<'u>(self) -> Node<'u, V> {
        Node::new(self.v, self.vertex)
    }
}

impl<V: fmt::Debug> fmt::Debug for Node<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("v", &self.v).field("vertex", &self.vertex).finish()
    }
}

/// A step as it is remembered: at most two operands, each with the partial derivative of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<V> {
    operands: [Operand; 2],
    partials: [V; 2],
}

/// A vertex in the lower 31 bits, or none; the highest bit says that its partial derivative is 1.
#[derive(Clone, Copy, Debug)]
struct Operand(u32);

impl Operand {
    const NONE: Operand = Operand(0);
    const ONE: u32 = 1 << 31;
}

impl<V: Copy> Step<V> {
    /// A vertex that is no result of a step: a variable.
    #[inline]
    pub(crate) fn variable(v: V) -> Self {
        Step { operands: [Operand::NONE; 2], partials: [v; 2] }
    }

    /// Pushes a step with `K` operands; its vertex, or `None` if it is a constant.
    ///
    /// A step of more than two operands is remembered as several, each adding one operand to the one before.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "most of it folds away where it is known which operands are constants"
    )]
    pub(crate) fn record<const K: usize>(
        v: V,
        operands: [Node<'_, V>; K],
        partial: impl Fn(usize) -> Partial<V>,
        mut push: impl FnMut(Step<V>) -> Vertex,
    ) -> Option<Vertex> {
        let edge = |i: usize| match &operands.get(i) {
            None | Some(Node { vertex: None, .. }) => (Operand::NONE, v),
            Some(Node { vertex: Some(Vertex(vertex)), .. }) => match partial(i) {
                Partial::Zero => (Operand::NONE, v),
                Partial::One => (Operand(vertex.get() | Operand::ONE), v),
                Partial::Value(p) => (Operand(vertex.get()), p),
            },
        };
        let mut push = |(a, p): (Operand, V), (b, q): (Operand, V)| {
            (a.0 | b.0 != 0).then(|| push(Step { operands: [a, b], partials: [p, q] }))
        };
        let mut result = push(edge(0), edge(1));
        for i in 2..K {
            let sum = result.map_or(Operand::NONE, |Vertex(sum)| Operand(sum.get() | Operand::ONE));
            result = push((sum, v), edge(i));
        }
        result
    }
}

/// The adjoint of each vertex; `None` where the result does not depend on it, as far as is known yet.
#[derive(Debug)]
pub(crate) struct Adjoints<V>(Vec<Option<V>>);

impl<V: Copy> Adjoints<V> {
    /// No vertex has one.
    pub(crate) fn none() -> Self {
        Adjoints(Vec::new())
    }

    /// Makes these the adjoints of `vertices` vertices, of which some are given.
    pub(crate) fn seed<D: Dict<V = V>>(
        &mut self,
        dict: D,
        vertices: usize,
        seeds: impl IntoIterator<Item = (Vertex, V)>,
    ) {
        self.0.clear();
        let mut seeds = seeds.into_iter().peekable();
        if seeds.peek().is_some() {
            self.0.resize(vertices, None);
        }
        for (vertex, seed) in seeds {
            self.update(dict, vertex.index(), seed);
        }
    }

    /// Adds `term` to the adjoint of vertex number `index`.
    #[inline]
    pub(crate) fn update<D: Dict<V = V>>(&mut self, dict: D, index: usize, term: V) {
        let slot = &mut self.0[index];
        *slot = Some(match *slot {
            Some(sum) => dict.add(sum, term),
            None => term,
        });
    }

    /// The adjoint of `vertex`.
    #[inline]
    pub(crate) fn get(&self, vertex: Vertex) -> Option<V> {
        self.0.get(vertex.index()).copied().flatten()
    }

    /// Takes the adjoint of `vertex` away.
    pub(crate) fn take(&mut self, vertex: Vertex) -> Option<V> {
        self.0.get_mut(vertex.index())?.take()
    }

    /// Adds the adjoint of `from` to that of `to`, and takes it away.
    pub(crate) fn hand_over<D: Dict<V = V>>(&mut self, dict: D, from: Vertex, to: Vertex) {
        if let Some(adjoint) = self.take(from) {
            self.update(dict, to.index(), adjoint);
        }
    }

    /// Makes these the adjoints of `vertices` vertices: more, which have none, or fewer.
    pub(crate) fn resize(&mut self, vertices: usize) {
        self.0.resize(vertices, None);
    }

    /// Undoes `step`, which made vertex number `index`: its adjoint goes to its operands.
    #[inline]
    pub(crate) fn undo<D: Dict<V = V>>(&mut self, dict: D, index: usize, step: &Step<V>) {
        let Some(&Some(adjoint)) = self.0.get(index) else { return };
        for (&Operand(operand), &partial) in step.operands.iter().zip(&step.partials) {
            let Some(vertex) = (operand & !Operand::ONE).checked_sub(1) else { continue };
            let term = if operand & Operand::ONE == 0 { dict.mul(adjoint, partial) } else { adjoint };
            self.update(dict, vertex as usize, term);
        }
    }
}

/// The results that are no constants, each with its seed.
pub(crate) fn seeds<S: Shape, V: Copy>(
    y: &Of<S, Node<'_, V>>,
    mut seed: impl FnMut(usize) -> Option<V>,
) -> Vec<(Vertex, V)> {
    let mut seeds = Vec::new();
    let mut index = 0;
    S::for_each(y, &mut |y| {
        seeds.extend(y.vertex.zip(seed(index)));
        index += 1;
    });
    seeds
}

/// The adjoints of the variables `x`: 0 where the results do not depend on one.
pub(crate) fn collect<S: Shape, D: Dict>(
    dict: D,
    adjoints: &Adjoints<D::V>,
    x: &Of<S, Node<'_, D::V>>,
) -> Of<S, Num<D>> {
    S::map(x, &mut |x| {
        let adjoint = x.vertex.and_then(|vertex| adjoints.get(vertex));
        Num::new(dict, adjoint.unwrap_or_else(|| dict.zero()))
    })
}

/// The primals of the results `y`.
pub(crate) fn primals<S: Shape, D: Dict>(dict: D, y: &Of<S, Node<'_, D::V>>) -> Of<S, Num<D>> {
    S::map(y, &mut |y| Num::new(dict, if y.vertex.is_none() { dict.adopt(y.v) } else { y.v }))
}

#[cfg(test)]
mod tests {
    use super::Vertex;

    #[test]
    fn the_last_vertex_is_number_two_to_the_31_minus_two() {
        for index in [0, 1, (1 << 31) - 2] {
            assert_eq!(Vertex::new(index).index(), index);
        }
    }

    #[test]
    #[should_panic = "recorded 2³¹ steps"]
    fn one_more_cannot_be_numbered() {
        Vertex::new((1 << 31) - 1);
    }
}
