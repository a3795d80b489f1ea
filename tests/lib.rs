//! Nothing: the tests are the targets that `Cargo.toml` lists.
