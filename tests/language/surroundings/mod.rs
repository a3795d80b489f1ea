//! Surroundings that would capture a careless expansion, or that deny parts of it, one file each.

mod captured_names;
mod no_prelude;
mod quiet;
mod renamed_crate;
