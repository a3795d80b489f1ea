//! A sparse Hessian from a recording, by *edge pushing*: R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*,
//! Optimization Methods and Software 27(2), 2012.
//!
//! An edge between two vertices is the second derivative of the result by both, if the steps behind them are already reversed. A
//! nonlinear step creates edges between its operands, and each step pushes its own edges to its operands. In the end, the edges between
//! variables are the entries of the Hessian. So the work grows with the edges, for any number of inputs, without a known pattern.

#![allow(clippy::range_plus_one, reason = "an inclusive range cannot be zipped from behind")]

use alloc::vec::Vec;

use super::steps::Steps;
use super::sweep::{Sweep, Target, is_present};

/// The edges of each vertex to vertices up to itself. Each is in one list, and may be there several times, as terms of a sum.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// The first edge of each vertex.
    first: Vec<u32>,
    /// All edges, in no order. Those of a list that was read are used again.
    all: Vec<Edge>,
    /// The first of these.
    free: u32,
    /// For each vertex, 0, or its place among edges that are added.
    places: Vec<u32>,
    /// The edges of a vertex that were taken.
    taken: Vec<(usize, f64)>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    next: u32,
    weight: f64,
}

/// The end of a list.
const END: u32 = u32::MAX;

impl Edges {
    /// No edges between so many vertices, in the memory of former ones.
    fn restart(&mut self, vertices: usize) {
        self.first.clear();
        self.first.resize(vertices, END);
        self.all.clear();
        self.free = END;
        self.places.clear();
        self.places.resize(vertices, 0);
    }

    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.places.capacity())
            + size_of::<Edge>() * self.all.capacity()
            + size_of::<(usize, f64)>() * self.taken.capacity()
    }

    /// Adds to the second derivative by the vertices `a` and `b`. Number 0 is a missing operand.
    #[inline]
    fn add(&mut self, a: usize, b: usize, weight: f64) {
        let (high, low) = (a.max(b), a.min(b));
        if low == 0 {
            return;
        }
        #[allow(clippy::cast_possible_truncation, reason = "vertices have numbers of 31 bits")]
        let edge = Edge { to: low as u32, next: self.first[high], weight };
        // Edges to the same vertex often follow each other.
        if let Some(last) = self.all.get_mut(edge.next as usize).filter(|last| last.to == edge.to) {
            last.weight += weight;
            return;
        }
        self.first[high] = self.free;
        if self.free == END {
            self.first[high] =
                u32::try_from(self.all.len()).ok().filter(|i| *i < END).expect("fewer than 2³² edges");
            self.all.push(edge);
        } else {
            let free = &mut self.all[self.free as usize];
            self.free = free.next;
            *free = edge;
        }
    }

    /// Takes the edges of a vertex into `taken`. Those to the same vertex are added.
    fn take(&mut self, vertex: usize) {
        let Edges { places, taken: into, .. } = self;
        into.clear();
        let first = self.first[vertex] as usize;
        if self.all.get(first).is_some_and(|edge| edge.next == END) {
            let edge = &mut self.all[first];
            into.push((edge.to as usize, edge.weight));
            edge.next = self.free;
            self.free = core::mem::replace(&mut self.first[vertex], END);
            return;
        }
        let mut at = core::mem::replace(&mut self.first[vertex], END);
        while at != END {
            let edge = &mut self.all[at as usize];
            let place = &mut places[edge.to as usize];
            if *place == 0 {
                into.push((edge.to as usize, edge.weight));
                *place = u32::try_from(into.len()).expect("a list is no longer than the vertices are many");
            } else {
                into[*place as usize - 1].1 += edge.weight;
            }
            let next = core::mem::replace(&mut edge.next, self.free);
            self.free = core::mem::replace(&mut at, next);
        }
        into.iter().for_each(|(to, _)| places[*to] = 0);
    }
}

