//! The Taylor series of any function, from its partial derivatives.

use alloc::vec::Vec;
use core::{array, slice};

use bumpalo::Bump;

use super::{ArenaSeries, DynTaylor};
use crate::function::series::{Series, constants, derivative, integrate, product, value};
use crate::function::{Function, Partial};
use crate::{Dict, Num, Number, Real};

/// The contribution of an operand to y′ = Σ pᵢ·xᵢ′.
enum Slope<N, S> {
    /// p is a constant.
    Linear(Partial<N>),
    /// p, and x′.
    Curved(S, S),
}

impl<N: Real, S: Series<N>> Slope<N, S> {
    /// The contribution to coefficient `k` > 0 of y, or `None` if it is 0.
    fn term(&self, x: &[N], k: usize) -> Option<N> {
        match self {
            Slope::Linear(Partial::Zero) => None,
            Slope::Linear(Partial::One) => x.get(k).copied(),
            Slope::Linear(Partial::Value(p) | Partial::MinusOne(p)) => x.get(k).map(|x| *p * *x),
            Slope::Curved(p, dx) => Some(integrate(product(p, dx, k - 1), k)),
        }
    }
}

/// The Taylor series of any function, at series that are not all constant: y′ = Σ pᵢ(x, y)·xᵢ′.
///
/// Coefficient k of y needs the coefficients of pᵢ below k. If pᵢ depends on the operands only, they are computed at once, and
/// otherwise order by order.
pub(super) fn from_partials<F: Function<K>, N: Real, S: Series<N>, const K: usize>(
    f: F,
    x: [&[N]; K],
    order: usize,
) -> S {
    let y0 = value(f, x);
    let mut y = S::constant(y0);
    if partials_depend_on_value(f, x, y0) {
        for k in 1..=order {
            let slopes: [Slope<N, S>; K] = slopes(f, x, &y, k - 1);
            y.push(sum(&slopes, x, k).unwrap_or_else(|| N::natural(0)));
        }
    } else {
        let slopes: [Slope<N, S>; K] = slopes(f, x, &y, order - 1);
        for k in 1..=order {
            match sum(&slopes, x, k) {
                Some(c) => y.push(c),
                None => break,
            }
        }
    }
    y
}

fn sum<N: Real, S: Series<N>, const K: usize>(
    slopes: &[Slope<N, S>; K],
    x: [&[N]; K],
    k: usize,
) -> Option<N> {
    slopes.iter().zip(x).filter_map(|(slope, x)| slope.term(x, k)).reduce(|sum, term| sum + term)
}

/// The partial derivatives as series up to the given order.
fn slopes<F: Function<K>, N: Real, S: Series<N>, const K: usize>(
    f: F,
    x: [&[N]; K],
    y: &[N],
    order: usize,
) -> [Slope<N, S>; K] {
    let arena = Bump::new();
    let dict = DynTaylor::new(joined(x), &arena, order);
    let operands = operands(dict, x);
    let y = lift(dict, y);
    array::from_fn(|i| match x[i] {
        [_] => Slope::Linear(Partial::Zero),
        x => slope(dict, x, f.partial(i, operands, y)),
    })
}

/// The slope of an operand that is not constant.
fn slope<'t, N: Real, S: Series<N>>(
    dict: DynTaylor<'t, N::Dict>,
    x: &[N],
    partial: Partial<Num<DynTaylor<'t, N::Dict>>>,
) -> Slope<N, S> {
    match partial.map(|p| lower::<N, S>(dict, p)) {
        Partial::Zero => Slope::Linear(Partial::Zero),
        Partial::One => Slope::Linear(Partial::One),
        Partial::Value(p) | Partial::MinusOne(p) if p.len() == 1 => Slope::Linear(Partial::Value(p[0])),
        Partial::Value(p) | Partial::MinusOne(p) => Slope::Curved(p, derivative(x)),
    }
}

/// Whether a needed partial derivative changes with the value of the function, all else being constant.
fn partials_depend_on_value<F: Function<K>, N: Real, const K: usize>(f: F, x: [&[N]; K], y0: N) -> bool {
    let arena = Bump::new();
    let dict = DynTaylor::new(joined(x), &arena, 1);
    let operands = operands(dict, constants(x).each_ref().map(slice::from_ref));
    let y = lift(dict, &[y0, N::natural(1)]);
    (0..K).any(|i| {
        x[i].len() > 1
            && matches!(f.partial(i, operands, y), Partial::Value(p) if matches!(p.value(), ArenaSeries::Series(_)))
    })
}

/// The handle of the numbers.
fn joined<N: Number, const K: usize>(x: [&[N]; K]) -> N::Dict {
    x.into_iter().flatten().fold(N::Dict::default(), |dict, x| dict.join(x.dict()))
}

fn operands<'t, N: Number, const K: usize>(
    dict: DynTaylor<'t, N::Dict>,
    x: [&[N]; K],
) -> [Num<DynTaylor<'t, N::Dict>>; K] {
    x.map(|x| lift(dict, x))
}

fn lift<'t, N: Number>(dict: DynTaylor<'t, N::Dict>, x: &[N]) -> Num<DynTaylor<'t, N::Dict>> {
    let x: Vec<_> = x.iter().map(|x| x.value()).collect();
    Num::new(dict, dict.series(&x))
}

fn lower<'t, N: Number, S: Series<N>>(dict: DynTaylor<'t, N::Dict>, x: Num<DynTaylor<'t, N::Dict>>) -> S {
    S::collect(x.value_under(dict).iter().map(|v| N::from_value(dict.base(), *v)))
}
