#!/usr/bin/env bash
# The size of the code of `examples/kalman/filter.rs` without `std`, for an x86-64 and a Cortex-M4F, and its stack. `../README.md`
# discusses the numbers. It needs `rustup target add thumbv7em-none-eabihf x86_64-unknown-none`, and `size` of LLVM.
#
# Each image is linked with one function and all that it calls: the motion over plain floats, its Jacobian, the whole filter. The
# size is that of its instructions and constants. A link with an allocator shows whether a function can allocate.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
size=${SIZE:-llvm-size}
mkdir -p "$work/src"

cat >"$work/Cargo.toml" <<EOF
[package]
name = "images"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
ad = { package = "exact-ad", path = "$root", default-features = false }

[features]
plain = []
jacobian = []
stack = []

[profile.release]
opt-level = "${OPTIMIZED:-s}"
lto = "fat"
codegen-units = 1
panic = "abort"

[[bin]]
name = "image"
path = "src/main.rs"

[[bin]]
name = "stack"
path = "src/stack.rs"
required-features = ["stack"]
EOF

# Without a libc. The compiler must not know the argument.
cat >"$work/src/main.rs" <<EOF
#![no_std]
#![no_main]
#![allow(dead_code)]
#[path = "$root/examples/kalman/filter.rs"]
mod filter;
use core::alloc::{GlobalAlloc, Layout};
use core::hint::black_box;
use filter::*;

struct NoMemory;
unsafe impl GlobalAlloc for NoMemory {
    #[inline(never)]
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        allocated()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
#[global_allocator]
static NO_MEMORY: NoMemory = NoMemory;

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn allocated() -> *mut u8 {
    black_box(core::ptr::null_mut())
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    let state = black_box([1.0, 2.0, 0.5, 3.0, 0.25]);
    if cfg!(feature = "plain") {
        black_box(motion(black_box(0.1), state));
    } else if cfg!(feature = "jacobian") {
        black_box(transition(black_box(0.1), &state));
    } else {
        let estimate = black_box(Estimate { state, covariance: [[0.0; 5]; 5] });
        let predicted = black_box(estimate.predicted(black_box(0.1), &black_box([0.0; 5])));
        black_box(predicted.corrected(black_box([1.0, 2.0]), black_box(3.0), black_box(0.05)));
    }
    loop {}
}
EOF

# The bytes below a frame are painted, and those that have changed afterwards are counted.
cat >"$work/src/stack.rs" <<EOF
#![allow(dead_code)]
#[path = "$root/examples/kalman/filter.rs"]
mod filter;
use filter::*;
use std::hint::black_box;

const AREA: usize = 64 << 10;

/// The memory below the frame of a caller without calls. An array there would be touched by the probes of its pages.
#[inline(always)]
fn below() -> *mut u8 {
    let here = 0_u8;
    black_box(&raw const here).cast_mut().wrapping_sub(AREA + 256)
}

#[inline(never)]
fn paint() {
    let area = below();
    (0..AREA).for_each(|i| unsafe { area.wrapping_add(i).write_volatile(0xA5) });
}

#[inline(never)]
fn changed() -> usize {
    let area = below();
    AREA - (0..AREA).take_while(|i| unsafe { area.wrapping_add(*i).read_volatile() } == 0xA5).count()
}

#[inline(never)]
fn bytes(job: &dyn Fn()) -> usize {
    paint();
    job();
    changed()
}

fn main() {
    let state = black_box([1.0, 2.0, 0.5, 3.0, 0.25]);
    let estimate = black_box(Estimate { state, covariance: [[0.0; 5]; 5] });
    let least = bytes(&|| ());
    let plain = bytes(&|| _ = black_box(motion(black_box(0.1), state)));
    let jacobian = bytes(&|| _ = black_box(transition(black_box(0.1), &state)));
    let filter = bytes(&|| {
        let predicted = black_box(estimate.predicted(black_box(0.1), &[0.0; 5]));
        _ = black_box(predicted.corrected(black_box([1.0, 2.0]), 3.0, 0.05));
    });
    println!("stack on x86-64: motion {}, Jacobian {}, filter {}", plain - least, jacobian - least, filter - least);
}
EOF

cd "$work"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target}
for target in x86_64-unknown-none thumbv7em-none-eabihf; do
    for feature in plain jacobian filter; do
        features=(--features "$feature")
        [ "$feature" = filter ] && features=()
        RUSTFLAGS="-C link-arg=--entry=_start -C link-arg=--gc-sections" \
            cargo build --quiet --release --target "$target" --bin image "${features[@]}"
        image=$CARGO_TARGET_DIR/$target/release/image
        allocates=$(strings "$image" | grep -c '^allocated$' || true)
        printf '%s, %s: %s bytes, allocates: %s\n' "$target" "$feature" \
            "$("$size" "$image" | awk 'NR == 2 { print $1 }')" "$allocates"
    done
done
cargo run --quiet --release --features stack --bin stack
