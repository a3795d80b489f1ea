//! Random programs: control flow, mutation, arrays, several variables, mixed constants.
//!
//! The code is run with the numbers of each strategy and compared with the textbook's derivative of the tree that it
//! unrolls to. A failure shrinks to a function that can be pasted.

use std::fmt::Debug;
use std::num::NonZero;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use ad::{Dict, F64, I64, Modular};
use proptest::prelude::{RngExt, Strategy, TestCaseError, prop_assert};
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use crate::support::code::{Choices, Code, Kind};
use crate::support::rounding::{Rounded, Rounding};
use crate::support::{Class, OrderedReals, OrderedRings, Reals, Semirings, Tree};

/// To which order code is differentiated that performs that many operations. An order multiplies their number by up
/// to five, so this bounds the time.
fn orders(operations: usize) -> usize {
    match operations {
        0..=24 => 3,
        25..=120 => 2,
        _ => 1,
    }
}

/// The comparisons that were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    programs: usize,
    /// Those that are left out, since their constants do not fit: see [`constants_overflow`].
    left_out: usize,
    /// Those that perform at least ten operations.
    sizeable: usize,
    operations: usize,
    derivatives: usize,
    /// Derivatives that are not 0.
    interesting: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.programs += other.programs;
        self.left_out += other.left_out;
        self.sizeable += other.sizeable;
        self.operations += other.operations;
        self.derivatives += other.derivatives;
        self.interesting += other.interesting;
    }
}

impl Tally {
    fn program(&mut self, operations: usize) {
        self.programs += 1;
        self.sizeable += usize::from(operations >= 10);
        self.operations += operations;
    }

    fn derivative(&mut self, comparable: Option<bool>) {
        self.derivatives += usize::from(comparable.is_some());
        self.interesting += usize::from(comparable == Some(true));
    }
}

/// Compares the result of a strategy with the tree of the expected derivative.
trait Compare<D: Dict> {
    type Expected;

    /// The value of `tree`.
    fn expect(&self, tree: &Tree) -> Self::Expected;

    /// Whether the derivatives are comparable where the code has this value.
    fn comparable(&self, _value: &Self::Expected) -> bool {
        true
    }

    /// Panics with the name `who` unless the result is as expected. Returns whether the result is nonzero, if it is comparable.
    fn compare(&self, who: &str, found: D::V, expected: &Self::Expected) -> Option<bool>;
}

/// Equality, in a ring at the point `x`.
struct Exactly<C, D: Dict> {
    class: C,
    dict: D,
    x: Vec<D::V>,
}

impl<C: Class<D> + Copy, D: Dict<V: PartialEq + Debug>> Compare<D> for Exactly<C, D> {
    type Expected = D::V;

    fn expect(&self, tree: &Tree) -> D::V {
        tree.value(self.class, self.dict, &self.x)
    }
    fn compare(&self, who: &str, found: D::V, expected: &D::V) -> Option<bool> {
        assert!(found == *expected, "{who} at {:?} is {found:?}, not {expected:?}", self.x);
        Some(*expected != self.dict.zero())
    }
}

/// Equality up to rounding errors.
struct Nearly {
    x: Vec<f64>,
}

impl Compare<F64> for Nearly {
    type Expected = Rounded;

    fn expect(&self, tree: &Tree) -> Rounded {
        let x: Vec<_> = self.x.iter().map(|x| Rounded::exact(*x)).collect();
        tree.value(Reals, Rounding, &x)
    }
    /// Beyond 10²⁰⁰, products overflow in one order of multiplication and not in another; and the textbook's 0·u is 0
    /// even where u has overflowed.
    fn comparable(&self, value: &Rounded) -> bool {
        value.greatest < 1e200
    }
    fn compare(&self, who: &str, found: f64, expected: &Rounded) -> Option<bool> {
        self.comparable(expected).then(|| {
            let tolerance = 1e3 * f64::EPSILON * expected.scale + f64::MIN_POSITIVE;
            let error = (found - expected.v).abs();
            assert!(error <= tolerance, "{who} at {:?} is {found:e}, not {expected:?}", self.x);
            expected.v != 0.0
        })
    }
}

