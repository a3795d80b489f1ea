//! The elementary functions of intervals.
//!
//! Values at the ends come from the crate `pxfm`. It documents errors of at most half a unit in the last place for most functions,
//! which it found by tests. Each value is widened by the number of units in [`UNITS`], four times that bound. Functions with a
//! larger documented or tested error have [`SPECIAL_UNITS`].

use super::Interval;
use crate::function::{Entry, Polygamma, Powi};

/// For elementary functions. `tests/numbers/enclosures.rs` compares them with an oracle.
const UNITS: u32 = 2;
/// For the gamma function and its relatives, and for Bessel functions.
const SPECIAL_UNITS: u32 = 64;
/// The absolute error of these functions close to a zero other than 0.
const SPECIAL_ERROR: f64 = f64::EPSILON / 256.0;

/// The value `y` of such a function at `x`.
fn special(x: f64, y: f64) -> Interval {
    let y = Interval::from(y).widened(SPECIAL_UNITS);
    let close_to_a_zero = y.magnitude() < 0.125 && 0.5 < x.abs() && x.abs() < 1e6;
    if close_to_a_zero { y + Interval::new(-SPECIAL_ERROR, SPECIAL_ERROR) } else { y }
}

/// Γ has its only positive minimum between these numbers.
const GAMMA_MINIMUM: (f64, f64) = (1.461_632_144_968_362, 1.461_632_144_968_363);

/// The value of a function of the table. `None` if the function is not known here.
pub(super) fn of(entry: Entry, x: &[Interval]) -> Option<Interval> {
    if x.iter().any(|x| x.is_undefined()) {
        return Some(Interval::UNDEFINED);
    }
    Some(match *x {
        [x] => return unary(entry, x),
        [a, b] => return binary(entry, a, b),
        [a, b, c] => match entry {
            Entry::MulAdd(_) => a * b + c,
            Entry::Clamp(_) => {
                assert!(b.lower() <= c.upper(), "cannot clamp to an empty range: {b} is above {c}");
                a.max(b).min(c)
            }
            _ => return None,
        },
        _ => return None,
    })
}

fn unary(entry: Entry, x: Interval) -> Option<Interval> {
    use super::rounded as m;
    let (low, high) = (x.lower(), x.upper());
    let rising = |f: fn(f64) -> f64| Interval::between(f(low), f(high)).widened(UNITS);
    let inside = |lower: f64, upper: f64| lower <= low && high <= upper;
    let all = f64::INFINITY;
    Some(match entry {
        Entry::Sqrt(_) if inside(0.0, all) => step(x, m::sqrt).widened(1).within(0.0, all),
        Entry::Cbrt(_) => rising(m::cbrt),
        Entry::Exponential(_) => rising(m::exp).within(0.0, all),
        Entry::Exp2(_) => rising(m::exp2).within(0.0, all),
        Entry::ExpM1(_) => rising(m::expm1).within(-1.0, all),
        Entry::Ln(_) if inside(0.0, all) => rising(m::log),
        Entry::Ln1p(_) if inside(-1.0, all) => rising(m::log1p),
        Entry::Log2(_) if inside(0.0, all) => rising(m::log2),
        Entry::Log10(_) if inside(0.0, all) => rising(m::log10),
        Entry::Sin(_) => wave(x, m::sin, true),
        Entry::Cos(_) => wave(x, m::cos, false),
        Entry::Tan(_) => match integers(half_turns(x, true)) {
            Some((first, last)) if first > last => rising(m::tan),
            _ => Interval::ENTIRE,
        },
        Entry::Asin(_) if inside(-1.0, 1.0) => rising(m::asin),
        Entry::Acos(_) if inside(-1.0, 1.0) => rising(m::acos).within(0.0, all),
        Entry::Atan(_) => rising(m::atan),
        Entry::Sinh(_) => rising(m::sinh),
        Entry::Cosh(_) => {
            let x = x.abs();
            Interval::between(m::cosh(x.lower()), m::cosh(x.upper())).widened(UNITS).within(1.0, all)
        }
        Entry::Tanh(_) => rising(m::tanh).within(-1.0, 1.0),
        Entry::Asinh(_) => rising(m::asinh),
        Entry::Acosh(_) if inside(1.0, all) => rising(m::acosh).within(0.0, all),
        Entry::Atanh(_) if inside(-1.0, 1.0) => rising(m::atanh),
        Entry::Powi(Powi(n)) => powi(x, n),
        Entry::Recip(_) => Interval::from(1.0) / x,
        Entry::Abs(_) => x.abs(),
        Entry::Signum(_) => by_sign(x, -1.0, 1.0),
        Entry::Floor(_) => step(x, m::floor),
        Entry::Ceil(_) => step(x, m::ceil),
        Entry::Round(_) => step(x, m::round),
        Entry::RoundTiesEven(_) => step(x, m::round_ties_even),
        Entry::Trunc(_) => step(x, m::trunc),
        Entry::Fract(_) => {
            let whole = step(x, m::trunc);
            if whole.is_point() { x - whole } else { by_sign(x, -1.0, 1.0).hull(Interval::from(0.0)) }
        }
        Entry::ToRadians(_) => x * Interval::around(1f64.to_radians()),
        Entry::ToDegrees(_) => x * Interval::around(1f64.to_degrees()),
        Entry::Erf(_) => rising(m::erf).within(-1.0, 1.0),
        Entry::Erfc(_) => rising(m::erfc).within(0.0, 2.0),
        Entry::NormalCdf(_) => {
            let z = -x * Interval::around(core::f64::consts::FRAC_1_SQRT_2);
            let bounds = Interval::between(m::erfc(z.lower()), m::erfc(z.upper())).widened(UNITS);
            (bounds * Interval::from(0.5)).within(0.0, 1.0)
        }
        Entry::Sigmoid(_) => rising_by(x, sigmoid).within(0.0, 1.0),
        Entry::Log1pExp(_) => rising_by(x, softplus).within(0.0, all),
        Entry::Gamma(_) => gamma_like(x, m::gamma, false),
        Entry::LnGamma(_) => gamma_like(x, m::ln_gamma, true),
        Entry::Polygamma(Polygamma(n)) => return polygamma(n, x),
        Entry::BesselJ(j) => return bessel_j(j.0, x),
        Entry::BesselY(y) => return bessel_y(y.0, x),
        Entry::OneMinusSquare(_) => (Interval::from(1.0) - x) * (Interval::from(1.0) + x),
        Entry::SqrtSquareMinusOne(_) if inside(1.0, all) => {
            let root = |x: Interval| step(x, m::sqrt).widened(1).within(0.0, all);
            root(x - Interval::from(1.0)) * root(x + Interval::from(1.0))
        }
        Entry::Heaviside(_) => by_sign(x, 0.0, 1.0),
        // Outside of the domain.
        Entry::Sqrt(_)
        | Entry::Ln(_)
        | Entry::Ln1p(_)
        | Entry::Log2(_)
        | Entry::Log10(_)
        | Entry::Asin(_)
        | Entry::Acos(_)
        | Entry::Acosh(_)
        | Entry::Atanh(_)
        | Entry::SqrtSquareMinusOne(_) => Interval::UNDEFINED,
        _ => return None,
    })
}

