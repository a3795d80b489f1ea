//! Dictionaries, numbers, expressions and differentiation strategies of the `ad` crate.
//! Automatic differentiation for ordinary Rust functions.

#[cfg(all(
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
pub mod handler;
