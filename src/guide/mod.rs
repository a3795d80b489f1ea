//! Recipes: how to write a function, and which derivative to choose.
//!
//! | you have | page |
//! |---|---|
//! | a model to fit to data, also with outliers | [`least_squares`] |
//! | parameters of a fit that need error bars | [`error_bars`] |
//! | a solver or a sampler that moves one slice, a minimum under constraints | [`solvers`] |
//! | a differential equation whose solution depends on parameters | [`odes`] |
//! | a motion with impacts or switches | [`events`] |
//! | one expression, and many points, directions or adjoints | [`again_and_again`] |
//! | one function, and thousands of points: options, paths, data | [`many_points`] |
//! | a minimum to find with second derivatives | [`hessians`] |
//! | a derivative inside the function itself | [`nested`] |
//! | a function with a better derivative than the chain rule's, or foreign code | [`custom_rules`] |
//! | a network to train | [`networks`] |
//! | poses of cameras or robots to find | [`poses`] |
//! | parameters that must be positive, or in an interval, or sum to 1 | [`constraints`] |
//! | many inputs, and results that depend on few of them | [`structure`] |
//! | doubts about a derivative | [`checked`] |
//! | a branch for one point, a search that may begin at its solution, kinks that cancel | [`special_points`] |
//! | results that need error bounds, or all roots of a system | [`enclosures`] |
//! | a game, or other code in `f32` | [`singles`] |
//! | a library with annotated functions in its interface | [`libraries`] |
//! | containers, numbers or solvers of another crate | [`crates`] |
//! | users of Python, JAX, SciPy, PyTorch, CasADi or C | [`python`] |
//!
//! Each example is a whole program. To run it, paste it into a crate that depends on `ad` with the feature `full`.

#[doc = include_str!("least_squares.md")]
pub mod least_squares {}

#[doc = include_str!("error_bars.md")]
#[doc = include_str!("pictures/error_bars.svg")]
pub mod error_bars {}

#[doc = include_str!("solvers.md")]
pub mod solvers {}

#[doc = include_str!("odes.md")]
pub mod odes {}

#[doc = include_str!("events.md")]
#[doc = include_str!("pictures/events.svg")]
pub mod events {}

#[doc = include_str!("again_and_again.md")]
pub mod again_and_again {}

#[doc = include_str!("many_points.md")]
pub mod many_points {}

#[doc = include_str!("hessians.md")]
pub mod hessians {}

#[doc = include_str!("nested.md")]
pub mod nested {}

#[doc = include_str!("custom_rules.md")]
pub mod custom_rules {}

#[doc = include_str!("networks.md")]
#[doc = include_str!("pictures/networks.svg")]
pub mod networks {}

#[doc = include_str!("poses.md")]
#[doc = include_str!("pictures/poses.svg")]
pub mod poses {}

#[doc = include_str!("constraints.md")]
pub mod constraints {}

#[doc = include_str!("structure.md")]
pub mod structure {}

#[doc = include_str!("checked.md")]
pub mod checked {}

#[doc = include_str!("special_points.md")]
pub mod special_points {}

#[doc = include_str!("enclosures.md")]
pub mod enclosures {}

#[doc = include_str!("singles.md")]
pub mod singles {}

#[doc = include_str!("libraries.md")]
pub mod libraries {}

#[doc = include_str!("crates.md")]
pub mod crates {}

#[doc = include_str!("python.md")]
pub mod python {}
