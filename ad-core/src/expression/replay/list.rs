//! The record of an evaluation at `'static` numbers: a Wengert list, which contains the steps without their derivatives.

use core::array;
use core::fmt;
use core::mem;
use std::cell::{Cell, RefCell};

use crate::function::Entry;
use crate::number::memory;
use crate::taylor::Taylor;
use crate::{F64, Num, Real, RealDict};

/// A double, and the step that computed it.
#[derive(Clone, Copy)]
pub struct Placed {
    pub(super) primal: f64,
    /// The number of the list, and in the lower half the number of the step. It is 0 for a constant. Only two words pass between
    /// functions in registers. With three fields, a number was written in parts and read as a whole, which took longer than a
    /// step.
    place: u64,
}

/// The operand of a step.
pub(super) enum Operand {
    Step(usize),
    Constant(f64),
}

impl Placed {
    #[inline]
    pub(super) fn is_constant(self) -> bool {
        self.place == 0
    }

    #[inline]
    fn new(primal: f64, list: u32, step: u32) -> Self {
        Placed { primal, place: u64::from(list) << 32 | u64::from(step) }
    }

    /// The number of the list, or 0 for a constant.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is one half")]
    fn list(self) -> u32 {
        (self.place >> 32) as u32
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is the other half")]
    fn step(self) -> u32 {
        self.place as u32
    }

    /// The operand that this number is for the list `id`.
    ///
    /// # Panics
    ///
    /// Panics if it belongs to another list.
    #[inline]
    pub(super) fn operand(self, id: u32) -> Operand {
        #[cold]
        fn stray() -> ! {
            panic!("cannot use a recorded number in another evaluation")
        }
        match self.list() {
            0 => Operand::Constant(self.primal),
            list if list == id => Operand::Step(self.step() as usize),
            _ => stray(),
        }
    }
}

/// The primal.
impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.primal.fmt(f)
    }
}

/// The operation of a step.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// No operation.
    Variable,
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Function(Entry),
}

/// One step: its operation, and as operands the results of earlier steps or [`CONSTANT`]s.
pub(super) struct Step {
    operation: Operation,
    operands: [u32; 3],
}

/// The bit that marks an operand as the index of a constant.
const CONSTANT: u32 = 1 << 31;

impl Step {
    /// The steps of the operands. A variable has none.
    pub(super) fn needs(&self) -> impl Iterator<Item = usize> {
        self.operands.into_iter().filter(|operand| operand & CONSTANT == 0).map(|step| step as usize)
    }

    /// The same step with numbers.
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
pub(super) struct List {
    pub(super) id: u32,
    /// The order of the current derivatives.
    order: usize,
    /// The values of the variables, which are the first steps.
    inputs: Vec<f64>,
    pub(super) steps: Vec<Step>,
    pub(super) constants: Vec<f64>,
}

impl List {
    /// Whether the step `last` has a property that follows from those of its operands; `of` constants it is known.
    fn holds(
        &self,
        last: u32,
        of: impl Fn(f64) -> bool,
        follows: impl Fn(&Step, bool, bool) -> bool,
    ) -> bool {
        let mut holds: Vec<bool> = memory::empty();
        for step in &self.steps[..=last as usize] {
            let operand = |i: usize| match step.operands[i] {
                c if c & CONSTANT == 0 => holds[c as usize],
                c => self.constants.get((c & !CONSTANT) as usize).is_some_and(|c| of(*c)),
            };
            let next = follows(step, operand(0), operand(1));
            holds.push(next);
        }
        let last = holds[last as usize];
        memory::keep(holds);
        last
    }

    /// Whether `number` cannot be negative: sums of squares and norms.
    fn is_never_negative(&self, number: Placed) -> bool {
        let never_negative = |step: &Step, a, b| match step.operation {
            Operation::Mul => step.operands[0] == step.operands[1] || a && b,
            Operation::Add | Operation::Div => a && b,
            Operation::Function(Entry::Abs(_) | Entry::Sqrt(_) | Entry::Hypot(_)) => true,
            _ => false,
        };
        self.holds(number.step(), |c| c >= 0.0, never_negative)
    }

    /// Whether `number` is 0 for all inputs: products with a constant 0.
    fn is_always_zero(&self, number: Placed) -> bool {
        let always_zero = |step: &Step, a, b| match step.operation {
            Operation::Mul => a || b,
            Operation::Add | Operation::Sub => a && b,
            Operation::Div | Operation::Neg | Operation::Function(Entry::Abs(_) | Entry::Sqrt(_)) => a,
            _ => false,
        };
        self.holds(number.step(), |c| c == 0.0, always_zero)
    }

    /// The first three Taylor coefficients of `number` along a direction that is as good as random.
    fn course(&self, number: Placed) -> [f64; 3] {
        let taylor = Taylor::<F64, 3>::new(F64);
        let mut numbers: Vec<Num<Taylor<'_, F64, 3>>> = memory::empty();
        let mut weyl = 0.5;
        for step in &self.steps[..=number.step() as usize] {
            let next = match self.inputs.get(numbers.len()) {
                Some(&x) => {
                    weyl = (weyl + 0.618_033_988_749_894_9) % 1.0;
                    Num::new(taylor, taylor.series(&[x, 1.0 + weyl]))
                }
                None => step.perform(&self.constants, &numbers),
            };
            numbers.push(next);
        }
        let last = numbers[number.step() as usize].value();
        memory::keep(numbers);
        array::from_fn(|k| last.get(k).copied().unwrap_or(0.0))
    }