fn binary(entry: Entry, a: Interval, b: Interval) -> Option<Interval> {
    use super::rounded as m;
    let zero = Interval::from(0.0);
    Some(match entry {
        Entry::Atan2(_) => atan2(a, b),
        Entry::Powf(_) => powf(a, b),
        Entry::Hypot(_) => {
            let (a, b) = (a.abs(), b.abs());
            Interval::between(m::hypot(a.lower(), b.lower()), m::hypot(a.upper(), b.upper()))
                .widened(UNITS)
                .within(0.0, f64::INFINITY)
        }
        Entry::Cosine(_) => cosine(a, b),
        Entry::TanhSlope(_) => Interval::from(1.0) - b * b,
        Entry::SigmoidSlope(_) => b * (Interval::from(1.0) - b),
        Entry::Copysign(_) => {
            let magnitude = a.abs();
            if b.lower() > 0.0 {
                magnitude
            } else if b.upper() < 0.0 {
                -magnitude
            } else {
                magnitude.hull(-magnitude)
            }
        }
        Entry::Max(_) => a.max(b),
        Entry::Min(_) => a.min(b),
        Entry::Midpoint(_) => (a + b) * Interval::from(0.5),
        Entry::DivEuclid(_) | Entry::RemEuclid(_) | Entry::Rem(_) if b.contains(0.0) => Interval::UNDEFINED,
        Entry::DivEuclid(_) => euclid(a, b),
        Entry::RemEuclid(_) if a.is_point() && b.is_point() => {
            // The remainder of two doubles is a double.
            let (rest, divisor) = (Interval::from(a.lower() % b.lower()), b.abs());
            if rest.lower() < 0.0 { (rest + divisor).within(0.0, divisor.upper()) } else { rest }
        }
        Entry::Rem(_) if a.is_point() && b.is_point() => Interval::from(a.lower() % b.lower()),
        Entry::RemEuclid(_) => {
            let quotient = euclid(a, b);
            let any = Interval::between(0.0, b.magnitude());
            let exact = || a - b * quotient;
            if quotient.is_point() { exact().intersection(any).unwrap_or(any) } else { any }
        }
        Entry::Rem(_) => {
            let quotient = step(a / b, m::trunc);
            let bound = b.magnitude().min(a.magnitude());
            let any = by_sign(a, -bound, bound).hull(zero);
            if quotient.is_point() { (a - b * quotient).intersection(any).unwrap_or(any) } else { any }
        }
        _ => return None,
    })
}

