//! Effect handlers.
//!
//! * `semantics`: the meaning of handlers.
//! * `depth`: the depth and cost of nesting.
//! * `nesting`: handlers inside handled computations.
//! * `unwinding`: panics and abandoned computations.
//! * `faults`: faults at every point, which leave nothing behind.
#![cfg(all(
    feature = "effects",
    any(
        all(
            unix,
            any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                target_arch = "riscv64",
                target_arch = "loongarch64"
            )
        ),
        all(windows, target_arch = "x86_64")
    )
))]

mod depth;
mod faults;
mod nesting;
mod semantics;
mod unwinding;
