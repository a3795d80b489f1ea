//! What derivative rules ask about the doubles beneath their operands.

use super::kinks::{side_of_choice, side_of_clamp};

/// A question of [`Real::inspect`](crate::Real::inspect): 1 is yes, 0 is no, and a side of a kink has its number.
///
/// It is data, so that a record of a computation can ask it again at other numbers.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// x = 0
    IsZero,
    /// x > 0
    IsPositive,
    /// x ≥ 0
    IsNotNegative,
    /// x ≥ -1
    IsAtLeastMinusOne,
    /// |x| ≤ 1
    IsWithinOne,
    /// x is NaN.
    IsNan,
    /// x is ∞ or -∞.
    IsInfinite,
    /// x is neither 0, subnormal, infinite nor NaN.
    IsNormal,
    /// The side of the first number in its maximum with the second one.
    Max,
    /// The same for the minimum.
    Min,
    /// The side of the first number in the interval between the other two.
    Clamp,
}

impl Question {
    /// The answer for these doubles, of which there are as many as the question is about.
    #[allow(clippy::inline_always, reason = "one question remains of the match")]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ask<const K: usize>(self, x: [f64; K]) -> u64 {
        use Question::{
            Clamp, IsAtLeastMinusOne, IsInfinite, IsNan, IsNormal, IsNotNegative, IsPositive, IsWithinOne,
            IsZero, Max, Min,
        };
        match (self, &x[..]) {
            (IsZero, &[x]) => (x == 0.0).into(),
            (IsPositive, &[x]) => (x > 0.0).into(),
            (IsNotNegative, &[x]) => (x >= 0.0).into(),
            (IsAtLeastMinusOne, &[x]) => (x >= -1.0).into(),
            (IsWithinOne, &[x]) => (x.abs() <= 1.0).into(),
            (IsNan, &[x]) => x.is_nan().into(),
            (IsInfinite, &[x]) => x.is_infinite().into(),
            (IsNormal, &[x]) => x.is_normal().into(),
            (Max, &[a, b]) => side_of_choice(f64::gt, a, b),
            (Min, &[a, b]) => side_of_choice(f64::lt, a, b),
            (Clamp, &[x, low, high]) => side_of_clamp(x, low, high),
            _ => unreachable!("{self:?} is about another number of operands than {K}"),
        }
    }
}
