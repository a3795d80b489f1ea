//! The operations of number systems, as data.

use ad::Num;
use ad::function::Entry;
use ad::numbers::{Decimal, RealDict};

/// One operation of a [`RealDict`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// A natural number.
    Natural(u64),
    /// A decimal literal.
    Decimal(Decimal),
    /// A double, exactly.
    Constant(f64),
    /// A real number close to a double, such as π.
    Rounded(f64),
    /// a + b
    Add,
    /// a - b
    Sub,
    /// a × b
    Mul,
    /// a / b
    Div,
    /// -a
    Neg,
    /// An elementary function.
    Function(Entry),
}

impl Operation {
    /// The operation of `dict` on these operands.
    ///
    /// # Panics
    ///
    /// Panics if the number of operands is not that of the operation.
    pub fn under<D: RealDict>(self, dict: D, operands: &[D::V]) -> D::V {
        match (self, operands) {
            (Operation::Natural(n), []) => dict.natural(n),
            (Operation::Decimal(d), []) => dict.decimal(d),
            (Operation::Constant(c), []) => dict.constant(c),
            (Operation::Rounded(c), []) => dict.rounded(c),
            (Operation::Add, &[a, b]) => dict.add(a, b),
            (Operation::Sub, &[a, b]) => dict.sub(a, b),
            (Operation::Mul, &[a, b]) => dict.mul(a, b),
            (Operation::Div, &[a, b]) => dict.div(a, b),
            (Operation::Neg, &[a]) => dict.neg(a),
            (Operation::Function(f), operands) => f.of(|i| Num::new(dict, operands[i])).value_under(dict),
            _ => panic!("{self:?} has another number of operands than {}", operands.len()),
        }
    }
}
