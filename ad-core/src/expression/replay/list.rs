//! What is remembered of an evaluation at `'static` numbers: its steps, in a list of the thread.

use core::fmt;
use core::mem;
use std::cell::{Cell, RefCell};

use crate::function::Entry;
use crate::number::memory;
use crate::{Num, Real, RealDict};

/// A double, and where it was computed.
#[derive(Clone, Copy)]
pub struct Recorded {
    pub(super) primal: f64,
    /// The number of the record, and in the lower half that of the step; 0 of a constant. Two words and no more pass from function
    /// to function in registers: with three fields a number was written in parts and read as a whole, which took longer than a step.
    place: u64,
}

/// What a step works on.
pub(super) enum Operand {
    Step(usize),
    Constant(f64),
}

impl Recorded {
    #[inline]
    pub(super) fn is_constant(self) -> bool {
        self.place == 0
    }

    #[inline]
    fn new(primal: f64, record: u32, step: u32) -> Self {
        Recorded { primal, place: u64::from(record) << 32 | u64::from(step) }
    }

    /// The number of the record; 0 of a constant.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is one half")]
    fn record(self) -> u32 {
        (self.place >> 32) as u32
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is the other half")]
    fn step(self) -> u32 {
        self.place as u32
    }

    /// What this is to the record `id`.
    ///
    /// # Panics
    ///
    /// Panics if it belongs to another one.
    #[inline]
    pub(super) fn operand(self, id: u32) -> Operand {
        #[cold]
        fn stray() -> ! {
            panic!("a number of one recorded evaluation has got into another")
        }
        match self.record() {
            0 => Operand::Constant(self.primal),
            record if record == id => Operand::Step(self.step() as usize),
            _ => stray(),
        }
    }
}

/// The primal.
impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.primal.fmt(f)
    }
}

/// What was done.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// Nothing yet.
    Variable,
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Function(Entry),
}

/// One step: what was done, with the results of which earlier steps, or with which [`CONSTANT`]s.
pub(super) struct Step {
    operation: Operation,
    operands: [u32; 3],
}

/// The bit that says that an operand is the index of a constant, and not of a step.
const CONSTANT: u32 = 1 << 31;

impl Step {
    /// The steps whose results this one works on; none for a variable.
    pub(super) fn needs(&self) -> impl Iterator<Item = usize> {
        self.operands.into_iter().filter(|operand| operand & CONSTANT == 0).map(|step| step as usize)
    }

    /// The same with numbers.
    pub(super) fn perform<D: RealDict>(&self, constants: &[f64], numbers: &[Num<D>]) -> Num<D> {
        let operand = |i: usize| match self.operands[i] {
            c if c & CONSTANT != 0 => Real::constant(constants[(c & !CONSTANT) as usize]),
            step => numbers[step as usize],
        };
        match self.operation {
            Operation::Variable => unreachable!("variables come first"),
            Operation::Add => operand(0) + operand(1),
            Operation::Sub => operand(0) - operand(1),
            Operation::Mul => operand(0) * operand(1),
            Operation::Div => operand(0) / operand(1),
            Operation::Neg => -operand(0),
            Operation::Function(entry) => entry.of(operand),
        }
    }
}

/// The steps of one evaluation.
pub(super) struct Record {
    pub(super) id: u32,
    /// Of the derivatives that are being taken.
    order: usize,
    pub(super) steps: Vec<Step>,
    pub(super) constants: Vec<f64>,
}

/// The memory is for the next one.
impl Drop for Record {
    fn drop(&mut self) {
        memory::keep(mem::take(&mut self.steps));
        memory::keep(mem::take(&mut self.constants));
    }
}

thread_local! {
    /// The evaluations that are being recorded in this thread: one within the other.
    static RECORDS: RefCell<Vec<Record>> = const { RefCell::new(Vec::new()) };
    /// The id of the last one. It starts again after four billion, when nobody remembers.
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// Takes a record away when its evaluation is over, be it by a panic.
pub(super) struct Guard {
    pub(super) id: u32,
}

impl Guard {
    pub(super) fn begin(order: usize) -> Self {
        let id = LAST.get().checked_add(1).unwrap_or(1);
        LAST.set(id);
        let record = Record { id, order, steps: memory::empty(), constants: memory::empty() };
        RECORDS.with_borrow_mut(|all| all.push(record));
        Guard { id }
    }

    fn take(&self) -> Option<Record> {
        RECORDS.with_borrow_mut(|all| {
            let place = all.iter().rposition(|record| record.id == self.id)?;
            Some(all.remove(place))
        })
    }

    pub(super) fn end(self) -> Record {
        self.take().expect("nobody else takes it")
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.take();
    }
}

/// Writes down a step of the record `id`, with the value `primal`.
///
/// # Panics
///
/// Panics if there is no such record in this thread, or an operand belongs to another one.
#[inline]
pub(super) fn record<const K: usize>(
    operation: Operation,
    primal: f64,
    id: u32,
    operands: [Recorded; K],
) -> Recorded {
    RECORDS.with_borrow_mut(|all| {
        let record = all.iter_mut().rev().find(|record| record.id == id);
        let record =
            record.expect("a number has outlived its recorded evaluation, or has gone to another thread");
        let mut places = [CONSTANT; 3];
        for (place, operand) in places.iter_mut().zip(operands) {
            *place = match operand.operand(id) {
                Operand::Step(_) => operand.step(),
                Operand::Constant(c) => {
                    record.constants.push(c);
                    CONSTANT | place_of(record.constants.len() - 1)
                }
            };
        }
        record.steps.push(Step { operation, operands: places });
        Recorded::new(primal, id, place_of(record.steps.len() - 1))
    })
}

#[inline]
fn place_of(index: usize) -> u32 {
    let place = u32::try_from(index).ok().filter(|place| place & CONSTANT == 0);
    place.expect("two billion steps are too many to be recorded")
}

/// A step of the record to which the operands belong; of constants, a constant.
#[inline]
pub(super) fn step<const K: usize>(operation: Operation, primal: f64, operands: [Recorded; K]) -> Recorded {
    match operands.iter().find(|operand| !operand.is_constant()) {
        None => constant(primal),
        Some(operand) => record(operation, primal, operand.record(), operands),
    }
}

#[inline]
pub(super) fn constant(primal: f64) -> Recorded {
    Recorded { primal, place: 0 }
}

/// Of the derivatives that are taken of what is being recorded.
pub(super) fn order() -> usize {
    RECORDS.with_borrow(|all| all.last().map_or(0, |record| record.order))
}
