//! Effect handlers: their meaning (`semantics`), the depth and cost of nesting (`depth`), handlers inside handled computations
//! (`nesting`), panics and abandoned computations (`unwinding`), and faults at every point, which leave nothing behind
//! (`faults`).
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
