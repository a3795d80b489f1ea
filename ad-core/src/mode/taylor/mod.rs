//! Taylor mode: every value carries the coefficients of a truncated power series.
//!
//! By a recurrence for the coefficients, the derivatives up to the n-th cost O(n²) for a product and for an elementary function.
//! With n nestings of forward mode, they cost 2ⁿ. Coefficient k is the k-th derivative divided by k!. Sums and products of series
//! need no division, so they are exact over any semiring. Source: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd
//! edition, SIAM 2008, chapter 13.
//!
//! Coefficients that are structurally 0 are omitted. The series of a constant has one coefficient, that of the variable x has
//! two, and that of x² three. So a constant contributes no `0 · ∞`, and polynomials cost less.
//!
//! The base dictionary is arbitrary, so Taylor mode nests with every strategy:
//!
//! ```
//! use ad::{Exp, I64, forward, paper::{Var, pow}, stack, taylor};
//! assert_eq!(taylor::derivatives::<4, _>(pow(5, Var)).eval(I64, 2), [32, 80, 160, 240]);
//! assert_eq!(taylor::nth_derivative(stack::diff(pow(5, Var)), 2).eval(I64, 2), 240);
//! assert_eq!(forward::diff(taylor::nth_derivative(pow(5, Var), 2)).eval(I64, 2), 240);
//! ```

use alloc::vec::Vec;

use bumpalo::Bump;

use crate::mode::forward::nested::{self, Nested};
use crate::number::erased::made;
use crate::number::exp::callable;
use crate::{Dict, Exp, Matrix, Num, Of, OneNumber, Shape, Signature};

mod partials;
mod storage;
mod truncated;

pub use storage::{ArenaSeries, Coefficients, InArena, InPlace, Storage};
pub use truncated::Truncated;

/// The dictionary of power series over `D` with at most `N` coefficients: up to order N - 1.
///
/// ```
/// use ad::taylor::Taylor;
/// use ad::{F64, FieldDict, Dict};
/// let series = Taylor::<F64, 4>::new(F64);
/// let x = series.variable(0.0);
/// // 1 / (1 - x) = 1 + x + x² + …
/// let geometric = series.div(series.one(), series.add(series.one(), series.mul(series.natural(2), x)));
/// assert_eq!(*geometric, [1.0, -2.0, 4.0, -8.0]);
/// ```
///
/// # Cost
///
/// Each number consists of N numbers. A product needs N²/2 products, as does each elementary function with a recurrence.
pub type Taylor<'t, D, const N: usize> = Truncated<InPlace<'t, D, N>>;

/// The dictionary of power series over `D` up to an order that is known at run time.
///
/// The bound of a function that passes an expression to [`expansion`] or [`nth_derivative`] names it:
///
/// ```
/// use ad::taylor::{self, DynTaylor};
/// use ad::{At, Exp, F64, Signature, exp};
///
/// /// The first derivative of `e` at `x` that is not 0, if one of the first `limit` is.
/// fn order_of_contact<E>(e: &E, x: f64, limit: usize) -> Option<usize>
/// where
///     E: Signature<In = f64, Out = f64> + for<'t> Exp<DynTaylor<'t, F64>>,
/// {
///     taylor::expansion(e, limit).at(x).iter().skip(1).position(|c| *c != 0.0).map(|i| i + 1)
/// }
///
/// #[exp]
/// fn flat(x: f64) -> f64 {
///     x * x * x * x
/// }
///
/// assert_eq!(order_of_contact(&Flat, 0.0, 10), Some(4));
/// ```
///
/// # Cost
///
/// For order n, each step stores n + 1 numbers in an arena. A product needs n²/2 products, as does each elementary function with
/// a recurrence.
pub type DynTaylor<'t, D> = Truncated<InArena<'t, D>>;

impl<D: Dict, const N: usize> Truncated<InPlace<'_, D, N>> {
    /// The dictionary over `base`.
    #[inline]
    pub fn new(base: D) -> Self {
        Truncated(InPlace::new(base))
    }
}

impl<'t, D: Dict + 't> Truncated<InArena<'t, D>> {
    /// The dictionary over `base`, with its coefficients up to `order` in `arena`.
    #[inline]
    pub fn new(base: D, arena: &'t Bump, order: usize) -> Self {
        Truncated(InArena { base, arena: Some(arena), order })
    }
}

