//! Recipes: how what one wants to differentiate is written, and which derivative to ask for.
//!
//! | you have | page |
//! |---|---|
//! | a model and data to which it is to be fitted | [`least_squares`] |
//! | a differential equation whose solution depends on parameters | [`odes`] |
//! | one expression, and many points, directions or adjoints | [`again_and_again`] |
//! | a minimum to be found with second derivatives | [`hessians`] |
//! | a derivative that occurs in the function itself | [`nested`] |
//! | a function whose derivative you know better, or foreign code | [`custom_rules`] |
//! | parameters that must be positive, or in an interval, or sum to 1 | [`constraints`] |
//! | many inputs and results, each of which depends on few | [`structure`] |
//! | containers, numbers or solvers of another crate | [`crates`] |
//!
//! Each example is a whole program: paste it, with `ad` among the dependencies.

#[doc = include_str!("least_squares.md")]
pub mod least_squares {}

#[doc = include_str!("odes.md")]
pub mod odes {}

#[doc = include_str!("again_and_again.md")]
pub mod again_and_again {}

#[doc = include_str!("hessians.md")]
pub mod hessians {}

#[doc = include_str!("nested.md")]
pub mod nested {}

#[doc = include_str!("custom_rules.md")]
pub mod custom_rules {}

#[doc = include_str!("constraints.md")]
pub mod constraints {}

#[doc = include_str!("structure.md")]
pub mod structure {}

#[doc = include_str!("crates.md")]
pub mod crates {}
