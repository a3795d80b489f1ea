//! Sparse derivatives.

pub mod colouring;
