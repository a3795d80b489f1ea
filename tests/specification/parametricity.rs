//! The operations of a strategy, as a dictionary sees them: those of the protocol, in its order, and no others.
//!
//! The operations of a dictionary may have effects: they may count, print, panic, differentiate something else or
//! wait for an answer from outside. Since the sequence is exact, all of these are neither lost nor duplicated.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::{Dict, Exp, Ground, I64, forward, stack};
use ad_testing::nestings;

use crate::small_scope::{self, Scope};
use crate::support::observed::{Observed, Observer, Recorder};
use crate::support::protocol::expected;
use crate::support::{Class, Elementary, Layer, Operand, Over, Program, Reals, Semirings};

/// 0 and 1 as the dictionary at hand makes them.
const CONSTANTS: [Layer<Operand>; 2] = [Layer::Zero, Layer::One];

/// Asserts that every nesting up to that order performs exactly the protocol.
fn assert_protocol<C>(class: C, program: &Program, orders: usize) -> usize
where
    C: for<'o> Class<Observed<'o>> + Copy,
{
    let _ = class;
    let mut nestings = 0;
    for order in 1..=orders {
        // All nestings are observed by the same recorder, one after the other.
        let recorder = Recorder::new();
        let mut start = 0;
        C::steps(order, program, Observed::new(&recorder), Operand::Input(0), &mut |nesting, result| {
            let observed = recorder.since(start, result);
            start += observed.steps.len();
            let expected = expected(nesting, program);
            assert!(
                observed == expected,
                "{nesting} performs\n{observed}\nand not\n{expected}\nfor\n{program}"
            );
            nestings += 1;
        });
    }
    nestings
}

#[test]
fn every_small_program_performs_the_operations_of_the_protocol_and_no_others() {
    let mut nestings = 0;
    let programs = small_scope::all(2, CONSTANTS, &mut |case| {
        nestings += assert_protocol(Semirings, case.program, 3);
    });
    let of_two = 2_955 * small_scope::steps(1..=3);
    assert_eq!((programs, nestings), (2_955, of_two));
    let programs = Scope { bindings: 3, any_result: false }.visit(CONSTANTS, &mut |case| {
        nestings += assert_protocol(Semirings, case.program, 1);
    });
    assert_eq!((programs, nestings), (28_800, of_two + 28_800 * small_scope::steps(1..=1)));
}

/// x ↦ sin(x)·e^(-x) / (cos(x) - x·x), of all operations whose protocol is written down.
fn of_all_operations() -> Program {
    let mut e = Program::new();
    let x = Operand::Input(0);
    let sine = e.push(Layer::Function(Elementary::Sin, x));
    let opposite = e.push(Layer::Neg(x));
    let exponential = e.push(Layer::Function(Elementary::Exp, opposite));
    let numerator = e.push(Layer::Mul(sine, exponential));
    let cosine = e.push(Layer::Function(Elementary::Cos, x));
    let square = e.push(Layer::Mul(x, x));
    let denominator = e.push(Layer::Sub(cosine, square));
    e.result = e.push(Layer::Div(numerator, denominator));
    e
}

/// All programs of one operation of rings, fields and reals, with constants on either side.
#[test]
fn every_operation_performs_the_operations_of_the_protocol_and_no_others() {
    assert_protocol(Reals, &of_all_operations(), 3);
    let mut e = Program::new();
    let one = e.push(Layer::One);
    let (x, y) = (Operand::Input(0), e.push(Layer::Mul(Operand::Input(0), Operand::Input(0))));
    let mut programs = 0;
    for a in [one, x, y] {
        let functions = [Elementary::Sin, Elementary::Cos, Elementary::Exp].map(|f| Layer::Function(f, a));
        let binary =
            [one, x, y].map(|b| [Layer::Add(a, b), Layer::Mul(a, b), Layer::Sub(a, b), Layer::Div(a, b)]);
        for step in functions.into_iter().chain([Layer::Neg(a)]).chain(binary.into_iter().flatten()) {
            let mut program = e.clone();
            program.result = program.push(step);
            assert_protocol(Reals, &program, 3);
            programs += 1;
        }
    }
    assert_eq!(programs, 3 * (3 + 1 + 3 * 4));
}

