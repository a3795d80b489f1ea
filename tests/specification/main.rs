//! The specification: *if `e` represents E, then `diff(e)` represents E′*, for every strategy, every nesting and every
//! dictionary. `tests/README.md` says what is tested here, how much of it, and why to believe it.

#[macro_use]
mod support;

mod cost;
mod laws;
mod oracle;
mod parametricity;
mod pasted;
mod random;
mod small_scope;
