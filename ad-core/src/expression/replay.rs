//! Generic code of others inside of an expression: numbers that live as long as one likes.
//!
//! A number of an evaluation lives as long as the evaluation, and says so by a lifetime. nalgebra, ndarray and faer ask for numbers
//! that are `'static`. [`replay`]`(e)` is the expression `e`, evaluated in two phases: first at numbers of the dictionary
//! [`Recorder`], which are `'static`, `Send` and `Sync`, and write down what is done with them; then what was written
//! down is done once more, with the numbers at hand. So it holds in all modes, nestings and orders.
//!
//! ```
//! use ad::{At, call, exp, forward, replay, stack};
//!
//! /// Somebody's generic code, which wants to keep its numbers.
//! fn larger_square<T: num_traits::Float + Send + 'static>(x: T, y: T) -> T {
//!     let larger = std::thread::scope(|_| if x > y { x } else { y });
//!     larger * larger
//! }
//!
//! #[exp]
//! fn energy(x: f64, y: f64) -> f64
//! where
//!     f64: num_traits::Float + Send + 'static,
//! {
//!     larger_square(x, 2.0 * y)
//! }
//!
//! assert_eq!(energy(3.0, 2.0), 16.0);
//! assert_eq!(call::gradient(&replay(Energy), &(3.0, 2.0)), (0.0, 16.0));
//! assert_eq!(forward::jacobian(stack::grad(replay(Energy))).at((3.0, 2.0)), ((0.0, 0.0), (0.0, 8.0)));
//! ```
//!
//! # Which way `e` goes
//!
//! Comparisons are answered by the primals, and constants are folded, in double precision, as `e` would do under
//! [`F64`]. So the path is that of the plain function. What does not contribute to the result is not done again.
//!
//! # What it costs
//!
//! Each step is written down, in 20 bytes and 8 for each constant in it, and there is a number at hand for each while it is
//! replayed; the thread keeps this memory for the next evaluation, up to what [`call::keep_idle`](crate::call::keep_idle) says. That is 50 to
//! 60 bytes and some 18 ns a step, six times what a step costs the stack: `benches/README.md`. What [`linear`](mod@crate::linear) has is better done there.
//!
//! # What it gives up
//!
//! What a `'static` number can be told, the compiler cannot check: one that is smuggled out of its evaluation, by `dyn Any`
//! or a thread-local, **panics** where it is used, as does one that is used in another thread. A function of a
//! user's own that is not in the [table](mod@crate::function) cannot be replayed and panics too. The numbers at hand must have doubles
//! beneath: symbols have none.

use core::cmp::Ordering;
use core::fmt;
use core::mem;
use std::cell::{Cell, RefCell};

use crate::function::{Entry, Function};
use crate::number::memory;
use crate::number::print::Format;
use crate::{
    Decimal, Dict, Exp, F64, FieldDict, Num, Of, OrderedDict, Real, RealDict, RingDict, Shape, Signature,
};

/// The expression `e`, evaluated at numbers that are `'static` and then done again. See the [module](mod@crate::replay).
///
/// It has the argument and the result of `e`, and can be differentiated in all modes and orders.
///
/// ```
/// use ad::{call, exp, replay};
///
/// /// Somebody's generic code, which asks for numbers that live as long as it likes.
/// fn norm<T: num_traits::Float + 'static>(v: &[T]) -> T {
///     v.iter().fold(T::zero(), |sum, x| sum + *x * *x).sqrt()
/// }
///
/// #[exp]
/// fn length(v: &[f64]) -> f64
/// where
///     f64: num_traits::Float + 'static,
/// {
///     norm(v)
/// }
///
/// assert_eq!(call::gradient(&replay(Length), &[0.0, 2.0]), [0.0, 1.0]);
/// ```
///
/// # Panics
///
/// Evaluation panics if a number at hand has no double beneath, as symbols, and if `e` uses a number of another evaluation or a function
/// that is not in the [table](mod@crate::function).
pub fn replay<E: Signature>(e: E) -> Replay<E> {
    Replay(e)
}

/// What [`replay`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Replay<E>(E);