/// k!·c, the k-th derivative for the coefficient `c` of order `k`.
fn derivative<D: Dict>(dict: D, c: D::V, k: usize) -> D::V {
    let times = |c, n| if n == 1 { c } else { dict.mul(c, dict.natural(n)) };
    // Combines as many factors as fit into 64 bits.
    let (c, factors) = (2..=k as u64).fold((c, 1u64), |(c, factors), j| match factors.checked_mul(j) {
        Some(factors) => (c, factors),
        None => (times(c, factors), j),
    });
    times(c, factors)
}

/// The series of `e` at x + t, and the handle of its base.
fn expand<S: Storage, E>(e: &E, taylor: Truncated<S>, x: Num<S::Base>) -> (S::Base, S::Coefficients)
where
    E: Exp<Truncated<S>> + Signature<In = f64, Out = f64>,
{
    let x = Num::new(taylor, taylor.variable(x.value()));
    let y = e.apply(taylor, &x);
    let taylor = taylor.join(y.dict());
    (taylor.base(), y.value_under(taylor))
}

/// Coefficient `k`, or 0 if there is none.
fn coefficient<D: Dict>(dict: D, series: &[D::V], k: usize) -> D::V {
    series.get(k).copied().unwrap_or_else(|| dict.zero())
}

// -----------------------------------------------------------------------------------------------------------

/// The first `N` coefficients of the Taylor series of `e`: x ↦ [e(x), e′(x), e″(x)/2, …].
///
/// ```
/// use ad::{Exp, I64, paper::{Var, pow}, taylor};
/// assert_eq!(taylor::coefficients::<4, _>(pow(5, Var)).eval(I64, 2), [32, 80, 80, 40]);
/// ```
///
/// # Cost
///
/// One evaluation on series of N coefficients. A product needs N² arithmetic operations, and so does an elementary function. It
/// needs no memory.
pub fn coefficients<const N: usize, E: Signature<In: OneNumber, Out = f64>>(e: E) -> Expansion<E, N> {
    Expansion(e)
}

/// The value of `e` and its first N - 1 derivatives: x ↦ [e(x), e′(x), e″(x), …].
///
/// ```
/// use ad::{At, exp, taylor};
///
/// #[exp]
/// fn growth(t: f64) -> f64 {
///     (2.0 * t).exp()
/// }
/// assert_eq!(taylor::derivatives::<3, _>(Growth).at(0.0), [1.0, 2.0, 4.0]);
/// ```
///
/// # Cost
///
/// Up to the third derivative, the cost of nested [`forward`](crate::forward) mode, in which an operation computes 2, 4 or 8 numbers. Above,
/// the cost of [`coefficients`].
pub fn derivatives<const N: usize, E: Signature<In: OneNumber, Out = f64>>(e: E) -> Derivatives<E, N> {
    Derivatives(e)
}

/// The Taylor coefficients of `e` up to order `n`, which is known at run time.
///
/// ```
/// use ad::{Exp, I64, paper::{Var, pow}, taylor};
/// assert_eq!(taylor::expansion(pow(3, Var), 5).eval(I64, 1), [1, 3, 3, 1, 0, 0]);
/// ```
///
/// # Cost
///
/// One evaluation on series of n + 1 coefficients. A product needs n² arithmetic operations, and so does an elementary function.
/// Each step stores its coefficients in an arena until the evaluation ends.
pub fn expansion<E: Signature<In: OneNumber, Out = f64>>(e: E, n: usize) -> DynExpansion<E> {
    DynExpansion { e, n }
}

/// The derivative of `e` of order `n`, which is known at run time.
///
/// ```
/// use ad::{Exp, I64, paper::{Var, pow}, taylor};
/// let order = [2, 0, 5].iter().sum();
/// assert_eq!(taylor::nth_derivative(pow(7, Var), order).eval(I64, 1), 7 * 6 * 5 * 4 * 3 * 2 * 1);
/// ```
///
/// # Cost
///
/// The cost of [`expansion`].
pub fn nth_derivative<E: Signature<In: OneNumber, Out = f64>>(e: E, n: usize) -> NthDerivative<E> {
    NthDerivative { e, n }
}

/// `e` along a curve: from the first `N` Taylor coefficients of each number of the argument, those of each number of the result.
///
/// ```
/// use ad::{Exp, I64, exp, taylor};
///
/// #[exp]
/// fn product([x, y]: [f64; 2]) -> f64 {
///     x * y
/// }
/// // (1 + 2t)(3 + 4t + t²) = 3 + 10t + 9t² + …
/// assert_eq!(taylor::jet::<3, _>(Product).eval(I64, [[1, 2, 0], [3, 4, 1]]), [3, 10, 9]);
/// ```
///
/// # Cost
///
/// The cost of [`coefficients`].
pub fn jet<const N: usize, E: Signature>(e: E) -> Jet<E, N> {
    Jet(e)
}

