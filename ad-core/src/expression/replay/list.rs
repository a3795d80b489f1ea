//! The record of an evaluation at `'static` numbers: a Wengert list, which contains the steps without their derivatives.

use core::fmt;
use core::mem;
use std::cell::{Cell, RefCell};

use crate::function::Entry;
use crate::number::erased::made;
use crate::number::memory;
use crate::taylor::Taylor;
use crate::{Dict, F64, Num, Real, RealDict};

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
pub(super) struct ListedStep {
    operation: Operation,
    operands: [u32; 3],
}

/// The bit that marks an operand as the index of a constant.
const CONSTANT: u32 = 1 << 31;

impl ListedStep {
    /// The steps of the operands. A variable has none.
    fn needs(&self) -> impl Iterator<Item = usize> {
        self.operands.into_iter().filter(|operand| operand & CONSTANT == 0).map(|step| step as usize)
    }

    /// The same step with the numbers that `at` gives for its operands.
    fn perform<D: RealDict>(&self, constants: &[f64], at: impl Fn(usize) -> Num<D>) -> Num<D> {
        let operand = |i: usize| match self.operands[i] {
            c if c & CONSTANT != 0 => Real::constant(constants[(c & !CONSTANT) as usize]),
            step => at(step as usize),
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
    pub(super) steps: Vec<ListedStep>,
    constants: Vec<f64>,
    /// The [courses](List::course) of the first steps.
    courses: Vec<Course>,
}

type Course = <Taylor<'static, F64, 3> as Dict>::V;

impl List {
    /// Marks the steps on which marked ones depend.
    pub(super) fn mark(&self, is_needed: &mut [bool]) {
        for (i, step) in self.steps.iter().enumerate().rev() {
            if is_needed[i] {
                step.needs().for_each(|i| is_needed[i] = true);
            }
        }
    }

    /// Repeats the marked steps after the variables, whose numbers are given.
    pub(super) fn repeat<D: RealDict>(&self, is_needed: &[bool], numbers: &mut Vec<Num<D>>) {
        for (step, is_needed) in self.steps.iter().zip(is_needed).skip(numbers.len()) {
            let number =
                if *is_needed { step.perform(&self.constants, |i| numbers[i]) } else { Num::default() };
            numbers.push(number);
        }
    }

    /// Whether the step `last` has a property that follows from those of its operands; `of` constants it is known.
    fn holds(
        &self,
        last: u32,
        of: impl Fn(f64) -> bool,
        follows: impl Fn(&ListedStep, bool, bool) -> bool,
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
        let never_negative = |step: &ListedStep, a, b| match step.operation {
            Operation::Mul => step.operands[0] == step.operands[1] || a && b,
            Operation::Add | Operation::Div => a && b,
            Operation::Function(Entry::Abs(_) | Entry::Sqrt(_) | Entry::Hypot(_)) => true,
            _ => false,
        };
        self.holds(number.step(), |c| c >= 0.0, never_negative)
    }

    /// Whether `number` is 0 for all inputs: products with a constant 0.
    fn is_always_zero(&self, number: Placed) -> bool {
        let always_zero = |step: &ListedStep, a, b| match step.operation {
            Operation::Mul => a || b,
            Operation::Add | Operation::Sub => a && b,
            Operation::Div | Operation::Neg | Operation::Function(Entry::Abs(_) | Entry::Sqrt(_)) => a,
            _ => false,
        };
        self.holds(number.step(), |c| c == 0.0, always_zero)
    }

    /// The first three Taylor coefficients of a step along a direction that is as good as random.
    ///
    /// It compiles the Taylor series of all functions. This function and its callers are `#[inline]`, so that only a program with
    /// recorded numbers compiles them.
    #[inline]
    fn course(&mut self, step: u32) -> [f64; 3] {
        let taylor = Taylor::<F64, 3>::new(F64);
        for i in self.courses.len()..=step as usize {
            let next = match self.inputs.get(i) {
                #[allow(clippy::cast_precision_loss, reason = "it is as good as random")]
                Some(&x) => [x, 1.0 + (0.5 + (i + 1) as f64 * 0.618_033_988_749_894_9) % 1.0, 0.0].into(),
                None => self.steps[i].perform(&self.constants, |i| Num::new(taylor, self.courses[i])).value(),
            };
            self.courses.push(next);
        }
        let course = &self.courses[step as usize];
        made(|k| course.get(k).copied().unwrap_or(0.0))
    }

    /// The largest input, or 1 if all are 0: a step of the inputs by so much changes everything.
    fn scale(&self) -> f64 {
        let largest = self.inputs.iter().fold(0.0, |largest: f64, x| x.abs().max(largest));
        if largest == 0.0 { 1.0 } else { largest }
    }

    /// Whether `small`, which is never negative and has been found negligible beside `large`, changes all the same. The branch behind
    /// the comparison drops it, and its derivatives with it.
    ///
    /// If it does not change, it is an iteration that has converged, and its derivatives with it.
    #[inline]
    fn drops_derivatives(&mut self, small: Placed, large: f64) -> bool {
        // Beneath an absolute value, which has a kink at 0.
        let number = match &self.steps[small.step() as usize] {
            ListedStep { operation: Operation::Function(Entry::Abs(_)), operands: [number, ..] }
                if number & CONSTANT == 0 =>
            {
                *number
            }
            _ => small.step(),
        };
        let (scale, [_, first, second]) = (self.scale(), self.course(number));
        let second = if self.order < 2 { 0.0 } else { second };
        let change = (first.abs() + second.abs() * scale) * scale;
        change.is_nan() || change > 1e-5 * large
    }

    /// The number x, if `number` is c·x for a constant c like a rounding error.
    fn beside(&self, number: Placed) -> Option<f64> {
        let step = &self.steps[number.step() as usize];
        let Operation::Mul = step.operation else { return None };
        let constant = step.operands[..2].iter().find(|operand| *operand & CONSTANT != 0)?;
        let c = self.constants[(constant & !CONSTANT) as usize];
        (c.abs() <= ROUNDING).then(|| number.primal / c)
    }

    /// Whether a comparison of `number` with `constant`, to which it is `equal` or nearly so, asks for a point and not for a side.
    ///
    /// It does if the number cannot cross the constant: a norm at 0, a cosine at 1. An equality does if the number changes at all. If
    /// it does not, it is an iteration that has converged, and its derivatives with it.
    #[inline]
    fn is_test_for_a_point(&mut self, number: Placed, constant: f64, equal: bool) -> bool {
        const FLAT: f64 = 1e-9;
        if self.order == 0 || self.is_always_zero(number) {
            return false;
        }
        if constant.abs() == 1.0 {
            let [_, first, _] = self.course(number.step());
            return (number.primal - constant).abs() <= 4.0 * f64::EPSILON && first.abs() <= FLAT;
        }
        if equal && self.course(number.step())[1..].iter().any(|c| c.is_nan() || c.abs() > FLAT) {
            return true;
        }
        if constant == 0.0 && !equal && number.primal != 0.0 {
            // 0 but for rounding, as the square of a norm: a quotient by the norm has no digits. The square of a number that an
            // iteration makes small changes little.
            let scale = self.scale();
            let rounding = ROUNDING * scale;
            if number.primal > rounding.min(rounding * rounding) || !self.is_never_negative(number) {
                return false;
            }
            let change = self.course(number.step())[1].abs() * scale;
            return change.is_nan() || change > 1e10 * number.primal;
        }
        (equal || number.primal.abs() <= constant)
            && self.is_never_negative(number)
            && (constant.abs() <= f64::EPSILON || self.drops_derivatives(number, 1.0))
    }

    /// Whether `a <= b` finds that `a` is negligible, although `a` changes with the inputs. The number `b` is then another number
    /// times a factor like a rounding error.
    #[inline]
    fn neglects(&mut self, a: Placed, b: Placed) -> bool {
        self.order > 0
            && a.primal <= b.primal
            && self
                .beside(b)
                .is_some_and(|large| self.is_never_negative(a) && self.drops_derivatives(a, large))
    }
}

/// Algorithms call a number negligible if it is at most so much, or so much of another one. nalgebra writes 5 ε.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The memory is retained for the next list.
impl Drop for List {
    fn drop(&mut self) {
        memory::keep(mem::take(&mut self.inputs));
        memory::keep(mem::take(&mut self.steps));
        memory::keep(mem::take(&mut self.constants));
        memory::keep(mem::take(&mut self.courses));
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
        let list = List {
            id,
            order,
            inputs: memory::empty(),
            steps: memory::empty(),
            constants: memory::empty(),
            courses: memory::empty(),
        };
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
        list.steps.push(ListedStep { operation, operands: places });
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
    let (number, other) = if b.is_constant() { (a, b) } else { (b, a) };
    if number.is_constant() {
        return;
    }
    let constant = other.is_constant();
    if !constant && a.list() != b.list() {
        return;
    }
    let near = |c: f64| equal || c.abs() == 1.0 || c.abs() <= ROUNDING;
    if constant && !near(other.primal) || !constant && a.primal.abs().min(b.primal.abs()) > 1e-6 {
        return;
    }
    LISTS.with_borrow_mut(|all| {
        let Some(list) = all.iter_mut().rev().find(|list| list.id == number.list()) else { return };
        let refused = if constant {
            list.is_test_for_a_point(number, other.primal, equal)
        } else {
            list.neglects(a, b) || list.neglects(b, a)
        };
        if refused {
            refuse(number.primal, other.primal)
        }
    });
}

#[cold]
fn refuse(number: f64, other: f64) -> ! {
    panic!(
        "cannot differentiate a test for a point: {number}, which depends on the inputs, is compared with {other}, and the branch \
         behind it has other derivatives; write it without the test, or differentiate at another point"
    )
}

/// The order of the derivatives of the current recording.
pub(super) fn order() -> usize {
    LISTS.with_borrow(|all| all.last().map_or(0, |list| list.order))
}