impl Sweep {
    /// The gradient by `n` inputs, and the lower triangle of the Hessian: `receive` gets row, column and value of each entry, row by row
    /// from the last one on, in no order of columns.
    pub(super) fn edges(
        &mut self,
        steps: &Steps,
        (factor, result): Target,
        n: usize,
        mut receive: impl FnMut(usize, usize, f64),
    ) {
        let Steps { steps, curvatures } = steps;
        let adjoints = &mut self.adjoints;
        Self::start(adjoints, steps.len() + 1, super::sweep::NOTHING);
        let Some(result) = result.map(|result| result.get() as usize) else { return };
        adjoints[result] = factor + 0.0;
        let edges = &mut self.edges;
        edges.restart(steps.len() + 1);
        let mut curvatures = curvatures.iter().rev();
        for (k, step) in (n + 1..steps.len() + 1).zip(&steps[n..]).rev() {
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            if a == b {
                // One operand, in two places.
                let adjoint = adjoints[k];
                let curvature = if step.is_curved() {
                    let [aa, ab, bb] = step.curvature(|| curvatures.next().copied());
                    Some(aa + 2.0 * ab + bb)
                } else {
                    None
                };
                if edges.first[k] != END {
                    edges.take(k);
                    for i in 0..edges.taken.len() {
                        let ((to, weight), slope) = (edges.taken[i], p + q);
                        if p == 0.0 && q == 0.0 && weight.is_finite() {
                            continue;
                        }
                        if to == k {
                            edges.add(a, a, slope * slope * weight);
                        } else {
                            edges.add(a, to, if a == to { 2.0 } else { 1.0 } * (slope * weight));
                        }
                    }
                }
                if is_present(adjoint) {
                    if let Some(curvature) = curvature {
                        edges.add(a, a, adjoint * curvature);
                    }
                    adjoints[a] += adjoint * p + 0.0;
                    adjoints[a] += adjoint * q + 0.0;
                }
                continue;
            }
            if edges.first[k] != END {
                edges.take(k);
                for i in 0..edges.taken.len() {
                    let (to, weight) = edges.taken[i];
                    // A slope of 0 pushes nothing. Of an infinite edge it makes NaN, which the caller does not believe.
                    let pushes = |slope: f64| slope != 0.0 || !weight.is_finite();
                    let both = |i: usize, j: usize| if i == j { 2.0 } else { 1.0 };
                    let (by_a, by_b) = (pushes(p), pushes(q));
                    if to != k {
                        if by_a {
                            edges.add(a, to, both(a, to) * (p * weight));
                        }
                        if by_b {
                            edges.add(b, to, both(b, to) * (q * weight));
                        }
                        continue;
                    }
                    if by_a {
                        edges.add(a, a, p * p * weight);
                    }
                    if by_a && by_b {
                        edges.add(a, b, p * q * weight);
                    }
                    if by_b {
                        edges.add(b, b, q * q * weight);
                    }
                }
            }
            let curved = step.is_curved();
            let [aa, ab, bb] =
                if curved { step.curvature(|| curvatures.next().copied()) } else { Default::default() };
            let adjoint = adjoints[k];
            if !is_present(adjoint) {
                continue;
            }
            if curved {
                if aa != 0.0 {
                    edges.add(a, a, adjoint * aa);
                }
                if ab != 0.0 || step.is_product() {
                    edges.add(a, b, adjoint * ab);
                }
                if bb != 0.0 {
                    edges.add(b, b, adjoint * bb);
                }
            }
            adjoints[a] += adjoint * p + 0.0;
            adjoints[b] += adjoint * q + 0.0;
        }
        for k in (1..=n).rev() {
            edges.take(k);
            edges.taken.iter().for_each(|&(to, weight)| receive(k - 1, to - 1, weight));
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use crate::function::{Abs, Exponential, Hypot, Sin};
    use crate::second_order::Workspace;
    use crate::{Exp, Num, RealDict, Signature};

    /// Random operations on `n` inputs, of which many are used again.
    struct Random {
        seed: u64,
    }

    impl Signature for Random {
        type In = Vec<f64>;
        type Out = f64;
    }

    impl<D: RealDict> Exp<D> for Random {
        fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
            let mut state = self.seed;
            let mut below = |n: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % n
            };
            let mut values: Vec<D::V> = x.iter().map(|x| x.value()).collect();
            for _ in 0..60 {
                let (a, b) = (values[below(values.len())], values[below(values.len())]);
                let positive = dict.add(dict.mul(b, b), dict.one());
                values.push(match below(8) {
                    0 | 1 => dict.add(a, b),
                    2 => dict.sub(a, b),
                    3 | 4 => dict.function(Sin, [dict.mul(a, b)]),
                    5 => dict.div(a, positive),
                    6 => dict.function(Hypot, [a, positive]),
                    _ => dict.function(Exponential, [dict.neg(dict.function(Abs, [a]))]),
                });
            }
            Num::new(dict, values[60..].iter().fold(dict.zero(), |sum, v| dict.add(sum, *v)))
        }
    }

    /// A wrong factor, an edge that is lost or pushed twice, or a list whose memory is used too early gives another matrix.
    #[test]
    fn edges_give_the_hessian_of_outer_products() {
        let n = 12;
        let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.1 * f64::from(i)).collect();
        let n = x.len();
        for seed in 0..if cfg!(miri) { 3 } else { 200 } {
            let (e, mut workspace) = (Random { seed }, Workspace::default());
            let (mut expected, mut of_rows) = (vec![0.0; n * n], vec![0.0; n]);
            let value = workspace.hessian_into(&mut None, &e, &x, &mut of_rows, &mut expected).unwrap();
            let (mut found, mut gradient) = (vec![0.0; n * n], vec![0.0; n]);
            let mut places = Vec::new();
            let result = workspace.sparse_hessian_into(&e, &x, &mut gradient, |i, j, entry| {
                (found[i * n + j], found[j * n + i]) = (entry, entry);
                places.push((i, j));
            });
            assert_eq!((result, &gradient), ((value, true), &of_rows));
            let size = expected.iter().fold(1.0, |max: f64, entry| max.max(entry.abs()));
            let close = found.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-13 * size);
            assert!(close, "seed {seed}: {found:?} {expected:?}");
            let count = places.len();
            places.sort_unstable();
            places.dedup();
            assert!(places.len() == count && places.iter().all(|(i, j)| j <= i), "each place once");
        }
    }
}