impl<E: Signature> Signature for Replay<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: RealDict + OrderedDict, E: Exp<Recorder>> Exp<D> for Replay<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let guard = Guard::begin(dict.order());
        let mut numbers = memory::empty();
        let variables = E::In::map(x, &mut |x| {
            let primal =
                Real::primal(*x).expect("there is no double beneath this number, which has to be recorded");
            numbers.push(*x);
            Num::new(Recorder, record(Operation::Variable, primal, guard.id, []))
        });
        let y = self.0.apply(Recorder, &variables);
        let record = guard.end();

        let mut is_needed = memory::empty();
        is_needed.resize(record.steps.len(), false);
        E::Out::for_each(&y, &mut |y| {
            if let Operand::Step(step) = y.value().operand(record.id) {
                is_needed[step] = true;
            }
        });
        for (i, step) in
            record.steps.iter().enumerate().rev().filter(|(_, step)| step.operation != Operation::Variable)
        {
            if is_needed[i] {
                step.operands
                    .into_iter()
                    .filter(|operand| operand & CONSTANT == 0)
                    .for_each(|i| is_needed[i as usize] = true);
            }
        }
        for (step, is_needed) in record.steps.iter().zip(&is_needed).skip(numbers.len()) {
            let number = if *is_needed { step.perform(&record.constants, &numbers) } else { Num::default() };
            numbers.push(number);
        }
        let y = E::Out::map(&y, &mut |y| match y.value().operand(record.id) {
            Operand::Step(step) => numbers[step],
            Operand::Constant(c) => Real::constant(c),
        });
        memory::keep(numbers);
        memory::keep(is_needed);
        y
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The dictionary whose numbers are `'static`, and which writes down what is done with them. See the
/// [module](mod@crate::replay).
///
/// It is named in the bound of a function that hands an expression on to [`replay`]:
///
/// ```
/// use ad::replay::{Recorder, replay};
/// use ad::{Exp, Signature, call, exp};
///
/// fn slope<E: Signature<In = f64, Out = f64> + Exp<Recorder>>(e: E, x: f64) -> f64 {
///     call::derivative(&replay(e), &x)
/// }
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(slope(Cube, 2.0), 12.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorder;

/// A double, and where it was computed.
#[derive(Clone, Copy)]
pub struct Recorded {
    primal: f64,
    /// The number of the record, and in the lower half that of the step; 0 of a constant. Two words and no more pass from function
    /// to function in registers: with three fields a number was written in parts and read as a whole, which took longer than a step.
    place: u64,
}

/// What a step works on.
enum Operand {
    Step(usize),
    Constant(f64),
}

impl Recorded {
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
    fn operand(self, id: u32) -> Operand {
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
#[derive(Clone, Copy, PartialEq)]
enum Operation {
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
struct Step {
    operation: Operation,
    operands: [u32; 3],
}

/// The bit that says that an operand is the index of a constant, and not of a step.
const CONSTANT: u32 = 1 << 31;

impl Step {
    /// The same with numbers.
    fn perform<D: RealDict>(&self, constants: &[f64], numbers: &[Num<D>]) -> Num<D> {
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
struct Record {
    id: u32,
    /// Of the derivatives that are being taken.
    order: usize,
    steps: Vec<Step>,
    constants: Vec<f64>,
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
struct Guard {
    id: u32,
}

impl Guard {
    fn begin(order: usize) -> Self {
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

    fn end(self) -> Record {
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
fn record<const K: usize>(operation: Operation, primal: f64, id: u32, operands: [Recorded; K]) -> Recorded {
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
fn step<const K: usize>(operation: Operation, primal: f64, operands: [Recorded; K]) -> Recorded {
    match operands.iter().find(|operand| operand.place != 0) {
        None => constant(primal),
        Some(operand) => record(operation, primal, operand.record(), operands),
    }
}

#[inline]
fn constant(primal: f64) -> Recorded {
    Recorded { primal, place: 0 }
}

impl Dict for Recorder {
    type V = Recorded;
    #[inline]
    fn zero(self) -> Recorded {
        constant(0.0)
    }
    #[inline]
    fn one(self) -> Recorded {
        constant(1.0)
    }
    #[inline]
    fn add(self, a: Recorded, b: Recorded) -> Recorded {
        step(Operation::Add, a.primal + b.primal, [a, b])
    }
    #[inline]
    fn mul(self, a: Recorded, b: Recorded) -> Recorded {
        step(Operation::Mul, a.primal * b.primal, [a, b])
    }
    #[inline]
    fn natural(self, n: u64) -> Recorded {
        constant(F64.natural(n))
    }
    #[inline]
    fn empty_sum(self) -> Recorded {
        constant(F64.empty_sum())
    }
    fn show(self, v: Recorded, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F64.show(v.primal, format, f)
    }
}

impl RingDict for Recorder {
    #[inline]
    fn neg(self, a: Recorded) -> Recorded {
        step(Operation::Neg, -a.primal, [a])
    }
    #[inline]
    fn sub(self, a: Recorded, b: Recorded) -> Recorded {
        step(Operation::Sub, a.primal - b.primal, [a, b])
    }
    #[inline]
    fn integer(self, n: i64) -> Recorded {
        constant(F64.integer(n))
    }
}

impl FieldDict for Recorder {
    #[inline]
    fn div(self, a: Recorded, b: Recorded) -> Recorded {
        step(Operation::Div, a.primal / b.primal, [a, b])
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Recorded {
        constant(F64.decimal(literal))
    }
}

impl RealDict for Recorder {
    #[inline]
    fn constant(self, c: f64) -> Recorded {
        constant(c)
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Recorded; K]) -> Recorded {
        let primal = f.value(x.map(|x| x.primal));
        if x.iter().all(|x| x.place == 0) {
            return constant(primal);
        }
        let entry = f.entry();
        let entry =
            entry.unwrap_or_else(|| panic!("`{}` is not in the table, and cannot be replayed", f.name()));
        step(Operation::Function(entry), primal, x)
    }
    #[inline]
    fn primal(self, a: Recorded) -> Option<f64> {
        Some(a.primal)
    }
    /// That of what will be replayed.
    fn order(self) -> usize {
        RECORDS.with_borrow(|all| all.last().map_or(0, |record| record.order))
    }
}

impl OrderedDict for Recorder {
    #[inline]
    fn eq(self, a: Recorded, b: Recorded) -> bool {
        a.primal == b.primal
    }
    #[inline]
    fn partial_cmp(self, a: Recorded, b: Recorded) -> Option<Ordering> {
        a.primal.partial_cmp(&b.primal)
    }
}
