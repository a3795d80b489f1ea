//! The sparse Hessian at a single point, without a prepared pattern.

use alloc::vec::Vec;

use super::Csr;
use super::colouring::{Pattern, index};
use crate::forward::Tangents;
use crate::number::erased::Collected;
use crate::number::num::as_numbers;
use crate::number::quadratic::Assemble;
use crate::operator::pool::with_tapes;
use crate::{Argument, F64, Num, Of, Shape, TwiceDifferentiable, Under, stack};

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
    if let Some((value, terms)) = by_terms(e, &x, n) {
        let mut numbers = terms.gradient.into_iter();
        let gradient = E::In::map(&x, &mut |_| numbers.next().expect("a number for each input"));
        return (value, gradient, symmetric(n, &terms.triangle));
    }
    let (mut gradient, mut triangle) = (x.clone(), Vec::new());
    let (value, is_finite) = with_tapes(|tapes| {
        let mut receive = |i: usize, j: usize, entry: f64| triangle.push((i, index(j), entry));
        tapes.second.sparse_hessian_into(e, &x, &mut gradient, &mut receive)
    });
    let mut hessian = symmetric(n, &triangle);
    // Forward over reverse mode knows that there is no dependence where edges have 0 · ∞.
    let mut exact = Tangents::<E::In, F64, 1>::default();
    let mut row = |i: Option<usize>| {
        let direction: Vec<f64> = (0..n).map(|j| if Some(j) == i { 1.0 } else { 0.0 }).collected();
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

/// The value and the derivatives of the terms of a sum, if `e` has a program of second order, and all are finite.
fn by_terms<E: TwiceDifferentiable>(e: &E, x: &Of<E::In, f64>, n: usize) -> Option<(f64, Terms)> {
    let mut terms = Terms { gradient: vec![0.0; n], triangle: Vec::new() };
    let value = e.assemble(&as_numbers::<E::In, F64>(F64, x), &mut terms)?.value();
    let mut numbers = terms.gradient.iter().chain(terms.triangle.iter().map(|(.., entry)| entry));
    (value.is_finite() && numbers.all(|d| d.is_finite())).then_some((value, terms))
}

/// The derivatives of the terms of a sum: the gradient, and entries of the lower triangle, several of them at one place.
struct Terms {
    gradient: Vec<f64>,
    triangle: Vec<(usize, u32, f64)>,
}

impl Assemble<Num<F64>> for Terms {
    #[inline]
    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        gradient: [Num<F64>; K],
        triangle: [Num<F64>; T],
    ) {
        let mut entries = triangle.into_iter().map(Num::value);
        for j in 0..K {
            self.gradient[at[j]] += gradient[j].value();
            for i in 0..=j {
                let entry = entries.next().unwrap_or_default();
                let (row, column) = (at[i].max(at[j]), at[i].min(at[j]));
                let twice = i != j && row == column;
                self.triangle.push((row, index(column), if twice { entry + entry } else { entry }));
            }
        }
    }

    fn scale(&mut self, factor: Num<F64>) {
        let entries = self.triangle.iter_mut().map(|(.., entry)| entry);
        self.gradient.iter_mut().chain(entries).for_each(|d| *d *= factor.value());
    }
}

/// The symmetric matrix with this lower triangle, in any order. Entries at one place are added.
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
    let mut sums = Vec::with_capacity(entries.len());
    for rows in offsets.windows(2) {
        let row = &mut entries[rows[0]..rows[1]];
        // Entries at one place stay in their order, so both triangles have the same sums.
        row.sort_by_key(|(column, _)| *column);
        let places = || row.chunk_by(|a, b| a.0 == b.0);
        sums.extend(places().map(|place| place.iter().map(|(_, entry)| entry).sum::<f64>()));
        pattern.push_ascending(places().map(|place| place[0].0));
    }
    Csr::new(pattern, sums)
}
