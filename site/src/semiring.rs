//! Expressions that add and multiply only, as [`ad::paper::Expression`]: over any commutative semiring.
//!
//! Derivatives of such expressions are among them. Numbers that do not depend on `x` are computed as fractions, and compared. A counter of a loop is such a number.

use std::cell::RefCell;
use std::cmp::Ordering;

use ad::function::{Entry, Question};
use ad::generic::Signature;
use ad::numbers::{Dict, FieldDict, Rational, Rationals};
use ad::{Exp, Num};

use crate::budget;
use crate::expression::Expression;
use crate::language::Relation;
use crate::numbers::{Erased, Numbers};
use crate::operation::Operation;

/// `e` as the paper's expression. Its evaluation is stopped at an operation that a semiring does not have.
pub fn expression(e: Expression) -> ad::paper::Expression {
    ad::paper::Expression::new(Polynomial(e))
}

/// The exact value of `e` at `x`. Its evaluation is stopped at an operation that fractions do not have.
pub fn fraction(e: &Expression, x: Rational) -> Rational {
    let numbers = Semiring { dict: Rationals, nodes: RefCell::new(vec![Node::Plain(x)]) };
    let y = e.under(&numbers, Erased::default());
    numbers.plain(y).unwrap_or(x)
}

struct Polynomial(Expression);

impl Signature for Polynomial {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Polynomial {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let dict = dict.join(x.dict());
        let numbers = Semiring { dict, nodes: RefCell::new(vec![Node::Value(x.value_under(dict))]) };
        let Erased(y) = self.0.under(&numbers, Erased::default());
        let y = numbers.nodes.borrow()[y];
        Num::new(dict, numbers.value(y))
    }
}

#[derive(Clone, Copy)]
enum Node<V> {
    /// A number that does not depend on `x`.
    Plain(Rational),
    Value(V),
}

struct Semiring<D: Dict> {
    dict: D,
    nodes: RefCell<Vec<Node<D::V>>>,
}

impl<D: Dict> Semiring<D> {
    fn value(&self, node: Node<D::V>) -> D::V {
        match node {
            Node::Value(v) => v,
            Node::Plain(c) => {
                let natural = u64::try_from(*c.numer()).ok().filter(|_| c.is_integer());
                if natural.is_none() {
                    budget::stop(&format!("{c} is no natural number"));
                }
                self.dict.natural(natural.unwrap_or(0))
            }
        }
    }

    fn plain(&self, Erased(i): Erased) -> Option<Rational> {
        match self.nodes.borrow()[i] {
            Node::Plain(c) => Some(c),
            Node::Value(_) => None,
        }
    }
}

impl<D: Dict> Numbers for Semiring<D> {
    fn perform(&self, operation: Operation, operands: &[Erased]) -> Erased {
        if !budget::spend() {
            return Erased::default();
        }
        let plain: Option<Vec<Rational>> = operands.iter().map(|a| self.plain(*a)).collect();
        let node = if let Some(operands) = plain {
            computed(operation, &operands).map(Node::Plain)
        } else {
            let value = |i: usize| {
                let node = self.nodes.borrow()[operands[i].0];
                self.value(node)
            };
            match operation {
                Operation::Add => Ok(Node::Value(self.dict.add(value(0), value(1)))),
                Operation::Mul => Ok(Node::Value(self.dict.mul(value(0), value(1)))),
                Operation::Function(Entry::Powi(f)) if f.0 >= 0 => {
                    Ok(Node::Value(self.dict.power(value(0), f.0.unsigned_abs())))
                }
                _ => Err("the program does more than add and multiply"),
            }
        };
        let node = match node {
            Ok(node) => node,
            Err(words) => {
                budget::stop(words);
                return Erased::default();
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        Erased(nodes.len() - 1)
    }

    fn holds(&self, relation: Relation, a: Erased, b: Erased) -> bool {
        let Some(order) = self.order_of(a, b) else { return false };
        match relation {
            Relation::Less => order.is_lt(),
            Relation::AtMost => order.is_le(),
            Relation::Equal => order.is_eq(),
        }
    }

    fn order_of(&self, a: Erased, b: Erased) -> Option<Ordering> {
        let (Some(a), Some(b)) = (self.plain(a), self.plain(b)) else {
            budget::stop("the program compares numbers that depend on `x`");
            return None;
        };
        Some(a.cmp(&b))
    }

    fn primal(&self, _: Erased) -> Option<f64> {
        None
    }
    fn answer(&self, _: Erased, _: &dyn Fn(f64) -> u64) -> Option<u64> {
        None
    }
    fn inspect(&self, _: &[Erased], _: Question) -> Option<u64> {
        None
    }
    fn vary(&self, varies: bool) -> bool {
        varies
    }
    fn order(&self) -> usize {
        0
    }
}

/// Up to here, doubles are integers without gaps.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// An operation on fractions with few digits.
#[allow(clippy::cast_possible_truncation, reason = "it is a whole number that fits")]
fn computed(operation: Operation, operands: &[Rational]) -> Result<Rational, &'static str> {
    let result = match (operation, operands) {
        (Operation::Natural(n), []) => Rationals.natural(n),
        (Operation::Decimal(d), []) => Rationals.decimal(d),
        (Operation::Constant(c), []) if c.fract() == 0.0 && c.abs() < LARGEST => Rational::from(c as i128),
        (Operation::Add, [a, b]) => a + b,
        (Operation::Sub, [a, b]) => a - b,
        (Operation::Mul, [a, b]) => a * b,
        (Operation::Div, [_, b]) if *b == Rational::ZERO => return Err("a fraction is divided by 0"),
        (Operation::Div, [a, b]) => a / b,
        (Operation::Neg, [a]) => -a,
        (Operation::Function(f), [a]) => match f {
            Entry::Floor(_) => a.floor(),
            Entry::Ceil(_) => a.ceil(),
            Entry::Round(_) => a.round(),
            Entry::Abs(_) => Rational::new(a.numer().abs(), *a.denom()),
            Entry::Powi(f) if f.0 >= 0 => return power(*a, f.0.unsigned_abs()),
            _ => return Err("the program has a function without fractions"),
        },
        (Operation::Function(Entry::Rem(_)), [a, b]) if *b != Rational::ZERO => a % b,
        _ => return Err("the program has numbers that are no fractions"),
    };
    let is_short = result.numer().unsigned_abs() < 1 << 62 && *result.denom() < 1 << 62;
    if is_short { Ok(result) } else { Err("a fraction has more digits than fit") }
}

/// aⁿ, as long as it is short.
fn power(a: Rational, n: u32) -> Result<Rational, &'static str> {
    // A long power ends at the first product that is long, unless a is 0 or ±1.
    let n = if a.denom() == &1 && a.numer().abs() <= 1 { n % 2 + 2 * u32::from(n > 1) } else { n };
    (0..n).try_fold(Rational::ONE, |power, _| computed(Operation::Mul, &[power, a]))
}
