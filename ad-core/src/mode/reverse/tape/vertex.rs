//! The computation graph of reverse mode, which the stack and the effects strategy share.
//!
//! A number under a reverse strategy is a primal and, unless it is constant, a [`Vertex`]. The vertices are numbered in the order
//! of their steps. The two strategies differ in how they store the steps until the backward phase.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use super::adjoints::Adjoints;
use crate::{Dict, Num, Of, Shape};

/// A vertex of the graph: the number of its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex(NonZeroU32);

impl Vertex {
    /// The number of bits of a vertex.
    pub(crate) const BITS: u32 = 30;
    /// These bits.
    pub(crate) const MASK: u64 = (1 << Self::BITS) - 1;
    /// All numbers are less than this.
    pub(crate) const LIMIT: usize = 1 << Self::BITS;

    /// The vertex with a number that a tape has given out.
    #[inline]
    pub(crate) const fn numbered(number: NonZeroU32) -> Self {
        Vertex(number)
    }

    /// Vertex number `index`.
    ///
    /// # Panics
    ///
    /// Panics if the number is 0, or after 2³⁰ - 1 steps.
    #[inline]
    pub(crate) fn new(index: usize) -> Self {
        match u32::try_from(index).ok().and_then(NonZeroU32::new) {
            Some(number) if index < Self::LIMIT => Vertex(number),
            _ => too_many_steps(),
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// The end of a recording that is too long.
#[cold]
#[inline(never)]
pub(crate) fn too_many_steps() -> ! {
    panic!(
        "reverse mode has recorded 2³⁰ steps, more than it can number: differentiate a shorter computation"
    )
}

/// A primal, and its vertex unless it is a constant.
///
/// A vertex has no meaning in another evaluation. So `'t` stands for one evaluation, invariantly.
///
/// ```compile_fail
/// use ad::{Node, Num, F64, stack::Stack};
/// fn moved<'t, 'u>(x: Node<'t, f64>, other: Stack<'u, F64>) -> Num<Stack<'u, F64>> { Num::new(other, x) }
/// ```
///
/// ```
/// use ad::{Node, Num, F64, stack::Stack};
/// fn kept<'t>(x: Node<'t, f64>, same: Stack<'t, F64>) -> Num<Stack<'t, F64>> { Num::new(same, x) }
/// ```
#[derive(Clone, Copy)]
pub struct Node<'t, V> {
    /// The primal.
    pub v: V,
    /// The vertex, or `None` for a constant.
    pub(crate) vertex: Option<Vertex>,
    /// Invariant in `'t`, and `Send` if the primal is.
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl<V> Node<'_, V> {
    #[inline]
    pub(crate) fn new(v: V, vertex: Option<Vertex>) -> Self {
        Node { v, vertex, evaluation: PhantomData }
    }

    /// The same node under another lifetime. Only the code of an evaluation uses it, before and after the expression.
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

/// The results that are not constant, each with its seed.
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

/// The adjoints of the variables `x`, with 0 for a variable without influence.
pub(crate) fn collect<S: Shape, D: Dict>(
    dict: D,
    adjoints: &Adjoints<D>,
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
    fn the_last_vertex_is_the_last_number_that_can_be_written() {
        for index in [1, 2, Vertex::LIMIT - 1] {
            assert_eq!(Vertex::new(index).index(), index);
        }
    }

    #[test]
    #[should_panic = "more than it can number"]
    fn one_more_cannot_be_numbered() {
        Vertex::new(Vertex::LIMIT);
    }
}
