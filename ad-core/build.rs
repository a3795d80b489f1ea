//! Sets `cfg(coroutines)` where the effects strategy can be built: with its feature, and on a target that the
//! coroutine crate supports (the same list as in `Cargo.toml`).

use std::env::var;

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
}
