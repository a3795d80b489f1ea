//! Truncated power series, as the recurrences of the table use them. Taylor mode implements the trait.

use core::ops::Deref;

use super::Function;
use crate::number::num::each;
use crate::{Dict, Real};

/// The coefficients of a truncated power series. There is at least the constant coefficient. Later coefficients are 0.
pub trait Series<N: Copy>: Clone + Deref<Target = [N]> {
    /// One coefficient: a constant.
    fn constant(c: N) -> Self;

    /// Appends a coefficient.
    fn push(&mut self, c: N);

    /// The series of a function of series, at least one of which is not constant, from its partial derivatives.
    fn from_partials<F: Function<K>, const K: usize>(f: F, x: [&[N]; K], order: usize) -> Self
    where
        N: Real;

    /// # Panics
    ///
    /// Panics if there is no coefficient.
    #[inline]
    fn collect(coefficients: impl IntoIterator<Item = N>) -> Self {
        let mut coefficients = coefficients.into_iter();
        let mut series = Self::constant(coefficients.next().expect("a series has a coefficient of order 0"));
        coefficients.for_each(|c| series.push(c));
        series
    }
}

/// The coefficient of order 0 of each series.
#[inline]
pub(crate) fn constants<N: Copy, const K: usize>(x: [&[N]; K]) -> [N; K] {
    each(x, |x| x[0])
}

/// The coefficient of order 0 of a function of series. The operands vary.
#[inline]
pub(crate) fn value<F: Function<K>, N: Real, const K: usize>(f: F, x: [&[N]; K]) -> N {
    let x = constants(x);
    let dict = joined(&x);
    let before = dict.vary(true);
    let y = N::function(f, x);
    dict.vary(before);
    y
}

/// The handle of these numbers, if any of them is bound.
fn joined<N: Real>(x: &[N]) -> N::Dict {
    x.iter().fold(N::Dict::default(), |dict, x| dict.join(x.dict()))
}

/// Coefficient `k` of the product of two series.
///
/// The last coefficients of `b` are used last. They may have just been computed, and the other products need not wait for them.
#[inline]
pub(crate) fn product<N: Real>(a: &[N], b: &[N], k: usize) -> N {
    let first = (k + 1).saturating_sub(a.len());
    let last = b.len().min(k + 1);
    if first >= last {
        return N::natural(0);
    }
    let mut sum = a[k - first] * b[first];
    for j in first + 1..last {
        sum += a[k - j] * b[j];
    }
    sum
}

/// x′ for a series that is not constant: its coefficients are j·xⱼ.
#[inline]
pub(crate) fn derivative<N: Real, S: Series<N>>(x: &[N]) -> S {
    let mut dx = S::constant(x[1]);
    (2..).zip(&x[2..]).for_each(|(j, x)| dx.push(*x * N::natural(j)));
    dx
}

/// Coefficient `k` of a series whose derivative has `c` as coefficient k - 1.
#[inline]
pub(crate) fn integrate<N: Real>(c: N, k: usize) -> N {
    // The reciprocal does not wait for `c`.
    if k == 1 { c } else { c * (N::natural(1) / N::natural(k as u64)) }
}