/// `negative` below 0, `positive` above, and all between them at 0.
fn by_sign(x: Interval, negative: f64, positive: f64) -> Interval {
    if x.lower() > 0.0 {
        Interval::from(positive)
    } else if x.upper() < 0.0 {
        Interval::from(negative)
    } else {
        Interval::between(negative, positive)
    }
}

/// An exact function that never falls.
fn step(x: Interval, f: fn(f64) -> f64) -> Interval {
    Interval::between(f(x.lower()), f(x.upper()))
}

/// A function that rises, by its enclosure at a point.
fn rising_by(x: Interval, f: fn(f64) -> Interval) -> Interval {
    f(x.lower()).hull(f(x.upper()))
}

fn sigmoid(x: f64) -> Interval {
    use super::rounded as m;
    let e = Interval::from(m::exp(-x.abs())).widened(UNITS).within(0.0, 1.0);
    let one = Interval::from(1.0);
    if x < 0.0 { e / (one + e) } else { one / (one + e) }
}

/// ln (1 + eˣ)
fn softplus(x: f64) -> Interval {
    use super::rounded as m;
    let e = Interval::from(m::exp(-x.abs())).widened(UNITS).within(0.0, 1.0);
    let rest = Interval::between(m::log1p(e.lower()), m::log1p(e.upper())).widened(UNITS);
    if x > 0.0 { Interval::from(x) + rest } else { rest }
}

/// x / π, or x / π - ½. An integer k in it is a place where the cosine, or the sine, is (-1)ᵏ.
fn half_turns(x: Interval, shifted: bool) -> Interval {
    let turns = x / Interval::around(core::f64::consts::PI);
    if shifted { turns - Interval::from(0.5) } else { turns }
}

/// The first and last integer in `x`: the last one is less if there is none. `None` if there may be many.
fn integers(x: Interval) -> Option<(i64, i64)> {
    use super::rounded as m;
    let (first, last) = (m::ceil(x.lower()), m::floor(x.upper()));
    #[allow(clippy::cast_possible_truncation, reason = "they are small")]
    let bounds = (first as i64, last as i64);
    (first.abs() < 1e15 && last.abs() < 1e15 && last - first < 2.0).then_some(bounds)
}

/// The sine or cosine.
fn wave(x: Interval, f: fn(f64) -> f64, shifted: bool) -> Interval {
    let ends = Interval::between(f(x.lower()), f(x.upper())).widened(UNITS).within(-1.0, 1.0);
    if x.is_point() {
        return ends;
    }
    let Some((first, last)) = integers(half_turns(x, shifted)) else { return Interval::new(-1.0, 1.0) };
    (first..=last).fold(ends, |hull, k| hull.hull(Interval::from(if k % 2 == 0 { 1.0 } else { -1.0 })))
}

fn powi(x: Interval, n: i32) -> Interval {
    let power = power(x, n.unsigned_abs());
    if n < 0 { Interval::from(1.0) / power } else { power }
}

/// xⁿ. An odd power rises. An even one is the power of the absolute value.
pub(super) fn power(x: Interval, n: u32) -> Interval {
    let at = |x: f64| {
        let (mut base, mut power, mut n) = (Interval::from(x), Interval::from(1.0), n);
        while n > 0 {
            if n % 2 == 1 {
                power = power * base;
            }
            base = base.square();
            n /= 2;
        }
        power
    };
    let x = if n % 2 == 0 { x.abs() } else { x };
    at(x.lower()).hull(at(x.upper()))
}

fn powf(a: Interval, b: Interval) -> Interval {
    use super::rounded as m;
    if a.lower() < 0.0 {
        #[allow(clippy::cast_possible_truncation, reason = "a float that is not an `i32` is compared")]
        let n = b.lower() as i32;
        return if b == Interval::from(f64::from(n)) { powi(a, n) } else { Interval::UNDEFINED };
    }
    if a.upper() == 0.0 && b.upper() < 0.0 {
        return Interval::UNDEFINED;
    }
    // Along each side of the rectangle the function is monotone, so its bounds are at the corners.
    let at = |a: f64, b: f64| {
        // The power of -0 may be -∞.
        let power = Interval::from(m::pow(a + 0.0, b));
        if a == 0.0 || b == 0.0 { power } else { power.widened(UNITS) }
    };
    let corners = [at(a.lower(), b.upper()), at(a.upper(), b.lower()), at(a.upper(), b.upper())];
    let hull = corners.into_iter().fold(at(a.lower(), b.lower()), Interval::hull);
    // 0⁰ is 1.
    let hull = if a.contains(0.0) && b.contains(0.0) { hull.hull(Interval::from(1.0)) } else { hull };
    hull.within(0.0, f64::INFINITY)
}

