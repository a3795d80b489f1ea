//! What is remembered of an evaluation, and the sweeps over it.

#![allow(clippy::range_plus_one, reason = "an inclusive range cannot be zipped from behind")]

use alloc::vec::Vec;
use core::num::NonZeroU32;

/// A step: its operands, of which a missing one is number 0, and its partial derivatives, which are 0 there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The highest bit of each says what the second partial derivatives are.
    operands: [u32; 2],
    partials: [f64; 2],
}

/// What a step has for second partial derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Curvature {
    /// None.
    Linear,
    /// 1 by both operands: a product.
    Product,
    /// By the first operand twice, by both, and by the second twice.
    General([u64; 3]),
}

impl Curvature {
    #[inline]
    pub(super) fn of(second: [f64; 3]) -> Self {
        Curvature::General(second.map(f64::to_bits))
    }
}

const FLAG: u32 = 1 << 31;

impl Step {
    /// A vertex that is no result of a step.
    #[inline]
    pub(super) fn variable() -> Self {
        Step { operands: [0; 2], partials: [0.0; 2] }
    }

    #[inline]
    pub(super) fn new(operands: [Option<NonZeroU32>; 2], partials: [f64; 2]) -> Self {
        let number = |i: usize| operands[i].map_or(0, NonZeroU32::get);
        let partial = |i: usize| if operands[i].is_some() { partials[i] } else { 0.0 };
        Step { operands: [number(0), number(1)], partials: [partial(0), partial(1)] }
    }

    #[inline]
    pub(super) fn is_constant(&self) -> bool {
        self.operands == [0; 2]
    }

    #[inline]
    fn is_curved(&self) -> bool {
        (self.operands[0] | self.operands[1]) & FLAG != 0
    }

    #[inline]
    fn is_product(&self) -> bool {
        self.operands[0] & FLAG == 0 && self.operands[1] & FLAG != 0
    }

    /// The second partial derivatives of a step that is curved; `next` are those that stand in the list.
    #[inline]
    fn curvature(&self, next: impl FnOnce() -> Option<[f64; 3]>) -> [f64; 3] {
        if self.is_product() { [0.0, 1.0, 0.0] } else { next().unwrap_or_default() }
    }

    #[inline]
    fn operands(&self) -> [usize; 2] {
        self.operands.map(|operand| (operand & !FLAG) as usize)
    }
}

/// The steps of an evaluation, and the second partial derivatives of those that have some, in the same order.
#[derive(Debug, Default)]
pub(super) struct Steps {
    steps: Vec<Step>,
    curvatures: Vec<[f64; 3]>,
}

impl Steps {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.curvatures.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<Step>() + self.curvatures.capacity() * size_of::<[f64; 3]>()
    }

    /// Appends a step; its vertex.
    ///
    /// # Panics
    ///
    /// Panics after 2³¹ - 1 steps.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    pub(super) fn push(&mut self, mut step: Step, curvature: Curvature) -> NonZeroU32 {
        match curvature {
            Curvature::Linear => {}
            Curvature::Product => step.operands[1] |= FLAG,
            Curvature::General(second) => {
                step.operands[0] |= FLAG;
                self.curvatures.push(second.map(f64::from_bits));
            }
        }
        self.steps.push(step);
        match u32::try_from(self.steps.len()) {
            Ok(number) if number < FLAG => NonZeroU32::MIN.saturating_add(number - 1),
            _ => too_many_steps(),
        }
    }
}

#[cold]
#[inline(never)]
fn too_many_steps() -> ! {
    panic!(
        "second order has recorded 2³¹ steps, more than it can number: differentiate a shorter computation"
    )
}

/// A gradient: a factor, and slopes by those inputs, from the lowest to the highest, that it may depend on.
#[derive(Clone, Copy, Debug, Default)]
struct Gradient {
    factor: f64,
    /// Where its slopes begin among all slopes.
    offset: usize,
    low: u32,
    len: u32,
}