/// x·x + 1, printed by the dictionary, as in the documentation.
#[test]
fn the_order_of_operations_is_that_of_the_documentation() {
    let mut e = Program::new();
    let (square, one) = (e.push(Layer::Mul(Operand::Input(0), Operand::Input(0))), e.push(Layer::One));
    e.result = e.push(Layer::Add(square, one));
    let printed = |differentiate: &dyn Fn(Observed<'_>)| {
        let lines = RefCell::new(Vec::<String>::new());
        let printer = |operation: Layer<Operand>| {
            lines.borrow_mut().push(operation.to_string());
            Operand::Step(lines.borrow().len() - 1)
        };
        differentiate(Observed::new(&printer));
        lines.into_inner()
    };
    let x = Operand::Input(0);
    let e = Over::new(Semirings, &e);
    assert_eq!(
        printed(&|dict| assert_eq!(forward::diff(e).eval(dict, x), Operand::Step(4))),
        ["one", "x0 × x0", "u0 × x0", "u0 × x0", "u2 + u3", "one", "u1 + u5"]
    );
    let reverse = ["x0 × x0", "one", "u0 + u1", "one", "u3 × x0", "u3 × x0", "u4 + u5"];
    assert_eq!(printed(&|dict| assert_eq!(stack::diff(e).eval(dict, x), Operand::Step(6))), reverse);
    #[cfg(feature = "effects")]
    assert_eq!(printed(&|dict| assert_eq!(ad::effects::diff(e).eval(dict, x), Operand::Step(6))), reverse);
}

/// Small, but with shared results, dead ones and a constant: u·u + u with u = x·x + 1, where x + x is unused.
fn sharing() -> Program {
    let mut e = Program::new();
    let x = Operand::Input(0);
    let one = e.push(Layer::One);
    let square = e.push(Layer::Mul(x, x));
    e.push(Layer::Add(x, x));
    let u = e.push(Layer::Add(square, one));
    let product = e.push(Layer::Mul(u, u));
    e.result = e.push(Layer::Add(product, u));
    e
}

/// The dictionary panics at each operation in turn. The operations before are those of the protocol, none follows, and the next
/// evaluation is right.
#[test]
fn a_panic_in_any_operation_comes_after_those_before_it_and_leaves_no_trace() {
    struct Failing {
        recorder: Recorder,
        left: Cell<usize>,
    }
    impl Observer for Failing {
        fn observe(&self, operation: Layer<Operand>) -> Operand {
            let left = self.left.get().checked_sub(1);
            self.left.set(left.unwrap_or_else(|| std::panic::panic_any("the operation fails")));
            self.recorder.observe(operation)
        }
    }
    // An operation that fails on purpose need not be reported.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if info.payload().downcast_ref() != Some(&"the operation fails") {
            report(info);
        }
    }));
    let e = sharing();
    let mut failures = 0;
    nestings!(step: [diff [diff]], Over::new(Semirings, &e), |name, derivative| {
        let expected = expected(name, &e);
        for n in 0..expected.steps.len() {
            let failing = Failing { recorder: Recorder::new(), left: Cell::new(n) };
            let panic = catch_unwind(AssertUnwindSafe(|| {
                derivative.eval(Observed::new(&failing), Operand::Input(0))
            }));
            assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"the operation fails"), "{name}, {n}");
            let observed = failing.recorder.since(0, expected.result);
            assert_eq!(observed.steps, expected.steps[..n], "{name}, {n}");
            failing.left.set(usize::MAX);
            let start = observed.steps.len();
            let result = derivative.eval(Observed::new(&failing), Operand::Input(0));
            assert_eq!(failing.recorder.since(start, result), expected, "{name}, after a failure at {n}");
            failures += 1;
        }
    });
    assert!(failures > 200, "{failures}");
}

/// Integers whose product is itself a derivative: a·b is that of t ↦ a·b·t, by each strategy.
#[derive(Clone, Copy, Default)]
struct Differentiating;

impl Dict for Differentiating {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        I64.zero()
    }
    fn one(self) -> i64 {
        I64.one()
    }
    fn add(self, a: i64, b: i64) -> i64 {
        I64.add(a, b)
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        let mut line = Program::new();
        let [a, b] = [a, b].map(|n| line.push(Layer::Natural(n.cast_unsigned())));
        let slope = line.push(Layer::Mul(a, b));
        line.result = line.push(Layer::Mul(slope, Operand::Input(0)));
        let mut derivatives = Vec::new();
        Semirings::nestings(1, &line, I64, 5, &mut |_, slope| derivatives.push(slope));
        assert!(derivatives.windows(2).all(|pair| pair[0] == pair[1]), "{derivatives:?}");
        derivatives[0]
    }
}

#[test]
fn an_operation_may_differentiate_something_else() {
    for x in [-3, 0, 2] {
        for order in 1..=3 {
            let mut expected = Vec::new();
            Semirings::nestings(order, &sharing(), I64, x, &mut |_, value| expected.push(value));
            Semirings::nestings(order, &sharing(), Differentiating, x, &mut |nesting, value| {
                assert_eq!(value, expected.remove(0), "{nesting} at {x}");
            });
        }
    }
}

