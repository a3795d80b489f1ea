//! Determinants.

use alloc::vec::Vec;

use super::{assert_square, order, primals, products::matmul};
use crate::implicit::{Factors, Failure, without_primal};
use crate::number::erased::Collected;
use crate::{Real, Ring, dot};

/// The determinant of a square matrix, in all modes and orders, also of singular matrices. Without rows it is 1.
///
/// Let A₀ be the matrix in plain floats, and E = A₀⁻¹A - 1, which is 0 except for its derivatives. Then det A = det A₀ · det (1 +
/// E), the sum of the elementary symmetric functions of E's eigenvalues. The first k of them determine the derivatives to order
/// k. Newton's identities give them from the traces of powers of E. The first order is Jacobi's formula.
///
/// A singular A₀ has no inverse, but its determinant has derivatives. Then the result is [`det_in_ring`], with N⁴ steps.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// fn volume(edges: &[[f64; 3]; 3]) -> f64 {
///     ad::linear::det(edges)
/// }
/// let flat = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
/// let cofactors = call::grad(&Volume, &flat);
/// assert_eq!(cofactors, [[-3.0, 6.0, -3.0], [6.0, -12.0, 6.0], [-3.0, 6.0, -3.0]]);
/// ```
///
/// # Panics
///
/// Panics if the matrix is not square, or if the numbers have no double beneath.
pub fn det<N: Real, R: AsRef<[N]>>(a: &[R]) -> N {
    assert_square(a);
    let Ok(primals) = primals(a) else { return det_in_ring(a) };
    let Some(factors) = Factors::new(&primals) else { return det_in_ring(a) };
    let traces = traces_of_powers(a, &factors);
    let mut elementary = vec![N::natural(1)];
    let mut sum = N::natural(1);
    for k in 1..=traces.len() {
        // k·eₖ = e₍ₖ₋₁₎·p₁ - e₍ₖ₋₂₎·p₂ + …
        let terms = traces.iter().zip(elementary.iter().rev()).enumerate();
        let signed = terms.map(|(i, (p, e))| if i % 2 == 0 { *p * *e } else { -(*p * *e) });
        let next = signed.sum::<N>() / float(k);
        elementary.push(next);
        sum += next;
    }
    sum * factors.determinant()
}

/// The logarithm of the determinant's magnitude, ln |det A|, without overflow.
///
/// ln |det A₀| + tr E - tr E²/2 + …, with the E of [`det`]. The number of terms is the order of the derivatives.
///
/// ```
/// use ad::linear::log_det;
/// assert_eq!(log_det(&[[0.0, 2.0], [-3.0, 0.0]]), Ok(6f64.ln()));
/// ```
///
/// # Errors
///
/// [`Failure::Singular`] if the matrix is singular, [`Failure::NotFinite`] if an entry is NaN or infinite.
///
/// # Panics
///
/// Panics if the matrix is not square, or if the numbers have no double beneath.
pub fn log_det<N: Real, R: AsRef<[N]>>(a: &[R]) -> Result<N, Failure> {
    assert_square(a);
    let factors = Factors::new(&primals(a)?).ok_or(Failure::Singular)?;
    let traces = traces_of_powers(a, &factors);
    let terms = (1..).zip(traces).map(|(k, p)| p * (if k % 2 == 0 { -1.0 } else { 1.0 } / float(k)));
    Ok(terms.fold(N::constant(factors.log_determinant()), |sum, term| sum + term))
}

#[allow(clippy::cast_precision_loss, reason = "orders are small")]
fn float(k: usize) -> f64 {
    k as f64
}

/// tr E, tr E², …, up to the order of the derivatives.
fn traces_of_powers<N: Real, R: AsRef<[N]>>(a: &[R], factors: &Factors) -> Vec<N> {
    let n = a.len();
    let order = order(a.iter().flat_map(AsRef::as_ref));
    if order == 0 {
        return Vec::new();
    }
    let inverse = factors.inverse();
    let constants = |row: &[f64]| row.iter().map(|c| N::constant(*c)).collect::<Vec<N>>();
    if order == 1 {
        // A trace needs no product: Σ (A₀⁻¹)ⱼᵢ·aᵢⱼ, which is one step if the entries are neighbours.
        let transposed: Vec<f64> = (0..n).flat_map(|i| inverse.iter().map(move |row| row[i])).collected();
        let entries: Vec<N> = a.iter().flat_map(AsRef::as_ref).copied().collected();
        return vec![without_primal(dot(&constants(&transposed), &entries))];
    }
    let mut e = matmul(&inverse.iter().map(|row| constants(row)).collected(), a);
    e.iter_mut().flatten().for_each(|e| *e = without_primal(*e));
    let trace = |power: &[Vec<N>]| (0..n).map(|i| power[i][i]).sum::<N>();
    let powers = core::iter::successors(Some(e.clone()), |power| Some(matmul(power, &e)));
    powers.take(order).map(|power| trace(&power)).collected()
}

/// The determinant in any commutative ring, without a division: of integers, polynomials, symbols, and of singular matrices.
/// O(N⁴).
///
/// Source: R. S. Bird, *A simple division-free algorithm for computing determinants*, Information Processing Letters
/// 111 (2011).
///
/// ```
/// use ad::linear::det_in_ring;
/// assert_eq!(det_in_ring(&[[2, 3], [4, 6]]), 0);
/// assert_eq!(det_in_ring(&[[0, 3, 1], [2, 0, 0], [1, 1, 1]]), -4);
/// ```
///
/// # Panics
///
/// Panics if the matrix is not square.
pub fn det_in_ring<N: Ring, R: AsRef<[N]>>(a: &[R]) -> N {
    let n = assert_square(a);
    if n == 0 {
        return N::natural(1);
    }
    let mut power: Vec<Vec<N>> = a.iter().map(|row| row.as_ref().to_vec()).collected();
    for _ in 1..n {
        // The entries above the diagonal stay. A diagonal entry is minus the sum of the later diagonal entries. Entries below are
        // 0.
        let mut below = N::natural(0);
        for i in (0..n).rev() {
            let entry = power[i][i];
            power[i][i] = -below;
            below += entry;
            power[i][..i].fill(N::natural(0));
        }
        let row = |i: usize| {
            let entry = |j: usize| (i..n).map(|k| power[i][k] * a[k].as_ref()[j]).sum();
            (0..n).map(entry).collected()
        };
        power = (0..n).map(row).collected();
    }
    if n % 2 == 0 { -power[0][0] } else { power[0][0] }
}
