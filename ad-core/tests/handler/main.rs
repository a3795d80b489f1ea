//! Effect handlers: what they mean (`semantics`), how deep and how cheaply they nest (`depth`), handlers
//! inside handled computations (`nesting`), and what panics and abandoned computations leave behind
//! (`unwinding`).
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
mod nesting;
mod semantics;
mod unwinding;