/// The angle of the points (a, b).
fn atan2(b: Interval, a: Interval) -> Interval {
    use super::rounded as m;
    if b.contains(0.0) && a.lower() <= 0.0 {
        // The box touches the origin or the negative axis, where the angle jumps.
        let pi = core::f64::consts::PI.next_up();
        return Interval::new(-pi, pi);
    }
    let at = |b: f64, a: f64| Interval::from(m::atan2(b, a)).widened(UNITS);
    let corners = [at(b.lower(), a.upper()), at(b.upper(), a.lower()), at(b.upper(), a.upper())];
    corners.into_iter().fold(at(b.lower(), a.lower()), Interval::hull)
}

/// a / √(a² + b²): it rises with a, and goes to 0 with |b|.
fn cosine(a: Interval, b: Interval) -> Interval {
    use super::rounded as m;
    if a.contains(0.0) && b.contains(0.0) {
        return Interval::new(-1.0, 1.0);
    }
    let (near, far) = (b.abs().lower(), b.magnitude());
    let at = |a: f64, b: f64| {
        if a == 0.0 {
            return Interval::from(0.0);
        }
        if a.is_infinite() {
            return if b.is_infinite() { Interval::new(-1.0, 1.0) } else { Interval::from(a.signum()) };
        }
        Interval::from(a) / Interval::from(m::hypot(a, b)).widened(UNITS).within(0.0, f64::INFINITY)
    };
    let lower = at(a.lower(), if a.lower() > 0.0 { far } else { near });
    let upper = at(a.upper(), if a.upper() > 0.0 { near } else { far });
    lower.hull(upper).within(-1.0, 1.0)
}

/// The quotient of the division with a remainder that is not negative.
fn euclid(a: Interval, b: Interval) -> Interval {
    use super::rounded as m;
    if b.lower() > 0.0 { step(a / b, m::floor) } else { -step(a / -b, m::floor) }
}

/// Γ or ln |Γ|. They fall, then rise, for positive arguments. For negative ones, only points have narrow enclosures.
fn gamma_like(x: Interval, f: fn(f64) -> f64, has_zeros: bool) -> Interval {
    let at = |x: f64| if has_zeros { special(x, f(x)) } else { Interval::from(f(x)).widened(SPECIAL_UNITS) };
    if x.lower() <= 0.0 {
        let value = f(x.lower());
        return if x.is_point() && value.is_finite() { at(x.lower()) } else { Interval::ENTIRE };
    }
    let ends = at(x.lower()).hull(at(x.upper()));
    let (left, right) = GAMMA_MINIMUM;
    if x.lower() < right && left < x.upper() {
        let minimum = at(left).hull(at(right));
        // Between `left` and `right` the value differs from these by less than the widening.
        return ends.hull(minimum);
    }
    ends
}

/// The digamma function rises between its poles, and the trigamma function falls for positive arguments.
fn polygamma(n: u32, x: Interval) -> Option<Interval> {
    use super::rounded as m;
    let f = match n {
        0 => m::digamma,
        1 => m::trigamma,
        _ => return None,
    };
    if x.lower() <= 0.0 {
        return Some(Interval::ENTIRE);
    }
    let at = |x: f64| if n == 0 { special(x, f(x)) } else { Interval::from(f(x)).widened(SPECIAL_UNITS) };
    Some(at(x.lower()).hull(at(x.upper())))
}

/// By the mean value theorem: the derivative of Jₙ is between -1 and 1.
fn bessel_j(n: i32, x: Interval) -> Option<Interval> {
    use super::rounded as m;
    let (f, sign): (fn(f64) -> f64, f64) = match n {
        0 => (m::j0, 1.0),
        1 => (m::j1, 1.0),
        -1 => (m::j1, -1.0),
        _ => return None,
    };
    let middle = x.midpoint();
    let value = special(middle, sign * f(middle));
    let rest = x - Interval::from(middle);
    Some((value + rest).within(-1.0, 1.0))
}

/// Only points have a narrow enclosure.
fn bessel_y(n: i32, x: Interval) -> Option<Interval> {
    use super::rounded as m;
    let (f, sign): (fn(f64) -> f64, f64) = match n {
        0 => (m::y0, 1.0),
        1 => (m::y1, 1.0),
        -1 => (m::y1, -1.0),
        _ => return None,
    };
    Some(if x.upper() < 0.0 {
        Interval::UNDEFINED
    } else if x.is_point() && x.lower() > 0.0 {
        special(x.lower(), sign * f(x.lower()))
    } else {
        Interval::ENTIRE
    })
}
