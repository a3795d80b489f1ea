//! The syntax tree. Names are resolved: a variable is a slot, a function has a number.

use ad::function::Entry;
use ad::numbers::Decimal;

use crate::operation::Operation;

/// A program: its functions, and its own body, a function of `x`.
#[derive(Debug)]
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) body: Function,
}

/// A function. Its first slots are the parameters.
#[derive(Debug, Default)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: usize,
    pub(crate) slots: usize,
    pub(crate) body: Block,
}

/// Statements, and the value of the last expression, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) value: Option<Box<Term>>,
}

#[derive(Debug)]
pub(crate) enum Statement {
    /// `let x = t;` or `x = t;`
    Set(usize, Term),
    While(Condition, Block),
    If(Condition, Block, Block),
    /// An expression whose value is not used.
    Term(Term),
}

/// An expression of the language.
#[derive(Debug)]
pub(crate) enum Term {
    Integer(u64),
    Decimal(Decimal),
    /// A real number close to this double.
    Rounded(f64),
    Variable(usize),
    Operation(Operation, Vec<Term>),
    /// A call of the function with this number.
    Call(usize, Vec<Term>),
    If(Box<Condition>, Block, Block),
    Block(Block),
}

#[derive(Debug)]
pub(crate) enum Condition {
    Relation(Relation, Term, Term),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// A comparison. The others exchange operands or negate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// a < b
    Less,
    /// a ≤ b
    AtMost,
    /// a = b
    Equal,
}

/// The functions of one number that the language knows.
pub(crate) const UNARY: &[(&str, Entry)] = {
    use ad::function::*;
    &[
        ("sqrt", Entry::Sqrt(Sqrt)),
        ("cbrt", Entry::Cbrt(Cbrt)),
        ("exp", Entry::Exponential(Exponential)),
        ("exp_m1", Entry::ExpM1(ExpM1)),
        ("ln", Entry::Ln(Ln)),
        ("ln_1p", Entry::Ln1p(Ln1p)),
        ("log2", Entry::Log2(Log2)),
        ("log10", Entry::Log10(Log10)),
        ("sin", Entry::Sin(Sin)),
        ("cos", Entry::Cos(Cos)),
        ("tan", Entry::Tan(Tan)),
        ("asin", Entry::Asin(Asin)),
        ("acos", Entry::Acos(Acos)),
        ("atan", Entry::Atan(Atan)),
        ("sinh", Entry::Sinh(Sinh)),
        ("cosh", Entry::Cosh(Cosh)),
        ("tanh", Entry::Tanh(Tanh)),
        ("recip", Entry::Recip(Recip)),
        ("abs", Entry::Abs(Abs)),
        ("signum", Entry::Signum(Signum)),
        ("floor", Entry::Floor(Floor)),
        ("ceil", Entry::Ceil(Ceil)),
        ("round", Entry::Round(Round)),
        ("erf", Entry::Erf(Erf)),
        ("gamma", Entry::Gamma(Gamma)),
        ("sigmoid", Entry::Sigmoid(Sigmoid)),
        ("normal_cdf", Entry::NormalCdf(NormalCdf)),
    ]
};

/// The functions of two numbers, besides `pow`.
pub(crate) const BINARY: &[(&str, Entry)] = {
    use ad::function::*;
    &[
        ("max", Entry::Max(Max)),
        ("min", Entry::Min(Min)),
        ("hypot", Entry::Hypot(Hypot)),
        ("atan2", Entry::Atan2(Atan2)),
    ]
};
