//! The Hessian for few inputs: the number of slopes of a gradient is known at compile time.

use super::steps::Steps;
use super::sweep::{Sweep, Target, is_present};
use crate::number::erased::made;

impl Sweep {
    /// The gradient by `n` ≤ `N` inputs, and the Hessian, which is written to `matrix` row by row. Each vertex has a whole
    /// gradient, with entries for missing inputs.
    pub(super) fn few_directions<const N: usize>(
        &mut self,
        steps: &Steps,
        target: Target,
        n: usize,
        matrix: &mut [f64],
    ) {
        let Some(end) = self.adjoints(steps, target, n) else { return matrix.fill(0.0) };
        let Steps { steps, curvatures } = steps;
        let Sweep { adjoints, needed, slopes, .. } = self;
        if slopes.len() < (end + 1) * N {
            slopes.resize((end + 1) * N, 0.0);
        }
        let gradients = &mut slopes.as_chunks_mut::<N>().0[..=end];
        gradients[0] = [0.0; N];
        gradients[1..=n].copy_from_slice(&const { identity::<N>() }[..n]);
        let mut sum = [[0.0; N]; N];
        let mut curvatures = curvatures.iter();
        for (k, step) in (n + 1..).zip(&steps[n..end]) {
            let ([a, b], [p, q], adjoint) = (step.operands(), step.partials, adjoints[k]);
            let (known, next) = gradients.split_at_mut(k);
            let (a, b) = (&known[a], &known[b]);
            if step.is_product() {
                if is_present(adjoint) {
                    add_product(&mut sum, adjoint * step.mixed(), a, b);
                }
            } else if step.is_curved() {
                let [aa, ab, bb] = curvatures.next().copied().unwrap_or_default();
                if is_present(adjoint) {
                    add_product(&mut sum, 0.5 * adjoint * aa, a, a);
                    add_product(&mut sum, adjoint * ab, a, b);
                    add_product(&mut sum, 0.5 * adjoint * bb, b, b);
                }
            }
            if needed[k] {
                next[0] = made(|i| p * a[i] + q * b[i]);
            }
        }
        for (i, row) in matrix.chunks_exact_mut(n.max(1)).enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = sum[i][j] + sum[j][i];
            }
        }
    }
}

const fn identity<const N: usize>() -> [[f64; N]; N] {
    let mut rows = [[0.0; N]; N];
    let mut i = 0;
    while i < N {
        rows[i][i] = 1.0;
        i += 1;
    }
    rows
}

/// Adds c·a·bᵀ. It is not inlined, so that LLVM leaves the sum in memory. Otherwise, for N = 8, LLVM splits it into more numbers
/// than there are registers.
#[inline(never)]
fn add_product<const N: usize>(sum: &mut [[f64; N]; N], c: f64, a: &[f64; N], b: &[f64; N]) {
    // A second derivative of 0 adds nothing. If its factor is not finite, neither is the gradient.
    if c == 0.0 {
        return;
    }
    for (row, slope) in sum.iter_mut().zip(a) {
        if *slope != 0.0 {
            let factor = c * slope;
            row.iter_mut().zip(b).for_each(|(entry, slope)| *entry += factor * slope);
        }
    }
}
