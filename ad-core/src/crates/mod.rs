//! Other crates: their traits for our numbers, and their containers as our shapes. Each file is named like its crate.

#[cfg(feature = "faer")]
pub mod faer;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(feature = "num-complex")]
pub mod num_complex;
mod num_traits;
