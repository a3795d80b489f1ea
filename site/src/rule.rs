//! The rule of one step: its value and its partial derivatives, as every strategy computes them.

use std::cell::RefCell;

use ad::Strategy;
use ad::function::Partial;
use ad::numbers::Dict;

use crate::expression::{Record, Value};
use crate::numbers::{Erased, Numbers};
use crate::operation::Operation;

/// An operand of a step: a value, and its vertex, if it depends on the variable. Vertex 0 is the variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) value: Erased,
    pub(crate) vertex: Option<usize>,
    /// Whether the derivative of its step is 0, as for ⌊x⌋. Nothing is propagated to it.
    pub(crate) is_flat: bool,
}

impl Operand {
    pub(crate) fn constant(value: Erased) -> Self {
        Operand { value, vertex: None, is_flat: false }
    }

    /// The vertex, if something is propagated to it.
    pub(crate) fn active(self) -> Option<usize> {
        self.vertex.filter(|_| !self.is_flat)
    }
}

/// The value of a step, and its partial derivatives by the vertices of its operands, except those that are 0.
pub(crate) fn step(
    base: &dyn Numbers,
    operation: Operation,
    operands: &[Operand],
) -> (Erased, Vec<(usize, Partial<Value>)>) {
    let partials = RefCell::default();
    let record = Record(Some(base));
    let rule = Rule { base: record, partials: Some(&partials) };
    let mut lifted = [Lifted { v: Value::Of(Erased::default()), vertex: None }; 3];
    for (lifted, operand) in lifted.iter_mut().zip(operands) {
        *lifted = Lifted { v: Value::Of(operand.value), vertex: operand.active() };
    }
    base.begin_step();
    let y = operation.under(rule, &lifted[..operands.len()]);
    (record.concrete(y.v), partials.take())
}

/// The strategy that lists the partial derivatives of its steps.
#[derive(Clone, Copy, Default)]
struct Rule<'h> {
    base: Record<'h>,
    partials: Option<&'h RefCell<Vec<(usize, Partial<Value>)>>>,
}

#[derive(Clone, Copy)]
struct Lifted {
    v: Value,
    vertex: Option<usize>,
}

impl<'h> Strategy for Rule<'h> {
    type Base = Record<'h>;
    type Lifted = Lifted;

    fn base(self) -> Record<'h> {
        self.base
    }
    fn join(self, other: Self) -> Self {
        Rule { base: self.base.join(other.base), partials: self.partials.or(other.partials) }
    }
    fn over(self, base: Record<'h>) -> Self {
        Rule { base, ..self }
    }
    fn constant(v: Value) -> Lifted {
        Lifted { v, vertex: None }
    }
    fn primal(a: Lifted) -> Value {
        a.v
    }
    fn is_constant(a: Lifted) -> bool {
        a.vertex.is_none()
    }
    fn step<const K: usize>(
        self,
        v: Value,
        operands: [Lifted; K],
        partial: impl Fn(usize) -> Partial<Value>,
    ) -> Lifted {
        for (i, operand) in operands.iter().enumerate() {
            if let (Some(vertex), Some(partials)) = (operand.vertex, self.partials) {
                let partial = partial(i);
                if partial != Partial::Zero {
                    partials.borrow_mut().push((vertex, partial));
                }
            }
        }
        Lifted { v, vertex: operands.iter().find_map(|operand| operand.vertex) }
    }
}
