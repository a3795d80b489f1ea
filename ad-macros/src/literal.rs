//! Lowers float literals. `1.0` is a natural number in every semiring. `0.1` is one tenth, exactly, in every field. Other
//! literals are rounded to the nearest double.

use crate::class::Class;
use crate::exchange;
use crate::lowered::{Constant, integer};
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprLit, ExprUnary, Lit, LitFloat, Token, UnOp};

/// The digits of a literal that is a number, without its suffix: `1.0`, `2f64`, but not `1` and not `1f32`.
pub(crate) fn float(lit: &Lit) -> Option<String> {
    match lit {
        Lit::Float(lit) if matches!(lit.suffix(), "" | "f64") => Some(lit.base10_digits().to_owned()),
        Lit::Int(lit) if lit.suffix() == "f64" => Some(lit.base10_digits().to_owned()),
        _ => None,
    }
}

/// Lowers a literal with the digits `text`, and returns the class that contains it.
///
/// ```text
/// // Input:  1.0      0.1      3.14159265358979323846264338327950288419716939937510582097494
/// // Output: ::ad::__private::natural::<N>(1)
/// //                  ::ad::__private::decimal::<N>(1, -1, 0.1)
/// //                           ::ad::__private::constant::<N>(3.14159265358979323846264338327950288419716939937510582097494)
/// ```
pub(crate) fn lower(lit: &Lit, text: &str, number: Option<Ident>, numbers: &Numbers) -> (Expr, Class) {
    let span = lit.span();
    let literal = || {
        let lit = if exchange::is_over_singles(&numbers.root) { nearest(text, span) } else { lit.clone() };
        Expr::Lit(ExprLit { attrs: Vec::new(), lit })
    };
    match Decimal::parse(text) {
        Some(Decimal { digits, exponent }) => {
            if let Some(natural) = natural(digits, exponent) {
                (Constant::Natural.of([integer(natural, span)], number, span, numbers), Class::Semiring)
            } else {
                let mut power = integer(exponent.unsigned_abs(), span);
                if exponent < 0 {
                    power = negated(power, span);
                }
                let arguments = [integer(digits, span), power, literal()];
                (Constant::Decimal.of(arguments, number, span, numbers), Class::Field)
            }
        }
        None => (Constant::Float.of([literal()], number, span, numbers), Class::Real),
    }
}

/// A literal as a double whose nearest `f32` is that of the literal. The nearest double of few literals is halfway between two of them.
fn nearest(text: &str, span: Span) -> Lit {
    let (double, single) = (text.parse::<f64>().unwrap_or_default(), text.parse::<f32>().unwrap_or_default());
    #[allow(clippy::cast_possible_truncation, reason = "this is the rounding in question")]
    let same = (double as f32).to_bits() == single.to_bits();
    let digits = if same { text.to_owned() } else { f64::from(single).to_string() };
    let point = if digits.contains(['.', 'e', 'E']) { "" } else { ".0" };
    Lit::Float(LitFloat::new(&format!("{digits}{point}"), span))
}

/// Lowers the negative of a literal, if it is a nonzero whole number. The negative may fit where the magnitude does not.
///
/// ```text
/// // Input:  -1.0
/// // Output: ::ad::__private::integer::<N>(-1)
/// ```
pub(crate) fn negative(text: &str, span: Span, number: Option<Ident>, numbers: &Numbers) -> Option<Expr> {
    let Decimal { digits, exponent } = Decimal::parse(text)?;
    let magnitude = natural(digits, exponent).filter(|n| (1..=i64::MIN.unsigned_abs()).contains(n))?;
    Some(Constant::Integer.of([negated(integer(magnitude, span), span)], number, span, numbers))
}

fn negated(expr: Expr, span: Span) -> Expr {
    Expr::Unary(ExprUnary { attrs: Vec::new(), op: UnOp::Neg(Token![-](span)), expr: Box::new(expr) })
}

/// digits · 10^exponent, with as few digits as possible.
#[derive(Debug, PartialEq)]
struct Decimal {
    digits: u128,
    exponent: i32,
}

impl Decimal {
    /// Reads `12.50e-3` as 125 · 10⁻⁴. `None` if the digits do not fit.
    fn parse(text: &str) -> Option<Decimal> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut exponent: i32 = exponent.parse().ok()?;
        exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let all = format!("{whole}{fraction}");
        let short = all.trim_end_matches('0');
        if short.trim_start_matches('0').is_empty() {
            return Some(Decimal { digits: 0, exponent: 0 });
        }
        exponent = exponent.checked_add(i32::try_from(all.len() - short.len()).ok()?)?;
        Some(Decimal { digits: short.parse().ok()?, exponent })
    }
}

/// The integer digits · 10^exponent, if both `u64` and `f64` contain it.
fn natural(digits: u128, exponent: i32) -> Option<u64> {
    let scale = 10_u128.checked_pow(u32::try_from(exponent).ok()?)?;
    let natural = u64::try_from(digits.checked_mul(scale)?).ok()?;
    let trailing = natural.trailing_zeros().min(63);
    ((natural >> trailing) < 1 << f64::MANTISSA_DIGITS).then_some(natural)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Option<(u128, i32)> {
        Decimal::parse(text).map(|d| (d.digits, d.exponent))
    }

    #[test]
    fn every_notation_has_one_normal_form() {
        for text in ["12.5", "12.50", "1.25e1", "125e-1", "0.125E2", "0012.5"] {
            assert_eq!(decimal(text), Some((125, -1)), "{text}");
        }
        assert_eq!(decimal("0.000"), Some((0, 0)));
        assert_eq!(decimal("1."), Some((1, 0)));
        assert_eq!(decimal("1e3"), Some((1, 3)));
    }

    #[test]
    fn digits_beyond_u128_and_exponents_beyond_i32_are_none() {
        assert_eq!(decimal("3.14159265358979323846264338327950288419716939937510"), None);
        assert_eq!(decimal("1e99999999999"), None);
    }

    #[test]
    fn naturals_are_those_that_f64_holds_exactly() {
        assert_eq!(natural(1, 3), Some(1000));
        assert_eq!(natural(0, 0), Some(0));
        assert_eq!(natural(9_007_199_254_740_993, 0), None);
        assert_eq!(natural(1, 19), Some(10_000_000_000_000_000_000));
        assert_eq!(natural(1, 20), None);
        assert_eq!(natural(1, -1), None);
    }
}
