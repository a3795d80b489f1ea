//! A whole Hessian from a recording: the sum of an outer product of gradients for each nonlinear step.

use alloc::vec::Vec;

use super::steps::Steps;
use super::sweep::{Sweep, Target, is_present};

/// A gradient: a factor, and slopes for the inputs from the lowest to the highest that it may depend on. If that is one input,
/// the slope is 1, which is the first of all slopes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BandGradient {
    factor: f64,
    /// The start of its slopes in the list of all slopes.
    offset: usize,
    low: u32,
    len: u32,
}

impl BandGradient {
    #[inline]
    fn slopes<'a>(&self, all: &'a [f64]) -> &'a [f64] {
        &all[self.offset..self.offset + self.len as usize]
    }

    /// p times this one.
    #[inline]
    fn times(self, p: f64) -> Self {
        BandGradient { factor: p * self.factor, ..self }
    }
}

impl Sweep {
    /// The gradient by `n` inputs, and the Hessian, which is written to `matrix` row by row.
    pub(super) fn all_directions(&mut self, steps: &Steps, target: Target, n: usize, matrix: &mut [f64]) {
        match n {
            0..=2 => return self.few_directions::<2>(steps, target, n, matrix),
            3..=4 => return self.few_directions::<4>(steps, target, n, matrix),
            5..=6 => return self.few_directions::<6>(steps, target, n, matrix),
            7..=8 => return self.few_directions::<8>(steps, target, n, matrix),
            _ => {}
        }
        matrix.fill(0.0);
        let Some(end) = self.adjoints(steps, target, n) else { return };
        let Steps { steps, curvatures } = steps;
        let Sweep { adjoints, needed, gradients, slopes, .. } = self;
        if gradients.len() <= end {
            gradients.resize(end + 1, BandGradient::default());
        }
        let gradients = &mut gradients[..=end];
        gradients[0] = BandGradient::default();
        slopes.clear();
        slopes.push(1.0);
        for i in 0..n {
            gradients[i + 1] = BandGradient { factor: 1.0, offset: 0, low: index(i), len: 1 };
        }
        let mut curvatures = curvatures.iter();
        let mut sum = HessianSum { matrix, n, width: 0 };
        for (k, step) in (n + 1..).zip(&steps[n..end]) {
            let ([a, b], [p, q]) = (step.operands(), step.partials);
            if step.is_product() {
                if is_present(adjoints[k]) {
                    sum.add(slopes, adjoints[k] * step.mixed(), &gradients[a], &gradients[b]);
                }
            } else if step.is_curved() {
                let [aa, ab, bb] = curvatures.next().copied().unwrap_or_default();
                let adjoint = adjoints[k];
                if is_present(adjoint) {
                    let (a, b) = (&gradients[a], &gradients[b]);
                    sum.add(slopes, 0.5 * adjoint * aa, a, a);
                    sum.add(slopes, adjoint * ab, a, b);
                    sum.add(slopes, 0.5 * adjoint * bb, b, b);
                }
            }
            if needed[k] {
                let (a, b) = (gradients[a].times(p), gradients[b].times(q));
                add(slopes, a, b, &mut gradients[k]);
            }
        }
        add_transpose(sum.matrix, n, sum.width);
    }
}

/// Adds the transpose of a matrix to it. Entries that are `width` or more beside the diagonal are 0.
fn add_transpose(matrix: &mut [f64], n: usize, width: usize) {
    for i in 0..n {
        matrix[i * n + i] *= 2.0;
        // Row i, and the rows below it with column i.
        let (above, below) = matrix.split_at_mut((i + 1) * n);
        let row = above[i * n + i + 1..].iter_mut().take(width.saturating_sub(1));
        for (entry, other) in row.zip(below.chunks_exact_mut(n)) {
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

/// A matrix to which products are added.
struct HessianSum<'a> {
    matrix: &'a mut [f64],
    n: usize,
    /// Entries at this distance from the diagonal or beyond are 0.
    width: usize,
}

impl HessianSum<'_> {
    /// Adds c·a·bᵀ.
    #[inline]
    fn add(&mut self, slopes: &[f64], c: f64, a: &BandGradient, b: &BandGradient) {
        // A second derivative of 0 adds nothing. If its factor is not finite, neither is the gradient.
        if c == 0.0 {
            return;
        }
        let low = a.low.min(b.low);
        let high = (a.low + a.len).max(b.low + b.len);
        self.width = self.width.max((high - low) as usize);
        if a.len == 1 && b.len == 1 {
            self.matrix[a.low as usize * self.n + b.low as usize] += c * a.factor * b.factor;
        } else {
            self.add_block(slopes, c, a, b);
        }
    }

    #[inline(never)]
    fn add_block(&mut self, slopes: &[f64], c: f64, a: &BandGradient, b: &BandGradient) {
        let columns = b.slopes(slopes);
        for (i, slope) in (a.low as usize..).zip(a.slopes(slopes)) {
            let factor = c * (a.factor * slope) * b.factor;
            let row = &mut self.matrix[i * self.n + b.low as usize..][..columns.len()];
            row.iter_mut().zip(columns).for_each(|(entry, column)| *entry += factor * column);
        }
    }
}

/// Makes `sum` a + b. New slopes are appended to the list.
///
/// `sum` is a place, not a result. A returned gradient would be written in parts and copied as a whole, for which the processor
/// waits.
#[inline]
fn add(slopes: &mut Vec<f64>, a: BandGradient, b: BandGradient, sum: &mut BandGradient) {
    if b.len == 0 {
        *sum = a;
    } else if a.len == 0 {
        *sum = b;
    } else if (a.offset, a.low, a.len) == (b.offset, b.low, b.len) {
        *sum = BandGradient { factor: a.factor + b.factor, ..a };
    } else if a.len == 1 && b.len == 1 && a.low.abs_diff(b.low) == 1 {
        let (first, second) = if a.low < b.low { (a, b) } else { (b, a) };
        *sum = BandGradient { factor: 1.0, offset: slopes.len(), low: first.low, len: 2 };
        slopes.push(first.factor);
        slopes.push(second.factor);
    } else {
        add_ranges(slopes, a, b, sum);
    }
}

#[inline(never)]
fn add_ranges(slopes: &mut Vec<f64>, a: BandGradient, b: BandGradient, sum: &mut BandGradient) {
    let (offset, low) = (slopes.len(), a.low.min(b.low));
    let len = (a.low + a.len).max(b.low + b.len) - low;
    slopes.resize(offset + len as usize, 0.0);
    let (known, own) = slopes.split_at_mut(offset);
    for BandGradient { factor, offset, low: first, len } in [a, b] {
        let slopes = &known[offset..offset + len as usize];
        let own = &mut own[(first - low) as usize..][..slopes.len()];
        own.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += factor * slope);
    }
    *sum = BandGradient { factor: 1.0, offset, low, len };
}
