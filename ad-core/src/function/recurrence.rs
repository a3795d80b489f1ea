//! Recurrences for the Taylor coefficients of the elementary functions, O(n²) each.
//!
//! A function satisfies a differential equation, such as y′ = y·x′ for y = eˣ. Comparing coefficients gives each coefficient from
//! the previous ones. A product of series uses the known coefficients only, so (y·y)ₖ omits the terms with yₖ. Source: A.
//! Griewank and A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, tables 13.1 and 13.2.

use alloc::vec::Vec;
use core::f64::consts::{LN_2, LN_10};

use super::kinks::{
    cosine as cosine_of, is_nan, is_zero, one_minus_square, positive, sqrt_square_minus_one, tanh_slope,
};
use super::series::{Series, constants, derivative, integrate, product};
use super::{BesselJ, BesselY, Function, LnGamma, Partial, Question};
use crate::number::erased::made;
use crate::{Dict, Real};

/// Functions of one number: `name(f, x, y, order)`, where `y` is the value of `f`.
macro_rules! recurrences {
    ($($(#[$doc:meta])* $name:ident($f:pat, $x:ident, $y:ident, $order:ident) = $series:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<F: Function<1>, N: Real, S: Series<N>>($f: F, [$x]: [&[N]; 1], $y: N, $order: usize) -> S {
            $series
        }
    )*};
}

recurrences! {
    /// 2y·y′ = x′, or y² = x
    sqrt(_, x, y, order) = root(x, y, order);
    /// x·y′ = -y·x′, or x·y = 1
    recip(_, x, y, order) = reciprocal(x, y, order);

    /// y′ = y·x′
    exp(_, x, y, order) = exponential(&derivative::<N, S>(x), y, order);
    /// y′ = y·(x ln 2)′
    exp2(_, x, y, order) = exponential(&scaled::<N, S>(&derivative::<N, S>(x), N::rounded(LN_2)), y, order);
    /// (y + 1)′ = (y + 1)·x′
    exp_m1(_, x, y, order) = with_value(y, &exponential::<N, S>(&derivative::<N, S>(x), x[0].exp(), order));
    /// y′ = x′ / x
    ln(f, x, y, order) = quadrature(f, x, y, &derivative::<N, S>(x), x, order);
    /// y′ = x′ / (1 + x)
    ln_1p(f, x, y, order) = quadrature(f, x, y, &derivative::<N, S>(x), &with_value::<N, S>(x[0] + 1.0, x), order);
    /// y′ = x′ / (x ln 2)
    log2(f, x, y, order) = quadrature(f, x, y, &derivative::<N, S>(x), &scaled::<N, S>(x, N::rounded(LN_2)), order);
    /// y′ = x′ / (x ln 10)
    log10(f, x, y, order) = quadrature(f, x, y, &derivative::<N, S>(x), &scaled::<N, S>(x, N::rounded(LN_10)), order);

    /// y′ = c·x′, c′ = -y·x′
    sin(_, x, y, order) = pair(x, [y, x[0].cos()], [|c| c, |y| -y], order);
    /// y′ = -s·x′, s′ = y·x′
    cos(_, x, y, order) = pair(x, [y, x[0].sin()], [|s| -s, |y| y], order);
    /// y′ = c·x′, c′ = y·x′
    sinh(_, x, y, order) = pair(x, [y, x[0].cosh()], [|c| c, |y| y], order);
    /// y′ = s·x′, s′ = y·x′
    cosh(_, x, y, order) = pair(x, [y, x[0].sinh()], [|s| s, |y| y], order);
    /// y′ = w·x′, w = 1 + y²
    tan(_, x, y, order) = tangent(x, [y, y * y + 1.0], |square| square, order);
    /// y′ = w·x′, w = 1 - y²
    tanh(_, x, y, order) = tangent(x, [y, tanh_slope(x[0], y)], |square| -square, order);

    /// y′ = x′ / w, w² = 1 - x²
    asin(f, x, y, order) = {
        let w: S = root(&square::<N, S>(x, |s| -s, order), one_minus_square(x[0]).sqrt(), order);
        quadrature(f, x, y, &derivative::<N, S>(x), &w, order)
    };
    /// y′ = -x′ / w, w² = 1 - x²
    acos(f, x, y, order) = {
        let w: S = root(&square::<N, S>(x, |s| -s, order), one_minus_square(x[0]).sqrt(), order);
        quadrature(f, x, y, &scaled::<N, S>(&derivative::<N, S>(x), N::constant(-1.0)), &w, order)
    };
    /// y′ = x′ / (1 + x²)
    atan(f, x, y, order) = {
        let w: S = with_value(x[0] * x[0] + 1.0, &square::<N, S>(x, |s| s, order));
        quadrature(f, x, y, &derivative::<N, S>(x), &w, order)
    };
    /// y′ = x′ / w, w² = 1 + x²
    asinh(f, x, y, order) = {
        let w: S = root(&square::<N, S>(x, |s| s, order), x[0].hypot(N::natural(1)), order);
        quadrature(f, x, y, &derivative::<N, S>(x), &w, order)
    };
    /// y′ = x′ / w, w² = x² - 1
    acosh(f, x, y, order) = {
        let w: S = root(&square::<N, S>(x, |s| s, order), sqrt_square_minus_one(x[0]), order);
        quadrature(f, x, y, &derivative::<N, S>(x), &w, order)
    };
    /// y′ = x′ / (1 - x²)
    atanh(f, x, y, order) = {
        let w: S = with_value(one_minus_square(x[0]), &square::<N, S>(x, |s| -s, order));
        quadrature(f, x, y, &derivative::<N, S>(x), &w, order)
    };

    /// y′ = p·x′, p = c·e^(-x²)
    erf(f, x, y, order) = gaussian(f, x, y, |square| -square, order);
    /// y′ = p·x′, p = c·e^(-x²/2)
    normal_cdf(f, x, y, order) = gaussian(f, x, y, |square| square * -0.5, order);

    /// y′ = y·(ln y)′
    gamma(_, x, y, order) = exponential(&derivative::<N, S>(&S::from_partials(LnGamma, [x], order)), y, order);
}

