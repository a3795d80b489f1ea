//! The end of evaluations that would not end: a budget of operations, and the stop of an evaluation.
//!
//! A stopped evaluation returns at once, with a meaningless value: each operation returns, and no loop goes on. So it needs no
//! unwinding, which the browser does not have. An effect handler stops an evaluation as well, when it performs a step.

use std::cell::{Cell, RefCell};

#[derive(Clone, Debug, PartialEq)]
enum Reason {
    /// The user's evaluation cannot go on, for this reason.
    Words(String),
    /// The handler of this level has an effect to handle.
    Effect(usize),
}

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static REASON: RefCell<Option<Reason>> = const { RefCell::new(None) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` with this many operations.
///
/// # Errors
///
/// The reason why it was stopped.
pub fn within<R>(operations: u64, f: impl FnOnce() -> R) -> Result<R, String> {
    LEFT.set(operations);
    set(None);
    let result = f();
    match REASON.take() {
        None => Ok(result),
        Some(reason) => {
            set(None);
            Err(match reason {
                Reason::Words(words) => words,
                Reason::Effect(_) => "an effect has met no handler".to_owned(),
            })
        }
    }
}

/// Counts an operation. Returns whether the evaluation goes on.
pub(crate) fn spend() -> bool {
    if STOPPED.get() {
        return false;
    }
    match LEFT.get().checked_sub(1) {
        Some(left) => {
            LEFT.set(left);
            true
        }
        None => {
            stop("the evaluation takes too many operations for this page");
            false
        }
    }
}

/// Ends the evaluation with this message, unless it is being stopped already.
pub(crate) fn stop(message: &str) {
    stop_for(Reason::Words(message.to_owned()));
}

/// Stops the evaluation for the handler of this level.
pub(crate) fn perform(level: usize) {
    stop_for(Reason::Effect(level));
}

/// Goes on, if the evaluation was stopped for the handler of this level. Returns whether it was.
pub(crate) fn performed(level: usize) -> bool {
    let is_for_it = REASON.with_borrow(|reason| *reason == Some(Reason::Effect(level)));
    if is_for_it {
        set(None);
    }
    is_for_it
}

pub(crate) fn is_stopped() -> bool {
    STOPPED.get()
}

fn stop_for(reason: Reason) {
    if !STOPPED.get() {
        set(Some(reason));
    }
}

fn set(reason: Option<Reason>) {
    STOPPED.set(reason.is_some());
    REASON.set(reason);
}