impl Gradient {
    #[inline]
    fn slopes<'a>(&self, all: &'a [f64]) -> &'a [f64] {
        &all[self.offset..self.offset + self.len as usize]
    }

    /// p times this one.
    #[inline]
    fn times(self, p: f64) -> Self {
        Gradient { factor: p * self.factor, ..self }
    }
}

/// What the sweeps compute, by vertex; number 0 belongs to no vertex.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    adjoints: Vec<f64>,
    /// The tangents of the vertices, and of their adjoints.
    tangents: Vec<f64>,
    adjoint_tangents: Vec<f64>,
    /// Whether the gradient of a vertex by the inputs is asked for.
    needed: Vec<bool>,
    /// Left from an earlier sweep where it is not.
    gradients: Vec<Gradient>,
    slopes: Vec<f64>,
}

/// An adjoint at which nothing has arrived. What has arrived is never -0.0, for +0.0 is added to it.
const NOTHING: f64 = -0.0;

#[inline]
fn has_arrived(adjoint: f64) -> bool {
    adjoint.to_bits() != NOTHING.to_bits()
}

impl Sweep {
    pub(super) fn bytes(&self) -> usize {
        let floats = [&self.adjoints, &self.tangents, &self.adjoint_tangents, &self.slopes];
        floats.iter().map(|list| 8 * list.capacity()).sum::<usize>()
            + self.needed.capacity()
            + self.gradients.capacity() * size_of::<Gradient>()
    }

    fn start(list: &mut Vec<f64>, len: usize, fill: f64) {
        list.clear();
        list.resize(len, fill);
    }

    /// The derivative by input number `i`, once a sweep is done.
    #[inline]
    pub(super) fn gradient(&self, i: usize) -> f64 {
        self.adjoints[i + 1] + 0.0
    }

    /// Entry number `i` of H·v, once that sweep is done.
    #[inline]
    pub(super) fn product(&self, i: usize) -> f64 {
        self.adjoint_tangents[i + 1]
    }

