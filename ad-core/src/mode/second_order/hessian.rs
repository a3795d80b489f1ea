//! All of a Hessian from a recording: the sum of an outer product of gradients for each step that is not linear.

use alloc::vec::Vec;

use super::steps::Steps;
use super::sweep::{Sweep, Target, has_arrived};

/// A gradient: a factor, and slopes by those inputs, from the lowest to the highest, that it may depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gradient {
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

impl Sweep {
    /// The gradient by `n` inputs, and the Hessian, which goes into `matrix` row by row.
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
                    add_product(matrix, n, slopes, adjoints[k] * step.mixed(), &gradients[a], &gradients[b]);
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
