//! What a dictionary sees of a strategy: the operations that the protocol promises, in its order, and no others.
//!
//! The operations of a dictionary may have effects: they may count, print, panic, differentiate something else or
//! wait for an answer from outside. Since the sequence is exact, all of these are neither lost nor duplicated.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::{Dict, Exp, I64, Var, forward, pow, stack};

use crate::small_scope::{self, Scope};
use crate::support::log::{Observed, Observer, Recorder};
use crate::support::protocol::expected;
use crate::support::{Class, Elementary, Layer, Operand, Over, Program, Reals, Semirings, Term};

/// 0 and 1 as the dictionary at hand makes them.
const CONSTANTS: [Layer<Operand>; 2] = [Layer::Zero, Layer::One];

/// Asserts that every nesting up to that order performs exactly what the protocol promises.
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
        C::nestings(order, program, Observed::new(&recorder), Operand::Input(0), &mut |nesting, result| {
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
    let programs = small_scope::all::<5>(2, CONSTANTS, &mut |case| {
        nestings += assert_protocol(Semirings, case.program, 3);
    });
    let of_two = 2_955 * small_scope::nestings(1..=3);
    assert_eq!((programs, nestings), (2_955, of_two));
    let programs =
        Scope { bindings: 3, any_result: false, both_orders: true }.visit::<9>(CONSTANTS, &mut |case| {
            nestings += assert_protocol(Semirings, case.program, 1);
        });
    assert_eq!((programs, nestings), (28_800, of_two + 28_800 * small_scope::nestings(1..=1)));
}
