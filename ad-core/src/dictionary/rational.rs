//! The field of rational numbers, in exact arithmetic.

use core::cmp::Ordering;
use core::fmt;

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, OrderedDict, RingDict, Shortcuts};

/// A fraction of 128-bit integers in lowest terms.
///
/// ```
/// use ad::{Exp, Rational, Rationals, exp};
///
/// #[exp]
/// fn tenth_more(x: f64) -> f64 {
///     x + 0.1
/// }
///
/// // A literal is exact.
/// assert_eq!(TenthMore.eval(Rationals, Rational::new(1, 5)), Rational::new(3, 10));
/// ```
pub type Rational = Ratio<i128>;

/// Exact fractions. If a result does not fit, the operation panics and names itself.
///
/// ```
/// use ad::{Exp, Rational, Rationals, forward, paper::{Var, pow}};
/// let half = Rational::new(1, 2);
/// assert_eq!(forward::diff(pow(3, Var)).eval(Rationals, half), Rational::new(3, 4));
/// ```
///
/// # Cost
///
/// Each operation needs a greatest common divisor of 128-bit integers, and no memory. Numerators and denominators grow with the
/// number of operations. So the dictionary is for short computations: proofs, tests, coefficients.
///
/// # Panics
///
/// Panics if a result does not fit into 128 bits, or if a number is divided by 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rationals;

impl Dict for Rationals {
    type V = Rational;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
    fn zero(self) -> Rational {
        Rational::ZERO
    }
    fn one(self) -> Rational {
        Rational::ONE
    }
    fn add(self, a: Rational, b: Rational) -> Rational {
        a.checked_add(&b).unwrap_or_else(|| overflow(a, "+", b))
    }
    fn mul(self, a: Rational, b: Rational) -> Rational {
        a.checked_mul(&b).unwrap_or_else(|| overflow(a, "×", b))
    }
    fn natural(self, n: u64) -> Rational {
        Rational::from(i128::from(n))
    }
    fn show(self, v: Rational, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The `Debug` form of a fraction is that of a struct.
        let format = if format == Format::Debug { Format::Display } else { format };
        format.print(&v, f)
    }
}

impl RingDict for Rationals {
    fn neg(self, a: Rational) -> Rational {
        self.sub(Rational::ZERO, a)
    }
    fn sub(self, a: Rational, b: Rational) -> Rational {
        a.checked_sub(&b).unwrap_or_else(|| overflow(a, "-", b))
    }
}

impl FieldDict for Rationals {
    /// # Panics
    ///
    /// Panics if `b` is 0.
    fn div(self, a: Rational, b: Rational) -> Rational {
        assert!(b != Rational::ZERO, "division by zero in rationals: {a} / 0");
        a.checked_div(&b).unwrap_or_else(|| overflow(a, "/", b))
    }

    fn decimal(self, literal: Decimal) -> Rational {
        let scale = 10i128.checked_pow(literal.exponent.unsigned_abs());
        let (Ok(digits), Some(scale)) = (i128::try_from(literal.digits), scale) else {
            panic!("the literal {literal} does not fit into a rational of 128-bit integers")
        };
        let (digits, scale) = (Rational::from(digits), Rational::from(scale));
        if literal.exponent < 0 { self.div(digits, scale) } else { self.mul(digits, scale) }
    }
}

impl OrderedDict for Rationals {
    fn eq(self, a: Rational, b: Rational) -> bool {
        a == b
    }
    fn partial_cmp(self, a: Rational, b: Rational) -> Option<Ordering> {
        Some(a.cmp(&b))
    }
}

#[cold]
fn overflow(a: Rational, operator: &str, b: Rational) -> Rational {
    panic!("overflow in rationals: {a} {operator} {b} does not fit into 128-bit integers")
}