/// In the middle of each operation the whole derivative is evaluated once more, under the same dictionary.
#[test]
fn an_operation_may_evaluate_the_derivative_that_it_is_part_of() {
    struct Reentered<'e> {
        e: &'e Program,
        outside: Recorder,
        /// There while an evaluation inside of an operation is going on.
        inside: RefCell<Option<Recorder>>,
        evaluations: Cell<usize>,
    }
    impl Observer for Reentered<'_> {
        fn observe(&self, operation: Layer<Operand>) -> Operand {
            if let Some(recorder) = &*self.inside.borrow() {
                return recorder.observe(operation);
            }
            nestings!(step: [diff [diff]], Over::new(Semirings, self.e), |name, derivative| {
                *self.inside.borrow_mut() = Some(Recorder::new());
                let result = derivative.eval(Observed::new(self), Operand::Input(0));
                let inside = self.inside.take().unwrap().since(0, result);
                assert_eq!(inside, expected(name, self.e), "{name}, inside of {operation}");
                self.evaluations.set(self.evaluations.get() + 1);
            });
            self.outside.observe(operation)
        }
    }
    let e = &sharing();
    nestings!(step: [diff [diff]], Over::new(Semirings, e), |name, derivative| {
        let (inside, evaluations) = (RefCell::new(None), Cell::new(0));
        let observer = Reentered { e, outside: Recorder::new(), inside, evaluations };
        let result = derivative.eval(Observed::new(&observer), Operand::Input(0));
        let expected = expected(name, e);
        assert_eq!(observer.evaluations.get(), expected.steps.len() * small_scope::steps(2..=2));
        assert_eq!(observer.outside.since(0, result), expected, "{name}");
    });
}

/// Each operation is an effect, performed from inside of all strategies and answered by a handler outside of them.
#[cfg(feature = "effects")]
#[test]
fn an_operation_may_perform_effects_of_an_outer_handler() {
    use ad::paper::handler::{Continuation, Handler, handle};

    struct Outside {
        performed: Vec<Layer<Operand>>,
        left: usize,
    }
    impl Handler for Outside {
        type Effect = Layer<Operand>;
        type Answer = Operand;
        type Return = Operand;
        type Result = Operand;
        fn effect(&mut self, operation: Layer<Operand>, k: Continuation<'_, Self>) -> Operand {
            self.performed.push(operation);
            let answer = Operand::Step(self.performed.len() - 1);
            let result = k.resume(self, answer);
            self.left += 1;
            result
        }
        fn returns(&mut self, result: Operand) -> Operand {
            result
        }
    }
    for e in [sharing(), of_all_operations()] {
        nestings!(paper: [diff [diff [diff]]], Over::new(Reals, &e), |name, derivative| {
            let mut outside = Outside { performed: Vec::new(), left: 0 };
            let result = handle(&mut outside, |performer| {
                let observer = |operation| performer.perform(operation);
                derivative.eval(Observed::new(&observer), Operand::Input(0))
            });
            assert_eq!(outside.left, outside.performed.len());
            assert_eq!(Program { steps: outside.performed, result }, expected(name, &e), "{name}");
        });
    }
}

/// The same with two handlers, of which the outer one also suspends the inner one.
#[cfg(feature = "effects")]
#[test]
fn an_operation_may_perform_effects_of_two_outer_handlers() {
    use ad::paper::handler::{Continuation, Handler, handle};

    struct Observing(Recorder);
    impl Handler for Observing {
        type Effect = Layer<Operand>;
        type Answer = Operand;
        type Return = Operand;
        type Result = Operand;
        fn effect(&mut self, operation: Layer<Operand>, k: Continuation<'_, Self>) -> Operand {
            let answer = self.0.observe(operation);
            k.resume(self, answer)
        }
        fn returns(&mut self, result: Operand) -> Operand {
            result
        }
    }
    let e = sharing();
    nestings!(step: [diff [diff]], Over::new(Semirings, &e), |name, derivative| {
        let expected = expected(name, &e);
        let (mut first, mut second) = (Observing(Recorder::new()), Observing(Recorder::new()));
        let mut results = (None, None);
        results.0 = Some(handle(&mut first, |one| {
            results.1 = Some(handle(&mut second, |two| {
                let observer = |operation| {
                    let outer = one.perform(operation);
                    let inner = two.perform(operation);
                    assert_eq!(outer, inner);
                    inner
                };
                derivative.eval(Observed::new(&observer), Operand::Input(0))
            }));
            results.1.unwrap()
        }));
        assert_eq!(first.0.since(0, results.0.unwrap()), expected, "{name}");
        assert_eq!(second.0.since(0, results.1.unwrap()), expected, "{name}");
    });
}