/// Compares all nestings of the derivatives of `code`: diff where there is one input, else gradient and Hessian.
fn check<C: Class<D> + Copy, D: Dict, P: Compare<D>>(
    class: C,
    dict: D,
    x: &[D::V],
    code: &Code,
    compare: &P,
    tally: &mut Tally,
) {
    let (tree, operations) = code.tree(class, dict, x);
    tally.program(operations);
    if !compare.comparable(&compare.expect(&tree)) {
        return;
    }
    let orders = orders(operations);
    if let [x] = x {
        let mut tree = tree;
        for order in 1..=orders {
            tree = tree.derivative(0);
            let expected = compare.expect(&tree);
            C::nestings(order, code, dict, *x, &mut |nesting, found| {
                tally.derivative(compare.compare(nesting, found, &expected));
            });
        }
        return;
    }
    let gradient: Vec<_> = (0..x.len()).map(|i| tree.derivative(i)).collect();
    let expected: Vec<_> = gradient.iter().map(|tree| compare.expect(tree)).collect();
    C::gradients(code, dict, x, &mut |strategy, found| {
        for (i, (found, expected)) in found.into_iter().zip(&expected).enumerate() {
            let who = format!("entry {i} of the gradient by {strategy}");
            tally.derivative(compare.compare(&who, found, expected));
        }
    });
    if orders > 1 {
        let row = |tree: &Tree| (0..x.len()).map(|j| compare.expect(&tree.derivative(j))).collect();
        let expected: Vec<Vec<_>> = gradient.iter().map(row).collect();
        C::hessians(code, dict, x, &mut |nesting, found| {
            for (i, (found, expected)) in found.into_iter().zip(&expected).enumerate() {
                for (j, (found, expected)) in found.into_iter().zip(expected).enumerate() {
                    let who = format!("entry ({i}, {j}) of the Hessian by {nesting}");
                    tally.derivative(compare.compare(&who, found, expected));
                }
            }
        });
    }
}

/// Compares `code` over the dictionaries of `kind`.
fn check_kind(kind: Kind, code: &Code, tally: &mut Tally) {
    let inputs = code.inputs;
    match kind {
        Kind::Semiring => {
            let dict = Modular::new(2_147_483_647);
            let x: Vec<_> = [1_234_567_890, 42, 2_000_000_001].map(i128::into)[..inputs].to_vec();
            let compare = Exactly { class: Semirings, dict, x: x.clone() };
            let mut next = *tally;
            if constants_overflow(|| check(Semirings, dict, &x, code, &compare, &mut next)) {
                tally.left_out += 1;
            } else {
                *tally = next;
            }
        }
        Kind::OrderedRing => {
            // Small ones and a large one, so that either branch is taken.
            let x = [3, -2, 0x1e37_79b9_7f4a_7c15][..inputs].to_vec();
            let compare = Exactly { class: OrderedRings, dict: I64, x: x.clone() };
            check(OrderedRings, I64, &x, code, &compare, tally);
        }
        Kind::Real => {
            let x = [0.75, -1.5, 2.25][..inputs].to_vec();
            check(OrderedReals, F64, &x, code, &Nearly { x: x.clone() }, tally);
        }
    }
}

/// Whether `check` panics because constants alone do not fit. They are rationals until they meet a number whose
/// modulus is known, and a loop that squares one soon has more than 128 bits.
fn constants_overflow(check: impl FnOnce()) -> bool {
    let Err(panic) = catch_unwind(AssertUnwindSafe(check)) else { return false };
    match panic.downcast_ref::<String>() {
        Some(message) if message.starts_with("overflow in rationals") => true,
        _ => resume_unwind(panic),
    }
}

/// Random code of a kind, with that many inputs.
#[derive(Clone, Copy, Debug)]
struct Codes {
    kind: Kind,
    inputs: usize,
}

impl Strategy for Codes {
    type Value = Code;
    type Tree = Shrinking;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let choices: Vec<u8> =
            (0..runner.rng().random_range(64..320)).map(|_| runner.rng().random()).collect();
        let Codes { kind, inputs } = *self;
        let current = Choices { kind, inputs, rest: choices.iter() }.code();
        Ok(Shrinking { best: current.clone(), current, rest: Vec::new().into_iter() })
    }
}

/// Code that is being shrunk: greedily, to any that is one step simpler and fails as well.
struct Shrinking {
    best: Code,
    current: Code,
    rest: std::vec::IntoIter<Code>,
}

impl ValueTree for Shrinking {
    type Value = Code;

