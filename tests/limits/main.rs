//! What is large, deep or goes wrong: long computations and wide ones, panics anywhere, memory. `.ci/run` runs it under
//! the optimizer as well.

mod allocation;
mod allocator;
mod depth;
mod memory;
mod panics;

/// Under the optimizer the paper's suite is run once more.
#[cfg(not(debug_assertions))]
#[path = "../specification/paper.rs"]
mod paper;