/// The result of [`coefficients`].
#[derive(Clone, Copy, Debug)]
pub struct Expansion<E, const N: usize>(E);

callable!(
    [E, const N: usize] Expansion<E, N>,
    [E, const N: usize] Derivatives<E, N>,
    [E, const N: usize] Jet<E, N>,
    [E] DynExpansion<E>,
    [E] NthDerivative<E>
);

impl<E: Signature<In = f64, Out = f64>, const N: usize> Signature for Expansion<E, N> {
    type In = f64;
    type Out = [f64; N];
}

impl<D: Dict, E, const N: usize> Exp<D> for Expansion<E, N>
where
    E: Signature<In = f64, Out = f64> + for<'t> Exp<Taylor<'t, D, N>>,
{
    #[inline]
    fn apply(&self, dict: D, x: &Num<D>) -> [Num<D>; N] {
        let (dict, y) = expand(&self.0, Taylor::new(dict), *x);
        made(|k| Num::new(dict, coefficient(dict, &y, k)))
    }
}

/// The result of [`derivatives`].
#[derive(Clone, Copy, Debug)]
pub struct Derivatives<E, const N: usize>(E);

impl<E: Signature<In = f64, Out = f64>, const N: usize> Signature for Derivatives<E, N> {
    type In = f64;
    type Out = [f64; N];
}

impl<D: Dict, E, const N: usize> Exp<D> for Derivatives<E, N>
where
    E: Nested<D> + for<'t> Exp<Taylor<'t, D, N>>,
{
    #[inline]
    fn apply(&self, dict: D, x: &Num<D>) -> [Num<D>; N] {
        // The condition is constant, so that rustc does not compile the other case.
        if const { N <= nested::CHEAPEST + 1 } {
            return nested::derivatives(&self.0, dict, *x);
        }
        let (dict, y) = expand(&self.0, Taylor::new(dict), *x);
        made(|k| Num::new(dict, y.get(k).map_or_else(|| dict.zero(), |c| derivative(dict, *c, k))))
    }
}

/// The result of [`expansion`].
#[derive(Clone, Copy, Debug)]
pub struct DynExpansion<E> {
    e: E,
    n: usize,
}

impl<E: Signature<In = f64, Out = f64>> Signature for DynExpansion<E> {
    type In = f64;
    type Out = Vec<f64>;
}

impl<D: Dict, E> Exp<D> for DynExpansion<E>
where
    E: Signature<In = f64, Out = f64> + for<'t> Exp<DynTaylor<'t, D>>,
{
    fn apply(&self, dict: D, x: &Num<D>) -> Vec<Num<D>> {
        let arena = Bump::new();
        let (dict, y) = expand(&self.e, DynTaylor::new(dict, &arena, self.n), *x);
        (0..=self.n).map(|k| Num::new(dict, coefficient(dict, &y, k))).collect()
    }
}

/// The result of [`nth_derivative`].
#[derive(Clone, Copy, Debug)]
pub struct NthDerivative<E> {
    e: E,
    n: usize,
}

impl<E: Signature<In = f64, Out = f64>> Signature for NthDerivative<E> {
    type In = f64;
    type Out = f64;
}

impl<D: Dict, E> Exp<D> for NthDerivative<E>
where
    E: Signature<In = f64, Out = f64> + for<'t> Exp<DynTaylor<'t, D>>,
{
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let arena = Bump::new();
        let (dict, y) = expand(&self.e, DynTaylor::new(dict, &arena, self.n), *x);
        Num::new(dict, y.get(self.n).map_or_else(|| dict.zero(), |c| derivative(dict, *c, self.n)))
    }
}

/// The result of [`jet`].
#[derive(Clone, Copy, Debug)]
pub struct Jet<E, const N: usize>(E);

impl<E: Signature, const N: usize> Signature for Jet<E, N> {
    type In = Matrix<E::In, [f64; N]>;
    type Out = Matrix<E::Out, [f64; N]>;
}

impl<D: Dict, E: for<'t> Exp<Taylor<'t, D, N>>, const N: usize> Exp<D> for Jet<E, N> {
    fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let taylor = Taylor::new(dict);
        let x = E::In::map(x, &mut |x| Num::new(taylor, Coefficients::from(x.map(Num::value))));
        let y = self.0.apply(taylor, &x);
        E::Out::map(&y, &mut |y| {
            let dict = dict.join(y.dict().base());
            let y = y.value_under(taylor);
            made(|k| Num::new(dict, coefficient(dict, &y, k)))
        })
    }
}
