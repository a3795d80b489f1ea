//! Numbers that record their computation as steps.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use super::record::{NONE, Operation, Record};
use crate::function::{Entry, Function, Question};
use crate::number::dict::by_squaring;
use crate::number::print::Format;
use crate::{Decimal, Dict, F64, FieldDict, Ground, OrderedDict, RealDict, RingDict};

/// Floats that record their steps.
///
/// Only [`sparse`](crate::sparse) makes one. The bounds of [`ForwardSweeps`](crate::sparse::ForwardSweeps) name it.
#[derive(Clone, Copy, Default)]
pub struct Steps<'t> {
    /// `None` while unbound.
    record: Option<&'t Record>,
    /// A step has no meaning in another evaluation.
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

/// A float, and the step that computed it.
#[derive(Clone, Copy)]
pub struct Stepped {
    v: f64,
    /// `CONSTANT` for a constant.
    step: u32,
}

const CONSTANT: u32 = u32::MAX;

impl Stepped {
    fn constant(v: f64) -> Self {
        Stepped { v, step: CONSTANT }
    }
    fn is(self, c: f64) -> bool {
        self.step == CONSTANT && self.v.to_bits() == c.to_bits()
    }
}

impl fmt::Debug for Stepped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.v.fmt(f)
    }
}

impl fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Steps")
    }
}

impl Record {
    /// The dictionary whose numbers record here.
    pub(super) fn dict(&self) -> Steps<'_> {
        Steps { record: Some(self), evaluation: PhantomData }
    }

    /// The input with this number.
    pub(super) fn number(&self, input: usize) -> Stepped {
        let step = u32::try_from(input).expect("fewer than 2³² inputs");
        Stepped { v: self.input(input), step }
    }

    /// The step of a number, which may be a constant.
    pub(super) fn of(&self, x: Stepped) -> u32 {
        if x.step == CONSTANT { self.constant(x.v) } else { x.step }
    }
}

impl Steps<'_> {
    /// A step with the value `v`, unless all operands are constants.
    fn step<const K: usize>(self, operation: Operation, v: f64, operands: [Stepped; K]) -> Stepped {
        if operands.iter().all(|x| x.step == CONSTANT) {
            return Stepped::constant(v);
        }
        let record = self.record.expect("a step belongs to a record");
        if K > 3 {
            record.give_up();
            return Stepped::constant(v);
        }
        let mut steps = [NONE; 3];
        steps.iter_mut().zip(operands).for_each(|(step, x)| *step = record.of(x));
        record.step(operation, steps).map_or(Stepped::constant(v), |step| Stepped { v, step })
    }

    fn give_up(self) {
        if let Some(record) = self.record {
            record.give_up();
        }
    }
}

impl Dict for Steps<'_> {
    type V = Stepped;
    type Level = Ground;
    fn zero(self) -> Stepped {
        Stepped::constant(0.0)
    }
    fn one(self) -> Stepped {
        Stepped::constant(1.0)
    }
    /// Nothing is recorded for x + -0.0, which is x.
    fn add(self, a: Stepped, b: Stepped) -> Stepped {
        match (a, b) {
            (zero, x) | (x, zero) if zero.is(-0.0) => x,
            _ => self.step(Operation::Add, a.v + b.v, [a, b]),
        }
    }
    /// Nothing is recorded for a product with 1.
    fn mul(self, a: Stepped, b: Stepped) -> Stepped {
        match (a, b) {
            (one, x) | (x, one) if one.is(1.0) => x,
            _ => self.step(Operation::Mul, a.v * b.v, [a, b]),
        }
    }
    fn natural(self, n: u64) -> Stepped {
        Stepped::constant(F64.natural(n))
    }
    fn power(self, a: Stepped, n: u32) -> Stepped {
        by_squaring(self, a, n)
    }
    fn empty_sum(self) -> Stepped {
        Stepped::constant(F64.empty_sum())
    }
    fn join(self, other: Self) -> Self {
        Steps { record: self.record.or(other.record), ..self }
    }
    fn show(self, x: Stepped, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F64.show(x.v, format, f)
    }
}

impl RingDict for Steps<'_> {
    fn neg(self, a: Stepped) -> Stepped {
        self.step(Operation::Neg, -a.v, [a])
    }
    fn sub(self, a: Stepped, b: Stepped) -> Stepped {
        self.step(Operation::Sub, a.v - b.v, [a, b])
    }
    fn integer(self, n: i64) -> Stepped {
        Stepped::constant(F64.integer(n))
    }
}

impl FieldDict for Steps<'_> {
    fn div(self, a: Stepped, b: Stepped) -> Stepped {
        self.step(Operation::Div, a.v / b.v, [a, b])
    }
    fn decimal(self, literal: Decimal) -> Stepped {
        Stepped::constant(F64.decimal(literal))
    }
}

impl RealDict for Steps<'_> {
    fn constant(self, c: f64) -> Stepped {
        Stepped::constant(c)
    }
    fn parameter(self, i: usize, c: f64) -> Stepped {
        self.record.map_or(Stepped::constant(c), |record| record.number(record.parameter(i)))
    }
    /// A function outside of the table may depend on anything: it is not recorded.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Stepped; K]) -> Stepped {
        let v = f.value(x.map(|x| x.v));
        if x.iter().all(|x| x.step == CONSTANT) {
            return Stepped::constant(v);
        }
        match f.entry() {
            Some(Entry::Recip(_)) => self.div(self.one(), x[0]),
            Some(entry) => self.step(Operation::Function(entry), v, x),
            None => {
                self.give_up();
                Stepped::constant(v)
            }
        }
    }
    fn primal(self, x: Stepped) -> Option<f64> {
        self.give_up();
        Some(x.v)
    }
    fn inspect<const K: usize>(self, x: [Stepped; K], question: Question) -> Option<u64> {
        let answer = question.ask(x.map(|x| x.v));
        self.step(Operation::Guard(question, answer), f64::NAN, x);
        Some(answer)
    }
    fn order(self) -> usize {
        0
    }
}

/// The path of the program is known to be the same, wherever a record is used.
impl OrderedDict for Steps<'_> {
    fn eq(self, a: Stepped, b: Stepped) -> bool {
        a.v == b.v
    }
    fn partial_cmp(self, a: Stepped, b: Stepped) -> Option<Ordering> {
        a.v.partial_cmp(&b.v)
    }
}
