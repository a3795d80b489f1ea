//! Common parts of the workspace's tests. [`strategies!`] lists the strategies, and all ways to nest them. Other parts are
//! dictionaries for comparisons, polynomials as an oracle, random numbers and programs, and comparisons with a tolerance.
//!
//! This member of the workspace is not published. A suite names no strategy: it requests the strategies of a kind. So a new
//! strategy is one line in `strategy.rs`, and all suites run for it.
//!
//! ```
//! use ad_core::{Exp, F64, paper::Var};
//! use ad_testing::nestings;
//!
//! let mut names = Vec::new();
//! nestings!([diff [diff]], Var, |name, second_derivative| {
//!     assert_eq!(second_derivative.eval(F64, 3.0), 0.0);
//!     names.push(name);
//! });
//! assert!(names.contains(&"forward∘stack"));
//! ```

#![allow(clippy::missing_panics_doc, reason = "to assert is to panic")]

mod close;
mod dictionaries;
mod expression;
mod nesting;
mod picture;
mod polynomial;
pub mod program;
mod random;
pub mod strategy;

pub use close::{assert_all_close, assert_close};
pub use dictionaries::{assert_modulo_2_to_64, assert_over_dictionaries, assert_over_records};
pub use picture::{Curve, picture};
pub use polynomial::Polynomial;
pub use random::Random;

#[doc(hidden)]
pub use ad_core;
