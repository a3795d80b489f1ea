//! A record of steps. An operation on the operands of a recent step is no further step: J. Cocke, *Global common subexpression
//! elimination*, SIGPLAN Notices 5(7), 1970.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::interned::Interned;
use crate::function::{Entry, Question};

/// The number of an operation, and the steps of its operands. There are no more than three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) operation: u32,
    pub(super) operands: [u32; 3],
}

/// A set of recent steps has a number of so many bits. All of them fit into the cache of second level.
const SETS: u32 = 12;

impl Step {
    /// The set of the hash, and its tag. D. E. Knuth, *The Art of Computer Programming* 3, section 6.4.
    #[allow(clippy::cast_possible_truncation, reason = "the first bits remain, and the last ones")]
    fn hash(&self) -> (usize, u32) {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = self.operands.into_iter().chain([self.operation]);
        let hash =
            words.fold(0, |hash: u64, word| (hash.rotate_left(29) ^ u64::from(word)).wrapping_mul(GOLDEN));
        ((hash >> (64 - SETS)) as usize, hash as u32)
    }
}

/// In place of an operand that a step does not have.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The input with the number of the first operand.
    Input,
    /// The bits of the constant are the first two operands.
    Constant,
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Function(Entry),
    /// The record holds where the answer is this one.
    Guard(Question, u64),
}

/// The first operations, in the order of their numbers.
const FIRST: [Operation; 7] = [
    Operation::Input,
    Operation::Constant,
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Neg,
];
const INPUT: u32 = 0;
const CONSTANT_STEP: u32 = 1;

/// The steps of some evaluations at the same inputs, in order.
pub(in crate::sparse) struct Record {
    inputs: Vec<f64>,
    /// So many inputs are the argument, and the others are parameters.
    arguments: usize,
    /// More steps are not recorded.
    most: usize,
    list: RefCell<List>,
    /// Whether the steps are the whole computation.
    whole: Cell<bool>,
}

/// A recent step, and the part of its hash in which it differs from most others of its set.
#[derive(Clone, Copy, Default)]
struct Recent {
    tag: u32,
    step: u32,
}

struct List {
    steps: Vec<Step>,
    /// The last steps of each set of hashes, the last one first.
    recent: Vec<[Recent; 4]>,
    /// The bits of different constants, and their steps.
    constants: Interned<u64>,
    constant_steps: Vec<u32>,
    operations: Vec<Operation>,
    /// The steps of the first evaluation. Later ones repeat them, among others, so they need not be searched for.
    first: Vec<u32>,
    /// How many of them the current evaluation has repeated. `None` in the first one.
    repeated: Option<usize>,
}

impl Record {
    /// No steps but the inputs, which come first. The list of steps may have `limit` bytes.
    pub(super) fn new(inputs: Vec<f64>, arguments: usize, limit: usize) -> Self {
        let count = u32::try_from(inputs.len()).expect("fewer than 2³² inputs");
        let list = List {
            steps: (0..count).map(|i| Step { operation: INPUT, operands: [i, NONE, NONE] }).collect(),
            recent: vec![<[Recent; 4]>::default(); 1 << SETS],
            constants: Interned::new(),
            constant_steps: Vec::new(),
            operations: FIRST.to_vec(),
            first: Vec::new(),
            repeated: None,
        };
        Record {
            inputs,
            arguments,
            most: limit / size_of::<Step>(),
            list: RefCell::new(list),
            whole: Cell::new(true),
        }
    }

    /// The next evaluation begins.
    pub(super) fn repeat(&self) {
        self.list.borrow_mut().repeated = Some(0);
    }

    /// The step of a constant.
    pub(super) fn constant(&self, c: f64) -> u32 {
        self.list.borrow_mut().constant(c)
    }

    /// A step with these operands. `None` if nothing is recorded any more.
    pub(super) fn step(&self, operation: Operation, operands: [u32; 3]) -> Option<u32> {
        let mut list = self.list.borrow_mut();
        if list.steps.len() >= self.most {
            self.give_up();
        }
        self.whole.get().then(|| list.step(operation, operands))
    }

    /// The value of an input.
    pub(super) fn input(&self, number: usize) -> f64 {
        self.inputs[number]
    }

    /// The number of the input that is this parameter.
    pub(super) fn parameter(&self, i: usize) -> usize {
        self.arguments + i
    }

    /// The steps and their operations, if they are the whole computation.
    pub(super) fn finish(self) -> Option<(Vec<Step>, Vec<Operation>)> {
        let List { steps, operations, .. } = self.list.into_inner();
        self.whole.get().then_some((steps, operations))
    }

    /// Something else than steps was done.
    pub(super) fn give_up(&self) {
        self.whole.set(false);
    }
}

impl List {
    fn constant(&mut self, c: f64) -> u32 {
        let bits = c.to_bits();
        let number = self.constants.number(bits) as usize;
        if number == self.constant_steps.len() {
            #[allow(clippy::cast_possible_truncation, reason = "both halves are stored")]
            let operands = [(bits >> 32) as u32, bits as u32, NONE];
            let step = self.push(Step { operation: CONSTANT_STEP, operands });
            self.constant_steps.push(step);
        }
        self.constant_steps[number]
    }

    fn push(&mut self, step: Step) -> u32 {
        self.steps.push(step);
        u32::try_from(self.steps.len() - 1).expect("fewer than 2³² steps")
    }

    /// A recent step that is equal, or a new one.
    fn number(&mut self, step: Step) -> u32 {
        let (set, tag) = step.hash();
        let same = |recent: &&Recent| recent.tag == tag && self.steps[recent.step as usize] == step;
        if let Some(recent) = self.recent[set].iter().find(same) {
            return recent.step;
        }
        let number = self.push(step);
        self.recent[set].rotate_right(1);
        self.recent[set][0] = Recent { tag, step: number };
        number
    }

    fn step(&mut self, operation: Operation, operands: [u32; 3]) -> u32 {
        let number = self.operations.iter().position(|known| *known == operation).unwrap_or_else(|| {
            self.operations.push(operation);
            self.operations.len() - 1
        });
        let step = Step { operation: u32::try_from(number).expect("fewer than 2³² operations"), operands };
        if let Some(repeated) = self.repeated {
            if let Some(number) =
                self.first.get(repeated).filter(|number| self.steps[**number as usize] == step)
            {
                self.repeated = Some(repeated + 1);
                return *number;
            }
            return self.number(step);
        }
        let number = self.number(step);
        self.first.push(number);
        number
    }
}

impl Step {
    /// The value of a constant.
    pub(super) fn constant(&self) -> Option<f64> {
        let [high, low, _] = self.operands;
        (self.operation == CONSTANT_STEP).then(|| f64::from_bits(u64::from(high) << 32 | u64::from(low)))
    }

    /// The steps of the operands.
    pub(super) fn operands(&self) -> &[u32] {
        match self.operation {
            INPUT | CONSTANT_STEP => &[],
            _ => &self.operands[..self.operands.iter().position(|a| *a == NONE).unwrap_or(3)],
        }
    }
}
