//! The tape: vertices, recorded steps and adjoints, the memory they lie in, and what is computed again instead.

pub(crate) mod graph;
#[expect(unsafe_code, reason = "the memory of a tape, without the bookkeeping of a `RefCell`")]
pub(crate) mod log;
pub(crate) mod recompute;
