//! What is large, deep or goes wrong: long computations and wide ones, panics anywhere, memory. `.ci/run` runs it without
//! the optimizer, where frames are largest, at a tenth of the length, and `.ci/run optimized` under it, at full length.

mod allocation;
mod allocator;
mod depth;
mod memory;
mod panics;

/// How long a computation is whose full length is this: a step without the optimizer takes ten times the time, and so
/// much more of a control stack that a tenth of the steps still would not fit on a small one, if they were calls.
const fn length(full: usize) -> usize {
    if cfg!(debug_assertions) { full / 10 } else { full }
}

/// Under the optimizer the paper's suite is run once more.
#[cfg(not(debug_assertions))]
#[path = "../specification/paper.rs"]
mod paper;
