//! The specification: *if `e` represents E, then `diff(e)` represents E′*, for every strategy, every nesting and every
//! dictionary. `tests/README.md` describes the tests and their oracles.

mod bad_input;
mod cost;
mod first_class;
mod laws;
mod nesting;
mod oracle;
mod paper;
mod parametricity;
mod pasted;
mod perturbation;
mod random;
mod small_scope;
mod support;
