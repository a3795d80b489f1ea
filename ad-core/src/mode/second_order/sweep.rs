//! The sweeps over a recording: H·v, and the adjoints of all steps.

#![allow(clippy::range_plus_one, reason = "an inclusive range cannot be zipped from behind")]

use alloc::vec::Vec;
use core::num::NonZeroU32;

#[cfg(feature = "sparse")]
use super::edges::Edges;
use super::hessian::BandGradient;
use super::steps::Steps;

/// The result to differentiate: a factor, and its vertex, if the result depends on one.
pub(super) type Target = (f64, Option<NonZeroU32>);

/// The results of the sweeps, by vertex. Number 0 belongs to no vertex.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    pub(super) adjoints: Vec<f64>,
    /// The tangents of the vertices, and of their adjoints.
    tangents: Vec<f64>,
    adjoint_tangents: Vec<f64>,
    /// Whether a vertex needs its gradient by the inputs.
    pub(super) needed: Vec<bool>,
    /// Stale where it is not needed.
    pub(super) gradients: Vec<BandGradient>,
    pub(super) slopes: Vec<f64>,
    #[cfg(feature = "sparse")]
    pub(super) edges: Edges,
}

/// The mark of an empty adjoint. An adjoint is never -0.0, since +0.0 is added to it.
pub(super) const NOTHING: f64 = -0.0;

#[inline]
pub(super) fn is_present(adjoint: f64) -> bool {
    adjoint.to_bits() != NOTHING.to_bits()
}

impl Sweep {
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> usize {
        let floats = [&self.adjoints, &self.tangents, &self.adjoint_tangents, &self.slopes];
        #[cfg(feature = "sparse")]
        let edges = self.edges.bytes();
        #[cfg(not(feature = "sparse"))]
        let edges = 0;
        floats.iter().map(|list| 8 * list.capacity()).sum::<usize>()
            + self.needed.capacity()
            + self.gradients.capacity() * size_of::<BandGradient>()
            + edges
    }

    pub(super) fn start(list: &mut Vec<f64>, len: usize, fill: f64) {
        list.clear();
        list.resize(len, fill);
    }

    /// The derivative by input number `i`, after a sweep.
    #[inline]
    pub(super) fn gradient(&self, i: usize) -> f64 {
        self.adjoints[i + 1] + 0.0
    }

    /// Entry number `i` of H·v, after that sweep.
    #[inline]
    pub(super) fn product(&self, i: usize) -> f64 {
        self.adjoint_tangents[i + 1]
    }

    /// The gradient, and the product of the Hessian with a direction. `each` visits the numbers of the direction.
    pub(super) fn direction(
        &mut self,
        steps: &Steps,
        (factor, result): Target,
        each: impl FnOnce(&mut dyn FnMut(f64)),
    ) {
        let Steps { steps, curvatures } = steps;
        let Sweep { adjoints, tangents, adjoint_tangents, .. } = self;
        Self::start(adjoints, steps.len() + 1, NOTHING);
        Self::start(adjoint_tangents, steps.len() + 1, 0.0);
        tangents.clear();
        tangents.push(0.0);
        each(&mut |v| tangents.push(v));
        for step in &steps[tangents.len() - 1..] {
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            tangents.push(p * tangents[a] + q * tangents[b]);
        }
        let Some(result) = result else { return };
        adjoints[result.get() as usize] = factor + 0.0;
        let mut curvatures = curvatures.iter().rev();
        for (i, step) in steps.iter().enumerate().rev() {
            let k = i + 1;
            let curved = step.is_curved();
            let [aa, ab, bb] =
                if curved { step.curvature(|| curvatures.next().copied()) } else { Default::default() };
            let (adjoint, tangent) = (adjoints[k], adjoint_tangents[k]);
            if !is_present(adjoint) {
                continue;
            }
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            let (mut da, mut db) = (tangent * p, tangent * q);
            if curved {
                let (ta, tb) = (tangents[a], tangents[b]);
                da += adjoint * (aa * ta + ab * tb);
                db += adjoint * (ab * ta + bb * tb);
            }
            adjoints[a] += adjoint * p + 0.0;
            adjoints[b] += adjoint * q + 0.0;
            adjoint_tangents[a] += da;
            adjoint_tangents[b] += db;
        }
    }

    /// The adjoints of the vertices up to the last one that affects the result. Marks the vertices that need a gradient by the
    /// `n` inputs. Returns that last vertex, if there is one.
    pub(super) fn adjoints(&mut self, steps: &Steps, (factor, result): Target, n: usize) -> Option<usize> {
        let Sweep { adjoints, needed, .. } = self;
        Self::start(adjoints, steps.steps.len() + 1, NOTHING);
        let result = result?.get() as usize;
        adjoints[result] = factor + 0.0;
        // The first n vertices are the variables.
        let end = result.max(n);
        needed.clear();
        needed.resize(end + 1, false);
        let (adjoints, needed) = (&mut adjoints[..=end], &mut needed[..=end]);
        for (k, step) in (n + 1..end + 1).zip(&steps.steps[n..end]).rev() {
            let adjoint = adjoints[k];
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            let mut of_operands = needed[k];
            if is_present(adjoint) {
                adjoints[a] += adjoint * p + 0.0;
                adjoints[b] += adjoint * q + 0.0;
                of_operands |= step.is_curved();
            }
            if of_operands {
                needed[a] = true;
                needed[b] = true;
            }
        }
        Some(end)
    }
}
