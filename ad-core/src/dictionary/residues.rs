//! Residues modulo a large prime, with random values for elementary functions: exact arithmetic for tests.

use core::any::type_name;
use core::fmt;

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{self, Entry, Function};
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, RealDict, RingDict, Shortcuts, Untouched};

/// 2⁶¹ - 1, a prime.
const P: u64 = (1 << 61) - 1;

/// The field of the integers modulo 2⁶¹ - 1, in which [`testing::check`](crate::testing::check) compares derivatives.
///
/// Two formulas for one rational function agree exactly. Two rational functions of degree d that differ have the same residue at
/// a random point with probability d·2⁻⁶¹ at most (J. T. Schwartz, *Fast probabilistic algorithms for verification of polynomial
/// identities*, JACM 27, 1980).
///
/// * A double is a fraction whose denominator is a power of two, so it has a residue. That of ∞ is fixed at random, and that of NaN
///   is 1.
/// * The quotient by 0 is the product with a residue that is fixed at random.
/// * A power with an integer exponent, a reciprocal and other rational functions are exact. Other elementary functions have a
///   residue that is fixed at random for each function and argument.
/// * A power whose exponent is not an integer needs the double of its exponent. Where the base is 0 or infinite, or the exponent is beyond
///   2³¹, second derivatives depend on their order. There the power is unknown, and so is all that depends on it.
/// * A number that was computed in floats alone, as the solution of a linear system, is unknown where its derivatives are computed.
/// * In a [`Product`](crate::Product), `max`, `abs`, `floor` and the like follow the decision of the leading number system.
///
/// ```
/// use ad::numbers::{Residue, Residues};
/// use ad::prelude::*;
///
/// #[exp]
/// fn quotient(x: f64) -> f64 {
///     (x * x - 0.01) / (x + 0.1)
/// }
///
/// let x = Residue::new(12_345);
/// let derivative = forward::diff(Quotient).eval(Residues, x);
/// assert_eq!(derivative, Residue::new(1)); // (x² - 0.1²) / (x + 0.1) is x - 0.1
/// ```
///
/// # Cost
///
/// A product needs one 128-bit multiplication, a quotient about 120 of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residues;

/// An integer modulo 2⁶¹ - 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residue(u64);

impl Residue {
    /// The residue of `n`.
    #[must_use]
    pub const fn new(n: u64) -> Residue {
        Residue(n % P)
    }

    /// The representative from 0 to 2⁶¹ - 2, or 2⁶¹ if it is unknown.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    const ZERO: Residue = Residue(0);
    const ONE: Residue = Residue(1);
    /// An empty adjoint. As a summand it is 0, and no sum is it.
    const UNTOUCHED: Residue = Residue(P);

    /// Of a power at its edge, and of a number that was computed in floats alone. All results are unknown too.
    const UNKNOWN: Residue = Residue(P + 1);

    /// Whether its number is known.
    pub(crate) const fn is_known(self) -> bool {
        self.0 <= P
    }

    fn plus(self, other: Residue) -> Residue {
        if !self.is_known() || !other.is_known() {
            return Residue::UNKNOWN;
        }
        let sum = self.0 + other.0;
        Residue(if sum >= P { sum - P } else { sum })
    }

    fn negated(self) -> Residue {
        match self.0 {
            0 => self,
            _ if !self.is_known() => self,
            n => Residue(P - n),
        }
    }

    /// By 2⁶¹ = 1.
    #[allow(clippy::cast_possible_truncation, reason = "both halves are below 2⁶¹")]
    fn times(self, other: Residue) -> Residue {
        if !self.is_known() || !other.is_known() {
            return Residue::UNKNOWN;
        }
        let product = u128::from(self.0) * u128::from(other.0);
        Residue(product as u64 & P).plus(Residue((product >> 61) as u64))
    }

    fn power(self, mut exponent: u64) -> Residue {
        let (mut power, mut result) = (self, Residue::ONE);
        while exponent != 0 {
            if exponent % 2 == 1 {
                result = result.times(power);
            }
            power = power.times(power);
            exponent /= 2;
        }
        result
    }

    /// By Fermat's theorem. That of 0 is fixed at random.
    fn inverse(self) -> Residue {
        if self.0 == 0 { Mixer::of("1 / 0").residue() } else { self.power(P - 2) }
    }

    fn powi(self, n: i32) -> Residue {
        let power = self.power(n.unsigned_abs().into());
        if n < 0 { power.inverse() } else { power }
    }

    /// The residue of a double.
    fn of(c: f64) -> Residue {
        // Outside of the domain of a function, a rule multiplies the derivative by NaN. So the factor 1 compares it as well.
        if c.is_nan() {
            return Residue::ONE;
        }
        if c.is_infinite() {
            let symbol = Mixer::of("∞").residue();
            return if c < 0.0 { symbol.negated() } else { symbol };
        }
        let bits = c.to_bits();
        let (fraction, exponent) = (bits & ((1 << 52) - 1), bits >> 52 & 0x7ff);
        let (mantissa, exponent) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << 52, exponent) };
        // The double is mantissa · 2^(exponent - 1075), and 1075 = 61 · 18 - 23.
        let magnitude = Residue(mantissa).times(Residue(1 << ((exponent + 23) % 61)));
        if c < 0.0 { magnitude.negated() } else { magnitude }
    }
}