    /// Whether a comparison of `number` with `constant`, to which it is `equal` or nearly so, asks for a point and not for a side.
    ///
    /// It does if the number cannot cross the constant: a norm at 0, a cosine at 1. An equality does if the number changes at all. If
    /// it does not, it is an iteration that has converged, and its derivatives with it.
    fn is_test_for_a_point(&self, number: Placed, constant: f64, equal: bool) -> bool {
        const FLAT: f64 = 1e-9;
        if self.order == 0 || self.is_always_zero(number) {
            return false;
        }
        // A coefficient that is NaN, of a norm at 0, is not flat either.
        let [_, first, second] = self.course(number).map(|c| c.is_nan() || c.abs() > FLAT);
        if constant.abs() == 1.0 {
            (number.primal - constant).abs() <= 4.0 * f64::EPSILON && !first
        } else {
            equal && (first || second)
                || (equal || number.primal.abs() <= constant) && self.is_never_negative(number)
        }
    }
}

/// The memory is retained for the next list.
impl Drop for List {
    fn drop(&mut self) {
        memory::keep(mem::take(&mut self.inputs));
        memory::keep(mem::take(&mut self.steps));
        memory::keep(mem::take(&mut self.constants));
    }
}

thread_local! {
    /// The current recordings of this thread, one within the other.
    static LISTS: RefCell<Vec<List>> = const { RefCell::new(Vec::new()) };
    /// The id of the last list. It wraps around after four billion lists.
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// Removes a list when its evaluation is over, also after a panic.
pub(super) struct Guard {
    pub(super) id: u32,
}

impl Guard {
    pub(super) fn begin(order: usize) -> Self {
        let id = LAST.get().checked_add(1).unwrap_or(1);
        LAST.set(id);
        let list =
            List { id, order, inputs: memory::empty(), steps: memory::empty(), constants: memory::empty() };
        LISTS.with_borrow_mut(|all| all.push(list));
        Guard { id }
    }

    fn take(&self) -> Option<List> {
        LISTS.with_borrow_mut(|all| {
            let place = all.iter().rposition(|list| list.id == self.id)?;
            Some(all.remove(place))
        })
    }

    pub(super) fn end(self) -> List {
        self.take().expect("nobody else takes it")
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.take();
    }
}

/// Adds a step to the list `id`, with the value `primal`.
///
/// # Panics
///
/// Panics if this thread has no such list, or if an operand belongs to another list.
#[inline]
pub(super) fn record<const K: usize>(
    operation: Operation,
    primal: f64,
    id: u32,
    operands: [Placed; K],
) -> Placed {
    LISTS.with_borrow_mut(|all| {
        let list = all.iter_mut().rev().find(|list| list.id == id);
        let list = list.expect("cannot use a recorded number after its evaluation, or in another thread");
        let mut places = [CONSTANT; 3];
        for (place, operand) in places.iter_mut().zip(operands) {
            *place = match operand.operand(id) {
                Operand::Step(_) => operand.step(),
                Operand::Constant(c) => {
                    list.constants.push(c);
                    CONSTANT | place_of(list.constants.len() - 1)
                }
            };
        }
        if let Operation::Variable = operation {
            list.inputs.push(primal);
        }
        list.steps.push(Step { operation, operands: places });
        Placed::new(primal, id, place_of(list.steps.len() - 1))
    })
}

#[inline]
fn place_of(index: usize) -> u32 {
    let place = u32::try_from(index).ok().filter(|place| place & CONSTANT == 0);
    place.expect("cannot record more than two billion steps")
}

/// A step of the operands' list. If all operands are constants, the result is a constant.
#[inline]
pub(super) fn step<const K: usize>(operation: Operation, primal: f64, operands: [Placed; K]) -> Placed {
    match operands.iter().find(|operand| !operand.is_constant()) {
        None => constant(primal),
        Some(operand) => record(operation, primal, operand.list(), operands),
    }
}

#[inline]
pub(super) fn constant(primal: f64) -> Placed {
    Placed { primal, place: 0 }
}

/// Refuses a comparison that asks for a point, if derivatives are taken: is this norm 0? The branch behind it is the program at one
/// point, so its derivatives are those of no function. A test of a sign, `x >= 0`, asks for a side.
///
/// # Panics
///
/// Panics if it refuses.
#[inline]
pub(crate) fn expect_no_test_for_a_point(a: Placed, b: Placed, equal: bool) {
    let (number, constant) = if b.is_constant() { (a, b.primal) } else { (b, a.primal) };
    if a.is_constant() != b.is_constant()
        && (equal || constant.abs() == 1.0 || constant.abs() <= f64::EPSILON)
    {
        LISTS.with_borrow(|all| {
            let list = all.iter().rev().find(|list| list.id == number.list());
            if list.is_some_and(|list| list.is_test_for_a_point(number, constant, equal)) {
                refuse(number.primal, constant)
            }
        });
    }
}

#[cold]
fn refuse(number: f64, constant: f64) -> ! {
    panic!(
        "cannot differentiate a test for a point: {number}, which depends on the inputs, is compared with {constant}, and the branch \
         behind it has other derivatives; write it without the test, or differentiate at another point"
    )
}

/// The order of the derivatives of the current recording.
pub(super) fn order() -> usize {
    LISTS.with_borrow(|all| all.last().map_or(0, |list| list.order))
}
