//! A dictionary that reports each operation to an observer: the operations of a strategy, seen from beneath.

use std::cell::RefCell;

use ad::function::Function;
use ad::{Dict, FieldDict, Ground, RealDict, RingDict};

use super::{Elementary, Layer, Operand, Program};

/// Someone who is told about each operation, before its result is known, and names the result.
///
/// An observer may also print, panic, perform effects or evaluate other expressions.
pub(crate) trait Observer {
    fn observe(&self, operation: Layer<Operand>) -> Operand;
}

impl<F: Fn(Layer<Operand>) -> Operand> Observer for F {
    fn observe(&self, operation: Layer<Operand>) -> Operand {
        self(operation)
    }
}

/// Writes the operations down: a program.
#[derive(Debug)]
pub(crate) struct Recorder(RefCell<Program>);

impl Recorder {
    pub(crate) fn new() -> Self {
        Recorder(RefCell::new(Program::new()))
    }

    /// The recorded steps from `start` on, which becomes the first one.
    pub(crate) fn since(&self, start: usize, result: Operand) -> Program {
        let renumber = |a| if let Operand::Step(i) = a { Operand::Step(i - start) } else { a };
        let steps = self.0.borrow().steps[start..].iter().map(|step| step.map(renumber)).collect();
        Program { steps, result: renumber(result) }
    }
}

impl Observer for Recorder {
    fn observe(&self, operation: Layer<Operand>) -> Operand {
        self.0.borrow_mut().push(operation)
    }
}

/// The dictionary whose values are the names of operations.
///
/// The unbound handle has no observer, so terms under this dictionary have no literals: the current handle makes [`Layer::Zero`]
/// and [`Layer::One`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Observed<'o>(Option<&'o dyn Observer>);

impl<'o> Observed<'o> {
    pub(crate) fn new(observer: &'o dyn Observer) -> Self {
        Observed(Some(observer))
    }

    fn tell(self, operation: Layer<Operand>) -> Operand {
        self.0.expect("a term without literals is evaluated under the bound handle").observe(operation)
    }
}

impl Dict for Observed<'_> {
    type V = Operand;
    type Level = Ground;
    fn zero(self) -> Operand {
        self.tell(Layer::Zero)
    }
    fn one(self) -> Operand {
        self.tell(Layer::One)
    }
    fn natural(self, n: u64) -> Operand {
        self.tell(Layer::Natural(n))
    }
    fn add(self, a: Operand, b: Operand) -> Operand {
        self.tell(Layer::Add(a, b))
    }
    fn mul(self, a: Operand, b: Operand) -> Operand {
        self.tell(Layer::Mul(a, b))
    }
    fn join(self, other: Self) -> Self {
        Observed(self.0.or(other.0))
    }
}

impl RingDict for Observed<'_> {
    fn neg(self, a: Operand) -> Operand {
        self.tell(Layer::Neg(a))
    }
    fn sub(self, a: Operand, b: Operand) -> Operand {
        self.tell(Layer::Sub(a, b))
    }
}

impl FieldDict for Observed<'_> {
    fn div(self, a: Operand, b: Operand) -> Operand {
        self.tell(Layer::Div(a, b))
    }
}

impl RealDict for Observed<'_> {
    fn constant(self, c: f64) -> Operand {
        self.tell(Layer::Constant(c))
    }
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Operand; K]) -> Operand {
        let name = f.name();
        let known = Elementary::ALL.into_iter().find(|known| known.name() == name);
        self.tell(Layer::Function(known.expect("an elementary function of the tests"), x[0]))
    }
    fn order(self) -> usize {
        0
    }
    fn primal(self, _: Operand) -> Option<f64> {
        None
    }
}
