//! The Taylor series of any function, from its partial derivatives.

use core::slice;

use super::{Storage, Truncated};
use crate::function::series::{Series, constants, derivative, integrate, product, value};
use crate::function::{Function, Partial};
use crate::number::erased::{made, mapped};
use crate::number::num::each;
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
/// otherwise order by order. `dict` is the dictionary of the partial derivatives up to an order.
pub(super) fn from_partials<
    F: Function<K>,
    N: Real,
    S: Series<N>,
    T: Storage<Base = N::Dict>,
    const K: usize,
>(
    f: F,
    x: [&[N]; K],
    order: usize,
    dict: impl Fn(usize) -> Truncated<T>,
) -> S {
    let y0 = value(f, x);
    let mut y = S::constant(y0);
    if partials_depend_on_value(f, dict(1), x, y0) {
        for k in 1..=order {
            let slopes: [Slope<N, S>; K] = slopes(f, dict(k - 1), x, &y);
            y.push(sum(&slopes, x, k).unwrap_or_else(|| N::natural(0)));
        }
    } else {
        let slopes: [Slope<N, S>; K] = slopes(f, dict(order - 1), x, &y);
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

/// The partial derivatives as series under `dict`.
fn slopes<F: Function<K>, N: Real, S: Series<N>, T: Storage<Base = N::Dict>, const K: usize>(
    f: F,
    dict: Truncated<T>,
    x: [&[N]; K],
    y: &[N],
) -> [Slope<N, S>; K] {
    let operands = each(x, |x| lift(dict, x));
    let y = lift(dict, y);
    made(|i| match x[i] {
        [_] => Slope::Linear(Partial::Zero),
        x => slope(dict, x, f.partial(i, operands, y)),
    })
}

/// The slope of an operand that is not constant.
fn slope<N: Real, S: Series<N>, T: Storage<Base = N::Dict>>(
    dict: Truncated<T>,
    x: &[N],
    partial: Partial<Num<Truncated<T>>>,
) -> Slope<N, S> {
    match partial.map(|p| lower::<N, S, T>(dict, p)) {
        Partial::Zero => Slope::Linear(Partial::Zero),
        Partial::One => Slope::Linear(Partial::One),
        Partial::Value(p) | Partial::MinusOne(p) if p.len() == 1 => Slope::Linear(Partial::Value(p[0])),
        Partial::Value(p) | Partial::MinusOne(p) => Slope::Curved(p, derivative(x)),
    }
}

/// Whether a needed partial derivative changes with the value of the function, all else being constant.
fn partials_depend_on_value<F: Function<K>, N: Real, T: Storage<Base = N::Dict>, const K: usize>(
    f: F,
    dict: Truncated<T>,
    x: [&[N]; K],
    y0: N,
) -> bool {
    let constants = constants(x);
    let operands = mapped(constants.each_ref(), |x| lift(dict, slice::from_ref(x)));
    let y = lift(dict, &[y0, N::natural(1)]);
    (0..K).any(|i| {
        x[i].len() > 1 && matches!(f.partial(i, operands, y), Partial::Value(p) if p.value().len() > 1)
    })
}

/// The handle of the numbers.
pub(super) fn joined<N: Number, const K: usize>(x: [&[N]; K]) -> N::Dict {
    x.into_iter().flatten().fold(N::Dict::default(), |dict, x| dict.join(x.dict()))
}

fn lift<N: Number, T: Storage<Base = N::Dict>>(dict: Truncated<T>, x: &[N]) -> Num<Truncated<T>> {
    let len = x.len().min(dict.0.order() + 1);
    Num::new(dict, dict.0.store(len, |known| x[known.len()].value()))
}

fn lower<N: Number, S: Series<N>, T: Storage<Base = N::Dict>>(dict: Truncated<T>, x: Num<Truncated<T>>) -> S {
    S::collect(x.value_under(dict).iter().map(|v| N::from_value(dict.base(), *v)))
}
