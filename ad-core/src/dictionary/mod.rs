//! The number systems of this crate.

pub(crate) mod closures;
#[cfg(feature = "numbers")]
pub(crate) mod double_double;
pub(crate) mod float;
pub(crate) mod integer;
pub mod lanes;
#[cfg(feature = "numbers")]
pub(crate) mod modular;
mod native;
pub(crate) mod product;
#[cfg(feature = "numbers")]
pub(crate) mod rational;
#[cfg(feature = "numbers")]
pub(crate) mod residues;
#[cfg(feature = "numbers")]
pub(crate) mod symbolic;
