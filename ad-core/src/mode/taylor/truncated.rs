//! The dictionary of truncated power series.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Deref;

use super::storage::Storage;
use crate::function::{Function, Question, Series};
use crate::number::print::Format;
use crate::number::shortcuts::annihilates;
use crate::{Above, Capture, Decimal, Dict, FieldDict, Num, OrderedDict, RealDict, RingDict, Shortcuts};

/// Truncated power series over a base dictionary, with their coefficients in a [`Storage`].
///
/// Sums and products need only a semiring. Comparisons inspect the constant coefficient.
///
/// [`Taylor`](crate::taylor::Taylor) and [`DynTaylor`](crate::taylor::DynTaylor) are its two kinds.
///
/// ```
/// use ad::taylor::Taylor;
/// use ad::{Dict, F64, RealDict, function::Sin};
///
/// let series = Taylor::<F64, 4>::new(F64);
/// let x = series.variable(0.0);
/// // sin x = x - x³/6 + …
/// assert_eq!(*series.function(Sin, [x]), [0.0, 1.0, 0.0, -1.0 / 6.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Truncated<S>(pub(super) S);

impl<S: Storage> Truncated<S> {
    /// The dictionary of the coefficients.
    #[inline]
    pub fn base(self) -> S::Base {
        self.0.base()
    }

    /// The series with these coefficients, at least one. Coefficients of too high an order are dropped.
    #[inline]
    pub fn series(self, coefficients: &[<S::Base as Dict>::V]) -> S::Coefficients {
        let len = coefficients.len().min(self.0.order() + 1);
        self.0.store(len, |known| coefficients[known.len()])
    }

    /// The series of the variable at `x`, which is x + t: its coefficients are x and 1.
    #[inline]
    pub fn variable(self, x: <S::Base as Dict>::V) -> S::Coefficients {
        self.series(&[x, self.base().one()])
    }

    /// Applies `f` to each coefficient.
    #[inline]
    fn map(
        self,
        x: &[<S::Base as Dict>::V],
        f: impl Fn(<S::Base as Dict>::V) -> <S::Base as Dict>::V,
    ) -> S::Coefficients {
        self.0.store(x.len(), |known| f(x[known.len()]))
    }
}

// Code that does not depend on the function is in separate functions, which are compiled once for the whole table.

/// The operands of a function, if none of them has higher coefficients.
#[inline]
fn constants<S: Storage, const K: usize>(x: [S::Coefficients; K]) -> Option<[<S::Base as Dict>::V; K]> {
    x.iter().all(|x| x.len() == 1).then(|| x.map(|x| x[0]))
}

/// The coefficients of each.
#[inline]
fn slices<N, S: Deref<Target = [N]>, const K: usize>(x: &[S; K]) -> [&[N]; K] {
    x.each_ref().map(|x| &**x)
}

impl<S: Storage> Truncated<S> {
    /// The coefficients as numbers with their dictionary.
    #[inline]
    fn numbers<const K: usize>(self, x: [S::Coefficients; K]) -> [S::Numbers; K] {
        x.map(|x| S::Numbers::collect(x.iter().map(|v| Num::new(self.base(), *v))))
    }

    /// The coefficients of numbers.
    #[inline]
    fn values(self, y: &[Num<S::Base>]) -> S::Coefficients {
        self.0.store(y.len(), |known| y[known.len()].value_under(self.base()))
    }
}

/// Coefficient `k` of a product: Σ aⱼ·bₖ₋ⱼ over the present coefficients, or `None` if there is no term.
#[inline]
fn convolve<D: Dict>(dict: D, a: &[D::V], b: &[D::V], k: usize) -> Option<D::V> {
    let first = (k + 1).saturating_sub(a.len());
    let last = b.len().min(k + 1);
    if first >= last {
        return None;
    }
    let mut sum = dict.mul(a[k - first], b[first]);
    for j in first + 1..last {
        sum = dict.add(sum, dict.mul(a[k - j], b[j]));
    }
    Some(sum)
}

impl<S: Storage<Base: OrderedDict>> Truncated<S> {
    /// A comparison of constant coefficients. The operands vary if one has further coefficients.
    #[inline]
    fn compared<R>(
        self,
        a: S::Coefficients,
        b: S::Coefficients,
        comparison: impl FnOnce(S::Base, <S::Base as Dict>::V, <S::Base as Dict>::V) -> R,
    ) -> R {
        let base = self.base();
        let before = (a.len() > 1 || b.len() > 1).then(|| base.vary(true));
        let answer = comparison(base, a[0], b[0]);
        before.map(|before| base.vary(before));
        answer
    }
}

