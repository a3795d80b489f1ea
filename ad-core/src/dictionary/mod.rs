//! The number systems of this crate.

pub(crate) mod closures;
pub(crate) mod double_double;
pub(crate) mod float;
pub(crate) mod integer;
pub mod lanes;
pub(crate) mod modular;
mod native;
pub(crate) mod product;
pub(crate) mod rational;
pub(crate) mod residues;
pub(crate) mod symbolic;
