//! Functions with exact derivatives for the solvers and samplers of other crates.
//!
//! An annotated function is the whole model. Each module here passes it to one crate, with derivatives by [`ad`]. The argument has any
//! shape: [`ad::Flat`] makes a slice of it. Each module is a feature of its crate's name.
//!
//! | crate | module | receives |
//! |---|---|---|
//! | `argmin` 0.11 | `argmin` | cost, gradient, Hessian |
//! | `diffsol` 0.18 | `diffsol` | a right-hand side, an initial state and events, and the products with their Jacobians for both kinds of sensitivities |
//! | `factrs` 0.3 | `factrs` | residuals of variables, also of poses, and their Jacobians |
//! | `ipopt` 0.6 | `ipopt` | a constrained problem with sparse Jacobian and Hessian |
//! | `levenberg-marquardt` 0.15 | `levenberg_marquardt` | residuals and their Jacobian |
//! | `nlopt` 0.8 | `nlopt` | objective and constraints, with gradient and Jacobian |
//! | `nuts-rs` 0.19 | `nuts_rs` | log-density and gradient |
//! | `optimization_engine` 0.12 | `optimization_engine` | cost and gradient, and mappings with the products of their Jacobians |
//! | `pounce-nlp` 0.14 | `pounce_nlp` | a constrained problem with sparse Jacobian and Hessian, and proofs of linearity |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(feature = "diffsol")]
pub mod diffsol;
#[cfg(feature = "factrs")]
pub mod factrs;
#[cfg(feature = "ipopt")]
pub mod ipopt;
#[cfg(feature = "levenberg-marquardt")]
pub mod levenberg_marquardt;
#[cfg(feature = "nlopt")]
pub mod nlopt;
#[cfg(feature = "nuts-rs")]
pub mod nuts_rs;
#[cfg(feature = "optimization_engine")]
pub mod optimization_engine;
#[cfg(feature = "pounce-nlp")]
pub mod pounce_nlp;
#[cfg(any(feature = "diffsol", feature = "nlopt", feature = "optimization_engine"))]
mod results;
#[cfg(any(feature = "ipopt", feature = "pounce-nlp"))]
mod sparse;

/// Recipes: whole models. Each page is a feature of its crate's name.
///
/// | model | page |
/// |---|---|
/// | groups whose means have a common distribution | `hierarchical` |
/// | a path and its controls | `control` |
pub mod guide {
    #[cfg(feature = "pounce-nlp")]
    #[doc = include_str!("guide/control.md")]
    #[doc = include_str!("guide/pictures/control.svg")]
    pub mod control {}
    #[cfg(feature = "nuts-rs")]
    #[doc = include_str!("guide/hierarchical.md")]
    #[doc = include_str!("guide/pictures/hierarchical.svg")]
    pub mod hierarchical {}
}