    fn current(&self) -> Code {
        self.current.clone()
    }
    /// The current one fails.
    fn simplify(&mut self) -> bool {
        self.best = self.current.clone();
        self.rest = self.best.simpler().collect::<Vec<_>>().into_iter();
        self.complicate()
    }
    /// The current one does not.
    fn complicate(&mut self) -> bool {
        let next = self.rest.next();
        self.current = next.clone().unwrap_or_else(|| self.best.clone());
        next.is_some()
    }
}

/// A runner whose seed is fixed.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Compares that many random programs for each number of inputs.
fn check_random(kind: Kind, cases: u32) -> Tally {
    let tally = std::cell::Cell::new(Tally::default());
    for inputs in 1..=3 {
        let outcome = runner(cases).run(&Codes { kind, inputs }, |code| {
            let mut next = tally.get();
            catch_unwind(AssertUnwindSafe(|| check_kind(kind, &code, &mut next))).map_err(|panic| {
                let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                TestCaseError::fail(message)
            })?;
            tally.set(next);
            Ok(())
        });
        match outcome {
            Ok(()) => {}
            Err(TestError::Fail(reason, code)) => panic!("{reason}\n{code}"),
            Err(TestError::Abort(reason)) => panic!("{reason}"),
        }
    }
    tally.get()
}

/// At least a third of the programs must be sizeable, and a tenth of all derivatives not 0. Next to none is left out.
fn assert_worth_the_time(tally: Tally, programs: usize) {
    assert_eq!(tally.programs + tally.left_out, programs);
    assert!(1_000 * tally.left_out <= programs, "{tally:?}");
    assert!(3 * tally.sizeable >= tally.programs && 10 * tally.interesting >= tally.derivatives, "{tally:?}");
}

#[test]
fn random_semiring_programs_modulo_a_prime() {
    assert_worth_the_time(check_random(Kind::Semiring, 250), 750);
}

#[test]
fn random_ring_programs_with_branches_on_numbers() {
    assert_worth_the_time(check_random(Kind::OrderedRing, 250), 750);
}

#[test]
fn random_real_programs_up_to_rounding() {
    assert_worth_the_time(check_random(Kind::Real, 250), 750);
}

/// By how much a state of the generator differs from the one before, and how many make a program.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const STATES: usize = 40;

/// Random code from a generator that is faster than proptest's; the state says where it is.
pub(crate) fn code(kind: Kind, inputs: usize, state: &mut u64) -> Code {
    let mut choices = [0; 8 * STATES];
    for eight in choices.chunks_exact_mut(8) {
        // SplitMix64: G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators*, 2014.
        *state = state.wrapping_add(GAMMA);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        eight.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes());
    }
    let length = usize::from(choices[0]) + 64;
    Choices { kind, inputs, rest: choices[1..length].iter() }.code()
}

/// Ten million programs, on all processors.
#[test]
#[ignore = "half an hour of a processor in release mode: tests/README.md has the command"]
fn ten_million_random_programs() {
    const PROGRAMS: usize = 10_000_000;
    const BLOCK: usize = 100_000;
    let (blocks, total) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        while let block = blocks.fetch_add(1, Relaxed) * BLOCK
            && block < PROGRAMS
        {
            let mut tally = Tally::default();
            // The generator counts, so it is known where it would be after the blocks before.
            let mut state = ((block * STATES) as u64).wrapping_mul(GAMMA).wrapping_add(1);
            for i in block..block + BLOCK {
                let kind = [Kind::Semiring, Kind::OrderedRing, Kind::Real][i % 3];
                let code = code(kind, 1 + i / 3 % 3, &mut state);
                let outcome = catch_unwind(AssertUnwindSafe(|| check_kind(kind, &code, &mut tally)));
                assert!(outcome.is_ok(), "that was of program {i}:\n{code}");
            }
            let mut total = total.lock().expect("no thread has panicked here");
            *total += tally;
            println!("{total:?}");
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    assert_worth_the_time(total.into_inner().expect("no thread has panicked"), PROGRAMS);
}

/// Nonlinear code is found, and the report is short.
#[test]
fn a_failure_shrinks_to_a_short_function() {
    let outcome = runner(1_000).run(&Codes { kind: Kind::OrderedRing, inputs: 1 }, |code| {
        let mut linear = true;
        OrderedRings::nestings(2, &code, I64, 3, &mut |_, second| linear &= second == 0);
        prop_assert!(linear);
        Ok(())
    });
    let Err(TestError::Fail(_, code)) = outcome else { panic!("some random programs are not linear") };
    let report = code.to_string();
    assert!(report.lines().count() <= 8 && report.contains("x * x"), "{report}");
}
