//! Large and deep computations, panics anywhere, memory. `.ci/run` runs these tests without the optimizer, where frames are
//! largest, at a tenth of the length. `.ci/run optimized` runs them at full length.

mod allocation;
mod allocator;
mod depth;
mod memory;
mod panics;

/// The length of a computation in this build. Without the optimizer a step takes ten times as long. If steps were calls, a tenth
/// of the steps would still overflow a small stack, since frames are larger.
const fn length(full: usize) -> usize {
    if cfg!(debug_assertions) { full / 10 } else { full }
}

/// Under the optimizer the paper's suite is run once more.
#[cfg(not(debug_assertions))]
#[path = "../specification/paper.rs"]
mod paper;
