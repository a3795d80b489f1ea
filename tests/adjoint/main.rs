//! Adjoint programs against the tape: every program here is differentiated by both, must give the same value and the
//! same derivatives, to the last bit in a ring, alone and nested.
//!
//! To add a program: write it with `#[exp(adjoint)]` in one of the modules, every read in a product, for linear
//! programs hide what was not saved; then hand its expression to one of the functions of `check`.

#![allow(clippy::all, clippy::pedantic, reason = "programs are written as users write them")]

mod check;
mod field;
mod first;
mod pairs;
