//! The elementary functions of intervals.
//!
//! Values at the ends come from `libm`, whose own tests compare it with MPFR at 4·10⁸ arguments of each function. They permit errors of
//! one unit in the last place for most functions, and of two for hyperbolic ones. Each value is widened by [`UNITS`].

use libm as m;

use super::{Interval, special};
use crate::function::kinks::Smoothness;
use crate::function::{Entry, Polygamma, Powi, Stumpff};

/// For elementary functions. `tests/numbers/enclosures.rs` compares them with an oracle.
pub(super) const UNITS: u32 = 4;

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

/// Whether a function of the table may jump at a point of the box. A pole is no jump: there, derivatives are not bounded.
pub(super) fn jumps(entry: Entry, x: &[Interval]) -> bool {
    if entry.smoothness() != Smoothness::Jumps {
        return false;
    }
    let at_integer = |x: Interval| m::ceil(x.lower()) <= x.upper();
    // Not at 0, where `trunc` is 0 on both sides.
    let at_other_integer = |x: Interval| {
        let (above, below) = (Interval::new(1.0, f64::INFINITY), Interval::new(f64::NEG_INFINITY, -1.0));
        [above, below].iter().filter_map(|side| x.intersection(*side)).any(at_integer)
    };
    match (entry, x) {
        (Entry::Signum(_) | Entry::Heaviside(_), [x]) => x.contains(0.0),
        (Entry::Floor(_) | Entry::Ceil(_), [x]) => at_integer(*x),
        (Entry::Round(_) | Entry::RoundTiesEven(_), [x]) => at_integer(*x - Interval::from(0.5)),
        (Entry::Trunc(_) | Entry::Fract(_), [x]) => at_other_integer(*x),
        (Entry::Copysign(_), [a, b]) => b.contains(0.0) && *a != Interval::from(0.0),
        (Entry::Atan2(_), [b, a]) => b.contains(0.0) && a.lower() <= 0.0,
        (Entry::Cosine(_), [a, b]) => a.contains(0.0) && b.contains(0.0),
        // The remainder of two doubles is exact, and their quotient is not.
        (Entry::DivEuclid(_) | Entry::RemEuclid(_) | Entry::Rem(_), [a, b])
            if a.is_point() && b.is_point() =>
        {
            let is_multiple = a.lower() % b.lower() == 0.0;
            is_multiple && !(matches!(entry, Entry::Rem(_)) && a.contains(0.0))
        }
        (Entry::DivEuclid(_) | Entry::RemEuclid(_), [a, b]) => at_integer(*a / *b),
        (Entry::Rem(_), [a, b]) => at_other_integer(*a / *b),
        _ => true,
    }
}

