//! Failures as values: nothing unwinds out of this crate.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The reason why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An argument has another length, structure or domain.
    Argument(String),
    /// The function has no such derivative.
    Unsupported(String),
    /// The function panicked, with this message.
    Panic(String),
}

impl Failure {
    /// The failure at point `i` of several.
    pub(crate) fn at(self, i: usize) -> Self {
        match self {
            Failure::Argument(message) => Failure::Argument(format!("point {i}: {message}")),
            Failure::Unsupported(message) => Failure::Unsupported(message),
            Failure::Panic(message) => Failure::Panic(format!("point {i} panicked: {message}")),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Argument(message) | Failure::Unsupported(message) | Failure::Panic(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for Failure {}

/// A result, or the reason why there is none.
pub type Outcome<T> = Result<T, Failure>;

/// Zeros for a matrix. Matrices of long arguments need more memory than there is, and an allocation that fails would end the process.
///
/// # Errors
///
/// The memory cannot be had.
pub fn zeros(rows: usize, columns: usize) -> Outcome<Vec<f64>> {
    let length = rows.checked_mul(columns);
    let mut zeros = Vec::new();
    match length.map(|length| zeros.try_reserve_exact(length)) {
        Some(Ok(())) => {
            zeros.resize(length.unwrap_or(0), 0.0);
            Ok(zeros)
        }
        _ => {
            Err(Failure::Argument(format!("a matrix of {rows} × {columns} numbers does not fit into memory")))
        }
    }
}

/// An empty list with memory for `length` elements. Panics with a [`Failure`] if the memory cannot be had.
pub(crate) fn reserved<T>(length: usize) -> Vec<T> {
    let mut list = Vec::new();
    if list.try_reserve_exact(length).is_err() {
        let message = format!("a list of {length} elements does not fit into memory");
        panic::panic_any(Failure::Argument(message));
    }
    list
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `f`. A panic becomes a [`Failure`] with its message and place, and is not printed.
///
/// # Errors
///
/// The panic of `f`, or its own failure.
pub fn guarded<T>(f: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if GUARDED.get() {
                let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
                PLACE.set(place.unwrap_or_default());
            } else {
                before(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|payload| {
        let place = PLACE.take();
        let failure = payload.downcast_ref::<Failure>().cloned();
        let failure = failure.unwrap_or_else(|| Failure::Panic(format!("{}{place}", message(&*payload))));
        // The payload may panic when it is dropped, and so may that panic's.
        if let Err(second) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(second);
        }
        Err(failure)
    });
    GUARDED.set(outer);
    outcome
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without text")
}
