//! The meaning of handlers, by the examples that handlers are usually explained with.

use std::convert::Infallible;

use ad_core::paper::handler::{Continuation, Handler, Performer, handle};

/// Answers a question with its successor, and writes a log.
struct Logging(Vec<String>);

impl Handler for Logging {
    type Effect = i32;
    type Answer = i32;
    type Return = i32;
    type Result = String;

    fn effect(&mut self, question: i32, k: Continuation<'_, Self>) -> String {
        self.0.push(format!("asked {question}"));
        let result = k.resume(self, question + 1);
        self.0.push(format!("left {question}"));
        result
    }

    fn returns(&mut self, value: i32) -> String {
        self.0.push(format!("returned {value}"));
        value.to_string()
    }
}

#[test]
fn activations_of_the_handler_nest_around_the_return_branch() {
    let mut logging = Logging(Vec::new());
    let result = handle(&mut logging, |performer| performer.perform(1) * performer.perform(10));
    assert_eq!(result, "22");
    assert_eq!(logging.0, ["asked 1", "asked 10", "returned 22", "left 10", "left 1"]);
}

#[test]
fn a_computation_without_effects_takes_the_return_branch_only() {
    let mut logging = Logging(Vec::new());
    assert_eq!(handle(&mut logging, |_| 7), "7");
    assert_eq!(logging.0, ["returned 7"]);
}

enum Access {
    Get,
    Put(u64),
}

/// Mutable state: the answer to `Get` is the last `Put`.
struct State(u64);

impl Handler for State {
    type Effect = Access;
    type Answer = u64;
    type Return = ();
    type Result = ();

    fn effect(&mut self, access: Access, k: Continuation<'_, Self>) {
        if let Access::Put(value) = access {
            self.0 = value;
        }
        let now = self.0;
        k.resume(self, now);
    }

    fn returns(&mut self, (): ()) {}
}

#[test]
fn state_is_seen_by_later_effects() {
    let mut state = State(1);
    handle(&mut state, |performer| {
        for _ in 0..10 {
            let now = performer.perform(Access::Get);
            performer.perform(Access::Put(2 * now));
        }
    });
    assert_eq!(state.0, 1024);
}

/// Collects the yielded values of a computation. When it has enough, it does not resume.
struct Collect<'v> {
    values: Vec<&'v str>,
    enough: usize,
}

impl<'v> Handler for Collect<'v> {
    type Effect = &'v str;
    type Answer = ();
    type Return = ();
    type Result = bool;

    fn effect(&mut self, value: &'v str, k: Continuation<'_, Self>) -> bool {
        self.values.push(value);
        self.values.len() < self.enough && k.resume(self, ())
    }

    fn returns(&mut self, (): ()) -> bool {
        true
    }
}

fn words(text: &str, enough: usize) -> (Vec<&str>, bool) {
    let mut collect = Collect { values: Vec::new(), enough };
    let ended = handle(&mut collect, |performer| text.split(' ').for_each(|word| performer.perform(word)));
    (collect.values, ended)
}

#[test]
fn a_generator_yields_borrowed_values_and_may_be_left_early() {
    let text = String::from("a pile of words");
    assert_eq!(words(&text, 9), (vec!["a", "pile", "of", "words"], true));
    assert_eq!(words(&text, 2), (vec!["a", "pile"], false));
}

/// Exceptions: an effect without an answer.
struct Try;

impl Handler for Try {
    type Effect = String;
    type Answer = Infallible;
    type Return = u8;
    type Result = Result<u8, String>;

    fn effect(&mut self, error: String, _: Continuation<'_, Self>) -> Result<u8, String> {
        Err(error)
    }

    fn returns(&mut self, value: u8) -> Result<u8, String> {
        Ok(value)
    }
}

fn parse(text: &str, raise: Performer<'_, String, Infallible>) -> u8 {
    text.parse().unwrap_or_else(|_| match raise.perform(format!("not a byte: {text}")) {})
}

#[test]
fn an_effect_without_an_answer_is_an_exception() {
    let sum = |texts: [&str; 2]| {
        handle(&mut Try, |raise| texts.iter().map(|text| parse(text, raise)).fold(0, u8::wrapping_add))
    };
    assert_eq!(sum(["3", "4"]), Ok(7));
    assert_eq!(sum(["3", "x"]), Err("not a byte: x".to_string()));
}

/// Deepens the handler: the continuation of each effect runs under a new handler.
struct Level(u32);

impl Handler for Level {
    type Effect = ();
    type Answer = u32;
    type Return = Vec<u32>;
    type Result = Vec<u32>;

    fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> Vec<u32> {
        let level = self.0;
        k.resume(&mut Level(level + 1), level)
    }

    fn returns(&mut self, mut seen: Vec<u32>) -> Vec<u32> {
        seen.push(self.0);
        seen
    }
}

#[test]
fn a_continuation_may_be_resumed_under_another_handler() {
    let seen = handle(&mut Level(5), |performer| (0..3).map(|_| performer.perform(())).collect());
    assert_eq!(seen, [5, 6, 7, 8]);
}

#[test]
fn computations_may_capture_and_return_large_values() {
    struct Identity;
    impl Handler for Identity {
        type Effect = [u64; 300];
        type Answer = [u64; 300];
        type Return = [u64; 300];
        type Result = [u64; 300];
        fn effect(&mut self, effect: [u64; 300], k: Continuation<'_, Self>) -> [u64; 300] {
            k.resume(self, effect)
        }
        fn returns(&mut self, value: [u64; 300]) -> [u64; 300] {
            value
        }
    }
    let captured: [u64; 300] = std::array::from_fn(|i| i as u64);
    let result = handle(&mut Identity, move |performer| performer.perform(captured).map(|x| x + 1));
    assert_eq!(result, captured.map(|x| x + 1));
}