    /// The gradient, and the product of the Hessian with a direction, whose numbers `each` passes on.
    pub(super) fn direction(
        &mut self,
        steps: &Steps,
        result: Option<NonZeroU32>,
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
        adjoints[result.get() as usize] = 1.0;
        let mut curvatures = curvatures.iter().rev();
        for (i, step) in steps.iter().enumerate().rev() {
            let k = i + 1;
            let curved = step.is_curved();
            let [aa, ab, bb] =
                if curved { step.curvature(|| curvatures.next().copied()) } else { Default::default() };
            let (adjoint, tangent) = (adjoints[k], adjoint_tangents[k]);
            if !has_arrived(adjoint) {
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

    /// The gradient by `n` inputs, and the Hessian, which goes into `matrix` row by row.
    pub(super) fn all_directions(
        &mut self,
        steps: &Steps,
        result: Option<NonZeroU32>,
        n: usize,
        matrix: &mut [f64],
    ) {
        let Steps { steps, curvatures } = steps;
        let Sweep { adjoints, needed, gradients, slopes, .. } = self;
        matrix.fill(0.0);
        Self::start(adjoints, steps.len() + 1, NOTHING);
        let Some(result) = result.map(|result| result.get() as usize) else { return };
        adjoints[result] = 1.0;
        // The first n vertices are the variables.
        let end = result.max(n);
        needed.clear();
        needed.resize(end + 1, false);
        let (adjoints, needed) = (&mut adjoints[..=end], &mut needed[..=end]);
        for (k, step) in (n + 1..end + 1).zip(&steps[n..end]).rev() {
            let adjoint = adjoints[k];
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            let mut of_operands = needed[k];
            if has_arrived(adjoint) {
                adjoints[a] += adjoint * p + 0.0;
                adjoints[b] += adjoint * q + 0.0;
                of_operands |= step.is_curved();
            }
            if of_operands {
                needed[a] = true;
                needed[b] = true;
            }
        }
        if gradients.len() <= end {
            gradients.resize(end + 1, Gradient::default());
        }
        let gradients = &mut gradients[..=end];
        gradients[0] = Gradient::default();
        slopes.clear();
        slopes.push(1.0);
        for i in 0..n {
            gradients[i + 1] = Gradient { factor: 1.0, offset: 0, low: index(i), len: 1 };
        }
        let mut curvatures = curvatures.iter();
        for (k, step) in (n + 1..).zip(&steps[n..end]) {
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            if step.is_product() {
                if has_arrived(adjoints[k]) {
                    add_product(matrix, n, slopes, adjoints[k], &gradients[a], &gradients[b]);
                }
            } else if step.is_curved() {
                let [aa, ab, bb] = curvatures.next().copied().unwrap_or_default();
                let adjoint = adjoints[k];
                if has_arrived(adjoint) {
                    let (a, b) = (&gradients[a], &gradients[b]);
                    add_product(matrix, n, slopes, 0.5 * adjoint * aa, a, a);
                    add_product(matrix, n, slopes, adjoint * ab, a, b);
                    add_product(matrix, n, slopes, 0.5 * adjoint * bb, b, b);
                }
            }
            if needed[k] {
                gradients[k] = if a == b {
                    gradients[a].times(p + q)
                } else {
                    sum(slopes, gradients[a].times(p), gradients[b].times(q))
                };
            }
        }
        add_transpose(matrix, n);
    }
}

/// Adds the transpose of a matrix to it.
fn add_transpose(matrix: &mut [f64], n: usize) {
    for i in 0..n {
        matrix[i * n + i] *= 2.0;
        // Row i, and the rows below it, of which column i is met.
        let (above, below) = matrix.split_at_mut((i + 1) * n);
        let row = &mut above[i * n + i + 1..];
        for (entry, other) in row.iter_mut().zip(below.chunks_exact_mut(n)) {
            let sum = *entry + other[i];
            *entry = sum;
            other[i] = sum;
        }
    }
}

#[inline]
fn index(i: usize) -> u32 {
    u32::try_from(i).expect("an input is a vertex, which has a number of 32 bits")
}

/// Adds c·a·bᵀ.
fn add_product(matrix: &mut [f64], n: usize, slopes: &[f64], c: f64, a: &Gradient, b: &Gradient) {
    // A second derivative that is 0 adds nothing; if what it is multiplied by is not finite, the gradient is not.
    if c == 0.0 {
        return;
    }
    if a.len == 1 && b.len == 1 {
        let entry = &mut matrix[a.low as usize * n + b.low as usize];
        *entry += c * (a.factor * slopes[a.offset]) * (b.factor * slopes[b.offset]);
        return;
    }
    let columns = b.slopes(slopes);
    for (i, slope) in (a.low as usize..).zip(a.slopes(slopes)) {
        let factor = c * (a.factor * slope) * b.factor;
        let row = &mut matrix[i * n + b.low as usize..][..columns.len()];
        row.iter_mut().zip(columns).for_each(|(entry, column)| *entry += factor * column);
    }
}

/// a + b, whose slopes are appended unless one of the two is nothing.
fn sum(slopes: &mut Vec<f64>, a: Gradient, b: Gradient) -> Gradient {
    if b.len == 0 {
        return a;
    }
    if a.len == 0 {
        return b;
    }
    let (offset, low) = (slopes.len(), a.low.min(b.low));
    if a.len == 1 && b.len == 1 && a.low.abs_diff(b.low) == 1 {
        let (first, second) = if a.low < b.low { (a, b) } else { (b, a) };
        slopes.extend([first.factor * slopes[first.offset], second.factor * slopes[second.offset]]);
        return Gradient { factor: 1.0, offset, low, len: 2 };
    }
    let len = (a.low + a.len).max(b.low + b.len) - low;
    slopes.resize(offset + len as usize, 0.0);
    let (known, sum) = slopes.split_at_mut(offset);
    for Gradient { factor, offset, low: first, len } in [a, b] {
        let slopes = &known[offset..offset + len as usize];
        let sum = &mut sum[(first - low) as usize..][..slopes.len()];
        sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += factor * slope);
    }
    Gradient { factor: 1.0, offset, low, len }
}
