//! The Taylor series of any function, from its partial derivatives, and the coefficients that series are made of.

use std::array;
use std::ops::Deref;

use bumpalo::Bump;

use super::{Function, Partial};
use crate::taylor::{DynTaylor, Stored};
use crate::{Dict, Num, Number, Real};

/// So many coefficients need no memory of their own.
const FEW: usize = 16;

/// The coefficients of a truncated power series, beginning with the constant one. Those beyond the last are 0.
#[derive(Clone, Debug)]
pub struct Series<N> {
    few: [N; FEW],
    len: usize,
    /// All of them, once they are more than a few.
    many: Vec<N>,
}

impl<N: Copy> Series<N> {
    /// One coefficient: a constant.
    #[inline]
    pub fn constant(first: N) -> Self {
        Series { few: [first; FEW], len: 1, many: Vec::new() }
    }

    /// Appends a coefficient.
    #[inline]
    pub fn push(&mut self, next: N) {
        if self.len < FEW {
            self.few[self.len] = next;
        } else {
            if self.len == FEW {
                self.many.extend(self.few);
            }
            self.many.push(next);
        }
        self.len += 1;
    }
}

impl<N> Deref for Series<N> {
    type Target = [N];
    #[inline]
    fn deref(&self) -> &[N] {
        if self.len <= FEW { &self.few[..self.len] } else { &self.many }
    }
}

impl<N: Copy> Extend<N> for Series<N> {
    #[inline]
    fn extend<I: IntoIterator<Item = N>>(&mut self, coefficients: I) {
        coefficients.into_iter().for_each(|next| self.push(next));
    }
}

/// # Panics
///
/// Panics if there is no coefficient at all.
impl<N: Copy> FromIterator<N> for Series<N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = N>>(coefficients: I) -> Self {
        let mut coefficients = coefficients.into_iter();
        let mut series =
            Series::constant(coefficients.next().expect("a series has a coefficient of order 0"));
        series.extend(coefficients);
        series
    }
}

/// Coefficient `k` of the product of two series.
#[inline]
pub(super) fn product<N: Real>(a: &[N], b: &[N], k: usize) -> N {
    let first = (k + 1).saturating_sub(b.len());
    let a = a.get(first..a.len().min(k + 1)).unwrap_or_default();
    let terms = a.iter().zip(b.iter().take(k + 1 - first).rev()).map(|(a, b)| *a * *b);
    terms.reduce(|sum, term| sum + term).unwrap_or_else(|| N::natural(0))
}

/// x′, where x is no constant: its coefficients are j·xⱼ.
#[inline]
pub(super) fn derivative<N: Real>(x: &[N]) -> Series<N> {
    let mut dx = Series::constant(x[1]);
    dx.extend((2..).zip(&x[2..]).map(|(j, x)| *x * N::natural(j)));
    dx
}

/// Coefficient `k` of a series of which `c` is coefficient k - 1 of the derivative.
#[inline]
pub(super) fn integrate<N: Real>(c: N, k: usize) -> N {
    if k == 1 { c } else { c / N::natural(k as u64) }
}

/// What an operand contributes to y′ = Σ pᵢ·xᵢ′.
enum Slope<N> {
    /// p is a constant.
    Linear(Partial<N>),
    /// p, and x′.
    Curved(Series<N>, Series<N>),
}

impl<N: Real> Slope<N> {
    /// The contribution to coefficient `k` > 0 of y; `None` if it is 0.
    fn term(&self, x: &[N], k: usize) -> Option<N> {
        match self {
            Slope::Linear(Partial::Zero) => None,
            Slope::Linear(Partial::One) => x.get(k).copied(),
            Slope::Linear(Partial::Value(p)) => x.get(k).map(|x| *p * *x),
            Slope::Curved(p, dx) => Some(integrate(product(p, dx, k - 1), k)),
        }
    }
}

/// The Taylor series of any function, at series of which at least one is no constant: y′ = Σ pᵢ(x, y)·xᵢ′.
///
/// Coefficient k of y needs those of pᵢ below k. Where pᵢ depends on the operands only, they are had at once, and
/// otherwise order by order.
pub(super) fn from_partials<F: Function<K>, N: Real, const K: usize>(
    f: F,
    x: [&[N]; K],
    order: usize,
) -> Series<N> {
    let y0 = N::function(f, x.map(|x| x[0]));
    let mut y = Series::constant(y0);
    if partials_depend_on_value(f, x, y0) {
        for k in 1..=order {
            let slopes = slopes(f, x, &y, k - 1);
            y.push(sum(&slopes, x, k).unwrap_or_else(|| N::natural(0)));
        }
    } else {
        let slopes = slopes(f, x, &y, order - 1);
        for k in 1..=order {
            match sum(&slopes, x, k) {
                Some(c) => y.push(c),
                None => break,
            }
        }
    }
    y
}

fn sum<N: Real, const K: usize>(slopes: &[Slope<N>; K], x: [&[N]; K], k: usize) -> Option<N> {
    slopes.iter().zip(x).filter_map(|(slope, x)| slope.term(x, k)).reduce(|sum, term| sum + term)
}

/// The partial derivatives as series up to the given order.
fn slopes<F: Function<K>, N: Real, const K: usize>(
    f: F,
    x: [&[N]; K],
    y: &[N],
    order: usize,
) -> [Slope<N>; K] {
    let arena = Bump::new();
    let dict = DynTaylor::new(joined(x), &arena, order);
    let operands = x.map(|x| lift(dict, x));
    let y = lift(dict, y);
    array::from_fn(|i| {
        if x[i].len() == 1 {
            return Slope::Linear(Partial::Zero);
        }
        match f.partial(i, operands, y).map(|p| lower(dict, p)) {
            Partial::Zero => Slope::Linear(Partial::Zero),
            Partial::One => Slope::Linear(Partial::One),
            Partial::Value(p) if p.len() == 1 => Slope::Linear(Partial::Value(p[0])),
            Partial::Value(p) => Slope::Curved(p, derivative(x[i])),
        }
    })
}

/// Whether a partial derivative that is needed changes with the value of the function, all else being constant.
fn partials_depend_on_value<F: Function<K>, N: Real, const K: usize>(f: F, x: [&[N]; K], y0: N) -> bool {
    let arena = Bump::new();
    let dict = DynTaylor::new(joined(x), &arena, 1);
    let operands = x.map(|x| lift(dict, &x[..1]));
    let y = lift(dict, &[y0, N::natural(1)]);
    (0..K).any(|i| {
        x[i].len() > 1
            && matches!(f.partial(i, operands, y), Partial::Value(p) if matches!(p.value(), Stored::Series(_)))
    })
}

/// The handle of the numbers.
fn joined<N: Number, const K: usize>(x: [&[N]; K]) -> N::Dict {
    x.into_iter().flatten().fold(N::Dict::default(), |dict, x| dict.join(x.dict()))
}

fn lift<'t, N: Number>(dict: DynTaylor<'t, N::Dict>, x: &[N]) -> Num<DynTaylor<'t, N::Dict>> {
    let x: Vec<_> = x.iter().map(|x| x.value()).collect();
    Num::new(dict, dict.series(&x))
}

fn lower<'t, N: Number>(dict: DynTaylor<'t, N::Dict>, x: Num<DynTaylor<'t, N::Dict>>) -> Series<N> {
    x.value_under(dict).iter().map(|v| N::from_value(dict.base(), *v)).collect()
}
