//! Difficult input: zero exponents, infinities, overflow, strange moduli, and difficult expressions. Such an expression is
//! constant, differentiates, crosses threads, or is known at run time only. Every strategy is tested with all of them.
//! Expressions that panic are in `tests/limits/panics`.

mod constants;
mod floats;
mod inside;
mod integers;
mod moduli;
mod pointers;
mod threads;

/// The message that `f` panics with.
fn panic_message<T>(f: impl FnOnce() -> T) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).err().expect("no panic");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().expect("a message").to_string(),
    }
}
