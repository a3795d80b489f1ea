//! Handlers inside handled computations, and computations resumed inside others.

use std::cell::RefCell;

use ad_core::paper::handler::{Continuation, Handler, Performer, handle};

type Ask<'p> = Performer<'p, u32, u32>;

/// Logs each question and its origin. It asks the outer handler before and after its answer.
struct Relay<'p, 'l> {
    name: &'static str,
    outer: Option<Ask<'p>>,
    log: &'l RefCell<Vec<String>>,
}

impl Relay<'_, '_> {
    fn log(&self, event: &str, question: u32) {
        self.log.borrow_mut().push(format!("{} {event} {question}", self.name));
    }
}

impl Handler for Relay<'_, '_> {
    type Effect = u32;
    type Answer = u32;
    type Return = u32;
    type Result = u32;

    fn effect(&mut self, question: u32, k: Continuation<'_, Self>) -> u32 {
        self.log("asked", question);
        let answer = self.outer.map_or(question, |outer| outer.perform(question + 1));
        let result = k.resume(self, answer);
        if let Some(outer) = self.outer {
            outer.perform(result);
        }
        self.log("left", question);
        result
    }

    fn returns(&mut self, value: u32) -> u32 {
        self.log("returned", value);
        value
    }
}

#[test]
fn inner_computations_and_inner_handlers_perform_outer_effects() {
    let log = &RefCell::default();
    let result = handle(&mut Relay { name: "a", outer: None, log }, |a| {
        let mut relay = Relay { name: "b", outer: Some(a), log };
        handle(&mut relay, |b| b.perform(10) + a.perform(20)) + a.perform(30)
    });
    assert_eq!(result, 11 + 20 + 30);
    let expected = "\
        b asked 10, a asked 11, a asked 20, b returned 31, a asked 31, b left 10, a asked 30, \
        a returned 61, a left 30, a left 31, a left 20, a left 11";
    assert_eq!(log.borrow().join(", "), expected);
}

/// Counts the effects without inspecting them.
struct Count(u64);

impl Handler for Count {
    type Effect = ();
    type Answer = ();
    type Return = u64;
    type Result = u64;

    fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> u64 {
        self.0 += 1;
        k.resume(self, ()) + 1
    }

    fn returns(&mut self, value: u64) -> u64 {
        value
    }
}

/// Three nested computations take turns, long enough that the handlers of each use several segments at the same time.
#[test]
fn three_levels_take_turns_for_long() {
    const N: u64 = 30_000;
    let (mut a, mut b, mut c) = (Count(0), Count(0), Count(0));
    let result = handle(&mut a, |a| {
        handle(&mut b, |b| {
            handle(&mut c, |c| {
                for _ in 0..N {
                    c.perform(());
                    a.perform(());
                    b.perform(());
                }
                1
            })
        })
    });
    assert_eq!((result, a.0, b.0, c.0), (1 + 3 * N, N, N, N));
}

/// Resumes its computation inside another one: from a stack that is not the handler's.
struct Inside(u32);

impl Handler for Inside {
    type Effect = u32;
    type Answer = u32;
    type Return = u32;
    type Result = u32;

    fn effect(&mut self, question: u32, k: Continuation<'_, Self>) -> u32 {
        let log = &RefCell::default();
        let mut relay = Relay { name: "inside", outer: None, log };
        handle(&mut relay, |ask| {
            let answer = ask.perform(question);
            let result = k.resume(self, answer);
            ask.perform(result) + 1
        })
    }

    fn returns(&mut self, value: u32) -> u32 {
        self.0 = value;
        value
    }
}

#[test]
fn a_continuation_may_be_resumed_inside_another_computation() {
    let mut inside = Inside(0);
    let result = handle(&mut inside, |ask| (0..60).map(|i| ask.perform(i)).sum());
    assert_eq!(inside.0, 59 * 60 / 2);
    assert_eq!(result, inside.0 + 60);
}
