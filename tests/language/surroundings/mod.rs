//! Surroundings that capture an expansion if it is careless, or that deny what it may bring in. A file each.

mod captured_names;
mod no_prelude;
mod quiet;
mod renamed_crate;
