//! The sparse Hessian at a single point, without a prepared pattern.

use alloc::vec::Vec;

use super::Csr;
use super::colouring::{Pattern, index};
use crate::forward::Tangents;
use crate::operator::pool::with_tapes;
use crate::{Argument, F64, Shape, TwiceDifferentiable, Under, stack};

/// The value of `e` at `x`, its gradient and its sparse Hessian, of which nothing is known before.
///
/// At many points, [prepare](fn@super::hessian) the Hessian: an evaluation then costs a fraction.
///
/// ```
/// use ad::{exp, sparse};
///
/// /// The sum of the products of neighbours.
/// #[exp]
/// fn chain(x: &[f64]) -> f64 {
///     x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
/// }
///
/// let (value, gradient, hessian) = sparse::value_grad_hessian(&Chain, &[2.0, 3.0, 5.0]);
/// assert_eq!((value, gradient), (93.0, vec![9.0, 37.0, 30.0]));
/// let triplets: Vec<_> = hessian.triplets().collect();
/// assert_eq!(triplets, [
///     (0, 1, 6.0),
///     (1, 0, 6.0), (1, 1, 4.0), (1, 2, 10.0),
///     (2, 1, 10.0), (2, 2, 6.0),
/// ]);
/// ```
///
/// An entry that is 0 at `x` may be missing. The matrix is symmetric to the last bit.
///
/// # Cost
///
/// One recording with second derivatives, and a sweep with work for each pair of variables on which an operation depends together, for any
/// number of inputs. If a derivative is not finite, a gradient on dual numbers for each row in which this is so.
///
/// # Panics
///
/// Panics after 2³¹ - 1 steps.
///
/// # Source
///
/// R. M. Gower and M. P. Mello, *A new framework for the computation of Hessians*, Optimization Methods and Software 27(2), 2012.
pub fn value_grad_hessian<E, X, H>(e: &E, x: &X) -> (f64, <E as Under<F64>>::Argument, Csr)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let x = x.to_container();
    let n = E::In::count(&x);
    let (mut gradient, mut triangle) = (x.clone(), Vec::new());
    let (value, is_finite) = with_tapes(|tapes| {
        let mut receive = |i: usize, j: usize, entry: f64| triangle.push((i, index(j), entry));
        tapes.second.sparse_hessian_into(e, &x, &mut gradient, &mut receive)
    });
    let mut hessian = symmetric(n, &triangle);
    // Forward over reverse mode knows that there is no dependence where edges have 0 · ∞.
    let mut exact = Tangents::<E::In, F64, 1>::default();
    let mut row = |i: Option<usize>| {
        let direction: Vec<f64> = (0..n).map(|j| if Some(j) == i { 1.0 } else { 0.0 }).collect();
        let mut product = vec![0.0; n];
        exact.directions_into(&stack::grad(e), F64, &x, &direction, &mut gradient, &mut product);
        product
    };
    if !is_finite {
        row(None);
    }
    for i in 0..n {
        let places = hessian.pattern.offsets()[i]..hessian.pattern.offsets()[i + 1];
        if hessian.entries[places.clone()].iter().all(|entry| entry.is_finite()) {
            continue;
        }
        let product = row(Some(i));
        for place in places {
            hessian.entries[place] = product[hessian.pattern.indices()[place] as usize];
        }
    }
    (value, gradient, hessian)
}

/// The symmetric matrix with this lower triangle, in any order.
fn symmetric(n: usize, triangle: &[(usize, u32, f64)]) -> Csr {
    let mut next = vec![0_usize; n + 1];
    for &(i, j, _) in triangle {
        next[i + 1] += 1;
        if i != j as usize {
            next[j as usize + 1] += 1;
        }
    }
    for i in 0..n {
        next[i + 1] += next[i];
    }
    let offsets = next.clone();
    let mut entries = vec![(0_u32, 0.0); offsets[n]];
    let mut put = |row: usize, column: u32, entry: f64| {
        entries[next[row]] = (column, entry);
        next[row] += 1;
    };
    for &(i, j, entry) in triangle {
        put(i, j, entry);
        if i != j as usize {
            put(j as usize, index(i), entry);
        }
    }
    let mut pattern = Pattern::empty(n);
    pattern.reserve(n, entries.len());
    for rows in offsets.windows(2) {
        let row = &mut entries[rows[0]..rows[1]];
        row.sort_unstable_by_key(|(column, _)| *column);
        pattern.push_ascending(row.iter().map(|(column, _)| *column));
    }
    Csr::new(pattern, entries.into_iter().map(|(_, entry)| entry).collect())
}
