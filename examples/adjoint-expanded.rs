//! What `#[exp(adjoint)]` does: `adjoint.rs` with the attribute expanded. Beside each function stands a type of its name,
//! whose function `adjoint` gives the value and a closure. The forward sweep is the function, one operation a
//! statement, and keeps what the closure, the reverse sweep, mentions and does not compute again: `step` keeps the sine's
//! operand by being handed `state` again, and `energy` keeps each overwritten `state` in a list.

#![allow(dead_code)]