/// y′ = p·x′, where the partial derivative p satisfies p′ = p·e′ for the `exponent` e of x².
fn gaussian<F: Function<1>, N: Real, S: Series<N>>(
    f: F,
    x: &[N],
    y: N,
    exponent: fn(N) -> N,
    order: usize,
) -> S {
    let Partial::Value(p) = f.partial(0, [x[0]], y) else { return S::from_partials(f, [x], order) };
    let p: S = exponential(&derivative::<N, S>(&square::<N, S>(x, exponent, order)), p, order - 1);
    let dx: S = derivative(x);
    let mut y = S::constant(y);
    for k in 1..=order {
        y.push(integrate(product(&p, &dx, k - 1), k));
    }
    y
}

/// w·y′ = x′ / 3, w = y²
pub(super) fn cbrt<F, N: Real, S: Series<N>>(_: F, [x]: [&[N]; 1], y: N, order: usize) -> S {
    let third: S = scaled(&derivative::<N, S>(x), N::rounded(1.0 / 3.0));
    let (mut y, mut w) = (S::constant(y), S::constant(y * y));
    let mut dy = S::constant(third[0] / w[0]);
    for k in 1..=order {
        if k > 1 {
            dy.push(minus(third.get(k - 1), product(&w, &dy, k - 1)) / w[0]);
        }
        y.push(integrate(dy[k - 1], k));
        w.push(product(&y, &y, k));
    }
    y
}

