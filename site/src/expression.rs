//! An expression whose type does not show how it was made, over real numbers with an order.
//!
//! [`ad::paper::Expression`] is the paper's: it adds and multiplies. This one also divides, has functions and compares. Both are
//! evaluated under a number system behind a pointer.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

use ad::function::{Function, Question};
use ad::generic::Signature;
use ad::numbers::{Decimal, Dict, Ground, FieldDict, OrderedDict, RealDict, RingDict};
use ad::{Exp, F64, Num};

use crate::language::{Program, Relation};
use crate::numbers::{Direct, Erased, Numbers};
use crate::operation::Operation;

/// Any expression of one real number, as one type.
#[derive(Clone)]
pub struct Expression(Rc<dyn Fn(&dyn Numbers, Erased) -> Erased>);

impl Expression {
    /// The expression `e`, without its type.
    pub fn new<E>(e: E) -> Self
    where
        E: for<'r> Exp<Record<'r>> + Signature<In = f64, Out = f64> + 'static,
    {
        Expression(Rc::new(move |numbers, x| {
            let record = Record(Some(numbers));
            record.concrete(e.eval(record, Value::Of(x)))
        }))
    }

    /// The expression of an algorithm on number systems.
    pub(crate) fn of(algorithm: impl Fn(&dyn Numbers, Erased) -> Erased + 'static) -> Self {
        Expression(Rc::new(algorithm))
    }

    /// The expression of a program.
    pub fn of_program(program: Rc<Program>) -> Self {
        Expression::of(move |numbers, x| program.run(numbers, x))
    }

    pub(crate) fn under(&self, numbers: &dyn Numbers, x: Erased) -> Erased {
        (self.0)(numbers, x)
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expression").finish_non_exhaustive()
    }
}

impl Signature for Expression {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict + OrderedDict> Exp<D> for Expression {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let dict = dict.join(x.dict());
        let direct = Direct::new(dict, x.value_under(dict));
        let y = self.under(&direct, Erased::default());
        Num::new(dict, direct.value(y))
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The dictionary of a number system behind a pointer.
#[derive(Clone, Copy, Default)]
pub struct Record<'r>(pub(crate) Option<&'r dyn Numbers>);

/// A value of a [`Record`], or a constant that has not met one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A constant: an operation without operands.
    Literal(Operation),
    /// A value.
    Of(Erased),
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Record").field(&self.0.is_some()).finish()
    }
}

impl Record<'_> {
    /// The value. The record makes the value of a constant.
    pub(crate) fn concrete(self, a: Value) -> Erased {
        match (a, self.0) {
            (Value::Of(a), _) => a,
            (Value::Literal(literal), Some(numbers)) => numbers.perform(literal, &[]),
            (Value::Literal(_), None) => panic!("a constant has met no number system"),
        }
    }

    /// An operation of the record, or of floats if there is no record yet.
    fn perform<const K: usize>(self, operation: Operation, operands: [Value; K]) -> Value {
        match self.0 {
            Some(numbers) => Value::Of(numbers.perform(operation, &operands.map(|a| self.concrete(a)))),
            None if K == 0 => Value::Literal(operation),
            None => Value::Literal(Operation::Constant(operation.under(F64, &operands.map(double)))),
        }
    }

    fn numbers(&self) -> &dyn Numbers {
        self.0.expect("a value belongs to a number system")
    }
}

/// The double of a constant that has met no record.
fn double(a: Value) -> f64 {
    match a {
        Value::Literal(literal) => literal.under(F64, &[]),
        Value::Of(_) => unreachable!("a value belongs to a number system"),
    }
}

impl Dict for Record<'_> {
    type V = Value;
    type Level = Ground;
    fn zero(self) -> Value {
        self.natural(0)
    }
    fn one(self) -> Value {
        self.natural(1)
    }
    fn natural(self, n: u64) -> Value {
        self.perform(Operation::Natural(n), [])
    }
    fn add(self, a: Value, b: Value) -> Value {
        self.perform(Operation::Add, [a, b])
    }
    fn mul(self, a: Value, b: Value) -> Value {
        self.perform(Operation::Mul, [a, b])
    }
    fn join(self, other: Self) -> Self {
        Record(self.0.or(other.0))
    }
    fn adopt(self, value: Value) -> Value {
        if self.0.is_some() { Value::Of(self.concrete(value)) } else { value }
    }
    fn vary(self, varies: bool) -> bool {
        self.0.map_or(varies, |numbers| numbers.vary(varies))
    }
}

impl RingDict for Record<'_> {
    fn neg(self, a: Value) -> Value {
        self.perform(Operation::Neg, [a])
    }
    fn sub(self, a: Value, b: Value) -> Value {
        self.perform(Operation::Sub, [a, b])
    }
}

impl FieldDict for Record<'_> {
    fn div(self, a: Value, b: Value) -> Value {
        self.perform(Operation::Div, [a, b])
    }
    fn decimal(self, literal: Decimal) -> Value {
        self.perform(Operation::Decimal(literal), [])
    }
}

impl RealDict for Record<'_> {
    fn constant(self, c: f64) -> Value {
        self.perform(Operation::Constant(c), [])
    }
    fn rounded(self, c: f64) -> Value {
        self.perform(Operation::Rounded(c), [])
    }
    /// # Panics
    ///
    /// Panics if the function is not in the table.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Value; K]) -> Value {
        let entry = f.entry().unwrap_or_else(|| panic!("the function `{}` is not in the table", f.name()));
        self.perform(Operation::Function(entry), x)
    }
    fn primal(self, a: Value) -> Option<f64> {
        match self.0 {
            Some(numbers) => numbers.primal(self.concrete(a)),
            None => Some(double(a)),
        }
    }
    fn answer(self, a: Value, question: impl Fn(f64) -> u64) -> Option<u64> {
        match self.0 {
            Some(numbers) => numbers.answer(self.concrete(a), &question),
            None => Some(question(double(a))),
        }
    }
    fn inspect<const K: usize>(self, x: [Value; K], question: Question) -> Option<u64> {
        match self.0 {
            Some(numbers) => numbers.inspect(&x.map(|a| self.concrete(a)), question),
            None => Some(question.ask(x.map(double))),
        }
    }
    fn order(self) -> usize {
        self.0.map_or(0, Numbers::order)
    }
}

impl OrderedDict for Record<'_> {
    fn eq(self, a: Value, b: Value) -> bool {
        self.numbers().holds(Relation::Equal, self.concrete(a), self.concrete(b))
    }
    fn partial_cmp(self, a: Value, b: Value) -> Option<Ordering> {
        self.numbers().order_of(self.concrete(a), self.concrete(b))
    }
    fn lt(self, a: Value, b: Value) -> bool {
        self.numbers().holds(Relation::Less, self.concrete(a), self.concrete(b))
    }
    fn le(self, a: Value, b: Value) -> bool {
        self.numbers().holds(Relation::AtMost, self.concrete(a), self.concrete(b))
    }
}
