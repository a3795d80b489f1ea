//! The behaviour of a call: its side effects in order, and its value or panic. Values are compared in their `Debug` form, which
//! is exact for floats, distinguishes the signs of zeros and ignores the payload of a NaN.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// A side effect, which can occur in any expression.
pub fn note<T>(name: &str, value: T) -> T {
    log(name);
    value
}

/// A side effect without a value.
pub fn log(text: impl Into<String>) {
    LOG.with_borrow_mut(|log| log.push(text.into()));
}

/// The number of side effects so far, as a value that depends on the order.
pub fn count() -> usize {
    log("count");
    LOG.with_borrow(Vec::len)
}

/// Tells when it is dropped.
#[derive(Debug)]
pub struct Noisy(pub &'static str);

impl Noisy {
    pub fn value<T>(&self, value: T) -> T {
        note(self.0, value)
    }
}

impl Drop for Noisy {
    fn drop(&mut self) {
        log(format!("drop {}", self.0));
    }
}

#[derive(Debug, PartialEq)]
pub struct Behaviour {
    log: Vec<String>,
    outcome: Result<String, String>,
}

impl Behaviour {
    pub fn of<R: Debug>(call: impl FnOnce() -> R) -> Behaviour {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let loud = take_hook();
            set_hook(Box::new(move |info| {
                if !QUIET.get() {
                    loud(info)
                }
            }));
        });
        LOG.with_borrow_mut(Vec::clear);
        QUIET.set(true);
        let outcome = catch_unwind(AssertUnwindSafe(call));
        QUIET.set(false);
        let log = LOG.take();
        let outcome = outcome.map(|value| format!("{value:?}")).map_err(|payload| {
            let text = payload.downcast_ref::<&str>().map(ToString::to_string);
            text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
        });
        Behaviour { log, outcome }
    }
}

/// Points with ordinary and extreme coordinates, each of them in each place.
pub fn points<const N: usize>() -> impl Iterator<Item = [f64; N]> {
    const COORDINATES: [f64; 13] = [
        0.5,
        -2.0,
        0.0,
        -0.0,
        f64::INFINITY,
        1.0,
        f64::NAN,
        5e-310,
        3.7,
        -1e300,
        f64::NEG_INFINITY,
        -0.1,
        1e16,
    ];
    let steps = [1, 5, 7, 11];
    (0..COORDINATES.len()).map(move |i| std::array::from_fn(|k| COORDINATES[(steps[k] * i + 3 * k) % 13]))
}
