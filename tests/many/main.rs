//! Many points at once.

mod doors;
mod functions;
mod machine;
mod programs;
mod special;
mod sums;
