//! The storage of the coefficients of a truncated series: in place, or in an arena.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use bumpalo::Bump;

use super::{Truncated, partials};
use crate::function::{Function, Series};
use crate::{Dict, Num, Real};

/// A place for coefficients, and their maximal number.
pub trait Storage: Copy + Default {
    /// The dictionary of the coefficients.
    type Base: Dict;
    /// The coefficients. There is at least the constant one. Later ones are 0.
    type Coefficients: Copy + Deref<Target = [<Self::Base as Dict>::V]>;

    /// The same coefficients as numbers with their dictionary, on which the rules of the functions work.
    type Numbers: Series<Num<Self::Base>>;

    /// The handle of the base.
    fn base(self) -> Self::Base;

    /// The bound handle of the two.
    fn join(self, other: Self) -> Self;

    /// The same, over another handle of the base.
    fn over(self, base: Self::Base) -> Self;

    /// The order of the last stored coefficient.
    fn order(self) -> usize;

    /// A series without higher coefficients.
    fn constant(v: <Self::Base as Dict>::V) -> Self::Coefficients;

    /// Stores `len` coefficients, each computed from the previous ones. `len` is at least 1 and at most order + 1.
    fn store(
        self,
        len: usize,
        next: impl FnMut(&[<Self::Base as Dict>::V]) -> <Self::Base as Dict>::V,
    ) -> Self::Coefficients;
}

/// Computes each coefficient after the first from the previous ones.
#[inline]
fn fill<V>(coefficients: &mut [V], mut next: impl FnMut(&[V]) -> V) {
    for k in 1..coefficients.len() {
        let (known, rest) = coefficients.split_at_mut(k);
        rest[0] = next(known);
    }
}

/// At most `N` coefficients, in the value itself. `'t` stands for one evaluation, so that the series of two evaluations do not
/// mix.
#[derive(Clone, Copy, Debug)]
pub struct InPlace<'t, D, const N: usize> {
    base: D,
    /// At most N - 1.
    order: usize,
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl<D, const N: usize> InPlace<'_, D, N> {
    #[inline]
    pub(super) fn new(base: D) -> Self {
        InPlace::up_to(N - 1, base)
    }

    /// The storage for partial derivatives, which need fewer coefficients.
    #[inline]
    fn up_to(order: usize, base: D) -> Self {
        InPlace { base, order, evaluation: PhantomData }
    }
}

impl<D: Default, const N: usize> Default for InPlace<'_, D, N> {
    fn default() -> Self {
        InPlace::new(D::default())
    }
}

/// The coefficients of a series, at least one and at most `N`. Later ones are 0.
#[derive(Clone, Copy, Debug)]
pub struct Coefficients<V, const N: usize> {
    /// Only the first `len` are valid.
    coefficients: [V; N],
    len: usize,
}

impl<V, const N: usize> Deref for Coefficients<V, N> {
    type Target = [V];
    #[inline]
    fn deref(&self) -> &[V] {
        &self.coefficients[..self.len]
    }
}

/// A series with all coefficients.
impl<V, const N: usize> From<[V; N]> for Coefficients<V, N> {
    #[inline]
    fn from(coefficients: [V; N]) -> Self {
        const { assert!(N > 0, "a Taylor series has at least the coefficient of order 0") }
        Coefficients { coefficients, len: N }
    }
}

impl<V: Copy, const N: usize> Series<V> for Coefficients<V, N> {
    #[inline]
    fn constant(c: V) -> Self {
        Coefficients { len: 1, ..Coefficients::from([c; N]) }
    }
    #[inline]
    fn push(&mut self, c: V) {
        self.coefficients[self.len] = c;
        self.len += 1;
    }
    #[inline]
    fn from_partials<F: Function<K>, const K: usize>(f: F, x: [&[V]; K], order: usize) -> Self
    where
        V: Real,
    {
        let base = partials::joined(x);
        partials::from_partials(f, x, order, |order| Truncated(InPlace::<V::Dict, N>::up_to(order, base)))
    }
}

impl<D: Dict, const N: usize> Storage for InPlace<'_, D, N> {
    type Base = D;
    type Coefficients = Coefficients<D::V, N>;
    type Numbers = Coefficients<Num<D>, N>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        InPlace::up_to(self.order.min(other.order), self.base.join(other.base))
    }
    #[inline]
    fn over(self, base: D) -> Self {
        InPlace { base, ..self }
    }
    #[inline]
    fn order(self) -> usize {
        self.order
    }
    #[inline]
    fn constant(v: D::V) -> Self::Coefficients {
        Series::constant(v)
    }
    #[inline]
    fn store(self, len: usize, mut next: impl FnMut(&[D::V]) -> D::V) -> Self::Coefficients {
        let mut coefficients = [next(&[]); N];
        fill(&mut coefficients[..len], next);
        Coefficients { coefficients, len }
    }
}

impl<N: Copy> Series<N> for Vec<N> {
    fn constant(c: N) -> Self {
        let mut series = Vec::with_capacity(16);
        series.push(c);
        series
    }
    #[inline]
    fn push(&mut self, c: N) {
        self.push(c);
    }
    #[inline]
    fn from_partials<F: Function<K>, const K: usize>(f: F, x: [&[N]; K], order: usize) -> Self
    where
        N: Real,
    {
        let (base, arena) = (partials::joined(x), Bump::new());
        partials::from_partials(f, x, order, |order| Truncated::<InArena<'_, _>>::new(base, &arena, order))
    }
}

/// Any number of coefficients, in an arena that lives for one evaluation.
#[derive(Clone, Copy)]
pub struct InArena<'t, D: Dict + 't> {
    pub(super) base: D,
    /// `None` while unbound, when there are only constants.
    pub(super) arena: Option<&'t Bump>,
    pub(super) order: usize,
}

/// A series in an arena.
#[derive(Clone, Copy, Debug)]
pub enum ArenaSeries<'t, V> {
    /// One coefficient.
    Constant(V),
    /// Several.
    Series(&'t [V]),
}

impl<V> Deref for ArenaSeries<'_, V> {
    type Target = [V];
    #[inline]
    fn deref(&self) -> &[V] {
        match self {
            ArenaSeries::Constant(v) => core::slice::from_ref(v),
            ArenaSeries::Series(coefficients) => coefficients,
        }
    }
}

impl<D: Dict> Default for InArena<'_, D> {
    fn default() -> Self {
        InArena { base: D::default(), arena: None, order: 0 }
    }
}

impl<'t, D: Dict> Storage for InArena<'t, D> {
    type Base = D;
    type Coefficients = ArenaSeries<'t, D::V>;
    type Numbers = Vec<Num<D>>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        let bound = if self.arena.is_some() { self } else { other };
        InArena { base: self.base.join(other.base), ..bound }
    }
    #[inline]
    fn over(self, base: D) -> Self {
        InArena { base, ..self }
    }
    #[inline]
    fn order(self) -> usize {
        self.order
    }
    #[inline]
    fn constant(v: D::V) -> Self::Coefficients {
        ArenaSeries::Constant(v)
    }
    #[inline]
    fn store(self, len: usize, mut next: impl FnMut(&[D::V]) -> D::V) -> Self::Coefficients {
        let first = next(&[]);
        match self.arena {
            Some(arena) if len > 1 => {
                let coefficients = arena.alloc_slice_fill_copy(len, first);
                fill(coefficients, next);
                ArenaSeries::Series(coefficients)
            }
            _ => ArenaSeries::Constant(first),
        }
    }
}