/// xⁿ by squaring, without a division. A negative exponent gives the reciprocal.
pub(super) fn powi<N: Real, S: Series<N>>(f: super::Powi, [x]: [&[N]; 1], y: N, order: usize) -> S {
    if f.0 == 0 {
        return S::constant(y);
    }
    if f.0 < 0 && is_zero(x[0]) {
        return S::from_partials(f, [x], order);
    }
    let mut n = f.0.unsigned_abs();
    let mut power: S = S::collect(x.iter().copied());
    let mut result: Option<S> = None;
    loop {
        if n % 2 == 1 {
            result = Some(result.map_or_else(|| power.clone(), |result| multiply(&result, &power, order)));
        }
        n /= 2;
        match result {
            Some(result) if n == 0 => {
                return if f.0 < 0 { reciprocal(&result, y, order) } else { with_value(y, &result) };
            }
            _ => power = multiply(&power, &power, order),
        }
    }
}

/// a·y′ = b·y·a′ for a constant exponent, and otherwise y′ = y·(b ln a)′.
pub(super) fn powf<F: Function<2>, N: Real, S: Series<N>>(f: F, [a, b]: [&[N]; 2], y: N, order: usize) -> S {
    if is_zero(a[0]) {
        return S::from_partials(f, [a, b], order);
    }
    if b.len() > 1 {
        let ln: S = if a.len() > 1 { ln(super::Ln, [a], a[0].ln(), order) } else { S::constant(a[0].ln()) };
        return exponential(&derivative::<N, S>(&multiply::<N, S>(b, &ln, order)), y, order);
    }
    // The recurrence fails for a value that has underflowed or overflowed.
    if N::inspect([y], Question::IsNormal) == Some(0) {
        return S::from_partials(f, [a, b], order);
    }
    let da: S = derivative(a);
    let mut dy = S::constant(b[0] * y * da[0] / a[0]);
    let mut y = S::constant(y);
    for k in 1..=order {
        if k > 1 {
            dy.push((b[0] * product(&da, &y, k - 1) - product(a, &dy, k - 1)) / a[0]);
        }
        y.push(integrate(dy[k - 1], k));
    }
    y
}

/// r′ = c·a′ + s·b′, for the distance r of the point (a, b)
pub(super) fn hypot<F: Function<2>, N: Real, S: Series<N>>(f: F, [a, b]: [&[N]; 2], r: N, order: usize) -> S {
    if is_zero(r) { S::from_partials(f, [a, b], order) } else { polar([a, b], r, order).0 }
}

/// c′ = -s·ω, for the cosine c of its angle
pub(super) fn cosine<F, N: Real, S: Series<N>>(_: F, [a, b]: [&[N]; 2], _: N, order: usize) -> S {
    polar([a, b], a[0].hypot(b[0]), order).1
}

/// y′ = ω, for its angle y
pub(super) fn atan2<F, N: Real, S: Series<N>>(_: F, [b, a]: [&[N]; 2], y: N, order: usize) -> S {
    let (.., turn): (S, S, S) = polar([a, b], a[0].hypot(b[0]), order);
    let mut y = S::constant(y);
    (1..=order).for_each(|k| y.push(integrate(turn[k - 1], k)));
    y
}

/// y = a·b + c
pub(super) fn mul_add<F, N: Real, S: Series<N>>(_: F, [a, b, c]: [&[N]; 3], y: N, order: usize) -> S {
    let mut y = S::constant(y);
    let ab: S = multiply(a, b, order);
    for k in 1..ab.len().max(c.len()) {
        y.push(match (ab.get(k), c.get(k)) {
            (Some(ab), Some(c)) => *ab + *c,
            (Some(one), None) | (None, Some(one)) => *one,
            (None, None) => N::natural(0),
        });
    }
    y
}

