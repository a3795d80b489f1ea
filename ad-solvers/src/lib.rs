//! Functions with exact derivatives for the solvers and samplers of other crates.
//!
//! An annotated function is the whole model. Each module here passes it to one crate, with derivatives by [`ad`]. The argument has any
//! shape: [`ad::Flat`] makes a slice of it. Each module is a feature of its crate's name.
//!
//! | crate | module | receives |
//! |---|---|---|
//! | `argmin` 0.11 | `argmin` | cost, gradient, Hessian |
//! | `levenberg-marquardt` 0.15 | `levenberg_marquardt` | residuals and their Jacobian |
//! | `nuts-rs` 0.19 | `nuts_rs` | log-density and gradient |
//! | `pounce-nlp` 0.14 | `pounce_nlp` | a constrained problem with sparse Jacobian and Hessian, and proofs of linearity |

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(feature = "levenberg-marquardt")]
pub mod levenberg_marquardt;
#[cfg(feature = "nuts-rs")]
pub mod nuts_rs;
#[cfg(feature = "pounce-nlp")]
pub mod pounce_nlp;