impl<S: Storage> Dict for Truncated<S> {
    type V = S::Coefficients;
    type Level = Above<<S::Base as Dict>::Level>;
    /// A product with a constant 0 multiplies each coefficient by 0.
    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        annihilates: |this, a| a.iter().all(|c| annihilates(this.base(), *c)),
        ..Shortcuts::NONE
    };

    #[inline]
    fn zero(self) -> Self::V {
        S::constant(self.base().zero())
    }
    #[inline]
    fn one(self) -> Self::V {
        S::constant(self.base().one())
    }
    #[inline]
    fn natural(self, n: u64) -> Self::V {
        S::constant(self.base().natural(n))
    }
    #[inline]
    fn vary(self, varies: bool) -> bool {
        self.base().vary(varies)
    }
    fn show(self, a: Self::V, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.base().show(a[0], format, f)
    }
    #[inline]
    fn empty_sum(self) -> Self::V {
        S::constant(self.base().empty_sum())
    }
    #[inline]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let (a, b) = (&*a, &*b);
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        self.0.store(long.len(), |known| {
            let k = known.len();
            if k < short.len() { base.add(a[k], b[k]) } else { long[k] }
        })
    }
    #[inline]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let (a, b) = (&*a, &*b);
        let len = (a.len() + b.len() - 1).min(self.0.order() + 1);
        self.0.store(len, |known| convolve(base, a, b, known.len()).unwrap_or_else(|| base.zero()))
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Truncated(self.0.join(other.0))
    }
    #[inline]
    fn adopt(self, a: Self::V) -> Self::V {
        match &*a {
            [v] => S::constant(self.base().adopt(*v)),
            _ => a,
        }
    }
}

impl<S: Storage<Base: RingDict>> RingDict for Truncated<S> {
    #[inline]
    fn neg(self, a: Self::V) -> Self::V {
        self.map(&a, |v| self.base().neg(v))
    }
    #[inline]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let (a, b) = (&*a, &*b);
        self.0.store(a.len().max(b.len()), |known| match (a.get(known.len()), b.get(known.len())) {
            (Some(a), Some(b)) => base.sub(*a, *b),
            (Some(a), None) => *a,
            (None, Some(b)) => base.neg(*b),
            (None, None) => base.zero(),
        })
    }
    #[inline]
    fn integer(self, n: i64) -> Self::V {
        S::constant(self.base().integer(n))
    }
}

impl<S: Storage<Base: FieldDict>> FieldDict for Truncated<S> {
    /// cₖ = (aₖ - Σ bⱼ·cₖ₋ⱼ) / b₀ over the known cₖ₋ⱼ.
    #[inline]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let b0 = b[0];
        if b.len() == 1 {
            return self.map(&a, |a| base.div(a, b0));
        }
        let slope = base.div(base.one(), b0);
        self.0.store(self.0.order() + 1, |c| {
            let k = c.len();
            // The first coefficient is the quotient itself, without the rounding error of 1 / b₀.
            let Some(sum) = convolve(base, &b, c, k) else { return base.div(a[0], b0) };
            base.mul(a.get(k).map_or_else(|| base.neg(sum), |a| base.sub(*a, sum)), slope)
        })
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Self::V {
        S::constant(self.base().decimal(literal))
    }
}

impl<S: Storage<Base: RealDict>> RealDict for Truncated<S> {
    #[inline]
    fn constant(self, c: f64) -> Self::V {
        S::constant(self.base().constant(c))
    }
    #[inline]
    fn rounded(self, c: f64) -> Self::V {
        S::constant(self.base().rounded(c))
    }
    #[inline]
    fn inferred(self, c: f64) -> Self::V {
        S::constant(self.base().inferred(c))
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Self::V; K]) -> Self::V {
        let base = self.base();
        if let Some(x) = constants::<S, K>(x) {
            return S::constant(base.function(f, x));
        }
        let x = self.numbers(x);
        self.values(&f.series::<_, S::Numbers>(slices(&x), self.0.order()))
    }
    #[inline]
    fn primal(self, a: Self::V) -> Option<f64> {
        self.base().primal(a[0])
    }
    #[inline]
    fn answer(self, a: Self::V, question: impl Fn(f64) -> u64) -> Option<u64> {
        let base = self.base();
        let before = (a.len() > 1).then(|| base.vary(true));
        let answer = base.answer(a[0], question);
        before.map(|before| base.vary(before));
        answer
    }
    #[inline]
    fn inspect<const K: usize>(self, x: [Self::V; K], question: Question) -> Option<u64> {
        self.base().inspect(x.map(|x| x[0]), question)
    }
    #[inline]
    fn still<const K: usize>(self, x: [Self::V; K], f: impl Fn([f64; K]) -> f64) -> Option<Self::V> {
        self.base().still(x.map(|x| x[0]), f).map(S::constant)
    }
    #[inline]
    fn order(self) -> usize {
        self.base().order() + self.0.order()
    }
}

impl<S: Storage<Base: OrderedDict>> OrderedDict for Truncated<S> {
    #[inline]
    fn eq(self, a: Self::V, b: Self::V) -> bool {
        self.compared(a, b, S::Base::eq)
    }
    #[inline]
    fn partial_cmp(self, a: Self::V, b: Self::V) -> Option<Ordering> {
        self.compared(a, b, S::Base::partial_cmp)
    }
    #[inline]
    fn lt(self, a: Self::V, b: Self::V) -> bool {
        self.compared(a, b, S::Base::lt)
    }
    #[inline]
    fn le(self, a: Self::V, b: Self::V) -> bool {
        self.compared(a, b, S::Base::le)
    }
}

impl<N, S: Storage, Z> Capture<N, Above<Z>> for Truncated<S>
where
    S::Base: Capture<N, Z>,
{
    #[inline]
    fn capture(self, x: N) -> Num<Self> {
        let x = self.base().capture(x);
        Num::new(Truncated(self.0.over(x.dict())), S::constant(x.value()))
    }
}