/// The partial derivatives are constants: near the operands, y is a linear function of them.
pub(super) fn linear<F: Function<K>, N: Real, S: Series<N>, const K: usize>(
    f: F,
    x: [&[N]; K],
    y: N,
    order: usize,
) -> S {
    if is_nan(y) {
        return S::from_partials(f, x, order);
    }
    // The slopes at a kink jump, which is a second derivative.
    let dict = y.dict();
    let before = (order > 1).then(|| dict.vary(true));
    let partials: [Partial<N>; K] = made(|i| f.partial(i, constants(x), y));
    before.map(|before| dict.vary(before));
    let mut y = S::constant(y);
    // Loops, since rustc compiles each closure of an iterator for each function and number system.
    for k in 1.. {
        let mut sum: Option<N> = None;
        for i in 0..K {
            let Some(x) = x[i].get(k) else { continue };
            let term = match partials[i] {
                Partial::Zero => continue,
                Partial::One => *x,
                Partial::Value(p) | Partial::MinusOne(p) => p * *x,
            };
            sum = Some(if let Some(sum) = sum { sum + term } else { term });
        }
        match sum {
            Some(c) => y.push(c),
            None => break,
        }
    }
    y
}

/// See [`bessel`].
pub(super) fn bessel_j<N: Real, S: Series<N>>(f: BesselJ, x: [&[N]; 1], y: N, order: usize) -> S {
    bessel(BesselJ, f.0, x, y, order)
}

/// See [`bessel`].
pub(super) fn bessel_y<N: Real, S: Series<N>>(f: BesselY, x: [&[N]; 1], y: N, order: usize) -> S {
    if is_zero(x[0][0]) { S::from_partials(f, x, order) } else { bessel(BesselY, f.0, x, y, order) }
}

/// 2y′ₙ = (yₙ₋₁ - yₙ₊₁)·x′. Coefficient k is computed for as many neighbours as the later coefficients need.
fn bessel<F: Function<1>, N: Real, S: Series<N>>(
    f: impl Fn(i32) -> F,
    n: i32,
    [x]: [&[N]; 1],
    y: N,
    order: usize,
) -> S {
    if is_zero(x[0]) && N::inspect([y], Question::IsInfinite) == Some(1) {
        return S::from_partials(f(n), [x], order);
    }
    let half: S = scaled(&derivative::<N, S>(x), N::constant(0.5));
    let reach = i32::try_from(order).expect("the order of a derivative is no huge number");
    let mut y: Vec<S> = (n - reach..=n + reach).map(|n| S::constant(N::function(f(n), [x[0]]))).collect();
    for k in 1..=order {
        for i in k..y.len() - k {
            let slope = product(&half, &y[i - 1], k - 1) - product(&half, &y[i + 1], k - 1);
            y[i].push(integrate(slope, k));
        }
    }
    y.swap_remove(order)
}

// -----------------------------------------------------------------------------------------------------------

/// y′ = y·x′, from x′.
#[inline]
fn exponential<N: Real, S: Series<N>>(dx: &[N], y: N, order: usize) -> S {
    let mut y = S::constant(y);
    for k in 1..=order {
        y.push(integrate(product(dx, &y, k - 1), k));
    }
    y
}

/// w·y′ = x′, from x′ and w. Outside of the domain, where the value is NaN, the derivatives are NaN as well.
#[inline]
fn quadrature<F: Function<1>, N: Real, S: Series<N>>(
    f: F,
    x: &[N],
    y: N,
    dx: &[N],
    w: &[N],
    order: usize,
) -> S {
    if is_nan(y) {
        return S::from_partials(f, [x], order);
    }
    let slope = positive(w[0]).recip();
    let mut dy = S::constant(dx[0] * slope);
    let mut y = S::constant(y);
    y.push(dy[0]);
    for k in 1..order {
        dy.push(minus(dx.get(k), product(w, &dy, k)) * slope);
        y.push(integrate(dy[k], k + 1));
    }
    y
}

/// y² = x, where the constant coefficients agree.
#[inline]
fn root<N: Real, S: Series<N>>(x: &[N], y: N, order: usize) -> S {
    let slope = 0.5 / positive(y);
    let mut y = S::constant(y);
    for k in 1..=order {
        y.push(minus(x.get(k), product(&y, &y, k)) * slope);
    }
    y
}

