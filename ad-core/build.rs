//! Sets `cfg(coroutines)` if the effects strategy can be built: its feature is on, and the coroutine crate supports the target.
//! `Cargo.toml` has the same list of targets.
//!
//! Sets `cfg(avx512)` if rustc is 1.89 or newer.

use std::env::var;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(coroutines)");
    let architecture = var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let supported = if var("CARGO_CFG_UNIX").is_ok() {
        ["x86_64", "aarch64", "riscv64", "loongarch64"].contains(&architecture.as_str())
    } else {
        var("CARGO_CFG_WINDOWS").is_ok() && architecture == "x86_64"
    };
    if supported && var("CARGO_FEATURE_EFFECTS").is_ok() {
        println!("cargo::rustc-cfg=coroutines");
    }

    println!("cargo::rustc-check-cfg=cfg(avx512)");
    if minor_version().is_some_and(|minor| minor >= 89) {
        println!("cargo::rustc-cfg=avx512");
    }
}

/// The second number of the version of rustc.
fn minor_version() -> Option<u32> {
    let said = Command::new(var("RUSTC").ok()?).arg("--version").output().ok()?;
    String::from_utf8(said.stdout).ok()?.split('.').nth(1)?.parse().ok()
}
