//! Automatic differentiation for ordinary Rust functions.