/// x·y = 1
#[inline]
fn reciprocal<N: Real, S: Series<N>>(x: &[N], y: N, order: usize) -> S {
    let minus = -y;
    let mut y = S::constant(y);
    for k in 1..=order {
        y.push(product(x, &y, k) * minus);
    }
    y
}

/// y′ = f(z)·x′, z′ = g(y)·x′, where f and g change at most the sign.
#[inline]
fn pair<N: Real, S: Series<N>>(x: &[N], [y, z]: [N; 2], [f, g]: [fn(N) -> N; 2], order: usize) -> S {
    let dx: S = derivative(x);
    let (mut y, mut z) = (S::constant(y), S::constant(z));
    for k in 1..=order {
        let (dy, dz) = (f(product(&dx, &z, k - 1)), g(product(&dx, &y, k - 1)));
        y.push(integrate(dy, k));
        z.push(integrate(dz, k));
    }
    y
}

/// y′ = w·x′, w = 1 ± y²
#[inline]
fn tangent<N: Real, S: Series<N>>(x: &[N], [y, w]: [N; 2], sign: fn(N) -> N, order: usize) -> S {
    let dx: S = derivative(x);
    let (mut y, mut w) = (S::constant(y), S::constant(w));
    for k in 1..=order {
        y.push(integrate(product(&dx, &w, k - 1), k));
        w.push(sign(product(&y, &y, k)));
    }
    y
}

/// r, c and ω, where (a, b) = r·(c, s): r′ = c·a′ + s·b′, c′ = -s·ω, s′ = c·ω and r·ω = c·b′ - s·a′. Near an axis nothing
/// cancels, unlike 2r·r′ = (a² + b²)′.
fn polar<N: Real, S: Series<N>>([a, b]: [&[N]; 2], r: N, order: usize) -> (S, S, S) {
    let derivatives: [Option<S>; 2] = [a, b].map(|x| (x.len() > 1).then(|| derivative(x)));
    let [da, db] = derivatives.each_ref().map(|dx| dx.as_deref().unwrap_or_default());
    let slope = r.recip();
    let mut r = S::constant(r);
    let (mut c, mut s) = (S::constant(cosine_of(a[0], b[0])), S::constant(cosine_of(b[0], a[0])));
    let mut turn = S::constant((product(db, &c, 0) - product(da, &s, 0)) * slope);
    for k in 1..=order {
        if k > 1 {
            let across = product(db, &c, k - 1) - product(da, &s, k - 1);
            turn.push((across - product(&r, &turn, k - 1)) * slope);
        }
        let (dc, ds) = (-product(&s, &turn, k - 1), product(&c, &turn, k - 1));
        r.push(integrate(product(da, &c, k - 1) + product(db, &s, k - 1), k));
        c.push(integrate(dc, k));
        s.push(integrate(ds, k));
    }
    (r, c, turn)
}

/// ±x²
#[inline]
fn square<N: Real, S: Series<N>>(x: &[N], sign: fn(N) -> N, order: usize) -> S {
    S::collect(multiply::<N, S>(x, x, order).iter().map(|c| sign(*c)))
}

/// a·b
#[inline]
fn multiply<N: Real, S: Series<N>>(a: &[N], b: &[N], order: usize) -> S {
    S::collect((0..(a.len() + b.len() - 1).min(order + 1)).map(|k| product(a, b, k)))
}

#[inline]
fn scaled<N: Real, S: Series<N>>(x: &[N], factor: N) -> S {
    S::collect(x.iter().map(|c| *c * factor))
}

/// The same series with another constant coefficient.
#[inline]
fn with_value<N: Real, S: Series<N>>(value: N, x: &[N]) -> S {
    S::collect(core::iter::once(value).chain(x[1..].iter().copied()))
}

#[inline]
fn minus<N: Real>(a: Option<&N>, b: N) -> N {
    match a {
        Some(a) => *a - b,
        None => -b,
    }
}
