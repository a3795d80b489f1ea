//! Reverse mode by effect handlers needs a stackful coroutine, which this build lacks. Its use is an error with this reason.
//!
//! ```compile_fail,E0277
//! use ad::{Exp, I64, effects, paper::{Var, pow}};
//! assert_eq!(effects::diff(pow(4, Var)).eval(I64, 2), 32);
//! ```

/// A bound that no expression satisfies in this build.
#[diagnostic::on_unimplemented(
    message = "cannot use `effects`: this build has no stackful coroutines",
    label = "needs the feature `effects`, and a target that has coroutines",
    note = "write `features = [\"effects\"]`; the targets are x86-64, AArch64, RISC-V and LoongArch on Unix, and x86-64 on Windows",
    note = "`stack` computes the same derivatives, everywhere"
)]
pub trait Coroutines {}

macro_rules! unavailable {
    ($($operator:ident)*) => {$(
        /// Missing in this build.
        pub fn $operator<E: Coroutines>(e: E) -> E {
            e
        }
    )*};
}

unavailable!(diff grad value_and_grad vjp jacobian);
