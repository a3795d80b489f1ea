//! Effect handlers: what they mean (`semantics`), how deep and how cheaply they nest (`depth`), handlers
//! inside handled computations (`nesting`), what panics and abandoned computations do (`unwinding`), and that
//! they leave nothing behind, wherever they occur (`faults`).
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
