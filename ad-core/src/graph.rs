//! The computation graph of reverse mode: what the stack and the effects strategy share.
//!
//! A number under a reverse strategy is a primal and a [`Vertex`], unless it is a constant. The vertices are
//! numbered in the order of the steps that made them. How their operations are remembered is what the two
//! strategies differ in.

use std::num::NonZeroU32;

use crate::Dict;
use crate::function::Partial;

/// A vertex of the graph: the number of the step that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex(NonZeroU32);

impl Vertex {
    /// Vertex number `index`.
    ///
    /// # Panics
    ///
    /// Panics after 2³² - 2 steps.
    #[inline]
    pub(crate) fn new(index: usize) -> Self {
        match u32::try_from(index + 1).ok().and_then(NonZeroU32::new) {
            Some(number) => Vertex(number),
            None => too_many_steps(),
        }
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cold]
fn too_many_steps() -> ! {
    panic!(
        "reverse mode has recorded 2³² steps, more than a vertex can number: differentiate a shorter computation"
    )
}

/// A primal, and its vertex unless it is a constant.
#[derive(Clone, Copy, Debug)]
pub struct Node<V> {
    /// The primal.
    pub v: V,
    /// The vertex; `None` for a constant.
    pub vertex: Option<Vertex>,
}

/// The adjoint of each vertex; `None` where the result does not depend on it, as far as is known yet.
#[derive(Debug)]
pub(crate) struct Adjoints<V>(Vec<Option<V>>);

impl<V: Copy> Adjoints<V> {
    pub(crate) fn new(vertices: usize) -> Self {
        Adjoints(vec![None; vertices])
    }

    #[inline]
    pub(crate) fn get(&self, vertex: Vertex) -> Option<V> {
        self.0[vertex.index()]
    }

    /// Adds `partial` · `adjoint` to the adjoint of `vertex`.
    #[inline]
    pub(crate) fn update<D: Dict<V = V>>(
        &mut self,
        dict: D,
        vertex: Vertex,
        partial: Partial<V>,
        adjoint: V,
    ) {
        let term = match partial {
            Partial::Zero => return,
            Partial::One => adjoint,
            Partial::Value(p) => dict.mul(adjoint, p),
        };
        let slot = &mut self.0[vertex.index()];
        *slot = Some(slot.map_or(term, |sum| dict.add(sum, term)));
    }
}

/// The operands of a step that are vertices, each with its partial derivative.
#[derive(Clone, Copy)]
pub(crate) struct Edges<V, const K: usize>([Option<(Vertex, Partial<V>)>; K]);

impl<V: Copy, const K: usize> Edges<V, K> {
    #[inline]
    pub(crate) fn new(operands: [Node<V>; K], partial: impl Fn(usize) -> Partial<V>) -> Self {
        let mut edges = [None; K];
        for (i, operand) in operands.into_iter().enumerate() {
            edges[i] = operand.vertex.and_then(|vertex| match partial(i) {
                Partial::Zero => None,
                partial => Some((vertex, partial)),
            });
        }
        Edges(edges)
    }

    /// Whether the step has no such operand, so that its result is a constant.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    #[inline]
    pub(crate) fn into_iter(self) -> impl Iterator<Item = (Vertex, Partial<V>)> {
        self.0.into_iter().flatten()
    }
}