impl fmt::Display for Residue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Mixes names and numbers to a residue: `splitmix64`, by S. Vigna.
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) fn of(name: &str) -> Self {
        let mut mixer = Mixer(0);
        name.bytes().for_each(|byte| mixer.mix(byte.into()));
        mixer
    }

    pub(crate) fn mix(&mut self, n: u64) {
        let mut z = (self.0 ^ n).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = z ^ z >> 31;
    }

    pub(crate) fn residue(&self) -> Residue {
        Residue::new(self.0)
    }
}

impl Dict for Residues {
    type V = Residue;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        untouched: Some(Untouched {
            value: Residue::UNTOUCHED,
            is: |v| v == Residue::UNTOUCHED,
            accumulate: |_, sum, term| sum.plus(term),
        }),
        negate: Some(Residue::negated),
        is_unit: |_, v| v == Residue::ONE,
        ..Shortcuts::EXACT
    };
    fn zero(self) -> Residue {
        Residue::ZERO
    }
    fn one(self) -> Residue {
        Residue::ONE
    }
    fn add(self, a: Residue, b: Residue) -> Residue {
        a.plus(b)
    }
    fn mul(self, a: Residue, b: Residue) -> Residue {
        a.times(b)
    }
    fn natural(self, n: u64) -> Residue {
        Residue::new(n)
    }
    fn show(self, v: Residue, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        format.print(&v.0, f)
    }
}

impl RingDict for Residues {
    fn neg(self, a: Residue) -> Residue {
        a.negated()
    }
}

impl FieldDict for Residues {
    fn div(self, a: Residue, b: Residue) -> Residue {
        a.times(b.inverse())
    }
    fn decimal(self, literal: Decimal) -> Residue {
        #[allow(clippy::cast_possible_truncation, reason = "a remainder by a 64-bit number")]
        let digits = Residue((literal.digits % u128::from(P)) as u64);
        digits.times(Residue(10).powi(literal.exponent))
    }
}

impl RealDict for Residues {
    fn constant(self, c: f64) -> Residue {
        Residue::of(c)
    }
    fn inferred(self, _: f64) -> Residue {
        Residue::UNKNOWN
    }

    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Residue; K]) -> Residue {
        if !x.iter().all(|x| x.is_known()) {
            return Residue::UNKNOWN;
        }
        if let Some(y) = f.entry().and_then(|entry| rational(entry, &x)) {
            return y;
        }
        let mut mixer = Mixer::of(type_name::<F>());
        f.name().bytes().for_each(|byte| mixer.mix(byte.into()));
        x.iter().for_each(|x| mixer.mix(x.0));
        mixer.residue()
    }

    fn follow<F: Function<K>, const K: usize>(self, f: F, x: [Residue; K], leaders: [f64; K]) -> Residue {
        match (f.entry(), x.as_slice(), leaders.as_slice()) {
            (Some(Entry::Powf(_)), [a, b], [base, exponent]) => powf(*a, *b, *base, *exponent),
            _ => self.function(f, x),
        }
    }

    #[cfg(all(feature = "std", feature = "testing"))]
    fn meet<F: Function<K>, const K: usize>(self, f: F, x: [f64; K], y: f64) {
        crate::testing::rules::met(f, x, y);
    }

    fn primal(self, _: Residue) -> Option<f64> {
        None
    }

    fn order(self) -> usize {
        0
    }
}

/// The rational functions of the table.
fn rational(entry: Entry, x: &[Residue]) -> Option<Residue> {
    Some(match (entry, x) {
        (Entry::Recip(_), [x]) => x.inverse(),
        (Entry::Powi(function::Powi(n)), [x]) => x.powi(n),
        (Entry::MulAdd(_), [a, b, c]) => a.times(*b).plus(*c),
        (Entry::Midpoint(_), [a, b]) => a.plus(*b).times(Residue(2).inverse()),
        // The derivatives of both orders of `hypot` are equal because it is symmetric.
        (Entry::Hypot(_), [a, b]) => {
            let mut mixer = Mixer::of("hypot");
            mixer.mix(a.times(*a).plus(b.times(*b)).0);
            mixer.residue()
        }
        (Entry::OneMinusSquare(_), [x]) => Residue::ONE.plus(x.times(*x).negated()),
        (Entry::TanhSlope(_), [_, y]) => Residue::ONE.plus(y.times(*y).negated()),
        (Entry::SigmoidSlope(_), [_, y]) => y.times(Residue::ONE.plus(y.negated())),
        (Entry::ToRadians(_), [x]) => x.times(Residue::of(1f64.to_radians())),
        (Entry::ToDegrees(_), [x]) => x.times(Residue::of(1f64.to_degrees())),
        _ => return None,
    })
}

/// aᵇ, so that it is a · aᵇ⁻¹. Without this identity, the second derivatives by a and b would depend on their order.
#[allow(clippy::cast_possible_truncation, reason = "an exponent outside of the range is the nearest in it")]
fn powf(a: Residue, b: Residue, base: f64, exponent: f64) -> Residue {
    let at_an_edge = base == 0.0 || base.is_infinite() || exponent.abs() > f64::from(i32::MAX);
    if at_an_edge || !a.is_known() || !b.is_known() {
        return Residue::UNKNOWN;
    }
    let n = (exponent + 0.5).floor();
    let mut mixer = Mixer::of("powf");
    mixer.mix(a.0);
    mixer.mix(b.plus(Residue::of(n).negated()).0);
    a.powi(n as i32).times(mixer.residue())
}