fn unary(entry: Entry, x: Interval) -> Option<Interval> {
    let (low, high) = (x.lower(), x.upper());
    let rising = |f: fn(f64) -> f64| at_ends(x, f).widened(UNITS);
    let inside = |lower: f64, upper: f64| lower <= low && high <= upper;
    let all = f64::INFINITY;
    Some(match entry {
        Entry::Sqrt(_) if inside(0.0, all) => at_ends(x, m::sqrt).widened(1).within(0.0, all),
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
        Entry::Cosh(_) => at_ends(x.abs(), m::cosh).widened(UNITS).within(1.0, all),
        Entry::Tanh(_) => rising(m::tanh).within(-1.0, 1.0),
        Entry::Asinh(_) => rising(m::asinh),
        Entry::Acosh(_) if inside(1.0, all) => rising(m::acosh).within(0.0, all),
        Entry::Atanh(_) if inside(-1.0, 1.0) => rising(m::atanh),
        Entry::Powi(Powi(n)) => powi(x, n),
        Entry::Recip(_) => Interval::from(1.0) / x,
        Entry::Abs(_) => x.abs(),
        Entry::Signum(_) => by_sign(x, -1.0, 1.0),
        Entry::Floor(_) => at_ends(x, m::floor),
        Entry::Ceil(_) => at_ends(x, m::ceil),
        Entry::Round(_) => at_ends(x, m::round),
        Entry::RoundTiesEven(_) => at_ends(x, m::rint),
        Entry::Trunc(_) => at_ends(x, m::trunc),
        Entry::Fract(_) => {
            let whole = at_ends(x, m::trunc);
            if whole.is_point() { x - whole } else { by_sign(x, -1.0, 1.0).hull(Interval::from(0.0)) }
        }
        Entry::ToRadians(_) => x * Interval::of_constant(1f64.to_radians()),
        Entry::ToDegrees(_) => x * Interval::of_constant(1f64.to_degrees()),
        Entry::Erf(_) => rising(m::erf).within(-1.0, 1.0),
        Entry::Erfc(_) => rising(m::erfc).within(0.0, 2.0),
        Entry::NormalCdf(_) => {
            let z = -x * Interval::of_constant(core::f64::consts::FRAC_1_SQRT_2);
            let bounds = Interval::between(m::erfc(z.lower()), m::erfc(z.upper())).widened(UNITS);
            (bounds * Interval::from(0.5)).within(0.0, 1.0)
        }
        Entry::Sigmoid(_) => rising_by(x, sigmoid).within(0.0, 1.0),
        Entry::Log1pExp(_) => rising_by(x, softplus).within(0.0, all),
        Entry::Gamma(_) => special::gamma_like(x, m::tgamma, false),
        Entry::LnGamma(_) => special::gamma_like(x, m::lgamma, true),
        Entry::Polygamma(Polygamma(n)) => special::polygamma(n, x),
        Entry::BesselJ(j) => return special::bessel_j(j.0, x),
        Entry::BesselY(y) => return special::bessel_y(y.0, x),
        Entry::Stumpff(Stumpff(k)) => special::stumpff(k, x),
        Entry::SquaredAngle(_) => special::squared_angle(x),
        Entry::OneMinusSquare(_) => (Interval::from(1.0) - x) * (Interval::from(1.0) + x),
        Entry::SqrtSquareMinusOne(_) if inside(1.0, all) => {
            let root = |x: Interval| at_ends(x, m::sqrt).widened(1).within(0.0, all);
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
        Entry::TanhSlope(_) => even(a, |x| {
            let e = Interval::from(m::exp(-2.0 * x)).widened(UNITS).within(0.0, 1.0);
            let sum = Interval::from(1.0) + e;
            (Interval::from(4.0) * e / (sum * sum)).within(0.0, 1.0)
        }),
        Entry::SigmoidSlope(_) => even(a, |x| sigmoid(x) * sigmoid(-x)),
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
            let quotient = at_ends(a / b, m::trunc);
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

/// The values of a function that never falls at both ends.
pub(super) fn at_ends(x: Interval, f: fn(f64) -> f64) -> Interval {
    Interval::between(f(x.lower()), f(x.upper()))
}

/// A function that rises, by its enclosure at a point.
fn rising_by(x: Interval, f: fn(f64) -> Interval) -> Interval {
    f(x.lower()).hull(f(x.upper()))
}

/// A function with f(-x) = f(x) that rises or falls for x > 0, by its enclosure at a point.
fn even(x: Interval, f: impl Fn(f64) -> Interval) -> Interval {
    let x = x.abs();
    f(x.lower()).hull(f(x.upper()))
}

fn sigmoid(x: f64) -> Interval {
    let e = Interval::from(m::exp(-x.abs())).widened(UNITS).within(0.0, 1.0);
    let one = Interval::from(1.0);
    if x < 0.0 { e / (one + e) } else { one / (one + e) }
}

/// ln (1 + eˣ)
fn softplus(x: f64) -> Interval {
    let e = Interval::from(m::exp(-x.abs())).widened(UNITS).within(0.0, 1.0);
    let rest = Interval::between(m::log1p(e.lower()), m::log1p(e.upper())).widened(UNITS);
    if x > 0.0 { Interval::from(x) + rest } else { rest }
}

/// x / π, or x / π - ½. An integer k in it is a place where the cosine, or the sine, is (-1)ᵏ.
fn half_turns(x: Interval, shifted: bool) -> Interval {
    let turns = x / Interval::of_constant(core::f64::consts::PI);
    if shifted { turns - Interval::from(0.5) } else { turns }
}

/// The first and last integer in `x`: the last one is less if there is none. `None` if there may be many.
fn integers(x: Interval) -> Option<(i64, i64)> {
    let (first, last) = (m::ceil(x.lower()), m::floor(x.upper()));
    #[allow(clippy::cast_possible_truncation, reason = "they are small")]
    let bounds = (first as i64, last as i64);
    (first.abs() < 1e15 && last.abs() < 1e15 && last - first < 2.0).then_some(bounds)
}

/// The sine or cosine.
pub(super) fn wave(x: Interval, f: fn(f64) -> f64, shifted: bool) -> Interval {
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
    if b.lower() > 0.0 { at_ends(a / b, m::floor) } else { -at_ends(a / -b, m::floor) }
}
