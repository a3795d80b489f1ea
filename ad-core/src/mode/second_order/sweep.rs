//! What is remembered of an evaluation, and the sweeps over it.

#![allow(clippy::range_plus_one, reason = "an inclusive range cannot be zipped from behind")]

use std::num::NonZeroU32;

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

    /// The second partial derivatives of a step that is curved; `next` are those that stand in the list.
    #[inline]
    fn curvature(&self, next: impl FnOnce() -> Option<[f64; 3]>) -> [f64; 3] {
        if self.operands[0] & FLAG == 0 { [0.0, 1.0, 0.0] } else { next().unwrap_or_default() }
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

/// Numbers from lowest to highest of the inputs that a gradient may depend on.
#[derive(Clone, Copy, Debug, Default)]
struct Support {
    /// Where its numbers begin among those of all gradients.
    offset: usize,
    low: u32,
    len: u32,
}

impl Support {
    #[inline]
    fn slopes(self, gradients: &[f64]) -> &[f64] {
        &gradients[self.offset..self.offset + self.len as usize]
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
    supports: Vec<Support>,
    gradients: Vec<f64>,
    /// The Hessian; before the end of its sweep, a matrix whose sum with its transpose it is.
    matrix: Vec<f64>,
}

/// An adjoint at which nothing has arrived. What has arrived is never -0.0, for +0.0 is added to it.
const NOTHING: f64 = -0.0;

#[inline]
fn has_arrived(adjoint: f64) -> bool {
    adjoint.to_bits() != NOTHING.to_bits()
}

impl Sweep {
    pub(super) fn bytes(&self) -> usize {
        let floats = [&self.adjoints, &self.tangents, &self.adjoint_tangents, &self.gradients, &self.matrix];
        floats.iter().map(|list| 8 * list.capacity()).sum::<usize>()
            + self.needed.capacity()
            + self.supports.capacity() * size_of::<Support>()
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

    /// The Hessian, row by row, once that sweep is done.
    #[inline]
    pub(super) fn hessian(&self) -> &[f64] {
        &self.matrix
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

    /// The gradient and the Hessian by `n` inputs.
    pub(super) fn all_directions(&mut self, steps: &Steps, result: Option<NonZeroU32>, n: usize) {
        let Steps { steps, curvatures } = steps;
        let Sweep { adjoints, needed, supports, gradients, matrix, .. } = self;
        Self::start(matrix, n * n, 0.0);
        Self::start(adjoints, steps.len() + 1, NOTHING);
        let Some(result) = result.map(|result| result.get() as usize) else { return };
        adjoints[result] = 1.0;
        // The first n vertices are the variables.
        let end = result.max(n);
        needed.clear();
        needed.resize(end + 1, false);
        for (i, step) in steps[..end].iter().enumerate().skip(n).rev() {
            let k = i + 1;
            let adjoint = adjoints[k];
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            let mut of_operands = needed[k];
            if has_arrived(adjoint) {
                adjoints[a] += adjoint * p + 0.0;
                adjoints[b] += adjoint * q + 0.0;
                of_operands |= step.is_curved();
            }
            needed[a] |= of_operands;
            needed[b] |= of_operands;
        }
        supports.clear();
        supports.push(Support::default());
        supports.extend((0..n).map(|i| Support { offset: i, low: index(i), len: 1 }));
        Self::start(gradients, n, 1.0);
        let mut curvatures = curvatures.iter();
        for (i, step) in steps[..end].iter().enumerate().skip(n) {
            let k = i + 1;
            let curved = step.is_curved();
            if !curved && !needed[k] {
                supports.push(Support::default());
                continue;
            }
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            let (a, b, adjoint) = (supports[a], supports[b], adjoints[k]);
            let [aa, ab, bb] =
                if curved { step.curvature(|| curvatures.next().copied()) } else { Default::default() };
            if curved && has_arrived(adjoint) {
                add_product(matrix, n, gradients, 0.5 * adjoint * aa, a, a);
                add_product(matrix, n, gradients, adjoint * ab, a, b);
                add_product(matrix, n, gradients, 0.5 * adjoint * bb, b, b);
            }
            let gradient = if needed[k] { combine(gradients, (p, a), (q, b)) } else { Support::default() };
            supports.push(gradient);
        }
        add_transpose(matrix, n);
    }
}

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

/// Adds c·a·bᵀ, where a and b are gradients.
#[inline]
fn add_product(matrix: &mut [f64], n: usize, gradients: &[f64], c: f64, a: Support, b: Support) {
    // A second derivative that is 0 adds nothing; if what it is multiplied by is not finite, the gradient is not.
    if c == 0.0 {
        return;
    }
    let columns = b.slopes(gradients);
    for (i, slope) in (a.low as usize..).zip(a.slopes(gradients)) {
        let row = &mut matrix[i * n + b.low as usize..][..columns.len()];
        row.iter_mut().zip(columns).for_each(|(entry, column)| *entry += c * slope * column);
    }
}

/// Appends p·a + q·b.
#[inline]
fn combine(gradients: &mut Vec<f64>, (p, a): (f64, Support), (q, b): (f64, Support)) -> Support {
    let offset = gradients.len();
    if b.len == 0 || a.len == 0 {
        let (p, a) = if b.len == 0 { (p, a) } else { (q, b) };
        // What is passed on as it is need not be copied.
        if p == 1.0 {
            return a;
        }
        gradients.extend_from_within(a.offset..a.offset + a.len as usize);
        gradients[offset..].iter_mut().for_each(|slope| *slope *= p);
        return Support { offset, ..a };
    }
    let low = a.low.min(b.low);
    let len = (a.low + a.len).max(b.low + b.len) - low;
    gradients.resize(offset + len as usize, 0.0);
    let (known, sum) = gradients.split_at_mut(offset);
    for (p, support) in [(p, a), (q, b)] {
        let slopes = support.slopes(known);
        let sum = &mut sum[(support.low - low) as usize..][..slopes.len()];
        sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += p * slope);
    }
    Support { offset, low, len }
}
