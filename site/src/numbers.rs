//! A number system behind a pointer: its operations on values that the caller does not know.

use std::cell::RefCell;
use std::cmp::Ordering;

use ad::function::Question;
use ad::numbers::{OrderedDict, RealDict};

use crate::budget;
use crate::language::Relation;
use crate::operation::Operation;

/// A value of an unknown number system. The default is the argument of the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased(pub(crate) usize);

/// The operations of a number system, as an object: the paper's `dict` with division, functions and comparisons.
///
/// If the evaluation is [stopped](crate::budget), each returns at once.
pub trait Numbers {
    /// Performs an operation.
    fn perform(&self, operation: Operation, operands: &[Erased]) -> Erased;
    /// A comparison of primals.
    fn holds(&self, relation: Relation, a: Erased, b: Erased) -> bool;
    /// The order of primals.
    fn order_of(&self, a: Erased, b: Erased) -> Option<Ordering>;
    /// See [`RealDict::primal`].
    fn primal(&self, a: Erased) -> Option<f64>;
    /// See [`RealDict::answer`].
    fn answer(&self, a: Erased, question: &dyn Fn(f64) -> u64) -> Option<u64>;
    /// The answer to a question of a derivative rule.
    fn inspect(&self, operands: &[Erased], question: Question) -> Option<u64>;
    /// See [`ad::Dict`]: whether the next comparisons and functions are those of numbers that vary.
    fn vary(&self, varies: bool) -> bool;
    /// The order of the derivatives.
    fn order(&self) -> usize;
    /// The next operation is that of a step. A picture gives its value a name.
    fn begin_step(&self) {}
}

/// The number system of a dictionary.
#[derive(Debug)]
pub(crate) struct Direct<D: RealDict> {
    dict: D,
    values: RefCell<Vec<D::V>>,
}

impl<D: RealDict> Direct<D> {
    /// The number system, whose first value is `x`.
    pub(crate) fn new(dict: D, x: D::V) -> Self {
        Direct { dict, values: RefCell::new(vec![x]) }
    }

    pub(crate) fn value(&self, Erased(i): Erased) -> D::V {
        self.values.borrow()[i]
    }

    /// The number of values that were computed.
    pub(crate) fn performed(&self) -> usize {
        self.values.borrow().len() - 1
    }

    pub(crate) fn put(&self, value: D::V) -> Erased {
        let mut values = self.values.borrow_mut();
        values.push(value);
        Erased(values.len() - 1)
    }
}

impl<D: RealDict + OrderedDict> Numbers for Direct<D> {
    fn perform(&self, operation: Operation, operands: &[Erased]) -> Erased {
        if !budget::spend() {
            return Erased::default();
        }
        let mut values = [self.value(Erased::default()); 3];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.value(*operand);
        }
        let result = operation.under(self.dict, &values[..operands.len()]);
        self.put(result)
    }

    fn holds(&self, relation: Relation, a: Erased, b: Erased) -> bool {
        let (a, b) = (self.value(a), self.value(b));
        match relation {
            Relation::Less => self.dict.lt(a, b),
            Relation::AtMost => self.dict.le(a, b),
            Relation::Equal => self.dict.eq(a, b),
        }
    }

    fn order_of(&self, a: Erased, b: Erased) -> Option<Ordering> {
        self.dict.partial_cmp(self.value(a), self.value(b))
    }

    fn primal(&self, a: Erased) -> Option<f64> {
        self.dict.primal(self.value(a))
    }

    fn answer(&self, a: Erased, question: &dyn Fn(f64) -> u64) -> Option<u64> {
        self.dict.answer(self.value(a), question)
    }

    fn inspect(&self, operands: &[Erased], question: Question) -> Option<u64> {
        let value = |i: usize| self.value(operands[i]);
        match operands.len() {
            1 => self.dict.inspect([value(0)], question),
            2 => self.dict.inspect([value(0), value(1)], question),
            _ => self.dict.inspect([value(0), value(1), value(2)], question),
        }
    }

    fn vary(&self, varies: bool) -> bool {
        self.dict.vary(varies)
    }

    fn order(&self) -> usize {
        self.dict.order()
    }
}
