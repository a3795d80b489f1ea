//! Integers modulo a number that is known at run time.

use core::fmt;

use num_rational::Ratio;

use crate::number::print::Format;
use crate::{Dict, FieldDict, Ground, Rational, Rationals, RingDict, Shortcuts};

/// The ring ℤ/m; a field if m is prime.
///
/// Values are fractions, because a constant such as `0.5` may be made before the modulus is known. It is exact until it meets a
/// number modulo m. Results are whole numbers from 0 to m - 1.
///
/// ```
/// use ad::{Exp, Modular, forward, paper::{Var, pow}};
/// let z7 = Modular::new(7);
/// assert_eq!(forward::diff(pow(3, Var)).eval(z7, 5.into()), 5.into()); // 3·5² = 75 = 5 (mod 7)
/// ```
///
/// # Cost
///
/// A multiplication needs remainders of 128-bit integers, and costs about ten times as much as one of `f64`. A division needs
/// Euclid's algorithm. The dictionary is for proofs and tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modular {
    /// 0 while unbound.
    modulus: u64,
}

impl Modular {
    /// The integers modulo `m`. Modulo 1, all numbers are equal to 0.
    ///
    /// # Panics
    ///
    /// Panics if `m` is 0.
    pub fn new(m: u64) -> Self {
        assert!(m != 0, "there are no integers modulo 0: use `I64` or `Rationals` for ℤ");
        Modular { modulus: m }
    }

    /// The modulus, or `None` for the unbound handle.
    pub fn modulus(self) -> Option<u64> {
        (self.modulus != 0).then_some(self.modulus)
    }

    /// The representative of `a` from 0 to m - 1.
    fn reduce(self, a: Rational) -> i128 {
        let m = i128::from(self.modulus);
        let numerator = a.numer().rem_euclid(m);
        if *a.denom() == 1 { numerator } else { mul(numerator, self.inverse(*a.denom()), m) }
    }

    /// 1 / a.
    fn inverse(self, a: i128) -> i128 {
        // The extended Euclidean algorithm: each remainder is a·t modulo m.
        let m = i128::from(self.modulus);
        let (mut r, mut next_r) = (m, a.rem_euclid(m));
        let (mut t, mut next_t) = (0, 1);
        while next_r != 0 {
            let quotient = r / next_r;
            (r, next_r) = (next_r, r - quotient * next_r);
            (t, next_t) = (next_t, t - quotient * next_t);
        }
        assert!(r == 1, "division by zero modulo {m}: {a} has no inverse, because they share the factor {r}");
        t.rem_euclid(m)
    }

    /// An operation on residues if the modulus is known, and otherwise on rationals.
    fn operate(
        self,
        (a, b): (Rational, Rational),
        exactly: impl FnOnce(Rational, Rational) -> Rational,
        modulo: impl FnOnce(i128, i128, i128) -> i128,
    ) -> Rational {
        match self.modulus {
            0 => exactly(a, b),
            m => {
                let m = i128::from(m);
                Ratio::from(modulo(self.reduce(a), self.reduce(b), m).rem_euclid(m))
            }
        }
    }
}

/// a · b modulo m, for numbers below 2⁶⁴.
fn mul(a: i128, b: i128, m: i128) -> i128 {
    let product = a.unsigned_abs() * b.unsigned_abs() % m.unsigned_abs();
    i128::try_from(product).expect("a residue is below 2⁶⁴")
}

impl Dict for Modular {
    type V = Rational;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
    fn zero(self) -> Rational {
        self.natural(0)
    }
    fn one(self) -> Rational {
        self.natural(1)
    }
    fn add(self, a: Rational, b: Rational) -> Rational {
        self.operate((a, b), |a, b| Rationals.add(a, b), |a, b, _| a + b)
    }
    fn mul(self, a: Rational, b: Rational) -> Rational {
        self.operate((a, b), |a, b| Rationals.mul(a, b), mul)
    }
    fn natural(self, n: u64) -> Rational {
        self.adopt(Rationals.natural(n))
    }
    fn show(self, v: Rational, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Rationals.show(v, format, f)
    }
    /// # Panics
    ///
    /// Panics if a number modulo m meets one modulo another number.
    fn join(self, other: Self) -> Self {
        match (self.modulus, other.modulus) {
            (0, _) => other,
            (_, 0) => self,
            (m, n) => {
                assert!(m == n, "a number modulo {m} meets a number modulo {n}");
                self
            }
        }
    }
    fn adopt(self, a: Rational) -> Rational {
        if self.modulus == 0 { a } else { Ratio::from(self.reduce(a)) }
    }
}

impl RingDict for Modular {
    fn neg(self, a: Rational) -> Rational {
        self.sub(Rational::ZERO, a)
    }
    fn sub(self, a: Rational, b: Rational) -> Rational {
        self.operate((a, b), |a, b| Rationals.sub(a, b), |a, b, _| a - b)
    }
}

impl FieldDict for Modular {
    /// # Panics
    ///
    /// Panics if `b` has no inverse modulo m.
    fn div(self, a: Rational, b: Rational) -> Rational {
        self.operate((a, b), |a, b| Rationals.div(a, b), |a, b, m| mul(a, self.inverse(b), m))
    }
    fn decimal(self, literal: crate::Decimal) -> Rational {
        self.adopt(Rationals.decimal(literal))
    }
}
